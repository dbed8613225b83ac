/** The format of what the browser remembers of one page: no store and no DOM here. */

import { isStamp, LONG_AGO } from "./stamp.ts";
import type { SavedText } from "./starter.ts";
import { readTries, type SavedTries } from "./tries.ts";

/** The format below. A change of it raises this number and teaches `upgrade` the older one. */
export const VERSION = 4;

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

export interface SavedScore {
  /** From 0 to 1. */
  recall: number;
  /** US dollars. */
  cost: number;
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
  /** The best score of an exercise that has one. Since version 3. */
  scores: Record<string, SavedScore>;
}

/** The notes of a page that was never opened. */
export const empty = (): Notes => ({
  version: VERSION,
  texts: {},
  answers: {},
  passes: {},
  tries: {},
  opened: "",
  scores: {},
});

const isDate = (value: unknown): value is string =>
  typeof value === "string" && !Number.isNaN(Date.parse(value));

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Names that an object has of its own: as a key they would not name an entry. */
export const isForbidden = (key: string): boolean => key in Object.prototype;

function keep<T>(value: unknown, accept: (entry: Record<string, unknown>) => boolean) {
  const entries = isRecord(value) ? Object.entries(value) : [];
  return Object.fromEntries(
    entries.filter(([key, e]) => !isForbidden(key) && isRecord(e) && accept(e)),
  ) as Record<string, T>;
}

/** A text of any version. Before version 4 it had no stamp, and one text beside it at most. */
function readText(stored: SavedText & { previous?: unknown }): SavedText {
  const { starter, text, at, others, previous } = stored;
  const kept = Array.isArray(others) ? others : [previous];
  return {
    starter,
    text,
    at: isStamp(at) ? at : LONG_AGO,
    others: kept.filter((other): other is string => typeof other === "string"),
  };
}

/**
 * Read a record of any version, whatever is in it.
 *
 * @param value - what was stored; undefined when nothing was.
 * @returns the notes in today's format, without the entries that make no sense; null for a record of a later version,
 *   which is left alone rather than overwritten.
 */
export function upgrade(value: unknown): Notes | null {
  if (!isRecord(value)) return empty();
  if (typeof value.version === "number" && value.version > VERSION) return null;
  const texts = keep<SavedText>(
    value.texts,
    (e) => typeof e.text === "string" && typeof e.starter === "string",
  );
  return {
    version: VERSION,
    texts: Object.fromEntries(Object.entries(texts).map(([id, text]) => [id, readText(text)])),
    answers: keep<SavedAnswer>(
      value.answers,
      (e) =>
        typeof e.choice === "number" &&
        typeof e.right === "boolean" &&
        typeof e.question === "string",
    ),
    passes: keep<SavedPass>(value.passes, (e) => isDate(e.on)),
    tries: Object.fromEntries(
      Object.entries(keep<Record<string, unknown>>(value.tries, () => true)).flatMap(
        ([slug, e]) => {
          const tries = readTries(e);
          return tries ? [[slug, tries]] : [];
        },
      ),
    ),
    opened: isDate(value.opened) ? value.opened : "",
    scores: keep<SavedScore>(
      value.scores,
      (e) => Number.isFinite(e.recall) && Number.isFinite(e.cost),
    ),
  };
}
