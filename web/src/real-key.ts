/** The field for an API key. The key is held by whoever `use` gives it to, and nowhere on the page. */

import { button, el } from "./dom.ts";

/** What is wrong with a text that should be a key, or an empty string. */
export function faultOf(key: string): string {
  if (key === "") return "Paste your key first.";
  if (!/^[!-~]+$/.test(key)) return "A key has no spaces and no special letters. Copy it again.";
  if (!key.startsWith("sk-ant-")) return "This is no key of Anthropic's: those begin with sk-ant-.";
  return "";
}

/**
 * Fill the place for the key.
 *
 * @param box - a `.tk-real`.
 * @param use - gets the key, or nothing when it is to be forgotten.
 * @param leaving - fires when the reader leaves the page.
 */
export function mountKey(
  box: HTMLElement,
  use: (key?: string) => void,
  leaving: AbortSignal,
): void {
  const field = el("input", {
    id: "api-key",
    type: "password",
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
    "aria-describedby": "api-key-status",
  });
  const status = el("p", { id: "api-key-status", role: "status" }, "No key is held.");
  const take = () => {
    const key = field.value.trim();
    const fault = faultOf(key);
    if (!fault) {
      field.value = "";
      use(key);
      forget.disabled = false;
    }
    status.textContent =
      fault ||
      "The key is held in memory until you forget it or leave this page. You can run the cells.";
  };
  const drop = () => {
    field.value = "";
    use();
    forget.disabled = true;
    status.textContent =
      "The key is forgotten, and Python has ended. The next Run starts it without a key.";
  };
  const forget = button("Forget the key", drop);
  forget.disabled = true;
  field.addEventListener("keydown", (event) => event.key === "Enter" && take());
  box.replaceChildren(
    el("label", { for: field.id }, "Your API key"),
    el("div", { class: "tk-real__row" }, field, button("Use this key", take), forget),
    status,
  );
  // A page may be kept by the browser after the reader has left; the key is not.
  window.addEventListener("pagehide", () => !forget.disabled && drop(), { signal: leaving });
  leaving.addEventListener("abort", () => !forget.disabled && drop());
}
