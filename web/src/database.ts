/** The database of one site in this browser: the notes of a page by its address. */

import { type DBSchema, type IDBPDatabase, openDB } from "idb";

const VERSION = 1;
const STORE = "pages";
/** Milliseconds after which a database that does not answer counts as refused. */
const PATIENCE = 4000;

interface Schema extends DBSchema {
  pages: { key: string; value: unknown };
}

export class Database {
  private readonly name: string;
  private opened: Promise<IDBPDatabase<Schema>> | undefined;

  /** @param base - path of the site's root, so that two sites on one host do not mix. */
  constructor(base: string) {
    this.name = `${base}turnkeeper`;
  }

  /**
   * Change what is stored of some pages, in one transaction: nobody else writes to them meanwhile.
   *
   * @param pages - their addresses; `edit` is called for each with what is stored, undefined when nothing is.
   * @param edit - returns what is to be stored, or undefined to leave it as it is. When it throws, nothing is changed.
   * @throws DOMException when the browser refuses, or has no more room.
   */
  change(
    pages: readonly string[],
    edit: (page: string, stored: unknown) => unknown,
  ): Promise<void> {
    return this.use(async (database) => {
      const transaction = database.transaction(STORE, "readwrite");
      const { done, store } = transaction;
      const went = done.catch(() => {}); // told below
      try {
        for (const page of pages) {
          const next = edit(page, await store.get(page));
          if (next !== undefined) await store.put(next, page);
        }
      } catch (error) {
        try {
          transaction.abort();
        } catch {
          // It has ended by itself.
        }
        await went;
        throw error;
      }
      await done;
    });
  }

  /** What is stored, by page. */
  all(): Promise<Map<string, unknown>> {
    return this.use(async (database) => {
      const { store } = database.transaction(STORE);
      const [keys, values] = await Promise.all([store.getAllKeys(), store.getAll()]);
      return new Map(keys.map((key, index) => [key, values[index]]));
    });
  }

  /** Close it: a later version of the course, or a reader who deletes it, waits for that. */
  close(): void {
    void this.opened?.then(
      (database) => database.close(),
      () => {},
    );
    this.opened = undefined;
  }

  private async use<T>(work: (database: IDBPDatabase<Schema>) => Promise<T>): Promise<T> {
    try {
      return await work(await this.open());
    } catch (error) {
      if (!isClosed(error)) throw error;
      this.opened = undefined; // deleted or ended under our hands
      return await work(await this.open());
    }
  }

  private open(): Promise<IDBPDatabase<Schema>> {
    if (!this.opened) {
      const opened = openDB<Schema>(this.name, VERSION, {
        upgrade: (database) => {
          database.createObjectStore(STORE);
        },
        blocking: () => this.close(),
        terminated: () => {
          this.opened = undefined;
        },
      });
      this.opened = opened;
      opened.catch(() => {
        if (this.opened === opened) this.opened = undefined; // the next change tries again
      });
    }
    return inTime(this.opened);
  }
}

const isClosed = (error: unknown): boolean =>
  error instanceof DOMException && error.name === "InvalidStateError";

function inTime<T>(promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = () => reject(new DOMException("The database does not answer.", "TimeoutError"));
    const timer = setTimeout(late, PATIENCE);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
