/** Tells that a lesson has changed under a reader's text: both versions, how they differ, and the choice. */

import { compare, summarise } from "./compare.ts";
import { drawHunks } from "./diff-view.ts";
import { el, makeScrollable } from "./dom.ts";
import { ask } from "./notice.ts";

export interface ChangeOptions {
  /** As a reader would call it: "cell 2". */
  what: string;
  /** The reader's text, whenever it is asked for. */
  mine: () => string;
  /** The lesson's new text. */
  lessons: string;
  take: () => void;
  keep: () => void;
  /** Gets the focus when the notice goes away with it. */
  home: () => void;
}

const SIDES = { mine: "yours", theirs: "the new text" };

/** Show it in `host`, in the place of what is there; it goes away with the choice. */
export function tellChange(host: HTMLElement, options: ChangeOptions): void {
  const { what, mine, lessons, take, keep, home } = options;
  const words = `The lesson's text of ${what} has changed since you edited it. This is yours.`;
  const notice = ask(
    host,
    words,
    [
      ["Take the new one", take],
      ["Keep mine", keep],
    ],
    home,
    false,
  );
  const summary = el("summary", {});
  const runs = el("div", { class: "tk-diff" });
  const refresh = () => {
    const hunks = compare(mine(), lessons);
    summary.textContent = `What differs: ${summarise(hunks, SIDES)}`;
    runs.replaceChildren(...drawHunks(hunks, SIDES));
    makeScrollable(notice);
  };
  const differs = el("details", { class: "tk-details" }, summary, runs);
  const whole = el("pre", {}, el("code", {}, lessons));
  const news = el("details", { class: "tk-details" }, el("summary", {}, "The new text"), whole);
  notice.querySelector("p")?.after(differs, news);
  refresh();
  differs.addEventListener("toggle", refresh); // the reader may have typed since
}
