/** What this device keeps: a row a table, and every table's log, in which (table, seq) is unique. */

import { STORE } from '../../lib/local';
import type { Entry } from './log';
import type { Row } from './row';

/** A log's entry beside the table it belongs to. */
type Line = Entry & { table: string };

export interface Found {
  row: unknown;
  log: unknown[];
}

export interface Store {
  rows(): Promise<unknown[]>;
  find(id: string): Promise<Found | null>;
  /** The log from that entry on. */
  after(id: string, seq: number): Promise<unknown[]>;
  /** Keep the row and these entries, all or nothing; false: another tab has kept one with such a number. */
  keep(row: Row, entries: readonly Entry[]): Promise<boolean>;
  /** Keep the row alone, if the table is there. */
  note(row: Row): Promise<void>;
  remove(id: string): Promise<void>;
}

const VERSION = 1;
/** A browser that does not answer at all is taken for one that keeps nothing. */
const PATIENCE = 4_000;

const asked = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((done, failed) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => failed(request.error ?? new Error('refused'));
  });

const settled = (transaction: IDBTransaction): Promise<void> =>
  new Promise((done, failed) => {
    transaction.oncomplete = () => done();
    transaction.onabort = () => failed(transaction.error ?? new Error('aborted'));
  });

export class Indexed implements Store {
  #database: Promise<IDBDatabase> | null = null;

  #open(): Promise<IDBDatabase> {
    return (this.#database ??= new Promise<IDBDatabase>((done, failed) => {
      const fail = (why: unknown): void => {
        this.#database = null;
        failed(why);
      };
      setTimeout(() => fail(new Error('no answer')), PATIENCE);
      const request = indexedDB.open(STORE, VERSION);
      request.onupgradeneeded = () => {
        request.result.createObjectStore('tables', { keyPath: 'id' });
        request.result.createObjectStore('log', { keyPath: ['table', 'seq'] });
      };
      request.onerror = () => fail(request.error);
      request.onblocked = () => fail(new Error('blocked'));
      request.onsuccess = () => {
        const database = request.result;
        const gone = (): void => void (this.#database = null); // the next question opens it again
        database.onversionchange = () => {
          database.close();
          gone();
        };
        database.onclose = gone;
        done(database);
      };
    }));
  }

  async rows(): Promise<unknown[]> {
    return asked((await this.#open()).transaction('tables').objectStore('tables').getAll());
  }

  async find(id: string): Promise<Found | null> {
    const transaction = (await this.#open()).transaction(['tables', 'log']);
    const [row, log] = await Promise.all([
      asked<unknown>(transaction.objectStore('tables').get(id)),
      asked<Line[]>(transaction.objectStore('log').getAll(IDBKeyRange.bound([id, 0], [id, Infinity]))),
    ]);
    return row === undefined ? null : { row, log };
  }

  async after(id: string, seq: number): Promise<unknown[]> {
    const log = (await this.#open()).transaction('log').objectStore('log');
    return asked<Line[]>(log.getAll(IDBKeyRange.bound([id, seq], [id, Infinity])));
  }

  async keep(row: Row, entries: readonly Entry[]): Promise<boolean> {
    const transaction = (await this.#open()).transaction(['tables', 'log'], 'readwrite');
    let taken = false;
    if ((entries[0]?.seq ?? 0) > 0) {
      const there = transaction.objectStore('tables').getKey(row.id);
      there.onsuccess = () => there.result === undefined && transaction.abort(); // another tab has thrown it away
    }
    for (const entry of entries) {
      const request = transaction.objectStore('log').add({ ...entry, table: row.id } satisfies Line);
      request.onerror = () => (taken ||= request.error?.name === 'ConstraintError');
    }
    transaction.objectStore('tables').put(row);
    try {
      await settled(transaction);
      return true;
    } catch (error) {
      if (taken) return false;
      throw error;
    }
  }

  async note(row: Row): Promise<void> {
    const transaction = (await this.#open()).transaction('tables', 'readwrite');
    const tables = transaction.objectStore('tables');
    const request = tables.getKey(row.id);
    request.onsuccess = () => request.result !== undefined && tables.put(row);
    await settled(transaction);
  }

  async remove(id: string): Promise<void> {
    const transaction = (await this.#open()).transaction(['tables', 'log'], 'readwrite');
    transaction.objectStore('tables').delete(id);
    transaction.objectStore('log').delete(IDBKeyRange.bound([id, 0], [id, Infinity]));
    await settled(transaction);
  }
}

/** Why the store keeps nothing: it is full, or it does not work at all (forbidden, private, broken). */
export const whyNot = (error: unknown): 'full' | 'forbidden' =>
  error instanceof DOMException && error.name === 'QuotaExceededError' ? 'full' : 'forbidden';
