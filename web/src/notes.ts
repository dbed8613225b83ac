/** The format of what the browser remembers of one page: no store and no DOM here. */

import type { SavedText } from "./starter.ts";
import type { SavedTries } from "./tries.ts";

/** The format below. A change of it raises this number and teaches `upgrade` the older one. */
export const VERSION = 2;

export interface SavedAnswer {
  /** Hash of the question and its choices: a reworded quiz is asked again. */
  question: string;
  choice: number;
  right: boolean;
}

export interface SavedPass {
  /** When the exercise first passed: ISO 8601, UTC. */
  on: string;
}

/** Everything remembered of one page. */
export interface Notes {
  version: typeof VERSION;
  texts: Record<string, SavedText>;
  answers: Record<string, SavedAnswer>;
  passes: Record<string, SavedPass>;
  /** Since version 2. */
  tries: Record<string, SavedTries>;
  /** When the page was last opened: ISO 8601, UTC; empty before the first time. Since version 2. */
  opened: string;
}

/** The notes of a page that was never opened. */
export const empty = (): Notes => ({
  version: VERSION,
  texts: {},
  answers: {},
  passes: {},
  tries: {},
  opened: "",
});

const isDate = (value: unknown): value is string =>
  typeof value === "string" && !Number.isNaN(Date.parse(value));

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function keep<T>(value: unknown, accept: (entry: Record<string, unknown>) => boolean) {
  const entries = isRecord(value) ? Object.entries(value) : [];
  return Object.fromEntries(entries.filter(([, e]) => isRecord(e) && accept(e))) as Record<
    string,
    T
  >;
}

/**
 * Read a stored record of any version, whatever is in it.
 *
 * @param stored - the stored JSON, or null when there is none.
 * @returns the notes in today's format, without the entries that make no sense; null for a record of a later version,
 *   which is left alone rather than overwritten.
 */
export function upgrade(stored: string | null): Notes | null {
  if (stored === null) return empty();
  let value: unknown;
  try {
    value = JSON.parse(stored);
  } catch {
    return empty();
  }
  if (!isRecord(value)) return empty();
  if (typeof value.version === "number" && value.version > VERSION) return null;
  return {
    version: VERSION,
    texts: keep<SavedText>(
      value.texts,
      (e) => typeof e.text === "string" && typeof e.starter === "string",
    ),
    answers: keep<SavedAnswer>(
      value.answers,
      (e) =>
        typeof e.choice === "number" &&
        typeof e.right === "boolean" &&
        typeof e.question === "string",
    ),
    passes: keep<SavedPass>(value.passes, (e) => isDate(e.on)),
    tries: keep<SavedTries>(
      value.tries,
      (e) => typeof e.last === "string" && Number.isInteger(e.count) && Number(e.count) > 0,
    ),
    opened: isDate(value.opened) ? value.opened : "",
  };
}
