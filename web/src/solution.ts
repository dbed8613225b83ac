/** The way to an exercise's solution. The solution itself is fetched by `reveal.ts`, and only when it is asked for. */

import { button, el } from "./dom.ts";
import { ask, type Choice } from "./notice.ts";
import { ENOUGH } from "./tries.ts";

type Stage = "stuck" | "tried" | "passed" | "shown";

const LABELS: Record<Stage, string> = {
  stuck: "I'm stuck",
  tried: "Show a solution",
  passed: "Compare with the course's solution",
  shown: "Hide the solution",
};

/** A solution that stands on the page. */
export interface Shown {
  root: HTMLElement;
  /** Put the focus on its heading. */
  focus: () => void;
  /** Compare with the reader's text as it is now. */
  refresh: () => void;
}

export interface SolutionOptions {
  slug: string;
  /** The exercise's requirements, among which the hints come up. */
  list: HTMLElement;
  tries: () => number;
  passed: () => boolean;
  /** Takes the reader to Check. */
  toCheck: () => void;
  fetch: () => Promise<Shown>;
}

export class Solution {
  readonly root: HTMLElement;
  private readonly options: SolutionOptions;
  private readonly notices = el("div", {});
  private readonly status = el("p", { class: "tk-said", role: "status" });
  private readonly main: HTMLButtonElement;
  private shown: Shown | undefined;
  private busy = false;

  constructor(options: SolutionOptions) {
    this.options = options;
    this.main = button("", () => this.press());
    const row = el("div", { class: "tk-bar" }, this.main);
    this.root = el("div", { class: "tk-solution" }, this.notices, row, this.status);
    this.update();
  }

  /** Offer what there is to offer now. */
  update(): void {
    const stage = this.stage;
    this.main.textContent = LABELS[stage];
    this.main.setAttribute("aria-label", `${LABELS[stage]}: exercise ${this.options.slug}`);
  }

  /** A check is over: it may be the one after which a solution is offered. */
  checked(): void {
    const before = this.main.textContent;
    this.update();
    if (this.main.textContent !== before && this.stage === "tried") {
      this.notices.replaceChildren();
      this.status.textContent = `You have tried ${this.options.tries()} times. A solution is offered here if you want one.`;
    }
  }

  /** The reader's text is another one. */
  refresh(): void {
    this.shown?.refresh();
  }

  private get stage(): Stage {
    if (this.shown) return "shown";
    if (this.options.passed()) return "passed";
    return this.options.tries() >= ENOUGH ? "tried" : "stuck";
  }

  private press(): void {
    if (this.stage === "stuck") this.suggestHint();
    else if (this.stage === "shown") this.hide();
    else void this.show();
  }

  private suggestHint(): void {
    const { list, toCheck } = this.options;
    const hint = list.querySelector<HTMLElement>(".tk-hint > button");
    const choices: Choice[] = [
      [LABELS.tried, () => void this.show()],
      ["Not yet", () => {}],
    ];
    let words = "You have seen every hint there is. Do you want to see a solution?";
    if (hint) {
      words = "A hint may be enough: each requirement that is not met yet has some, one at a time.";
      choices.unshift(["Go to a hint", () => hint.focus()]);
    } else if (!list.querySelector(".tk-hint")) {
      words =
        "A hint may be enough: press Check, and each requirement that is not met yet has some, one at a time.";
      choices.unshift(["Go to Check", toCheck]);
    }
    this.status.textContent = "";
    ask(this.notices, words, choices, () => this.main.focus(), true);
  }

  private async show(): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    this.status.textContent = "Fetching the solution.";
    try {
      const shown = await this.options.fetch();
      this.shown = shown;
      this.status.textContent = "The solution is shown below.";
      this.root.append(shown.root);
      this.update();
      shown.focus();
    } catch (error) {
      this.status.textContent =
        "The solution could not be fetched. Press the button to try again, or read it in the course's " +
        `source: solutions/${this.options.slug}.py.`;
      console.error(error);
    } finally {
      this.busy = false;
    }
  }

  private hide(): void {
    this.shown?.root.remove();
    this.shown = undefined;
    this.status.textContent = "";
    this.update();
  }
}
