/** Draws a report of the checker on an exercise. It knows no test and no hint of its own. */

import { button, el, makeScrollable } from "./dom.ts";
import type { Exercise } from "./exercise.ts";
import { mark } from "./output.ts";
import type { Report, Requirement } from "./protocol.ts";

/** Show a report: on each requirement a mark and a word, and for one that fails what went wrong and the way to hints. */
export function showReport(exercise: Exercise, report: Report): void {
  exercise.clear();
  if (report.problem) {
    showProblem(exercise, report.problem);
    return;
  }
  for (const requirement of report.requirements) showRequirement(exercise.list, requirement);
  makeScrollable(exercise.list);
  exercise.bar.say(summarise(report));
  if (report.status === "passed") exercise.passed();
}

/** The report in one sentence. */
export function summarise(report: Report): string {
  const { passed, total } = report;
  if (report.status === "broken") {
    return "The check itself did not work, so this says nothing about your answer. Check again.";
  }
  if (report.status === "passed") return `All ${total} requirements pass. This exercise is done.`;
  return `${passed} of ${total} requirements pass.`;
}

function showProblem(exercise: Exercise, problem: NonNullable<Report["problem"]>): void {
  const { line } = problem;
  const where = line === null ? "" : ` (line ${line})`;
  const words = el("p", {}, mark("✗"), problem.message);
  if (line !== null) {
    const label = `line ${line}`;
    words.append(
      " ",
      button(label, () => exercise.field.goToLine(line), { "aria-label": `Go to ${label}` }),
    );
  }
  exercise.problem.replaceChildren(words);
  exercise.field.markLine(line);
  exercise.bar.say(`Nothing was checked yet: ${problem.kind}${where}.`);
}

function showRequirement(list: HTMLElement, requirement: Requirement): void {
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
  if (requirement.message) item.append(el("pre", { class: "tk-message" }, requirement.message));
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
