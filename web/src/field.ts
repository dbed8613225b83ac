/** The code of a cell or an exercise: the printed block at first, an editor once the reader touches it. */

import type { Bar } from "./bar.ts";
import { el } from "./dom.ts";
import type { Change, Editor, Tool } from "./editor.ts";
import { withoutKeys } from "./keys.ts";
import type { Scope } from "./scope.ts";
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
  /** The reader pressed the key of a tool. */
  use: (tool: Tool) => void;
  scope: Scope;
}

export class Field {
  readonly starter: string;
  /** What the reader sees now. */
  text: string;
  /** As a reader would call it: "cell 2". */
  readonly what: string;
  private readonly options: FieldOptions;
  private readonly printed: HTMLElement;
  private readonly code: HTMLElement;
  private readonly original: Node[];
  private readonly host = el("div", { class: "tk-editor" });
  private loading: Promise<void> | undefined;
  private editor: Editor | undefined;
  /** The reader's other texts for this place, newest first. */
  private others: string[] = [];
  /** Those of them that the notebook does not know yet. */
  private aside: string[] = [];
  /** The stamp of the stored version that this text is, or was made from. */
  private at = "";
  private basis: string;
  private timer: number | undefined;
  private gone = false;

  constructor(options: FieldOptions) {
    this.options = options;
    this.what = options.what;
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

  /** Show the text the reader left here. It is shown, not run. What was typed before it came stays. */
  restore(match: Match | undefined): void {
    if (!match) return;
    if (this.timer !== undefined || this.at) {
      this.follow(match);
      return;
    }
    this.basis = match.starter;
    this.at = match.at;
    this.others = match.others;
    if (match.text !== this.starter) {
      this.text = match.text;
      this.code.replaceChildren(match.text);
      void this.open();
    }
    if (match.starterChanged && match.text !== this.starter) this.tellChange();
    else {
      this.basis = hashOf(this.starter);
    }
    this.refresh();
  }

  /** Show the text that another tab has stored, so that neither tab writes over what it has not seen. */
  follow(saved: SavedText | undefined): void {
    const typing = this.timer !== undefined;
    if (!saved || typing || saved.starter !== this.basis) return;
    const known = [this.text, ...this.others].map(withoutKeys);
    const more = saved.others.some((text) => !known.includes(text));
    this.others = saved.others;
    if (saved.at === this.at) {
      const words =
        "There is another text of yours for this place. It is kept: press My other text.";
      if (more) this.options.bar.say(words);
    } else {
      this.at = saved.at;
      if (saved.text !== this.text) {
        this.replace(saved.text);
        window.clearTimeout(this.timer); // it is stored already, and may have changed there since
        this.timer = undefined;
        this.options.bar.say("This is your text from another tab.");
      }
    }
    this.refresh();
  }

  /** Fetch the editor and put it in the place of the printed block. */
  open(at?: { x: number; y: number }): Promise<void> {
    this.loading ??= import("./editor.ts").then(
      ({ openEditor }) => {
        if (this.gone) return;
        const { what, run, block, use, scope } = this.options;
        const { activeElement } = document;
        const hadFocus = block.contains(activeElement) || (at && activeElement === document.body);
        this.editor = openEditor({
          parent: this.host,
          text: this.text,
          label: `Code of ${what}. Control Enter runs it. Tab moves on, Control ] indents, Escape leaves, F1 lists the keys.`,
          changed: (text) => this.edited(text),
          run,
          leave: () => this.options.bar.focus(),
          use,
          scope,
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
      `Put back the lesson's text of ${this.options.what}? Yours is kept, and one press brings it back.`,
      [
        ["Put it back", () => this.toStarter("This is the lesson's own text.")],
        ["Keep mine", () => {}],
      ],
      true,
    );
  }

  /** Bring back the text put aside last, and keep the one that stands here as the last of the others. */
  undo(): void {
    const [mine, ...rest] = this.others;
    if (mine === undefined) return;
    const shown = this.text === this.starter ? [] : [this.text];
    this.others = [...rest, ...shown];
    this.aside = this.others;
    this.replace(mine);
    this.options.bar.say(
      shown.length > 0
        ? "This is your other text. The one before is kept."
        : "This is your text again.",
    );
  }

  /** Change places of the text, as one step that Undo takes back. */
  async change(changes: Change[]): Promise<void> {
    const { text } = this;
    await this.open();
    if (this.text === text) this.editor?.change(changes);
  }

  /** Put somebody else's text here and keep the reader's own beside it. */
  take(text: string, words: string): void {
    if (this.text !== this.starter) this.putAside();
    this.replace(text);
    this.options.bar.say(words);
  }

  /** Store what was typed and not stored yet. */
  save(): void {
    if (this.timer === undefined) return;
    window.clearTimeout(this.timer);
    this.timer = undefined;
    const { notebook, id, bar } = this.options;
    const { basis: starter, text, aside } = this;
    if (text === this.starter && this.others.length === 0) {
      notebook.dropText(id, this.at);
      this.at = "";
    } else this.at = notebook.saveText(id, { starter, text, aside }, this.at);
    this.aside = [];
    void notebook.settled().then(() => {
      const trouble = this.gone ? null : notebook.tellsTrouble();
      if (trouble) bar.say(trouble);
    });
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

  private putAside(): void {
    this.others = [this.text, ...this.others.filter((text) => text !== this.text)];
    this.aside = this.others;
  }

  private toStarter(words: string): void {
    this.putAside();
    this.basis = hashOf(this.starter);
    this.replace(this.starter);
    this.options.bar.say(words);
  }

  /** The lesson has another text here than the one this was made from: show both, and let the reader choose. */
  private tellChange(): void {
    const { bar, what } = this.options;
    void import("./changed.ts").then(
      ({ tellChange }) => {
        if (this.gone) return;
        const take = () => this.toStarter("This is the lesson's new text. Yours is kept.");
        const [mine, keep, home] = [() => this.text, () => this.rebase(), () => bar.focus()];
        tellChange(bar.notices, { what, mine, lessons: this.starter, take, keep, home });
      },
      (error) => console.error(error), // the next opening asks again
    );
  }

  private rebase(): void {
    this.basis = hashOf(this.starter);
    this.edited(this.text);
    this.options.bar.say("Your text stays.");
  }

  private refresh(): void {
    const { bar } = this.options;
    bar.changed = this.text !== this.starter;
    bar.others = this.others.length === 0 ? "none" : this.text === this.starter ? "mine" : "other";
  }
}

/** The starter in a printed block: the code's text without the newline Pygments ends it with. */
export function starterOf(block: HTMLElement): string {
  return (block.querySelector("code")?.textContent ?? "").replace(/\n$/, "");
}
