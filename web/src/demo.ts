/**
 * The home page's demo: a chat, and what is really sent for it.
 *
 * The turns of the recording are in the page. Python is asked for those that follow a message of the reader's.
 */

import { type Answer, begin, isRecorded, next, own, type State } from "./demo-state.ts";
import { makeScrollable } from "./dom.ts";
import { sanitise } from "./sanitise.ts";
import { sayIn } from "./status.ts";

export interface DemoActions {
  /** Have Python hold a conversation; `Demo.answered` or `Demo.failed` is called when it has. */
  ask: (demo: Demo, state: State) => void;
  stop: (demo: Demo) => void;
  /** The reader has begun to type. */
  typing: () => void;
}

export const ID = "tk-demo";

/** What is typed and not sent yet; an argument replaces it. Without a storage nothing is remembered. */
function draft(text?: string): string | null {
  try {
    if (text !== undefined) sessionStorage.setItem(ID, text);
    return sessionStorage.getItem(ID);
  } catch {
    return null;
  }
}

export class Demo {
  readonly root: HTMLElement;
  /** What it says to the reader, in the form of a cell's bar. */
  readonly bar: {
    say: (words: string | Node, quiet?: string, urgent?: boolean) => void;
    busy: boolean;
  };
  private readonly script: readonly string[];
  private readonly actions: DemoActions;
  private readonly field: HTMLInputElement;
  private readonly box: HTMLInputElement;
  private readonly ends: HTMLButtonElement;
  private state: State;
  private isBusy = false;
  /** What there is to see in the turn that is shown. */
  private remark = "";

  constructor(root: HTMLElement, actions: DemoActions, signal: AbortSignal) {
    this.root = root;
    this.actions = actions;
    this.script = JSON.parse(root.dataset.script ?? "[]") as string[];
    this.field = this.part<HTMLInputElement>(".tk-demo__field input");
    this.box = this.part<HTMLInputElement>(".tk-demo__switch input");
    this.ends = this.part<HTMLButtonElement>(".tk-demo__stop");
    const status = this.part(".tk-status");
    const setBusy = (busy: boolean) => this.setBusy(busy);
    const isBusy = () => this.isBusy;
    this.bar = {
      say: (words, quiet, urgent) => {
        sayIn(status, words, quiet, urgent);
        if (!this.isBusy) this.box.checked = !this.state.withList; // what was asked for may not have come
      },
      get busy() {
        return isBusy();
      },
      set busy(busy) {
        setBusy(busy);
      },
    };
    this.state = begin(this.script, Number(root.dataset.opening), !this.box.checked);
    const on = (selector: string, type: string, act: (event: Event) => void) =>
      this.part(selector).addEventListener(type, act, { signal });
    on(".tk-demo__next", "click", () => this.goOn());
    on(".tk-demo__again", "click", () => this.startAgain());
    on(".tk-demo__switch input", "change", () => this.change());
    on(".tk-demo__stop", "click", () => actions.stop(this));
    on(".tk-demo__own", "submit", (event) => {
      event.preventDefault();
      this.send();
    });
    on(".tk-demo__field input", "input", () => {
      this.keep();
      actions.typing();
    });
    this.field.value ||= draft() ?? "";
    root.dataset.live = "";
    for (const control of root.querySelectorAll<HTMLButtonElement>("button, input")) {
      control.disabled = false;
    }
    this.show(this.state, this.recorded(this.state));
  }

  /** Python has held the conversation. */
  answered(state: State, answer: Answer): void {
    if (this.field.value.trim() === state.said.at(-1)) this.field.value = "";
    this.keep();
    this.bar.say("");
    this.show(state, { ...answer, chat: sanitise(answer.chat), sent: sanitise(answer.sent) });
    this.tell(answer.told, answer.remark);
  }

  /** Python could not; all is as it was, what was typed too. */
  failed(why: string): void {
    this.bar.say(why);
  }

  private goOn(): void {
    const state = next(this.state, this.script);
    if (state) this.go(state);
    else {
      this.remind("The recording ends here. Write a message of your own below, or start again.");
    }
  }

  private startAgain(): void {
    this.go(begin(this.script, 1, this.state.withList));
  }

  private change(): void {
    this.go({ ...this.state, withList: !this.box.checked });
  }

  private send(): void {
    const state = own(this.state, this.field.value);
    if (state) this.go(state);
    else {
      this.bar.say("Write a message first.");
      this.field.focus();
    }
  }

  private go(state: State): void {
    if (this.isBusy) {
      this.remind("Python is still at work on your message. Press Stop to end it.");
      this.box.checked = !this.state.withList;
    } else if (isRecorded(state)) {
      const turn = this.recorded(state);
      this.bar.say("");
      this.show(state, turn);
      this.tell(turn.told, turn.remark);
    } else this.actions.ask(this, state);
  }

  /** A turn of the recording, from the page. */
  private recorded(state: State) {
    const run = state.withList ? "with" : "without";
    const turns = [...this.root.querySelectorAll<HTMLElement>(`.tk-turns--${run} > li`)];
    const held = turns.slice(0, state.said.length);
    const newest = held.at(-1);
    const copies = (turn: HTMLElement | undefined, selector: string) =>
      [...(turn?.querySelector(selector)?.childNodes ?? [])].map((node) => node.cloneNode(true));
    const chat = new DocumentFragment();
    for (const turn of held) chat.append(...copies(turn, ".tk-demo__chat"));
    const sent = new DocumentFragment();
    sent.append(...copies(newest, ".tk-demo__sent"));
    const remark = newest?.querySelector(".tk-demo__remark")?.textContent ?? "";
    return { chat, sent, remark, told: newest?.dataset.told ?? "" };
  }

  private show(state: State, turn: { chat: Node; sent: Node; remark: string }): void {
    this.state = state;
    this.box.checked = !state.withList;
    const chat = this.part(".tk-demo__chat");
    const sent = this.part(".tk-demo__sent");
    chat.replaceChildren(turn.chat);
    sent.replaceChildren(turn.sent);
    for (const pane of [chat, sent]) pane.scrollTop = pane.scrollHeight;
    makeScrollable(this.root);
    this.remark = turn.remark;
    this.part(".tk-demo__remark").textContent = turn.remark;
  }

  /** Say something in the place of the remark: in the status line, the progress of Python would take its place. */
  private remind(words: string): void {
    this.part(".tk-demo__remark").textContent = words;
    this.part(".tk-demo__told").textContent = words;
  }

  private tell(told: string, remark: string): void {
    this.part(".tk-demo__told").textContent = `${told} ${remark}`;
  }

  /** Remember what stands in the field, for a reader who leaves the page and comes back in this tab. */
  private keep(): void {
    draft(this.field.value);
  }

  private setBusy(busy: boolean): void {
    this.isBusy = busy;
    if (!busy) {
      this.box.checked = !this.state.withList;
      this.part(".tk-demo__remark").textContent = this.remark; // a reminder to wait is over
    }
    const hadFocus = document.activeElement === this.ends;
    this.ends.hidden = !busy;
    if (hadFocus && !busy) this.field.focus();
  }

  /** A part of the live half. */
  private part<Part extends HTMLElement = HTMLElement>(selector: string): Part {
    const found = this.root.querySelector<Part>(`.tk-demo__live ${selector}`);
    if (!found) throw new Error(`The demo has no ${selector}.`);
    return found;
  }
}
