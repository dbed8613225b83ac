/** Draws a report of the checker on an exercise. It knows no test and no hint of its own. */

import { button, el, makeScrollable } from "./dom.ts";
import type { Exercise } from "./exercise.ts";
import { mark } from "./output.ts";
import type { Report, Requirement } from "./protocol.ts";
import { showScore } from "./score.ts";

/** Show a report: on each requirement a mark and a word, and for one that fails what went wrong and the way to hints. */
export function showReport(exercise: Exercise, report: Report): void {
  exercise.clear();
  exercise.bar.say(summarise(report));
  if (report.problem) {
    showProblem(exercise, report.problem);
    return;
  }
  const silent = isUnwritten(report);
  for (const requirement of report.requirements) showRequirement(exercise, requirement, silent);
  const first = report.requirements.find(({ kind, line }) => line !== null && kind !== "unwritten");
  exercise.field.markLine(first?.line ?? null);
  makeScrollable(exercise.list);
  if (report.status === "passed") exercise.passed();
  if (report.score) exercise.scored(report.score, showScore);
}

/** The report in one sentence. */
export function summarise(report: Report): string {
  const { passed, total } = report;
  if (report.problem) return "Nothing was checked yet: the answer could not be loaded.";
  if (total === 0 || report.status === "broken") {
    return "The check itself did not work, so it says nothing about your answer.";
  }
  if (report.status === "passed") return `All ${total} requirements pass. This exercise is done.`;
  const changed = report.sealed ? "" : " The files that check it are not those of the course.";
  if (isUnwritten(report)) return `Not written yet: 0 of ${total} requirements pass.`;
  return `${passed} of ${total} requirements pass.${changed}`;
}

/** The stub as it came: what went wrong is the same everywhere, and said once. */
function isUnwritten({ requirements }: Report): boolean {
  return requirements.length > 0 && requirements.every(({ kind }) => kind === "unwritten");
}

function showProblem(exercise: Exercise, problem: NonNullable<Report["problem"]>): void {
  const words = el("p", {}, mark("✗"), problem.message, ...lineButton(exercise, problem.line));
  exercise.problem.replaceChildren(words);
  exercise.field.markLine(problem.line);
}

/** The way to a line of the answer, where one is known. */
function lineButton(exercise: Exercise, line: number | null): (string | Node)[] {
  if (line === null) return [];
  const label = `line ${line}`;
  const go = () => {
    void exercise.field.goToLine(line);
    exercise.field.markLine(line);
  };
  return [" ", button(label, go, { "aria-label": `Go to ${label}` })];
}

function showRequirement(exercise: Exercise, requirement: Requirement, silent: boolean): void {
  const { list } = exercise;
  const item =
    list.querySelector<HTMLElement>(`[data-requirement="${CSS.escape(requirement.id)}"]`) ??
    list.appendChild(el("li", { "data-requirement": requirement.id }, requirement.text));
  const passed = requirement.status === "passed";
  item.dataset.status = requirement.status;
  const text = el("span", { class: "tk-requirement" }, ...item.childNodes);
  const verdict = el(
    "strong",
    { class: "tk-verdict" },
    mark(passed ? "✓" : "✗"),
    passed ? "passed" : "not yet",
  );
  item.replaceChildren(verdict, " ", text);
  if (passed) return;
  if (!silent) {
    item.append(el("pre", { class: "tk-message" }, requirement.message));
    item.append(...lineButton(exercise, requirement.line));
  }
  if (requirement.output) {
    const printed = el("pre", { class: "tk-stdout" }, requirement.output);
    const summary = el("summary", {}, "What your code printed");
    item.append(el("details", { class: "tk-details" }, summary, printed));
  }
  if (requirement.hints.length > 0) item.append(hintBox(requirement.hints));
}

/** Hints come one by one, when asked for. */
function hintBox(hints: readonly string[]): HTMLElement {
  let shown = 0;
  const box = el("ol", { class: "tk-hints", "aria-live": "polite" });
  const label = () =>
    shown === 0 ? "Show a hint" : `Show another hint (${shown + 1} of ${hints.length})`;
  const more = button(label(), () => {
    const hint = hints[shown];
    if (hint === undefined) return;
    const item = el("li", {}, el("strong", {}, `Hint ${shown + 1}:`), ` ${hint}`);
    box.append(item);
    shown += 1;
    if (shown < hints.length) more.textContent = label();
    else {
      more.remove();
      item.tabIndex = -1;
      item.focus();
    }
  });
  return el("div", { class: "tk-hint" }, box, more);
}
