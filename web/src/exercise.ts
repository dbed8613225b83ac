/** An exercise of the page: the stub, its buttons and its list of requirements. Checking it is `run.ts`'s work. */

import { Bar } from "./bar.ts";
import { type Coded, drawTools, useTool } from "./coded.ts";
import { dayOf } from "./day.ts";
import { el } from "./dom.ts";
import { Field } from "./field.ts";
import type { Scope } from "./scope.ts";
import type { Score, showScore } from "./score.ts";
import { beats } from "./score-plot.ts";
import { type Shown, Solution } from "./solution.ts";
import type { Match } from "./starter.ts";
import type { Notebook } from "./storage.ts";

export interface ExerciseActions {
  check: (exercise: Exercise) => void;
  stop: (exercise: Exercise) => void;
  fetchSolution: (exercise: Exercise) => Promise<Shown>;
  scope: (exercise: Exercise) => Scope;
}

export class Exercise implements Coded {
  readonly root: HTMLElement;
  readonly slug: string;
  readonly bar: Bar;
  readonly field: Field;
  readonly list: HTMLElement;
  /** Where a problem with the whole answer is shown. */
  readonly problem = el("div", { class: "tk-problem", role: "alert" });
  private readonly score = el("div", {});
  private readonly stale = el("p", { class: "tk-stale", hidden: true });
  /** The text that the shown results are about. */
  private checked: string | undefined;
  private readonly badge = el("p", { class: "tk-passed", hidden: true });
  private readonly notebook: Notebook;
  private readonly printed: Node[];
  private readonly solution: Solution;

  constructor(root: HTMLElement, notebook: Notebook, actions: ExerciseActions) {
    this.root = root;
    this.notebook = notebook;
    this.slug = root.dataset.exercise ?? "";
    const block = root.querySelector<HTMLElement>(".tk-input");
    const list = root.querySelector<HTMLElement>(".tk-requirements");
    if (!block || !list || !this.slug) {
      throw new Error(`${root.id}: an exercise needs data-exercise, .tk-input, .tk-requirements`);
    }
    this.list = list;
    this.printed = [...list.children].map((item) => item.cloneNode(true));
    this.bar = new Bar("Check", `exercise ${this.slug}`, {
      main: () => actions.check(this),
      stop: () => actions.stop(this),
      reset: () => this.field.reset(),
      undo: () => this.field.undo(),
      copy: () => useTool(this, "copy"),
      more: () => drawTools(this),
    });
    this.field = new Field({
      block,
      id: root.id,
      what: `exercise ${this.slug}`,
      notebook,
      bar: this.bar,
      run: () => actions.check(this),
      changed: () => this.compare(),
      use: (tool) => useTool(this, tool),
      scope: actions.scope(this),
    });
    block.after(this.bar.element, this.problem);
    list.before(this.score, this.stale);
    root.querySelector(".tk-exercise__title")?.after(this.badge);
    this.solution = new Solution({
      slug: this.slug,
      list,
      tries: () => notebook.tries(this.slug),
      passed: () => notebook.pass(this.slug) !== undefined,
      toCheck: () => this.bar.focus(),
      fetch: () => actions.fetchSolution(this),
    });
    list.after(this.solution.root);
  }

  /** Show what the reader left here: the text, and that it has passed. */
  restore(match: Match | undefined): void {
    this.field.restore(match);
    this.showPass();
    this.solution.update();
  }

  /** Remember and show that every requirement passed. */
  passed(): void {
    this.notebook.savePass(this.slug, new Date());
    this.showPass();
  }

  /**
   * Show what an answer came to that passed, beside the reader's best, and keep the better one.
   *
   * @param draw - makes the picture; it comes with the part that checks.
   */
  scored(score: Score, draw: typeof showScore): void {
    const best = this.notebook.score(this.slug);
    this.score.replaceChildren(draw(score, best && beats(best, score) ? best : undefined));
    this.notebook.saveScore(this.slug, score);
  }

  /** A check of a text is over, whatever came of it. */
  tried(text: string): void {
    this.notebook.saveTry(this.slug, text, this.field.starter);
    this.solution.checked();
  }

  /** From here on the results are those of this text. */
  showsResultsOf(text: string): void {
    this.checked = text;
    this.compare();
  }

  /** Put the requirements back as they are printed: not checked. */
  clear(): void {
    this.list.replaceChildren(...this.printed.map((item) => item.cloneNode(true)));
    this.problem.replaceChildren();
    this.score.replaceChildren();
    this.field.markLine(null);
  }

  unmount(): void {
    this.field.unmount();
    this.clear();
    this.bar.remove();
    this.problem.remove();
    this.badge.remove();
    this.score.remove();
    this.stale.remove();
    this.solution.root.remove();
  }

  private compare(): void {
    this.solution.refresh();
    this.stale.hidden = this.checked === undefined || this.checked === this.field.text;
    this.stale.textContent = this.stale.hidden
      ? ""
      : "These results are from before your change. Check again to see yours.";
  }

  private showPass(): void {
    const pass = this.notebook.pass(this.slug);
    if (!pass) return;
    this.badge.textContent = `✓ Passed on ${dayOf(pass.on)}`;
    this.badge.hidden = false;
  }
}
