/** What the browser remembers of one lesson: the reader's texts, answers to quizzes, exercises tried and passed. */

import { append, apply, applyAll, type Change } from "./changes.ts";
import { REMOVED, withoutKeys } from "./keys.ts";
import { empty, type Notes, type SavedAnswer, type SavedPass, type SavedScore } from "./notes.ts";
import { keepForLong } from "./persist.ts";
import { makeStamp } from "./stamp.ts";
import { hashOf, type Match, type SavedText } from "./starter.ts";
import { LaterVersion, type Store } from "./store.ts";
import { tryOf } from "./tries.ts";

const SENTENCES = {
  key: `What looks like an API key is not stored: after a reload, “${REMOVED}” stands in its place.`,
  lost: "This browser stores nothing for this page: what you type is lost when you leave it.",
  small:
    "The browser's database does not answer. What you type is kept in its small store instead.",
  later:
    "A later version of this course keeps your work now. Reload this page to go on; what you typed is kept.",
};

/**
 * The notes of one page.
 *
 * What is asked is answered at once, from memory; what is changed is stored in the background. Every method works,
 * without memory, where the browser stores nothing.
 */
export class Notebook {
  /** Called whenever what is stored may have changed, here or in another tab. */
  changed = (): void => {};
  private readonly store: Store;
  private readonly page: string;
  private readonly tab: string;
  /** As the database had it last; undefined while it has not answered. */
  private base: Notes | undefined;
  private held: Notes = empty();
  /** Changes that the database has not confirmed. */
  private waiting: Change[] = [];
  /** How many of them, from the front, it is storing now. */
  private flying = 0;
  private work: Promise<void> = Promise.resolve();
  private trouble: keyof typeof SENTENCES | undefined;
  private told: keyof typeof SENTENCES | undefined;
  private hasKey = false;
  private toldKey = false;

  /**
   * @param page - path of the page below the site's root.
   * @param tab - names this tab.
   * @param signal - fires when the reader leaves the page: from then on other tabs are not followed.
   */
  constructor(store: Store, page: string, tab: string, signal?: AbortSignal) {
    this.store = store;
    this.page = page;
    this.tab = tab;
    const follow = (changed: string, by: unknown) => {
      if (changed === page && by !== this) void this.refresh();
    };
    store.onChange(follow, signal);
  }

  /**
   * Read what is stored, and match the texts to the editors of the page.
   *
   * @param starters - today's starter text by editor id, in page order.
   * @param on - when the reader opened the page, if that is to be remembered.
   * @returns when it has been read, or the browser has refused.
   */
  async open(starters: ReadonlyMap<string, string>, on?: Date): Promise<void> {
    const hashes = [...starters].map(([id, source]): [string, string] => [id, hashOf(source)]);
    const opened: Change[] = on ? [{ kind: "opened", on: on.toISOString() }] : [];
    // What was done while the page opened comes after them.
    this.waiting = [{ kind: "claim", starters: hashes }, ...opened, ...this.waiting];
    await this.refresh();
  }

  /** The text of an editor, as it is stored or will be. */
  text(id: string): SavedText | undefined {
    return this.held.texts[id];
  }

  /**
   * The text of an editor, and whether it was made from another starter.
   *
   * @param starter - today's.
   */
  match(id: string, starter: string): Match | undefined {
    const text = this.text(id);
    return text && { ...text, starterChanged: text.starter !== hashOf(starter) };
  }

  /**
   * Remember a text, without what looks like an API key.
   *
   * @param over - the stamp of the version it replaces, or "" when the reader saw none.
   * @returns its own stamp.
   */
  saveText(
    id: string,
    { starter, text: whole, aside }: { starter: string; text: string; aside: string[] },
    over: string,
  ): string {
    const at = makeStamp(new Date(), over, this.tab);
    const text = withoutKeys(whole);
    this.hasKey ||= text !== whole;
    this.change({ kind: "text", id, starter, text, at, over, aside: aside.map(withoutKeys) });
    keepForLong();
    return at;
  }

  /** Forget the text of an editor that shows its starter again. */
  dropText(id: string, over: string): void {
    this.change({ kind: "drop", id, over });
  }

  answer(id: string): SavedAnswer | undefined {
    return this.held.answers[id];
  }

  saveAnswer(id: string, answer: SavedAnswer): void {
    this.change({ kind: "answer", id, answer });
  }

  pass(slug: string): SavedPass | undefined {
    return this.held.passes[slug];
  }

  /** Remember the first time an exercise passed. */
  savePass(slug: string, on: Date): void {
    this.change({ kind: "pass", slug, on: on.toISOString() });
    keepForLong();
  }

  score(slug: string): SavedScore | undefined {
    return this.held.scores[slug];
  }

  /** Remember a score when it is better than the one that is kept. */
  saveScore(slug: string, { recall, cost }: SavedScore): void {
    this.change({ kind: "score", slug, score: { recall, cost } });
  }

  /** How many honest tries an exercise has had. */
  tries(slug: string): number {
    return this.held.tries[slug]?.texts.length ?? 0;
  }

  /**
   * Remember that a text was checked; it counts as a try when it is a new one.
   *
   * @param starter - the exercise's stub.
   */
  saveTry(slug: string, text: string, starter: string): void {
    const hash = tryOf(text, starter);
    if (hash) this.change({ kind: "try", slug, text: hash });
  }

  /** Read again what is stored: another tab may have changed it. */
  refresh(): Promise<void> {
    return this.write(true);
  }

  /** Wait until everything is stored, or the browser has refused. */
  settled(): Promise<void> {
    return this.work;
  }

  /** A sentence for the reader, once, when something could not be stored as it should; null otherwise. */
  tellsTrouble(): string | null {
    if (this.trouble && this.trouble !== this.told) {
      this.told = this.trouble;
      return SENTENCES[this.trouble];
    }
    const news = this.hasKey && !this.toldKey;
    this.toldKey = this.hasKey;
    return news ? SENTENCES.key : null;
  }

  private change(change: Change): void {
    this.waiting = append(this.waiting, change, this.flying);
    this.held = apply(this.held, change);
    this.keepUnsaved();
    void this.write(false);
  }

  private write(refresh: boolean): Promise<void> {
    this.work = this.work.then(async () => {
      if (!refresh && this.waiting.length === 0) return; // an earlier turn has stored it
      const batch = [...this.waiting];
      this.flying = batch.length;
      try {
        this.base = await this.store.change(this.page, (notes) => applyAll(notes, batch), this);
        this.waiting = this.waiting.slice(batch.length);
        this.keepUnsaved();
        this.trouble = this.told = undefined;
      } catch (error) {
        this.trouble = this.keepUnsaved() ? (isLater(error) ? "later" : "small") : "lost";
        console.warn(error);
      }
      this.flying = 0;
      this.held = applyAll(this.base ?? this.store.withoutDatabase(this.page), this.waiting);
      this.changed();
    });
    return this.work;
  }

  /** Keep what waits where it outlives the page; the rest is known anew at the next opening. */
  private keepUnsaved(): boolean {
    const lasting = this.waiting.filter(({ kind }) => kind !== "claim" && kind !== "opened");
    return this.store.unsaved.put(this.page, lasting);
  }
}

const isLater = (error: unknown): boolean =>
  error instanceof LaterVersion || (error instanceof DOMException && error.name === "VersionError");
