/** Shows on the course map, and wherever a page has a `.tk-continue`, how far the reader has come. */

import {
  hasBegun,
  type Lesson,
  nextPlace,
  type Stage,
  type Standing,
  standingIn,
  summarise,
} from "./course.ts";
import { dayOf } from "./day.ts";
import { el } from "./dom.ts";
import type { Store } from "./store.ts";

const SIGNS: Record<Stage, string> = { done: "✓", begun: "◐", "not begun": "○" };

let course: Promise<Lesson[]> | undefined;

/**
 * Show the reader's progress on the page that is open now.
 *
 * @param root - the site's root.
 * @param store - where the notes are kept.
 */
export async function showProgress(root: URL, store: Pick<Store, "all">): Promise<void> {
  course ??= fetchCourse(new URL("course/map.json", root));
  course.catch(() => {
    course = undefined; // a lost connection: the next page tries again
  });
  const [lessons, notes] = await Promise.all([course, store.all()]);
  const standings = lessons.map((lesson) => standingIn(lesson, notes.get(lesson.page) ?? null));
  for (const block of document.querySelectorAll<HTMLElement>(".tk-continue")) {
    drawWay(block, standings, root);
  }
  for (const standing of standings) mark(standing);
}

async function fetchCourse(address: URL): Promise<Lesson[]> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${answer.url} answered with ${answer.status}`);
  return answer.json();
}

/** The summary and the way on. Before the reader has begun, only where the page asks for it. */
function drawWay(block: HTMLElement, standings: readonly Standing[], root: URL): void {
  const begun = hasBegun(standings);
  if (!begun && block.dataset.always === undefined) {
    block.replaceChildren();
    return;
  }
  const parts: Node[] = [el("p", {}, summarise(standings))];
  const place = nextPlace(standings);
  if (place) {
    const { lesson, exercise } = place;
    const address = new URL(exercise ? `${lesson.page}#exercise-${exercise}` : lesson.page, root);
    const name = exercise ? `exercise ${exercise}, in “${lesson.title}”` : lesson.title;
    const way = el("a", { href: address.href }, name);
    parts.push(el("p", {}, begun ? "Continue with: " : "Start with: ", way));
  }
  block.replaceChildren(...parts);
}

/** The marks behind a lesson and its exercises on the map. */
function mark({ lesson, stage, passes, open, answered }: Standing): void {
  const link = document.querySelector(`[data-lesson="${CSS.escape(lesson.page)}"]`);
  const row = link?.closest("li");
  if (!row) return;
  const { questions } = lesson;
  const asked =
    questions > 0 && stage !== "not begun"
      ? `, ${answered} of ${questions} questions answered`
      : "";
  put(row, stage, `${stage}${asked}`);
  for (const slug of lesson.exercises) {
    const item = row.querySelector(`[data-exercise="${CSS.escape(slug)}"]`)?.closest("li");
    const on = passes.get(slug);
    if (!item) continue;
    if (on) put(item, "done", `passed on ${dayOf(on)}`);
    else if (open.includes(slug)) put(item, "begun", "begun");
    else put(item, "not begun", "not begun");
  }
}

function put(row: HTMLElement, stage: Stage, words: string): void {
  row.querySelector(":scope > .tk-stage")?.remove();
  const sign = el("span", { "aria-hidden": "true" }, `${SIGNS[stage]} `);
  const shown = el(
    "span",
    { class: "tk-stage", "data-stage": stage.replace(" ", "-") },
    sign,
    words,
  );
  const list = row.querySelector(":scope > ul");
  if (list) list.before(shown);
  else row.append(shown);
}
