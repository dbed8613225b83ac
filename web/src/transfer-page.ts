/** The part of the page on progress that exports and imports. Fetched only there. */

import { type Lesson, titleOf } from "./course.ts";
import { button, el } from "./dom.ts";
import { showPlan } from "./import-view.ts";
import { merge } from "./merge.ts";
import { empty } from "./notes.ts";
import type { Store } from "./store.ts";
import { LaterVersion } from "./store.ts";
import { isTerminal, readTerminal } from "./terminal.ts";
import { checkSize, FileError, type Pages, parse, plan, readFile, writeFile } from "./transfer.ts";

const NOT_STORED =
  "This browser could not store it, and nothing was changed: it refuses, or has no more room. Make room, or allow " +
  "this site to store data, and import again.";

/**
 * Bring the place for export and import to life.
 *
 * @param place - an empty element.
 * @param root - the site's root.
 */
export function mountTransfer(place: HTMLElement, root: URL, store: Store): void {
  const said = el("p", { class: "tk-said", role: "status" });
  const problem = el("p", { class: "tk-problem", role: "alert" });
  const kept = el("p", {});
  const preview = el("div", { class: "tk-import" });
  const say = (words: string) => {
    said.textContent = words;
    problem.textContent = "";
  };
  const complain = (words: string) => {
    said.textContent = "";
    problem.textContent = words;
  };
  const count = async () => {
    kept.textContent = describe(await store.all());
  };

  const exportAll = async () => {
    const later: string[] = [];
    const pages = await store.all((page) => later.push(page));
    const now = new Date();
    const { json, withKey } = writeFile(pages, now);
    const name = `turnkeeper-progress-${now.toISOString().slice(0, 10)}.json`;
    download(json, name);
    const lessons = withKey.length + later.length > 0 ? await fetchLessons(root) : [];
    const titles = (of: string[]) => of.map((page) => `“${titleOf(lessons, page)}”`).join(", ");
    const key = ` What looked like an API key was left out of your text in ${titles(withKey)}.`;
    const more =
      ` What you did in ${titles(later)} is not in it: a later version of this course keeps that. ` +
      "Reload this page, and export again.";
    say(`Exported as ${name}.${withKey.length > 0 ? key : ""}${later.length > 0 ? more : ""}`);
  };

  const chooser = el("input", {
    type: "file",
    accept: ".json,application/json",
    id: "tk-import-file",
  });
  const choose = async () => {
    const file = chooser.files?.[0];
    chooser.value = ""; // the same file may be chosen again
    if (!file) return;
    preview.replaceChildren();
    say(`Reading ${file.name}.`);
    try {
      const lessons = await fetchLessons(root);
      const theirs = await read(file, lessons);
      const plans = plan(await store.all(), theirs, empty());
      if (plans.length === 0) {
        say(`${file.name} holds nothing that is not here already.`);
        return;
      }
      say("");
      showPlan(preview, file.name, plans, lessons, {
        cancel: () => {
          say("Nothing was imported.");
          chooser.focus();
        },
        take: async (sides) => {
          const pages = plans.map(({ page }) => page);
          await store.changeAll(
            pages,
            (page, notes) => merge(notes, theirs.get(page) ?? empty(), sides.get(page)),
            mountTransfer,
          );
          await count();
          say(`Imported ${pages.length === 1 ? "1 page" : `${pages.length} pages`}.`);
          chooser.focus();
        },
        failed: (error) => complain(explain(error)),
      });
    } catch (error) {
      complain(explain(error));
    }
  };
  chooser.addEventListener("change", () => void choose());

  place.replaceChildren(
    kept,
    el(
      "div",
      { class: "tk-bar" },
      button("Export my progress", () => void exportAll().catch((e) => complain(explain(e))), {
        class: "tk-button tk-button--main",
      }),
      ...lasting(say),
    ),
    el("p", {}, el("label", { for: chooser.id }, "Import a file: "), chooser),
    said,
    problem,
    preview,
  );
  void count();
}

async function read(file: File, lessons: readonly Lesson[]): Promise<Pages> {
  checkSize(file.name, file.size);
  const value = parse(await file.text());
  return isTerminal(value) ? readTerminal(value, lessons) : readFile(value, new Date());
}

function explain(error: unknown): string {
  if (error instanceof FileError) return `${error.message} Nothing was changed.`;
  console.error(error);
  if (error instanceof LaterVersion) {
    return "A later version of this course keeps your work now. Reload this page, and import again.";
  }
  if (error instanceof DOMException) return NOT_STORED;
  return `It did not work (${String(error)}), and nothing was changed. Reload this page, and try again.`;
}

function describe(pages: Pages): string {
  const sum = (of: "texts" | "passes" | "answers") =>
    [...pages.values()].reduce((total, notes) => total + Object.keys(notes[of]).length, 0);
  const [texts, passes, answers] = [sum("texts"), sum("passes"), sum("answers")];
  return (
    `Kept in this browser: ${number(texts, "text")} of yours, ${number(passes, "passed exercise")}, ` +
    `${number(answers, "answer")} to questions.`
  );
}

const number = (count: number, noun: string): string =>
  `${count} ${count === 1 ? noun : `${noun}s`}`;

async function fetchLessons(root: URL): Promise<Lesson[]> {
  const answer = await fetch(new URL("course/map.json", root)).catch(() => null);
  return answer?.ok ? answer.json() : []; // pages are then called by their addresses
}

function download(json: string, name: string): void {
  const address = URL.createObjectURL(new Blob([json], { type: "application/json" }));
  const link = el("a", { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** The button that has the browser promise not to clear the storage; none where it has, or cannot. */
function lasting(say: (words: string) => void): HTMLElement[] {
  const { storage } = navigator;
  if (!storage?.persist) return [];
  const ask = button(
    "Ask the browser to keep it",
    () =>
      void storage.persist().then((kept) => {
        say(
          kept
            ? "The browser keeps it until you clear it yourself."
            : "The browser does not promise it: it may clear the storage when space gets short. An export is safe.",
        );
        ask.hidden = kept;
      }),
    { hidden: true },
  );
  void storage.persisted().then((kept) => {
    ask.hidden = kept;
  });
  return [ask];
}
