/** The code of a cell or an exercise: the printed block at first, an editor once the reader touches it. */

import type { Bar } from "./bar.ts";
import { el } from "./dom.ts";
import type { Editor } from "./editor.ts";
import { hashOf, type Match, type SavedText } from "./starter.ts";
import type { Notebook } from "./storage.ts";

/** Milliseconds of rest after a key before the text is stored. */
const REST = 250;

export interface FieldOptions {
  /** The `.tk-input`. */
  block: HTMLElement;
  /** Key of the text in the notebook. */
  id: string;
  /** As a reader would call it: "cell 2". */
  what: string;
  notebook: Notebook;
  bar: Bar;
  /** The reader pressed Ctrl+Enter. */
  run: () => void;
  changed: () => void;
}

export class Field {
  readonly starter: string;
  /** What the reader sees now. */
  text: string;
  private readonly options: FieldOptions;
  private readonly printed: HTMLElement;
  private readonly code: HTMLElement;
  private readonly original: Node[];
  private readonly host = el("div", { class: "tk-editor" });
  private loading: Promise<void> | undefined;
  private editor: Editor | undefined;
  private previous: string | undefined;
  private basis: string;
  private timer: number | undefined;
  private gone = false;

  constructor(options: FieldOptions) {
    this.options = options;
    this.code = options.block.querySelector<HTMLElement>("code") ?? options.block;
    this.printed = options.block.querySelector<HTMLElement>("pre") ?? options.block;
    this.original = [...this.code.childNodes];
    this.starter = starterOf(options.block);
    this.text = this.starter;
    this.basis = hashOf(this.starter);
    this.code.tabIndex = 0;
    this.code.setAttribute("role", "group");
    this.code.setAttribute("aria-label", `Code of ${options.what}, editable`);
    this.options.bar.changed = false;
  }

  /** Show the text the reader left here. It is shown, not run. */
  restore(match: Match | undefined): void {
    if (!match) return;
    this.basis = match.starter;
    this.previous = match.previous;
    if (match.text !== this.starter) {
      this.text = match.text;
      this.code.replaceChildren(match.text);
      void this.open();
    }
    if (match.starterChanged && match.text !== this.starter) {
      const words = `The lesson's text of ${this.options.what} has changed since you edited it. This is yours.`;
      const take = () => this.toStarter("This is the lesson's new text.");
      this.options.bar.ask(
        words,
        [
          ["Take the new one", take],
          ["Keep mine", () => this.rebase()],
        ],
        false,
      );
    } else {
      this.basis = hashOf(this.starter);
    }
    this.refresh();
  }

  /** Show the text that another tab has stored, so that neither tab writes over what it has not seen. */
  follow(saved: SavedText | undefined): void {
    const typing = this.timer !== undefined;
    if (!saved || typing || saved.starter !== this.basis) return;
    this.previous = saved.previous;
    if (saved.text !== this.text) {
      this.replace(saved.text);
      window.clearTimeout(this.timer); // it is stored already, and may have changed there since
      this.timer = undefined;
      this.options.bar.say("This is your text from another tab.");
    }
    this.refresh();
  }

  /** Fetch the editor and put it in the place of the printed block. */
  open(at?: { x: number; y: number }): Promise<void> {
    this.loading ??= import("./editor.ts").then(
      ({ openEditor }) => {
        if (this.gone) return;
        const { what, run, block } = this.options;
        const { activeElement } = document;
        const hadFocus = block.contains(activeElement) || (at && activeElement === document.body);
        this.editor = openEditor({
          parent: this.host,
          text: this.text,
          label: `Code of ${what}. Control Enter runs it. Tab moves on, Control ] indents, Escape leaves.`,
          changed: (text) => this.edited(text),
          run,
          leave: () => this.options.bar.focus(),
        });
        this.printed.hidden = true;
        this.printed.after(this.host);
        if (hadFocus) this.editor.focus(at);
      },
      (error) => {
        this.loading = undefined; // a lost connection: the next touch tries again
        this.options.bar.say("The editor could not be fetched. The code can still be run.");
        console.error(error);
      },
    );
    return this.loading;
  }

  /** Mark the line that failed, once there is an editor to mark it in. */
  markLine(line: number | null): void {
    if (this.editor) this.editor.markLine(line);
    else if (line !== null) void this.open().then(() => this.editor?.markLine(line));
  }

  async goToLine(line: number): Promise<void> {
    await this.open();
    this.editor?.focus({ line });
  }

  /** Reset, after asking when there is something to lose. */
  reset(): void {
    if (this.text === this.starter) return;
    this.options.bar.ask(
      `Put back the lesson's text of ${this.options.what}? Yours is kept until the next reset.`,
      [
        ["Put it back", () => this.toStarter("This is the lesson's own text.")],
        ["Keep mine", () => {}],
      ],
      true,
    );
  }

  /** Bring back the text from before the last reset. */
  undo(): void {
    if (this.previous === undefined) return;
    const mine = this.previous;
    this.previous = undefined;
    this.replace(mine);
    this.options.bar.say("This is your text again.");
  }

  /** Store what was typed and not stored yet. */
  save(): void {
    if (this.timer === undefined) return;
    window.clearTimeout(this.timer);
    this.timer = undefined;
    const { notebook, id, bar } = this.options;
    if (this.text === this.starter && this.previous === undefined) notebook.dropText(id);
    else {
      const previous = this.previous === undefined ? {} : { previous: this.previous };
      notebook.saveText(id, { starter: this.basis, text: this.text, ...previous });
    }
    if (notebook.tellsLoss()) {
      bar.say(
        "This browser stores nothing for this page: what you type is lost when you leave it.",
      );
    }
  }

  /** Put the printed block back as it was. */
  unmount(): void {
    this.save();
    this.gone = true;
    this.editor?.destroy();
    this.host.remove();
    this.printed.hidden = false;
    for (const name of ["tabindex", "role", "aria-label"]) this.code.removeAttribute(name);
    this.code.replaceChildren(...this.original);
  }

  private edited(text: string): void {
    this.text = text;
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.save(), REST);
    this.refresh();
    this.options.changed();
  }

  private replace(text: string): void {
    if (this.editor) this.editor.setText(text);
    else {
      this.code.replaceChildren(text);
      this.edited(text);
    }
    this.markLine(null);
  }

  private toStarter(words: string): void {
    this.previous = this.text;
    this.basis = hashOf(this.starter);
    this.replace(this.starter);
    this.options.bar.say(words);
  }

  private rebase(): void {
    this.basis = hashOf(this.starter);
    this.edited(this.text);
    this.options.bar.say("Your text stays.");
  }

  private refresh(): void {
    const { bar } = this.options;
    bar.changed = this.text !== this.starter;
    bar.undoable = this.previous !== undefined && this.text === this.starter;
  }
}

/** The starter in a printed block: the code's text without the newline Pygments ends it with. */
export function starterOf(block: HTMLElement): string {
  return (block.querySelector("code")?.textContent ?? "").replace(/\n$/, "");
}
