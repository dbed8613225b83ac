/** Everything that one site keeps in this browser: the database, what waits for it, and the word to other tabs. */

import { applyAll } from "./changes.ts";
import type { Database } from "./database.ts";
import { merge } from "./merge.ts";
import { empty, type Notes, upgrade } from "./notes.ts";
import type { Leftover, Unsaved } from "./unsaved.ts";

/** A later version of the course has written what is stored. */
export class LaterVersion extends Error {}

/** Told that the notes of a page are others; `by` is who changed them, undefined for another tab. */
type Listener = (page: string, by: unknown) => void;

/** The part of `BroadcastChannel` that is used. */
export type Channel = Pick<BroadcastChannel, "postMessage" | "close" | "onmessage">;

export class Store {
  readonly unsaved: Unsaved;
  private readonly database: Pick<Database, "change" | "all">;
  private readonly openChannel: () => Channel;
  private channel: Channel | undefined;
  private readonly listeners = new Set<Listener>();

  /** @param openChannel - opens the way to the other tabs. */
  constructor(
    database: Pick<Database, "change" | "all">,
    unsaved: Unsaved,
    openChannel: () => Channel,
  ) {
    this.database = database;
    this.unsaved = unsaved;
    this.openChannel = openChannel;
    this.listen();
  }

  /**
   * Change the notes of a page, as they are in the store at that moment.
   *
   * @param edit - returns the notes as they are to be, or those it was given when there is nothing to change.
   * @param by - who asks; the others are told.
   * @returns the notes as they are stored now.
   * @throws LaterVersion, and DOMException where the browser refuses.
   */
  async change(page: string, edit: (notes: Notes) => Notes, by: unknown): Promise<Notes> {
    const changed = await this.changeAll([page], (_, notes) => edit(notes), by);
    return changed.get(page) ?? empty();
  }

  /** The same for several pages: all are changed, or none. */
  async changeAll(
    pages: readonly string[],
    edit: (page: string, notes: Notes) => Notes,
    by: unknown,
  ): Promise<Map<string, Notes>> {
    const left = this.unsaved.leftovers().filter(({ page }) => pages.includes(page));
    const result = new Map<string, Notes>();
    const others = new Set<string>();
    await this.database.change(pages, (page, stored) => {
      const before = readStored(stored);
      const after = edit(page, takeUp(before, left, page));
      result.set(page, after);
      if (after === before) return undefined;
      others.add(page);
      return after;
    });
    for (const one of left) this.unsaved.forget(one);
    for (const page of others) this.tell(page, by);
    return result;
  }

  /**
   * The notes of every page that has some.
   *
   * @param later - told of each page that a later version of the course has written: it is left out.
   */
  async all(later: (page: string) => void = () => {}): Promise<Map<string, Notes>> {
    const left = this.unsaved.leftovers();
    const stored = await this.database.all().catch((error) => {
      console.warn(error);
      return new Map<string, unknown>();
    });
    const pages = new Set([...stored.keys(), ...left.map(({ page }) => page)]);
    const found = new Map<string, Notes>();
    for (const page of pages) {
      const notes = upgrade(stored.get(page));
      if (notes) found.set(page, takeUp(notes, left, page));
      else later(page);
    }
    return found;
  }

  /** The notes of a page without the database: what waits for it. */
  withoutDatabase(page: string): Notes {
    return takeUp(empty(), this.unsaved.leftovers(), page);
  }

  /** Call `listener` whenever the notes of a page are others, until `signal` fires. */
  onChange(listener: Listener, signal?: AbortSignal): void {
    this.listeners.add(listener);
    signal?.addEventListener("abort", () => this.listeners.delete(listener));
  }

  /** Hear the other tabs. */
  listen(): void {
    if (this.channel) return;
    this.channel = this.openChannel();
    this.channel.onmessage = ({ data }) => this.spread(String(data), undefined);
  }

  /** Hear nobody any more: a page that the browser keeps aside must not. */
  rest(): void {
    this.channel?.close();
    this.channel = undefined;
  }

  private tell(page: string, by: unknown): void {
    const channel = this.channel ?? this.openChannel(); // stored at the last moment, the page at rest already
    channel.postMessage(page);
    if (channel !== this.channel) channel.close();
    this.spread(page, by);
  }

  private spread(page: string, by: unknown): void {
    for (const listener of this.listeners) listener(page, by);
  }
}

function readStored(stored: unknown): Notes {
  const notes = upgrade(stored);
  if (!notes) throw new LaterVersion("A later version of this course has written these notes.");
  return notes;
}

/** Notes with what other tabs have left of their page. */
function takeUp(notes: Notes, left: readonly Leftover[], page: string): Notes {
  return left
    .filter((one) => one.page === page)
    .reduce((now, { notes: old, changes }) => {
      return applyAll(old ? merge(now, old) : now, changes);
    }, notes);
}
