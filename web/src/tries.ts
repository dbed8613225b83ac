/** Counts honest tries at an exercise: no DOM here. */

import { hashOf } from "./starter.ts";

/** After so many tries the page offers a solution without being asked. */
export const ENOUGH = 3;

export interface SavedTries {
  /** Hashes of the texts that were tried, each once: so two browsers can bring theirs together. Since version 4. */
  texts: string[];
}

/** More of them are not remembered. */
const MANY = 100;

/**
 * Tell whether a check of a text is an honest try: the text is not the starter.
 *
 * White space at the ends of lines and empty lines make no difference.
 *
 * @returns the text's hash, or null when it was none.
 */
export function tryOf(text: string, starter: string): string | null {
  const hash = hashOf(essence(text));
  return hash === hashOf(essence(starter)) ? null : hash;
}

/**
 * Bring tries together; the same text once more is none.
 *
 * @returns `before` itself when nothing is new.
 */
export function addTries(before: SavedTries | undefined, texts: readonly string[]): SavedTries {
  const all = [...new Set([...(before?.texts ?? []), ...texts])].slice(0, MANY);
  return before && all.length === before.texts.length ? before : { texts: all };
}

/**
 * Read tries of any version: before version 4 only their number and the last one were known.
 *
 * @returns null where it makes no sense.
 */
export function readTries(stored: Record<string, unknown>): SavedTries | null {
  const { texts, count, last } = stored;
  if (Array.isArray(texts)) return { texts: texts.filter((text) => typeof text === "string") };
  if (typeof last !== "string" || !Number.isInteger(count) || Number(count) < 1) return null;
  const unknown = Array.from(
    { length: Math.min(Number(count), MANY) - 1 },
    (_, at) => `try ${at + 1}`,
  );
  return { texts: [...unknown, last] };
}

const essence = (text: string): string =>
  text
    .replace(/[^\S\n]+$/gm, "")
    .replace(/\n{2,}/g, "\n")
    .trim();
