/** The line that says what is going on. */

import { el } from "./dom.ts";

/**
 * Say something in a status line; a screen reader reads it out.
 *
 * @param status - an element with the role `status`.
 * @param quiet - the part that changes many times a second: shown, not read out.
 * @param urgent - true for an error: it is read out at once, and not when the reader pauses.
 */
export function sayIn(status: HTMLElement, words: string | Node, quiet = "", urgent = false): void {
  status.setAttribute("aria-live", urgent ? "assertive" : "polite");
  // The same words again would be read out again.
  if (!quiet || status.firstChild?.textContent !== words) status.replaceChildren(words);
  if (!quiet) return;
  const figures = status.querySelector("span[aria-hidden]");
  if (figures) figures.replaceChildren(quiet);
  else status.append(el("span", { "aria-hidden": "true" }, quiet));
}
