/** Compares a reader's text with another one: no DOM here. */

import { diffLines } from "diff";

/** Lines that stand in both texts, only in the reader's, or only in the other one. */
export interface Hunk {
  kind: "same" | "mine" | "theirs";
  lines: string[];
}

/**
 * Compare two texts by lines.
 *
 * @returns runs of lines from top to bottom; of a changed place the reader's lines come first.
 */
export function compare(mine: string, theirs: string): Hunk[] {
  return diffLines(ended(mine), ended(theirs)).map(({ added, removed, value }) => ({
    kind: added ? "theirs" : removed ? "mine" : "same",
    lines: value.replace(/\n$/, "").split("\n"),
  }));
}

/** What the two texts are called: "yours" and "the solution". */
export type Sides = Record<"mine" | "theirs", string>;

/** What came out of the comparison, in a sentence. */
export function summarise(hunks: readonly Hunk[], sides: Sides): string {
  const count = (kind: Hunk["kind"]) =>
    hunks.filter((hunk) => hunk.kind === kind).reduce((sum, { lines }) => sum + lines.length, 0);
  const [mine, theirs] = [count("mine"), count("theirs")];
  const names = `${sides.mine} and ${sides.theirs}`;
  if (mine + theirs === 0) return `${capital(names)} are the same, line by line.`;
  return `${lines(mine)} only in ${sides.mine}, ${lines(theirs).toLowerCase()} only in ${sides.theirs}.`;
}

/** A number of lines, in words. */
export function lines(count: number): string {
  return count === 1 ? "1 line" : `${count || "No"} lines`;
}

/**
 * An answer without the docstring it begins with: that is the task, and tells nothing about the code.
 *
 * @param source - Python.
 */
export function withoutTask(source: string): string {
  const opening = /^(?:\s|#.*\n)*[rRuU]?("""|''')/.exec(source);
  const marks = opening?.[1];
  if (!opening || !marks) return source;
  for (let at = opening[0].length; at < source.length; at++) {
    if (source[at] === "\\") at++;
    else if (source.startsWith(marks, at)) {
      return source.slice(at + marks.length).replace(/^[^\S\n]*\n+/, "");
    }
  }
  return source;
}

const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

function ended(text: string): string {
  const trimmed = text.replace(/[^\S\n]+$/gm, "").replace(/\n+$/, "");
  return trimmed && `${trimmed}\n`;
}
