/** Shows what an import will do before it does it, and lets the reader choose between two texts. */

import { compare, summarise } from "./compare.ts";
import { type Lesson, titleOf } from "./course.ts";
import { drawHunks } from "./diff-view.ts";
import { button, el, makeScrollable } from "./dom.ts";
import type { Side } from "./merge.ts";
import { LONG_AGO, timeOf } from "./stamp.ts";
import type { Conflict, PagePlan } from "./transfer.ts";

/** For each page, whose text is shown, by its place. */
export type Sides = Map<string, Record<string, Side>>;

export interface PlanActions {
  take: (sides: Sides) => Promise<void>;
  cancel: () => void;
  failed: (error: unknown) => void;
}

const SIDES = { mine: "yours", theirs: "the file's" };

/** Show the plans in `host`, with the focus on their heading. */
export function showPlan(
  host: HTMLElement,
  file: string,
  plans: readonly PagePlan[],
  lessons: readonly Lesson[],
  actions: PlanActions,
): void {
  const sides: Sides = new Map();
  const title = el("h2", { tabindex: "-1", id: "tk-import-title" }, `What ${file} will change`);
  const parts = plans.map((plan) => {
    const chosen: Record<string, Side> = {};
    sides.set(plan.page, chosen);
    return el(
      "section",
      {},
      el("h3", {}, titleOf(lessons, plan.page)),
      el("ul", {}, ...sentences(plan).map((words) => el("li", {}, words))),
      ...plan.conflicts.map((conflict, at) => {
        const choose = (side: Side) => {
          chosen[conflict.id] = side;
        };
        return choice(conflict, `${plans.indexOf(plan)}-${at}`, choose);
      }),
    );
  });
  const take = button("Import", () => {
    take.disabled = true;
    actions.take(sides).then(
      () => host.replaceChildren(),
      (error) => {
        take.disabled = false;
        actions.failed(error);
      },
    );
  });
  take.classList.add("tk-button--main");
  const cancel = button("Cancel", () => {
    host.replaceChildren();
    actions.cancel();
  });
  host.replaceChildren(title, ...parts, el("div", { class: "tk-bar" }, take, cancel));
  makeScrollable(host);
  title.focus();
}

function sentences({ texts, conflicts, passes, scores, answers, more }: PagePlan): string[] {
  const list = (names: string[]) => names.map(nameOf).join(", ");
  return [
    texts.length > 0 && `New here: your text of ${list(texts)}.`,
    conflicts.length > 0 && `Two texts: ${list(conflicts.map(({ id }) => id))}. Choose below.`,
    passes.length > 0 && `Passed: ${list(passes)}.`,
    scores.length > 0 && `A better score: ${list(scores)}.`,
    answers > 0 && `Answers to questions: ${answers}.`,
    more && "Only tries, texts put aside, or when it was opened.",
  ].filter((words) => words !== false);
}

/** A place as a reader would call it: "cell 2". */
const nameOf = (id: string): string => id.replace("-", " ");

function choice(conflict: Conflict, key: string, choose: (side: Side) => void): HTMLElement {
  const { id, mine, theirs, side } = conflict;
  const radio = (value: Side, words: string) => {
    const input = el("input", { type: "radio", name: `tk-side-${key}`, checked: value === side });
    input.addEventListener("change", () => choose(value));
    return el("label", { class: "tk-choice" }, input, el("span", {}, words));
  };
  const hunks = compare(mine.text, theirs.text);
  return el(
    "fieldset",
    { class: "tk-two" },
    el("legend", {}, `Which text of ${nameOf(id)} shall be shown? The other one is kept.`),
    radio("mine", `Mine, changed ${when(mine.at)}`),
    radio("theirs", `The file's, changed ${when(theirs.at)}`),
    el(
      "details",
      { class: "tk-details" },
      el("summary", {}, `What differs: ${summarise(hunks, SIDES)}`),
      el("div", { class: "tk-diff" }, ...drawHunks(hunks, SIDES)),
    ),
  );
}

function when(stamp: string): string {
  if (stamp === LONG_AGO) return "at a time that is not known";
  const format = { dateStyle: "medium", timeStyle: "short" } as const;
  return `on ${new Date(timeOf(stamp)).toLocaleString("en-GB", format)}`;
}
