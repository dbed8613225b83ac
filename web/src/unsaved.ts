/**
 * The small store beside the database: changes that the database has not confirmed yet. It answers at once, so that what
 * was typed in the last moment before a page goes away is there when it is opened again. Records of the time before the
 * database are found here, too.
 */

import type { Change, TextChange } from "./changes.ts";
import { isRecord, type Notes, upgrade, VERSION } from "./notes.ts";

/** The part of `Storage` that is used, so that tests need no browser. */
export type Shelf = Pick<Storage, "getItem" | "setItem" | "removeItem" | "key" | "length">;

/** Something that waits to be brought into the database. */
export interface Leftover {
  page: string;
  /** The whole notes of a page, from before the database. */
  notes?: Notes;
  changes: Change[];
  /** Where it lies, and as what: it is forgotten only as it was read. */
  key: string;
  raw: string;
}

export class Unsaved {
  private readonly shelf: Shelf | null;
  private readonly records: string;
  private readonly changes: string;
  private readonly tab: string;

  /**
   * @param shelf - null where the browser offers none.
   * @param base - path of the site's root, so that two sites on one host do not mix.
   * @param tab - names this tab.
   */
  constructor(shelf: Shelf | null, base: string, tab: string) {
    this.shelf = shelf;
    this.records = `${base}turnkeeper:`;
    this.changes = `${base}turnkeeper-unsaved:`;
    this.tab = tab;
  }

  /**
   * Keep the changes of a page that wait in this tab, in the place of those kept before.
   *
   * @returns false when the browser refuses.
   */
  put(page: string, changes: readonly Change[]): boolean {
    const key = `${this.changes}${page}#${this.tab}`;
    try {
      if (changes.length === 0) this.shelf?.removeItem(key);
      else this.shelf?.setItem(key, JSON.stringify({ version: VERSION, changes }));
      return this.shelf !== null;
    } catch {
      return false;
    }
  }

  /** What waits of every page, apart from this tab's own; in the order in which texts were changed. */
  leftovers(): Leftover[] {
    try {
      const found = this.keys().flatMap((key) => {
        const raw = this.shelf?.getItem(key) ?? null;
        return raw === null ? [] : this.read(key, raw);
      });
      const last = ({ changes }: Leftover) => stampOf(changes.at(-1));
      return found.sort((a, b) => (last(a) < last(b) ? -1 : 1));
    } catch {
      return []; // the browser refuses
    }
  }

  /** Forget what is in the database now. What was written at its place since stays. */
  forget({ key, raw }: Leftover): void {
    try {
      if (this.shelf?.getItem(key) === raw) this.shelf.removeItem(key);
    } catch {
      // It is applied once more at the next opening, which makes no difference.
    }
  }

  private keys(): string[] {
    const count = this.shelf?.length ?? 0;
    const keys = Array.from({ length: count }, (_, index) => this.shelf?.key(index) ?? "");
    return keys.filter((key) => key.startsWith(this.records) || key.startsWith(this.changes));
  }

  /** One entry; none where it cannot be read, or a later version has written it: then it is left alone. */
  private read(key: string, raw: string): Leftover[] {
    let value: unknown;
    try {
      value = JSON.parse(raw);
    } catch {
      return [];
    }
    if (!isRecord(value) || Number(value.version) > VERSION) return [];
    if (key.startsWith(this.records)) {
      const notes = upgrade(value);
      return notes ? [{ page: key.slice(this.records.length), notes, changes: [], key, raw }] : [];
    }
    const [, page, tab] = /^(.*)#(.*)$/s.exec(key.slice(this.changes.length)) ?? [];
    if (page === undefined || tab === this.tab || !Array.isArray(value.changes)) return [];
    return [{ page, changes: value.changes.filter(isChange), key, raw }];
  }
}

const KINDS = new Set(["text", "drop", "answer", "pass", "score", "try", "opened"]);

/** Written by this course and nobody else; a damaged text must not stop the others. */
function isChange(value: unknown): value is Change {
  if (!isRecord(value) || !KINDS.has(String(value.kind))) return false;
  if (value.kind !== "text") return true;
  const { id, starter, text, at, over, aside } = value as unknown as TextChange;
  const words = [id, starter, text, at, over];
  return words.every((word) => typeof word === "string") && Array.isArray(aside);
}

const stampOf = (change: Change | undefined): string => (change?.kind === "text" ? change.at : "");
