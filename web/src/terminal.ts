/** Reads the progress that `turnkeeper` keeps in a terminal: passes and scores by exercise. No DOM here. */

import type { Lesson } from "./course.ts";
import { empty, isRecord, type Notes, upgrade } from "./notes.ts";
import type { Pages } from "./transfer.ts";

/** True for what is in a `.turnkeeper/progress.json`. */
export const isTerminal = (value: unknown): value is { exercises: Record<string, unknown> } =>
  isRecord(value) && !("format" in value) && "current" in value && isRecord(value.exercises);

/**
 * Read it as notes of the lessons in which the exercises stand.
 *
 * @returns what makes sense of it; exercises that the course does not have are left out.
 */
export function readTerminal(
  { exercises }: { exercises: Record<string, unknown> },
  lessons: readonly Lesson[],
): Pages {
  const found = new Map<string, Notes>();
  for (const { page, exercises: slugs } of lessons) {
    const records = slugs.flatMap((slug): [string, Record<string, unknown>][] => {
      const record = Object.hasOwn(exercises, slug) ? exercises[slug] : undefined;
      return isRecord(record) ? [[slug, record]] : [];
    });
    const passes = records.map(([slug, { passed }]) => [slug, { on: inUtc(passed) }]);
    const scores = records.map(([slug, { best }]) => [slug, best]);
    const notes = upgrade({
      ...empty(),
      passes: Object.fromEntries(passes),
      scores: Object.fromEntries(scores),
    });
    if (notes && Object.keys({ ...notes.passes, ...notes.scores }).length > 0) {
      found.set(page, notes);
    }
  }
  return found;
}

/** The same moment as the page writes it; empty when it is none. */
function inUtc(day: unknown): string {
  const time = typeof day === "string" ? Date.parse(day) : Number.NaN;
  return Number.isNaN(time) ? "" : new Date(time).toISOString();
}
