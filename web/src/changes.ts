/**
 * What a reader does on a page, as data: it is applied to the notes in the store, and waits in a small store of its own
 * until it has been. No store and no DOM here.
 */

import { distinct, mergeText } from "./merge.ts";
import type { Notes, SavedAnswer, SavedScore } from "./notes.ts";
import { beats } from "./score-plot.ts";
import { sameTab } from "./stamp.ts";
import { matchTexts } from "./starter.ts";
import { addTries } from "./tries.ts";

/** How many other texts of one place outlive the next reset. */
export const KEPT = 10;

/** A new text; `over` is the stamp of the version that the reader saw, "" when they saw none. */
export interface TextChange {
  kind: "text";
  id: string;
  starter: string;
  text: string;
  at: string;
  over: string;
  /** Texts that are kept beside it from now on. */
  aside: string[];
}

export type Change =
  | TextChange
  /** The place shows its starter again, and nothing is kept beside it. */
  | { kind: "drop"; id: string; over: string }
  | { kind: "answer"; id: string; answer: SavedAnswer }
  | { kind: "pass"; slug: string; on: string }
  | { kind: "score"; slug: string; score: SavedScore }
  | { kind: "try"; slug: string; text: string }
  | { kind: "opened"; on: string }
  /** The page shows these starters, by the editor's id: texts move to the ids they have now. */
  | { kind: "claim"; starters: [id: string, hash: string][] };

/**
 * Apply a change.
 *
 * A change that has been applied before makes no difference. A text that was changed elsewhere meanwhile is not lost: the
 * newer one is shown, the other one kept beside it.
 *
 * @returns new notes; those that were given stay as they are.
 */
export function apply(notes: Notes, change: Change): Notes {
  switch (change.kind) {
    case "text":
      return applyText(notes, change);
    case "drop": {
      const { [change.id]: dropped, ...texts } = notes.texts;
      const asSeen = dropped?.at === change.over && dropped.others.length === 0;
      return asSeen ? { ...notes, texts } : notes;
    }
    case "answer":
      return { ...notes, answers: { ...notes.answers, [change.id]: change.answer } };
    case "pass": {
      const before = notes.passes[change.slug];
      if (before && before.on <= change.on) return notes;
      return { ...notes, passes: { ...notes.passes, [change.slug]: { on: change.on } } };
    }
    case "score": {
      const before = notes.scores[change.slug];
      if (before && !beats(change.score, before)) return notes;
      return { ...notes, scores: { ...notes.scores, [change.slug]: change.score } };
    }
    case "try": {
      const before = notes.tries[change.slug];
      const after = addTries(before, [change.text]);
      return after === before
        ? notes
        : { ...notes, tries: { ...notes.tries, [change.slug]: after } };
    }
    case "opened":
      return change.on > notes.opened ? { ...notes, opened: change.on } : notes;
    case "claim":
      return claim(notes, new Map(change.starters));
  }
}

export const applyAll = (notes: Notes, changes: readonly Change[]): Notes =>
  changes.reduce(apply, notes);

function applyText(notes: Notes, change: TextChange): Notes {
  const { id, starter, text, at, over, aside } = change;
  const held = notes.texts[id];
  // It was applied before, and may have been followed by others of the same tab.
  if (held && sameTab(held.at, at) && held.at >= at) return notes;
  const kept = distinct([...aside, ...(held?.others ?? [])], text);
  const next = { starter, text, at, others: aside.length > 0 ? kept.slice(0, KEPT) : kept };
  const after = !held || held.at === over ? next : mergeText(held, next);
  return { ...notes, texts: { ...notes.texts, [id]: after } };
}

function claim(notes: Notes, starters: ReadonlyMap<string, string>): Notes {
  const saved = new Map(Object.entries(notes.texts));
  const { matches, homeless } = matchTexts(saved, starters);
  if ([...matches].every(([id, match]) => saved.get(id)?.text === match.text)) return notes;
  const texts: Notes["texts"] = {};
  for (const [id, { starterChanged: _, ...text }] of matches) texts[id] = text;
  for (const [id, text] of homeless) {
    let name = id; // a text whose number now belongs to another one is put aside, not lost
    while (name in texts) name += "?";
    texts[name] = text;
  }
  return { ...notes, texts };
}

/**
 * Add a change to those that wait, in the place of an earlier one that it makes needless.
 *
 * @param fixed - how many at the front are being stored just now: these stay as they are.
 */
export function append(waiting: readonly Change[], change: Change, fixed: number): Change[] {
  const at = waiting.findLastIndex((one, index) => index >= fixed && replaces(change, one));
  const before = waiting[at];
  if (!before) return [...waiting, change];
  const joined = before.kind === "text" && change.kind === "text" ? join(before, change) : change;
  return [...waiting.slice(0, at), ...waiting.slice(at + 1), joined];
}

function replaces(change: Change, before: Change): boolean {
  if (change.kind === "text") {
    return before.kind === "text" && before.id === change.id && before.at === change.over;
  }
  if (change.kind === "answer") return before.kind === "answer" && before.id === change.id;
  return change.kind === "opened" && before.kind === "opened";
}

const join = (before: TextChange, after: TextChange): TextChange => ({
  ...after,
  over: before.over,
  aside: [...after.aside, ...before.aside],
});
