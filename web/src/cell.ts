/** A code cell of the page: its code, its buttons and its output. Running it is `run.ts`'s work. */

import { Bar } from "./bar.ts";
import { type Coded, drawTools, useTool } from "./coded.ts";
import { el } from "./dom.ts";
import { Field, starterOf } from "./field.ts";
import type { CellState } from "./order.ts";
import type { Scope } from "./scope.ts";
import type { Match } from "./starter.ts";
import type { Notebook } from "./storage.ts";

export interface CellActions {
  run: (cell: Cell) => void;
  stop: (cell: Cell) => void;
  scope: (cell: Cell) => Scope;
}

export class Cell implements CellState, Coded {
  readonly number: number;
  ranIn: number | null = null;
  /** Printed with an error on purpose: the cells below may run all the same. */
  readonly mayFail: boolean;
  readonly root: HTMLElement;
  readonly bar: Bar;
  readonly field: Field;
  readonly output: HTMLElement;
  private readonly stale = el("p", { class: "tk-stale", hidden: true });
  private readonly printed: Node[];
  /** The text whose output stands below the code. */
  private shown: string;

  constructor(root: HTMLElement, notebook: Notebook, actions: CellActions) {
    this.root = root;
    this.number = Number(root.dataset.cell);
    const block = root.querySelector<HTMLElement>(".tk-input");
    const output = root.querySelector<HTMLElement>(".tk-output");
    if (!block || !output) throw new Error(`${root.id}: a cell needs .tk-input and .tk-output`);
    this.output = output;
    this.mayFail = output.querySelector(".tk-error") !== null;
    this.printed = [...output.childNodes];
    this.shown = starterOf(block);
    const what = `cell ${this.number}`;
    this.bar = new Bar("Run", what, {
      main: () => actions.run(this),
      stop: () => actions.stop(this),
      reset: () => this.field.reset(),
      undo: () => this.field.undo(),
      copy: () => useTool(this, "copy"),
      more: () => drawTools(this),
    });
    this.field = new Field({
      block,
      id: root.id,
      what,
      notebook,
      bar: this.bar,
      run: () => actions.run(this),
      changed: () => this.compare(),
      use: (tool) => useTool(this, tool),
      scope: actions.scope(this),
    });
    block.after(this.bar.element);
    output.before(this.stale);
    name(root, what);
    name(output, `Output of ${what}`);
  }

  restore(match: Match | undefined): void {
    this.field.restore(match);
    this.compare();
  }

  /** From here on the output is that of the text as it stands. */
  showsOutputOf(text: string): void {
    this.shown = text;
    this.compare();
    this.root.dispatchEvent(new Event("tk-run")); // a prediction uncovers the output
  }

  unmount(): void {
    this.field.unmount();
    this.bar.remove();
    this.stale.remove();
    for (const part of [this.root, this.output]) {
      for (const attribute of ["role", "aria-label"]) part.removeAttribute(attribute);
    }
    this.output.replaceChildren(...this.printed);
    this.output.style.removeProperty("min-height");
  }

  private compare(): void {
    const has = this.output.childElementCount > 0;
    this.stale.hidden = this.field.text === this.shown || !has;
    this.stale.textContent = this.stale.hidden
      ? ""
      : "This output is from before your change. Run the cell to see yours.";
  }
}

/** Tell a screen reader what a box is when the focus enters it. */
function name(part: HTMLElement, label: string): void {
  part.setAttribute("role", "group");
  part.setAttribute("aria-label", label);
}
