/** How far a reader has come in the course, out of what is remembered of each lesson: no DOM here. */

import type { Notes } from "./notes.ts";

/** A lesson as `course/map.json` lists it. */
export interface Lesson {
  /** Its address below the site's root. */
  page: string;
  title: string;
  minutes: number;
  /** Slugs, in the lesson's order. */
  exercises: string[];
  /** How many questions it asks at its end. */
  questions: number;
}

/** The title of a lesson, or the address of a page that is none. */
export const titleOf = (lessons: readonly Lesson[], page: string): string =>
  lessons.find((lesson) => lesson.page === page)?.title ?? page;

export type Stage = "done" | "begun" | "not begun";

/** How a reader stands in one lesson. */
export interface Standing {
  lesson: Lesson;
  stage: Stage;
  /** When each exercise passed that has: ISO 8601, by slug. */
  passes: ReadonlyMap<string, string>;
  /** Exercises that have been written at and have not passed. */
  open: readonly string[];
  /** How many of the questions have an answer. */
  answered: number;
  /** When the lesson was last opened: ISO 8601, or empty. */
  opened: string;
}

/** Where to go on: a lesson, and in it an exercise if that is where the reader is. */
export interface Place {
  lesson: Lesson;
  exercise?: string;
}

/**
 * Tell how a reader stands in a lesson.
 *
 * It is done when its exercises have passed; without an exercise, when its questions are answered.
 *
 * @param notes - what is remembered of its page; null where that cannot be read.
 */
export function standingIn(lesson: Lesson, notes: Notes | null): Standing {
  const { texts = {}, answers = {}, passes = {}, tries = {}, opened = "" } = notes ?? {};
  const passed = new Map(
    lesson.exercises.flatMap((slug) => (passes[slug] ? [[slug, passes[slug].on]] : [])),
  );
  const open = lesson.exercises.filter(
    (slug) => !passed.has(slug) && (`exercise-${slug}` in texts || slug in tries),
  );
  const questions = Array.from({ length: lesson.questions }, (_, index) => `quiz-${index + 1}`);
  const answered = questions.filter((id) => id in answers).length;
  const all = passed.size === lesson.exercises.length;
  const touched = [texts, answers, passes, tries].some((of) => Object.keys(of).length > 0);
  const begun = opened !== "" || touched;
  const done = lesson.exercises.length > 0 ? all : begun && answered === lesson.questions;
  const stage = done ? "done" : begun ? "begun" : "not begun";
  return { lesson, stage, passes: passed, open, answered, opened };
}

/** How much has passed and how much is left, in a sentence. The minutes are those of the lessons that are not done. */
export function summarise(standings: readonly Standing[]): string {
  const exercises = sum(standings, ({ lesson }) => lesson.exercises.length);
  const passed = sum(standings, ({ passes }) => passes.size);
  const left = standings.filter(({ stage }) => stage !== "done");
  if (left.length === 0) return `All ${exercises} exercises have passed. The course is done.`;
  const minutes = sum(left, ({ lesson }) => lesson.minutes);
  return `${passed} of ${exercises} exercises passed, about ${minutes} minutes left.`;
}

/**
 * Tell where to go on: the lesson opened last, or when that is done, the next one that is not.
 *
 * @param standings - in the order of the course.
 * @returns null when everything is done.
 */
export function nextPlace(standings: readonly Standing[]): Place | null {
  const last = standings.reduce(
    (best, { opened }, index) => (opened > (standings[best]?.opened ?? "") ? index : best),
    -1,
  );
  const from = Math.max(last, 0);
  const ahead = [...standings.slice(from), ...standings.slice(0, from)];
  const next = ahead.find(({ stage }) => stage !== "done");
  if (!next) return null;
  const { lesson, open, passes } = next;
  const exercise =
    open[0] ?? (passes.size > 0 ? lesson.exercises.find((slug) => !passes.has(slug)) : undefined);
  return exercise === undefined ? { lesson } : { lesson, exercise };
}

/** True when the reader has opened or touched any lesson. */
export function hasBegun(standings: readonly Standing[]): boolean {
  return standings.some(({ stage }) => stage !== "not begun");
}

function sum<T>(items: readonly T[], of: (item: T) => number): number {
  return items.reduce((total, item) => total + of(item), 0);
}
