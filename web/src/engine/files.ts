/** Games in files: one record or link for the whole file, or one on each line; saved tables and exports too. */

import type { Engine } from './engine.ts';
import { BAD_JSON, BAD_REQUEST, SommetError } from './errors.ts';
import type { Position } from './position.ts';
import type { Dict } from './types.ts';

const TABLE_FORMAT = 'sommet-table/1';
const MOST_TOLD = 80;

/** Every game in a file's text, one after another. Throws SommetError at the first that is none. */
export async function* readAll(engine: Engine, file: string): AsyncGenerator<Position> {
  const text = file.trim();
  let whole: unknown;
  try {
    whole = JSON.parse(text);
  } catch {
    for (const line of text.split(/\r\n|[\n\r]/)) if (line.trim()) yield* ofLine(engine, line.trim());
    return;
  }
  yield* ofData(engine, whole);
}

/** The game in a file; of several the first. Throws SommetError. */
export async function read(engine: Engine, file: string): Promise<Position> {
  for await (const position of readAll(engine, file)) return position;
  throw new SommetError(BAD_REQUEST, 'error.file.empty');
}

/** Whether that looks like a link: a name, a tilde, digits; no path. */
export function isLink(text: string): boolean {
  return /^(?![~{])[^/\\\u0080-\uffff]*~[^/\\\u0080-\uffff]*$/.test(text);
}

async function* ofLine(engine: Engine, line: string): AsyncGenerator<Position> {
  if (isLink(line)) {
    yield await engine.link(line);
    return;
  }
  let data: unknown;
  try {
    data = JSON.parse(line);
  } catch (error) {
    const why = (error as Error).message.slice(0, MOST_TOLD);
    throw new SommetError(BAD_JSON, 'error.bad_json', null, { why });
  }
  yield* ofData(engine, data);
}

/** A record, a list of them, a link, all games of a saved table, or a record with what belongs to it. */
async function* ofData(engine: Engine, data: unknown): AsyncGenerator<Position> {
  const found = typeof data === 'object' && data !== null ? (data as Dict) : {};
  if (Array.isArray(data)) {
    for (const item of data) yield* ofData(engine, item);
  } else if (typeof data === 'string') {
    yield await engine.link(data);
  } else if (found['format'] === TABLE_FORMAT) {
    const played = Array.isArray(found['played']) ? (found['played'] as unknown[]) : [''];
    for (const text of [...played, found['now']]) {
      if (text !== null && text !== undefined) yield await engine.link(String(text));
    }
  } else {
    const inner = found['record'];
    const nested = typeof inner === 'object' && inner !== null && !Array.isArray(inner);
    yield await engine.load(nested ? inner : data);
  }
}
