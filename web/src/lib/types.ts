/**
 * What travels between server and page, as the build made it from the server's own types; and what the page makes of
 * it.
 */

import type { OwnTable, TableInfo } from '../../generated/types';

export type * from '../../generated/types';

/** A table as the page knows it: what everybody is told, and what I was told besides. */
export type Table = TableInfo & Partial<OwnTable>;
