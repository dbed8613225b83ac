/** Fetches a solution and shows it: why it is the answer, its code, and how the reader's code differs. */

import { compare, summarise, withoutTask } from "./compare.ts";
import { drawHunks } from "./diff-view.ts";
import { button, el, makeScrollable } from "./dom.ts";
import { sanitise } from "./sanitise.ts";
import type { Shown } from "./solution.ts";

/** What `course/solutions/<slug>.json` holds; both are HTML. */
interface Stored {
  why: string;
  code: string;
}

const SIDES = { mine: "yours", theirs: "the solution" };

/**
 * Fetch the solution of an exercise and make what shows it.
 *
 * @param course - the site's course folder.
 * @param text - the reader's text, whenever it is asked for.
 * @throws TypeError when there is no connection, Error when there is no such file.
 */
export async function reveal(course: URL, slug: string, text: () => string): Promise<Shown> {
  const answer = await fetch(new URL(`solutions/${slug}.json`, course));
  if (!answer.ok) throw new Error(`${answer.url} answered with ${answer.status}`);
  const { why, code } = (await answer.json()) as Stored;

  const name = `exercise-${slug}-solution`;
  const title = el("h4", { id: name, tabindex: "-1" }, "A solution, and why it is the answer");
  const printed = el("code", {});
  printed.append(sanitise(code));
  const source = printed.textContent ?? "";
  const said = el("p", { class: "tk-said", role: "status" });
  const copy = button("Copy the solution", () => void copyTo(source, printed, said));
  const diff = el("div", { class: "tk-diff" });
  const reasons = el("div", {});
  reasons.append(sanitise(why));
  const root = el(
    "section",
    { class: "tk-shown", "aria-labelledby": name },
    title,
    reasons,
    el("div", { class: "highlight" }, el("pre", {}, printed)),
    el("div", { class: "tk-bar" }, copy),
    said,
    el("h4", {}, "Compared with yours"),
    diff,
  );
  let compared: string | undefined;
  const refresh = () => {
    const mine = text();
    if (mine === compared) return;
    compared = mine;
    const hunks = compare(withoutTask(mine), source);
    const words = `${summarise(hunks, SIDES)} The docstring with the task is left out.`;
    diff.replaceChildren(el("p", {}, words), ...drawHunks(hunks, SIDES));
    makeScrollable(root);
  };
  refresh();
  return { root, refresh, focus: () => title.focus() };
}

async function copyTo(source: string, printed: HTMLElement, said: HTMLElement): Promise<void> {
  try {
    await navigator.clipboard.writeText(source);
    said.textContent = "Copied. Your own text is as it was.";
  } catch {
    window.getSelection()?.selectAllChildren(printed);
    said.textContent =
      "This browser does not let the page copy. The code is selected: copy it yourself.";
  }
}
