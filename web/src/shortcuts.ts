/** The keys of the editor, in a dialog. */

import { button, el } from "./dom.ts";

const MAC = /Mac|iPhone|iPad/.test(navigator.platform);
const MOD = MAC ? "⌘" : "Ctrl";

/** As the keys are called on the reader's keyboard. */
const named = (key: string) => {
  const shown = key.replace("Mod", MOD);
  return MAC ? shown.replace("Alt", "Option") : shown;
};

type Row = [keys: string[], what: string];

/** What the keys do; `Mod` is Ctrl, and ⌘ on a Mac. The editor's own list is in editor.ts. */
const KEYS: Row[] = [
  [["Mod+Enter", "Shift+Enter"], "Run the cell, or check the answer"],
  [
    MAC ? ["Ctrl+Space", "Alt+I"] : ["Ctrl+Space"],
    "List the names that fit. After a dot the list comes by itself",
  ],
  [["↓", "↑"], "Go through the list; Enter takes a name, Escape closes the list"],
  [["Mod+Shift+Space"], "Show how the function around the cursor is called"],
  [["Shift+Alt+F"], "Format the code"],
  [["Mod+]", "Mod+["], "Indent, and take the indent back"],
  [
    ["Tab", "Shift+Tab"],
    "Go on to the next control, and back. In the code, too: Tab does not indent",
  ],
  [["Mod+/"], "Make the line a comment, or code again"],
  [["Alt+↑", "Alt+↓"], "Move the line"],
  [["Mod+Z", MAC ? "Mod+Shift+Z" : "Mod+Y"], "Undo, and do it again"],
  [["Escape"], "Leave the code for the button below it"],
  [["F1"], "Show these keys"],
];

/** Open the dialog. The focus goes back to where it was when the reader closes it. */
export function showShortcuts(): void {
  const rows = KEYS.map(([keys, what]) => {
    const shown = keys.flatMap((key, at) => [at > 0 ? " or " : "", el("kbd", {}, named(key))]);
    return el("tr", {}, el("td", {}, ...shown), el("td", {}, what));
  });
  const head = el(
    "thead",
    {},
    el("tr", {}, el("th", { scope: "col" }, "Keys"), el("th", { scope: "col" }, "What they do")),
  );
  const title = el("h2", { id: "tk-keys", tabindex: "-1" }, "Keys in the code");
  const dialog = el(
    "dialog",
    { class: "tk-keys", "aria-labelledby": "tk-keys" },
    title,
    el("table", { class: "tk-keys__table" }, head, el("tbody", {}, ...rows)),
    button("Close", () => dialog.close()),
  );
  dialog.addEventListener("close", () => dialog.remove());
  const content = document.querySelector(".md-content .md-typeset") ?? document.body;
  content.append(dialog);
  dialog.showModal();
  title.focus();
}
