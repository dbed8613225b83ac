/** Copies a text, or hands it over where the browser does not let the page copy. */

import { button, el } from "./dom.ts";

/**
 * Copy.
 *
 * @param host - where the text stands when it cannot be copied.
 * @param say - is told the result.
 * @param done - what to say when it worked.
 * @param home - gets the focus when the text that was handed over is put away.
 */
export async function copyText(
  text: string,
  host: HTMLElement,
  say: (words: string) => void,
  done: string,
  home: () => void,
): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    say(done);
    return;
  } catch {
    say("This browser does not let the page copy. The text is selected: copy it yourself.");
  }
  const box = el("textarea", { readonly: true, rows: "4", "aria-label": "The text to copy" });
  box.value = text;
  const close = () => {
    notice.remove();
    home();
  };
  const notice = el("div", { class: "tk-notice tk-copy" }, box, button("Close", close));
  notice.addEventListener("keydown", (event) => event.key === "Escape" && close());
  host.replaceChildren(notice);
  box.focus();
  box.select();
}
