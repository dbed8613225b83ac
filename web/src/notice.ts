/** A question with choices, in the page: it goes away with any of them. */

import { button, el } from "./dom.ts";

export type Choice = [label: string, action: () => void];

/**
 * Ask.
 *
 * @param host - what it stands in; what else is there goes away.
 * @param choices - the label of each button and what it does. Escape takes the last one.
 * @param home - gets the focus afterwards, if the notice had it and the action has put it nowhere.
 * @param takeFocus - true for an answer to a key or click, false for a notice that comes by itself.
 * @returns the notice.
 */
export function ask(
  host: HTMLElement,
  words: string,
  choices: Choice[],
  home: () => void,
  takeFocus: boolean,
): HTMLElement {
  const close = (action: () => void) => {
    const hadFocus = notice.contains(document.activeElement);
    notice.remove();
    if (hadFocus) home();
    action();
  };
  const buttons = choices.map(([label, action]) => button(label, () => close(action)));
  const notice = el(
    "div",
    { class: "tk-notice", role: "group", "aria-label": words },
    el("p", {}, words),
    ...buttons,
  );
  notice.addEventListener("keydown", (event) => {
    const last = choices.at(-1);
    if (event.key === "Escape" && last) close(last[1]);
  });
  host.replaceChildren(notice);
  if (takeFocus) buttons[0]?.focus();
  return notice;
}
