/** What else can be done with the code of a cell or an exercise. Fetched when a reader first asks for it. */

import { LinkError, makeFragment } from "./cell-link.ts";
import { copyText } from "./clipboard.ts";
import type { Coded } from "./coded.ts";
import { button, el } from "./dom.ts";
import type { Tool } from "./editor.ts";
import { showShortcuts } from "./shortcuts.ts";

/** Do what a key or a button stands for. */
export function use(target: Coded, tool: Tool | "copy"): void {
  if (tool === "keys") showShortcuts();
  else if (tool === "copy") void copyCode(target);
  else {
    import("./formatter.ts").then(
      ({ formatCode }) => formatCode(target),
      (error) => {
        target.bar.alarm("The formatter could not be fetched. Press Format to try again.");
        console.error(error);
      },
    );
  }
}

/** The second row of buttons. */
export function drawTools(target: Coded): HTMLElement {
  const { what } = target.field;
  const make = (label: string, name: string, action: () => void) =>
    button(label, action, { "aria-label": name });
  const row = el(
    "div",
    { class: "tk-bar tk-more", role: "group", "aria-label": `More for ${what}` },
    make("Format", `Format the code of ${what}`, () => use(target, "format")),
    make("Copy link", `Copy link to ${what} with its code`, () => void copyLink(target)),
  );
  const { output } = target;
  if (output)
    row.append(make("Copy output", `Copy output of ${what}`, () => copyOutput(target, output)));
  row.append(make("Keys", "Keys in the code", () => use(target, "keys")));
  const notebook = document.querySelector<HTMLAnchorElement>(
    '.tk-lesson__ways a[href*="lite/notebooks"]',
  );
  if (notebook) {
    const title = "The whole lesson in JupyterLite, with its own text. Yours stays here.";
    row.append(el("a", { class: "tk-button", href: notebook.href, title }, "Open as notebook"));
  }
  return row;
}

function copy({ bar }: Coded, text: string, done: string): Promise<void> {
  return copyText(
    text,
    bar.notices,
    (words) => bar.say(words),
    done,
    () => bar.focus(),
  );
}

function copyCode(target: Coded): Promise<void> {
  return copy(target, target.field.text, `Copied the code of ${target.field.what}.`);
}

function copyOutput(target: Coded, output: HTMLElement): void {
  // biome-ignore lint/performance/useDomNodeTextContent: as it is seen, with the lines of its tables and without what is hidden
  const text = output.innerText.trim();
  const { what } = target.field;
  if (text) void copy(target, `${text}\n`, `Copied the output of ${what}.`);
  else target.bar.say(`There is no output of ${what} to copy.`);
}

async function copyLink(target: Coded): Promise<void> {
  const { root, field, bar } = target;
  try {
    const fragment =
      field.text === field.starter ? `#${root.id}` : await makeFragment(root.id, field.text);
    const { origin, pathname } = window.location;
    const done =
      field.text === field.starter
        ? `Copied a link to ${field.what}, which has the lesson's own code.`
        : `Copied a link to ${field.what} with your code. Whoever opens it sees the code and may take it or not.`;
    await copy(target, `${origin}${pathname}${fragment}`, done);
  } catch (error) {
    if (!(error instanceof LinkError)) throw error;
    bar.alarm(error.message);
  }
}
