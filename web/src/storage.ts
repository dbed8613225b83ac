/** What the browser remembers of one lesson: the reader's texts, answers to quizzes, exercises tried and passed. */

import { empty, type Notes, type SavedAnswer, type SavedPass, upgrade } from "./notes.ts";
import { hashOf, type Match, matchTexts, type SavedText } from "./starter.ts";
import { afterCheck } from "./tries.ts";

/** The part of `Storage` that is used, so that tests need no browser. */
export type Shelf = Pick<Storage, "getItem" | "setItem">;

/** The key under which the notes of a page are kept. */
export const keyOf = (base: string, page: string): string => `${base}turnkeeper:${page}`;

/** The notes of one page. Every method works, without memory, where the browser stores nothing. */
export class Notebook {
  private readonly shelf: Shelf | null;
  private readonly key: string;
  private held: Notes = empty();
  /** Changes that could not be stored yet: what is read from the store does not hold them. */
  private pending: ((notes: Notes) => void)[] = [];
  private locked = false;
  private lossTold = false;

  /**
   * @param shelf - where to keep the notes; null where the browser offers no storage.
   * @param base - path of the site's root, so that two sites on one host do not mix.
   * @param page - path of the page below the root.
   */
  constructor(shelf: Shelf | null, base: string, page: string) {
    this.shelf = shelf;
    this.key = keyOf(base, page);
    this.read();
  }

  /** True once, after the first change that could not be stored: then the reader must be told. */
  tellsLoss(): boolean {
    const first = !this.stored && !this.lossTold;
    this.lossTold = !this.stored;
    return first;
  }

  /** The texts as another tab on this page has left them; null where nothing is shared. */
  textsElsewhere(): ReadonlyMap<string, SavedText> | null {
    if (!this.stored) return null; // what stands here is newer than what is stored
    this.read();
    return new Map(Object.entries(this.held.texts));
  }

  /** False when the last change could not be stored: what the reader types is lost on reload. */
  stored = true;

  /** Take over what is stored; false where that cannot be read, or must be left alone. */
  private read(): boolean {
    if (!this.shelf || this.locked) return false;
    try {
      const notes = upgrade(this.shelf.getItem(this.key));
      if (notes) this.held = notes;
      else this.locked = true;
      this.stored = notes !== null;
    } catch {
      this.stored = false;
    }
    return this.stored;
  }

  private change(edit: (notes: Notes) => void): void {
    const fresh = this.read(); // another tab may have written to the same page since
    if (this.shelf && !this.locked) this.pending.push(edit);
    for (const one of fresh ? this.pending : [edit]) one(this.held);
    this.stored = false;
    if (!this.shelf || !fresh) return;
    try {
      this.shelf.setItem(this.key, JSON.stringify(this.held));
      this.stored = true;
      this.pending = [];
    } catch {
      // Private mode or a full disk: the page works on, and `stored` says that nothing is kept.
    }
  }

  /**
   * Match the saved texts to the editors of the page, and store them under the ids they have now.
   *
   * @param starters - today's starter text by editor id, in page order.
   */
  claim(starters: ReadonlyMap<string, string>): Map<string, Match> {
    const hashes = new Map([...starters].map(([id, source]) => [id, hashOf(source)]));
    const saved = new Map(Object.entries(this.held.texts));
    const { matches, homeless } = matchTexts(saved, hashes);
    const moved = [...matches].some(([id, match]) => saved.get(id)?.text !== match.text);
    if (moved) {
      this.change((notes) => {
        notes.texts = {};
        for (const [id, { starterChanged: _, ...text }] of matches) notes.texts[id] = text;
        for (const [id, text] of homeless) {
          let name = id; // a text whose number now belongs to another one is put aside, not lost
          while (name in notes.texts) name += "?";
          notes.texts[name] = text;
        }
      });
    }
    return matches;
  }

  saveText(id: string, text: SavedText): void {
    this.change((notes) => {
      notes.texts[id] = text;
    });
  }

  /** Forget the text of an editor that shows its starter again. */
  dropText(id: string): void {
    if (!(id in this.held.texts)) return;
    this.change((notes) => {
      delete notes.texts[id];
    });
  }

  answer(id: string): SavedAnswer | undefined {
    return this.held.answers[id];
  }

  saveAnswer(id: string, answer: SavedAnswer): void {
    this.change((notes) => {
      notes.answers[id] = answer;
    });
  }

  pass(slug: string): SavedPass | undefined {
    return this.held.passes[slug];
  }

  /** Remember the first time an exercise passed. */
  savePass(slug: string, on: Date): void {
    this.change((notes) => {
      notes.passes[slug] ??= { on: on.toISOString() };
    });
  }

  /** How many honest tries an exercise has had. */
  tries(slug: string): number {
    return this.held.tries[slug]?.count ?? 0;
  }

  /**
   * Remember that a text was checked; it counts as a try when it is a new one.
   *
   * @param starter - the exercise's stub.
   */
  saveTry(slug: string, text: string, starter: string): void {
    const before = this.held.tries[slug];
    if (afterCheck(before, text, starter) === before) return;
    this.change((notes) => {
      const after = afterCheck(notes.tries[slug], text, starter); // another tab may have tried, too
      if (after) notes.tries[slug] = after;
    });
  }

  /** Remember that the page was opened. */
  saveOpening(on: Date): void {
    this.change((notes) => {
      notes.opened = on.toISOString();
    });
  }
}

/** The browser's own store, or null where asking for it is refused. */
export function browserShelf(): Shelf | null {
  try {
    return window.localStorage;
  } catch {
    return null;
  }
}
