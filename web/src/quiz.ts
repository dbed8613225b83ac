/** A quiz or a prediction: native radio buttons, checked in the page, each choice explained. */

import { button, el } from "./dom.ts";
import { check, type QuizState, recall, unanswered, type Verdict } from "./quiz-state.ts";
import { hashOf } from "./starter.ts";
import type { Notebook } from "./storage.ts";

const WORDS: Record<Verdict, string> = {
  "none chosen": "Choose an answer first.",
  right: "Right.",
  "not this one": "Not this one.",
};

/**
 * Bring a quiz to life.
 *
 * @param form - a `.tk-quiz`.
 * @param notebook - where the answer is remembered.
 * @param signal - takes everything back when it fires.
 * @returns `restore` shows the answer that is remembered, once the notebook has been read; undefined when the form has
 *   nothing to choose.
 */
export function mountQuiz(
  form: HTMLFormElement,
  notebook: Notebook,
  signal: AbortSignal,
): { restore: () => void } | undefined {
  const radios = [...form.querySelectorAll<HTMLInputElement>("input[type=radio]")];
  const answers = form.querySelector<HTMLElement>(".tk-answers");
  if (!answers || radios.length === 0) return undefined;
  const explained = new Map(
    [...answers.querySelectorAll<HTMLElement>("[data-choice]")].map((item) => [
      Number(item.dataset.choice),
      item,
    ]),
  );
  const rights = radios.map(
    (radio) => explained.get(Number(radio.value))?.dataset.right === "true",
  );
  const question = hashOf(`${form.querySelector("fieldset")?.textContent}${answers.textContent}`);

  const mark = el("span", { class: "tk-mark", "aria-hidden": "true" });
  const feedback = el("div", { class: "tk-feedback", role: "status" });
  const reveal = button("Show all answers", () => showAnswers(true), { hidden: true });
  const row = el(
    "div",
    { class: "tk-bar" },
    el("button", { type: "submit", class: "tk-button tk-button--main" }, "Check"),
    reveal,
  );
  const showAnswers = (open: boolean) => {
    answers.hidden = false;
    if (answers instanceof HTMLDetailsElement) answers.open = open;
    reveal.hidden = true;
  };
  const output = form.dataset.kind === "predict" ? coverOutput(form, signal) : undefined;

  let state: QuizState = unanswered;
  const show = (verdict: Verdict) => {
    form.dataset.verdict = verdict.replaceAll(" ", "-");
    mark.textContent = verdict === "right" ? "✓ " : verdict === "not this one" ? "✗ " : "";
    const why = explained.get(state.choice ?? -1)?.querySelector(".tk-why");
    const words = el("p", {}, mark);
    // Many an explanation of the right answer begins with that very word.
    const said = verdict === "right" && /^\s*right\b/i.test(why?.textContent ?? "");
    if (!said) words.append(el("strong", {}, WORDS[verdict]), " ");
    if (verdict !== "none chosen" && why) {
      words.append(...[...why.childNodes].map((node) => node.cloneNode(true)));
    }
    if (verdict === "not this one") words.append(" You can choose again.");
    feedback.replaceChildren(words);
    if (verdict === "right") showAnswers(false);
    else if (verdict === "not this one" && answers.hidden) reveal.hidden = false;
    if (verdict !== "none chosen") output?.show();
  };

  form.addEventListener(
    "submit",
    (event) => {
      event.preventDefault();
      const picked = radios.findIndex((radio) => radio.checked);
      const result = check(state, picked < 0 ? null : picked, rights);
      state = result.state;
      show(result.verdict);
      if (state.choice !== null && result.verdict !== "none chosen") {
        notebook.saveAnswer(form.id, { question, choice: state.choice, right: state.right });
      }
    },
    { signal },
  );

  form.addEventListener(
    "change",
    () => {
      // The words below belong to the answer checked last, not to the one chosen now.
      feedback.replaceChildren();
      delete form.dataset.verdict;
    },
    { signal },
  );

  answers.hidden = true;
  answers.before(row, feedback);
  signal.addEventListener("abort", () => {
    row.remove();
    feedback.remove();
    answers.hidden = false;
    delete form.dataset.verdict;
  });
  const restore = () => {
    if (radios.some((radio) => radio.checked)) return; // the reader was faster
    state = recall(notebook.answer(form.id), question, rights);
    const radio = radios[state.choice ?? -1];
    if (!radio) return;
    radio.checked = true;
    show(state.right ? "right" : "not this one");
  };
  return { restore };
}

/** Cover the output of the cell after a prediction, until the reader has answered, asks for it or runs the cell. */
function coverOutput(form: HTMLElement, signal: AbortSignal): { show: () => void } | undefined {
  const cell = [...document.querySelectorAll<HTMLElement>(".tk-cell")].find(
    (one) => form.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING,
  );
  const output = cell?.querySelector<HTMLElement>(".tk-output");
  if (!cell || !output || output.childElementCount === 0) return undefined;
  const show = () => {
    output.hidden = false;
    cover.remove();
  };
  const ask = button("Show the output", () => {
    show();
    output.tabIndex = -1; // the button is gone: the focus goes on to what it showed
    output.focus();
  });
  const cover = el(
    "div",
    { class: "tk-cover" },
    el("p", {}, "The output is hidden until you have answered the question above."),
    ask,
  );
  output.hidden = true;
  output.before(cover);
  cell.addEventListener("tk-run", show, { signal });
  signal.addEventListener("abort", show);
  return { show };
}
