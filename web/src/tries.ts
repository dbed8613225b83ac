/** Counts honest tries at an exercise: no DOM here. */

import { hashOf } from "./starter.ts";

/** After so many tries the page offers a solution without being asked. */
export const ENOUGH = 3;

export interface SavedTries {
  count: number;
  /** Hash of the text tried last. */
  last: string;
}

/**
 * Count a check of a text.
 *
 * It is a try when the text differs from the starter and from the text tried last. White space at the ends of lines and
 * empty lines make no difference.
 *
 * @param before - the tries so far.
 * @returns the tries after it; `before` itself when it was none.
 */
export function afterCheck(
  before: SavedTries | undefined,
  text: string,
  starter: string,
): SavedTries | undefined {
  const last = hashOf(essence(text));
  if (last === before?.last || last === hashOf(essence(starter))) return before;
  return { count: (before?.count ?? 0) + 1, last };
}

const essence = (text: string): string =>
  text
    .replace(/[^\S\n]+$/gm, "")
    .replace(/\n{2,}/g, "\n")
    .trim();
