/** The output of a running cell, drawn as it comes. */

import { AnsiReader } from "./ansi.ts";
import { showChart } from "./chart/figure.ts";
import { button, el, makeScrollable } from "./dom.ts";
import type { CellError, Piece } from "./protocol.ts";
import { drawRefused } from "./refused.ts";
import { showMarkup } from "./sandbox.ts";

export class Output {
  private readonly box: HTMLElement;
  private kind: Piece["kind"] | undefined;
  private pre: HTMLElement | undefined;
  private reader = new AnsiReader();
  private readonly drawings: Promise<void>[] = [];

  /**
   * Empty a box for a new run. It keeps its height until `settle`, so that the page below does not jump.
   *
   * @param box - a `.tk-output`.
   */
  constructor(box: HTMLElement) {
    this.box = box;
    box.style.minHeight = `${box.offsetHeight}px`;
    box.replaceChildren();
  }

  /** True when nothing has been shown. */
  get empty(): boolean {
    return this.box.childElementCount === 0;
  }

  add(pieces: readonly Piece[]): void {
    for (const { kind, text } of pieces) {
      if (kind === "html" || kind === "svg") {
        this.kind = kind;
        this.box.append(showMarkup(kind, text, this.box));
      } else if (kind === "chart") {
        const { figure, drawn } = showChart(text);
        this.kind = kind;
        this.box.append(figure);
        this.drawings.push(drawn);
      } else this.write(kind, text);
    }
  }

  /**
   * Show why the cell stopped: a sentence first, read out at once; the traceback folded away.
   *
   * @param goTo - brings the reader to a line of the code.
   */
  fail(error: CellError, goTo: (line: number) => void): void {
    const { line } = error;
    const what = el("p", { class: "tk-failure__what" });
    what.append(el("code", {}, [error.kind, error.message].filter(Boolean).join(": ")));
    if (line !== null) {
      const label = `line ${line}`;
      what.append(
        " ",
        button(label, () => goTo(line), { "aria-label": `Go to ${label}` }),
      );
    }
    const box = el("div", { class: "tk-failure" });
    const plain = el("p", { class: "tk-failure__plain", role: "alert" }, mark("✗"), error.plain);
    box.append(plain, what);
    if (error.refused) box.append(drawRefused(error.refused));
    if (error.traceback) {
      const trace = el("pre", { class: "tk-error" }, error.traceback);
      box.append(el("details", { class: "tk-details" }, el("summary", {}, "Traceback"), trace));
    }
    this.box.append(box);
  }

  /** Say what went wrong without an error. */
  remark(notes: readonly string[]): void {
    for (const note of notes) {
      this.box.append(
        el("p", { class: "tk-after", role: "status" }, el("strong", {}, "Note: "), note),
      );
    }
  }

  /** The run is over; the box takes its own height once its charts are drawn. */
  settle(): void {
    const fit = () => {
      this.box.style.removeProperty("min-height");
      makeScrollable(this.box);
    };
    if (this.drawings.length > 0) void Promise.all(this.drawings).then(fit);
    else fit();
  }

  private write(kind: Piece["kind"], text: string): void {
    if (kind !== this.kind || kind === "result" || !this.pre) {
      this.kind = kind;
      this.reader = new AnsiReader();
      this.pre = el("pre", { class: `tk-${kind}` });
      this.box.append(this.pre);
    }
    for (const span of this.reader.read(text)) {
      const plain = span.classes.length === 0;
      this.pre.append(plain ? span.text : el("span", { class: span.classes.join(" ") }, span.text));
    }
  }
}

/** A sign for the eye; the words beside it say the same. */
export function mark(sign: string): HTMLElement {
  return el("span", { class: "tk-mark", "aria-hidden": "true" }, `${sign} `);
}
