/** Somebody's code that came with a link: shown beside the reader's own, never put in its place by itself, never run. */

import { LinkError, readFragment, unpack } from "./cell-link.ts";
import type { Coded } from "./coded.ts";
import { compare, summarise } from "./compare.ts";
import { drawHunks } from "./diff-view.ts";
import { el, makeScrollable } from "./dom.ts";
import { ask } from "./notice.ts";

/** The address without the code; the place on the page stays. */
function forget(id: string): void {
  history.replaceState(history.state, "", `#${id}`);
}

/** Offer the code of the page's address, if it holds any. */
export async function offerLinked(targets: readonly Coded[], signal: AbortSignal): Promise<void> {
  const link = readFragment(window.location.hash);
  if (!link) return;
  const target = targets.find(({ root }) => root.id === link.id);
  if (!target)
    return sayOnTop(`This link holds code for ${link.id}, which this page does not have.`);
  const { field, bar, root } = target;
  root.scrollIntoView();
  let theirs: string;
  try {
    theirs = await unpack(link);
  } catch (error) {
    if (!(error instanceof LinkError)) throw error;
    if (!signal.aborted) bar.alarm(error.message);
    forget(link.id);
    return;
  }
  if (signal.aborted) return;
  if (theirs === field.text) {
    bar.say("The code of this link is what stands here already.");
    forget(link.id);
    return;
  }
  const untouched = field.text === field.starter;
  const sides = { mine: untouched ? "the lesson's" : "yours", theirs: "the link's" };
  const hunks = compare(field.text, theirs);
  const words = `Someone's code for ${field.what} came with this link. It has not run, and ${
    untouched ? "the lesson's" : "your"
  } text is as it was.`;
  const host = el("div", { class: "tk-linked" });
  root.querySelector(".tk-linked")?.remove(); // of a link opened before
  root.querySelector(".tk-input")?.before(host);
  const done = () => {
    host.remove();
    forget(link.id);
  };
  const notice = ask(
    host,
    words,
    [
      [
        "Take it",
        () => {
          done();
          field.take(theirs, "This is the code of the link. It has not run. Your text is kept.");
        },
      ],
      [untouched ? "Keep the lesson's" : "Keep mine", done],
    ],
    () => bar.focus(),
    false,
  );
  notice.append(
    el(
      "div",
      { class: "tk-diff" },
      el("p", {}, summarise(hunks, sides)),
      ...drawHunks(hunks, sides),
    ),
  );
  makeScrollable(notice);
  bar.say(words);
  host.scrollIntoView();
  signal.addEventListener("abort", () => host.remove());
}

function sayOnTop(words: string): void {
  const notice = el("p", { class: "tk-notice", role: "alert" }, words);
  document.querySelector(".md-content__inner > h1, .md-content__inner")?.after(notice);
}
