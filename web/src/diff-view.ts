/** Draws a comparison of two texts: runs of lines, each under the words that say where they stand. */

import { type Hunk, lines, type Sides } from "./compare.ts";
import { el } from "./dom.ts";

const SIGNS: Record<Hunk["kind"], string> = { same: " ", mine: "−", theirs: "+" };

/** The runs from top to bottom; none when the texts are the same. */
export function drawHunks(hunks: readonly Hunk[], sides: Sides): HTMLElement[] {
  if (hunks.every(({ kind }) => kind === "same")) return [];
  return hunks.map(({ kind, lines: of }) => {
    const sign = el("span", { "aria-hidden": "true" }, `${SIGNS[kind]} `);
    const code = el("code", {});
    for (const line of of) {
      const edge = el("span", { class: "tk-diff__sign", "aria-hidden": "true" }, SIGNS[kind]);
      const shown = el("span", { class: "tk-diff__line" }, edge, line);
      shown.style.setProperty("--tk-indent", `${Math.min(line.search(/\S|$/), 8)}ch`);
      code.append(shown);
    }
    const where = kind === "same" ? "Same in both" : `Only in ${sides[kind]}`;
    const what = el("p", {}, ...(kind === "same" ? [] : [sign]), `${where}: ${lines(of.length)}`);
    return el("div", { class: "tk-diff__run", "data-kind": kind }, what, el("pre", {}, code));
  });
}
