/** Why Python is gone, in words for the reader. */

/** What the worker says, and what that means. */
const MEANINGS: readonly [RegExp, string][] = [
  [/call stack|recursion/i, "The code made calls inside calls, more than the page can bear."],
  [
    /out of memory|allocation failed|memory access out of bounds/i,
    "The code asked for more memory than the page has, or wrote where it must not.",
  ],
  [/\bexit|terminated/i, "The code ended Python."],
  [/abort|unreachable|null function|signature mismatch/i, "The code made Python crash."],
];

/**
 * Describe why Python could not go on.
 *
 * @param why - the error that the worker has told.
 */
export function describeLoss(why: string): string {
  const last = why.trim().split("\n").at(-1) ?? "";
  const meaning = MEANINGS.find(([sign]) => sign.test(why))?.[1];
  return `${meaning ?? `Python stopped unexpectedly (${last}).`} Python starts again.`;
}
