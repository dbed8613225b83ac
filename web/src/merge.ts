/** Brings two versions of the notes of a page together, so that no text is lost. No store and no DOM here. */

import { withoutKeys } from "./keys.ts";
import type { Notes, SavedAnswer } from "./notes.ts";
import { beats } from "./score-plot.ts";
import { hashOf, type SavedText } from "./starter.ts";
import { addTries } from "./tries.ts";

/** Whose text is shown where both have one: "mine" is kept in this browser, "theirs" comes in. */
export type Side = "mine" | "theirs";

/** The side whose text was changed last; mine when that cannot be told. */
export const newer = (mine: SavedText, theirs: SavedText): Side =>
  theirs.at > mine.at ? "theirs" : "mine";

/** True when the two differ in what the reader wrote. A key that an export left out makes no difference. */
export const differ = (mine: string, theirs: string): boolean =>
  mine !== theirs && withoutKeys(mine) !== theirs;

/** The texts, each once, without those that are not to be kept beside `shown`. */
export const distinct = (texts: readonly string[], shown: string): string[] =>
  [...new Set(texts)].filter((text) => text !== shown);

/**
 * Bring two versions of a text together.
 *
 * @param side - whose text is shown; the other one is kept beside it.
 */
export function mergeText(
  mine: SavedText,
  theirs: SavedText,
  side: Side = newer(mine, theirs),
): SavedText {
  const [first, second] = side === "mine" ? [mine, theirs] : [theirs, mine];
  const same = !differ(mine.text, theirs.text);
  const untouched = hashOf(second.text) === second.starter; // it is the lesson's own
  const own = [...(same || untouched ? [] : [second.text]), ...mine.others];
  const shown = same ? mine.text : first.text;
  const news = theirs.others.filter((text) => [shown, ...own].every((one) => differ(one, text)));
  return {
    starter: first.starter,
    text: shown,
    at: same ? latest(mine.at, theirs.at) : first.at,
    others: distinct([...own, ...news], shown),
  };
}

/** The later of two stamps, or of two days in ISO 8601. */
const latest = (...times: string[]): string => times.sort().at(-1) ?? "";

/**
 * Bring two versions of the notes of a page together.
 *
 * Of two texts the newer is shown and the other one kept; of two passes the first counts, of two scores the better, and all
 * tries; of two answers to one question the right one, or mine.
 *
 * @param sides - whose text is shown, by the editor's id, where that is not the newer one.
 */
export function merge(
  mine: Notes,
  theirs: Notes,
  sides: Readonly<Record<string, Side>> = {},
): Notes {
  return {
    ...mine,
    texts: both(mine.texts, theirs.texts, (a, b, id) => mergeText(a, b, sides[id])),
    answers: both(mine.answers, theirs.answers, betterAnswer),
    passes: both(mine.passes, theirs.passes, (a, b) => (b.on < a.on ? b : a)),
    tries: both(mine.tries, theirs.tries, (a, b) => addTries(a, b.texts)),
    scores: both(mine.scores, theirs.scores, (a, b) => (beats(b, a) ? b : a)),
    opened: latest(mine.opened, theirs.opened),
  };
}

const betterAnswer = (mine: SavedAnswer, theirs: SavedAnswer): SavedAnswer =>
  theirs.right && !mine.right ? theirs : mine;

function both<T>(
  mine: Readonly<Record<string, T>>,
  theirs: Readonly<Record<string, T>>,
  choose: (mine: T, theirs: T, key: string) => T,
): Record<string, T> {
  const all = new Map(Object.entries(mine));
  for (const [key, value] of Object.entries(theirs)) {
    const own = all.get(key);
    all.set(key, own === undefined ? value : choose(own, value, key));
  }
  return Object.fromEntries(all);
}
