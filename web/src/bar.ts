/** The row under the code: Run or Check, Stop, Reset, and the line that says what is going on. */

import { button, el } from "./dom.ts";
import { ask, type Choice } from "./notice.ts";
import { sayIn } from "./status.ts";

export interface BarActions {
  main: () => void;
  stop: () => void;
  reset: () => void;
  undo: () => void;
}

export class Bar {
  readonly element: HTMLElement;
  private readonly main: HTMLButtonElement;
  private readonly stop: HTMLButtonElement;
  private readonly reset: HTMLButtonElement;
  private readonly undo: HTMLButtonElement;
  private readonly status = el("p", { class: "tk-status", role: "status" });
  private readonly notices = el("div", { class: "tk-notices" });

  /**
   * @param verb - what the first button says: "Run" or "Check".
   * @param what - what it acts on, as a reader would call it: "cell 2".
   */
  constructor(verb: string, what: string, actions: BarActions) {
    const make = (label: string, action: () => void, attributes = {}) =>
      button(label, action, { "aria-label": `${label} ${what}`, ...attributes });
    this.main = make(verb, actions.main, { class: "tk-button tk-button--main" });
    this.main.title = "Ctrl+Enter, or Shift+Enter, in the code";
    this.stop = make("Stop", actions.stop, { hidden: true });
    this.reset = make("Reset", actions.reset);
    this.undo = button("Bring back my text", actions.undo, { hidden: true });
    const name = el("span", { class: "tk-name", "aria-hidden": "true" }, what);
    this.element = el(
      "div",
      { class: "tk-tools" },
      this.notices,
      el("div", { class: "tk-bar" }, this.main, this.stop, this.reset, this.undo, name),
      this.status,
    );
  }

  /**
   * Say what is going on; a screen reader reads it out.
   *
   * @param quiet - the part that changes many times a second: shown, not read out.
   */
  say(words: string | Node, quiet = ""): void {
    sayIn(this.status, words, quiet);
  }

  /** Show Stop while something runs or waits to run. */
  set busy(busy: boolean) {
    const hadFocus = document.activeElement === this.stop;
    this.stop.hidden = !busy;
    if (hadFocus && !busy) this.main.focus();
  }

  /** Whether Reset has anything to do. */
  set changed(changed: boolean) {
    this.reset.disabled = !changed;
  }

  /** Offer the text from before the last reset. */
  set undoable(undoable: boolean) {
    const hadFocus = document.activeElement === this.undo;
    this.undo.hidden = !undoable;
    if (hadFocus && !undoable) this.main.focus();
  }

  /**
   * Show a notice with choices; it goes away with any of them.
   *
   * @param choices - the label of each button and what it does. Escape takes the last one.
   * @param takeFocus - true for an answer to a key or click, false for a notice that comes by itself.
   */
  ask(words: string, choices: Choice[], takeFocus: boolean): void {
    ask(this.notices, words, choices, () => this.main.focus(), takeFocus);
  }

  focus(): void {
    this.main.focus();
  }

  remove(): void {
    this.element.remove();
  }
}
