/** What the formatter is asked and what it says, in words for the reader. No DOM here. */

import { diffWordsWithSpace } from "diff";
import type { Change } from "./editor.ts";

export interface FormatQuestion {
  source: string;
  /** Characters in a line. */
  width: number;
  /** A cell, and no file of its own. */
  cell: boolean;
}

export type FormatAnswer =
  | { type: "formatted"; text: string }
  /** The text is not Python that can be read. */
  | { type: "refused"; why: string }
  /** The formatter could not be fetched. */
  | { type: "absent"; why: string };

/** Characters above which the text is replaced as a whole. */
const LARGE = 20_000;

/**
 * Say why a text cannot be formatted.
 *
 * @param why - the formatter's message, with the place in UTF-8 bytes.
 * @returns a sentence, and the 1-based line where the formatter gave up; null when it names none.
 */
export function explainRefusal(
  why: string,
  source: string,
): { words: string; line: number | null } {
  const place = / at byte range (\d+)\.\.\d+\s*$/.exec(why);
  const reason = (place ? why.slice(0, place.index) : why).trim();
  const said = reason.charAt(0).toLowerCase() + reason.slice(1);
  if (!place) return { words: `Not formatted: ${said}. Your text is as it was.`, line: null };
  const before = new TextEncoder().encode(source).slice(0, Number(place[1]));
  const line = new TextDecoder().decode(before).split("\n").length;
  const words = `Not formatted, because line ${line} cannot be read as Python: ${said}. Your text is as it was.`;
  return { words, line };
}

/** The smallest changes that make one text of another, so that the cursor and the marks keep their places. */
export function changesBetween(before: string, after: string): Change[] {
  if (before === after) return [];
  if (before.length + after.length > 2 * LARGE) {
    return [{ from: 0, to: before.length, insert: after }];
  }
  const changes: Change[] = [];
  let at = 0;
  let open: Change | undefined;
  for (const { added, removed, value } of diffWordsWithSpace(before, after)) {
    if (!added && !removed) {
      at += value.length;
      open = undefined;
      continue;
    }
    if (!open) {
      open = { from: at, to: at, insert: "" };
      changes.push(open);
    }
    if (added) open.insert += value;
    else {
      at += value.length;
      open.to = at;
    }
  }
  return changes;
}
