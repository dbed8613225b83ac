/** The row under the code: Run or Check, Stop, Reset, and the line that says what is going on. */

import { button, el } from "./dom.ts";
import { ask, type Choice } from "./notice.ts";
import { sayIn } from "./status.ts";

export interface BarActions {
  main: () => void;
  stop: () => void;
  reset: () => void;
  undo: () => void;
  copy: () => void;
  /** Makes the second row of buttons. */
  more: () => Promise<HTMLElement>;
}

export class Bar {
  readonly element: HTMLElement;
  private readonly main: HTMLButtonElement;
  private readonly stop: HTMLButtonElement;
  private readonly reset: HTMLButtonElement;
  private readonly undo: HTMLButtonElement;
  private readonly more: HTMLButtonElement;
  private readonly row: HTMLElement;
  private tools: HTMLElement | undefined;
  private readonly status = el("p", { class: "tk-status", role: "status" });
  /** Where a question to the reader stands. */
  readonly notices = el("div", { class: "tk-notices" });

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
    const copy = button("Copy", actions.copy, { "aria-label": `Copy code of ${what}` });
    const more = () => void this.unfold(actions.more).catch(() => {}); // said already
    this.more = button("More", more, {
      "aria-label": `More for ${what}`,
      "aria-expanded": "false",
    });
    const name = el("span", { class: "tk-name", "aria-hidden": "true" }, what);
    const buttons = [this.main, this.stop, this.reset, this.undo, copy, this.more];
    this.row = el("div", { class: "tk-bar" }, ...buttons, name);
    this.element = el("div", { class: "tk-tools" }, this.notices, this.row, this.status);
  }

  /**
   * Say what is going on; a screen reader reads it out.
   *
   * @param quiet - the part that changes many times a second: shown, not read out.
   * @param urgent - true for an error, which is read out at once.
   */
  say(words: string | Node, quiet = "", urgent = false): void {
    sayIn(this.status, words, quiet, urgent);
  }

  /** Say what went wrong; a screen reader reads it out at once. */
  alarm(words: string): void {
    this.say(words, "", true);
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

  /** Offer what is kept beside the text: the reader's own, while the lesson's is shown, or another one of theirs. */
  set others(which: "none" | "mine" | "other") {
    const hadFocus = document.activeElement === this.undo;
    this.undo.hidden = which === "none";
    this.undo.textContent = which === "other" ? "My other text" : "Bring back my text";
    if (hadFocus && this.undo.hidden) this.main.focus();
  }

  /**
   * Show a notice with choices; it goes away with any of them.
   *
   * @param choices - the label of each button and what it does. Escape takes the last one.
   * @param takeFocus - true for an answer to a key or click, false for a notice that comes by itself.
   * @returns the notice.
   */
  ask(words: string, choices: Choice[], takeFocus: boolean): HTMLElement {
    return ask(this.notices, words, choices, () => this.main.focus(), takeFocus);
  }

  private async unfold(make: BarActions["more"]): Promise<void> {
    if (!this.tools) {
      this.tools = await make();
      this.tools.hidden = true;
      this.row.after(this.tools);
    }
    this.tools.hidden = !this.tools.hidden;
    this.more.setAttribute("aria-expanded", String(!this.tools.hidden));
  }

  focus(): void {
    this.main.focus();
  }

  remove(): void {
    this.element.remove();
  }
}
