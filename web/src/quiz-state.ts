/** What is known of one quiz: no DOM here. */

import type { SavedAnswer } from "./notes.ts";

export interface QuizState {
  /** Index of the choice checked last; null before the first. */
  choice: number | null;
  right: boolean;
  /** Wrong answers given on this visit. */
  misses: number;
}

export type Verdict = "none chosen" | "right" | "not this one";

export const unanswered: QuizState = { choice: null, right: false, misses: 0 };

/**
 * Check an answer.
 *
 * @param picked - index of the chosen choice, or null when none is.
 * @param rights - for each choice, whether it is right.
 */
export function check(
  state: QuizState,
  picked: number | null,
  rights: readonly boolean[],
): { state: QuizState; verdict: Verdict } {
  if (picked === null || rights[picked] === undefined) return { state, verdict: "none chosen" };
  const right = rights[picked];
  const misses = state.misses + (right ? 0 : 1);
  return {
    state: { choice: picked, right, misses },
    verdict: right ? "right" : "not this one",
  };
}

/**
 * Take up a remembered answer.
 *
 * @param question - today's hash of question and choices; an answer to another wording is not taken up.
 * @param rights - for each choice, whether it is right today.
 */
export function recall(
  saved: SavedAnswer | undefined,
  question: string,
  rights: readonly boolean[],
): QuizState {
  if (!saved || saved.question !== question) return unanswered;
  const right = rights[saved.choice];
  return right === undefined ? unanswered : { choice: saved.choice, right, misses: 0 };
}
