/**
 * The entry of every page: finds cells, exercises and quizzes, and brings them to life.
 *
 * It is small on purpose. The editor and Python are fetched when the reader first touches a cell.
 */

import { Cell } from "./cell.ts";
import { ID as DEMO, Demo } from "./demo.ts";
import type { State } from "./demo-state.ts";
import { makeScrollable } from "./dom.ts";
import { Exercise } from "./exercise.ts";
import { onIntent, savesData } from "./intent.ts";
import { muteCodeLandmarks } from "./material.ts";
import type { Page, Target } from "./page.ts";
import { mountQuiz } from "./quiz.ts";
import { browserShelf, Notebook } from "./storage.ts";

/** This file stands in assets/turnkeeper/ below the site's root. */
const ROOT = new URL("../../", import.meta.url);
const PLACES = {
  worker: new URL("worker.js", import.meta.url),
  pyodide: new URL("pyodide/", ROOT),
  course: new URL("course/", ROOT),
};

let visits = 0;
let unmount = () => {};
let mounted: { name: string; parts: HTMLElement[] } | undefined;
let runner: Promise<typeof import("./run.ts")> | undefined;

/** Fetch the part that runs Python; a lost connection is tried again at the next press. */
function fetchRunner(): Promise<typeof import("./run.ts")> {
  runner ??= import("./run.ts");
  runner.catch(() => {
    runner = undefined;
  });
  return runner;
}

function pageOf(location: Location): string {
  const path = location.pathname.replace(/index\.html$/, "");
  return path.startsWith(ROOT.pathname) ? path.slice(ROOT.pathname.length) : path;
}

/**
 * Put the live parts of a page back where Material has put fresh copies of them.
 *
 * Material fetches a page once more when the reader first follows a link to a place on it. Nobody has left, so what is
 * typed, shown and running stays.
 *
 * @returns false when the page now has other parts; then nothing is changed.
 */
function readopt(parts: readonly HTMLElement[]): boolean {
  const pairs = parts.map((part) => [part, document.getElementById(part.id)] as const);
  if (pairs.some(([part, fresh]) => fresh?.className !== part.className)) return false;
  const replaced = pairs.filter(([part, fresh]) => fresh !== part);
  for (const [part, fresh] of replaced) fresh?.replaceWith(part);
  const place = decodeURIComponent(window.location.hash.slice(1));
  if (replaced.length > 0 && place) document.getElementById(place)?.scrollIntoView();
  return true;
}

/** Show how far the reader has come, where the page has a place for it. */
function showProgress(): void {
  if (!document.querySelector(".tk-continue, [data-lesson]")) return;
  import("./map.ts")
    .then((map) => map.showProgress(ROOT, browserShelf()))
    .catch((error) => console.error(error)); // the page is complete without it
}

function mount(): void {
  showProgress();
  const name = pageOf(window.location);
  if (mounted?.name === name && readopt(mounted.parts)) return;
  unmount();
  visits += 1;
  const leaving = new AbortController();
  const { signal } = leaving;
  const notebook = new Notebook(browserShelf(), ROOT.pathname, name);
  if (document.querySelector(".tk-lesson")) notebook.saveOpening(new Date());
  const page: Page = {
    key: `${name}#${visits}`,
    notebook,
    places: PLACES,
    cells: [],
    exercises: [],
    signal,
  };

  type Runner = typeof import("./run.ts");
  const withRunner = (target: Target, act: (runner: Runner) => void) => {
    fetchRunner().then(act, (error) => {
      target.bar.say(
        "The part that runs Python could not be fetched. Press the button to try again.",
      );
      console.error(error);
    });
  };
  const stop = (target: Target) => withRunner(target, (runner) => runner.stop(target));
  const run = (cell: Cell) => withRunner(cell, (runner) => runner.runCell(page, cell));
  const check = (exercise: Exercise) =>
    withRunner(exercise, (runner) => runner.checkExercise(page, exercise));

  const fetchSolution = ({ slug, field }: Exercise) =>
    import("./reveal.ts").then(({ reveal }) => reveal(PLACES.course, slug, () => field.text));

  const mountDemo = (root: HTMLElement) => {
    const ask = (demo: Demo, state: State) =>
      withRunner(demo, (runner) => runner.askDemo(page, demo, state));
    const warmUp = () => {
      if (savesData()) return;
      fetchRunner().then(
        (runner) => signal.aborted || runner.warmUp(page),
        () => {}, // Send tries again, and says so
      );
    };
    return new Demo(root, { ask, stop, typing: warmUp }, signal);
  };

  for (const root of document.querySelectorAll<HTMLElement>(".tk-cell")) {
    page.cells.push(new Cell(root, notebook, { run, stop }));
  }
  for (const root of document.querySelectorAll<HTMLElement>(".tk-exercise")) {
    page.exercises.push(new Exercise(root, notebook, { check, stop, fetchSolution }));
  }
  const targets = [...page.cells, ...page.exercises];
  const saved = notebook.claim(new Map(targets.map(({ root, field }) => [root.id, field.starter])));
  for (const target of targets) {
    target.restore(saved.get(target.root.id));
    const intent = (event: Event) => {
      const pressed = event instanceof MouseEvent && event.type !== "pointerenter";
      const inCode = event.target instanceof Element && event.target.closest(".tk-input") !== null;
      const at = pressed && inCode ? { x: event.clientX, y: event.clientY } : undefined;
      // The editor is here then, so the other parts need not wait to be touched; and only then does Python take the line.
      void target.field.open(at).then(() => {
        if (signal.aborted) return;
        for (const { field } of targets) void field.open();
        if (savesData()) return;
        fetchRunner().then(
          (runner) => signal.aborted || runner.warmUp(page),
          () => {},
        );
      });
    };
    onIntent(target.root, intent, signal);
    makeScrollable(target.root);
  }
  const forms = [...document.querySelectorAll<HTMLFormElement>("form.tk-quiz")];
  for (const form of forms) mountQuiz(form, notebook, signal);
  const box = document.getElementById(DEMO);
  if (box) page.demo = mountDemo(box);
  muteCodeLandmarks(signal);
  mounted = { name, parts: [...targets.map(({ root }) => root), ...forms, ...(box ? [box] : [])] };

  const save = () => {
    for (const { field } of targets) field.save();
  };
  const follow = () => {
    const texts = notebook.textsElsewhere();
    for (const { root, field } of targets) field.follow(texts?.get(root.id));
  };
  window.addEventListener("pagehide", save, { signal });
  window.addEventListener("storage", follow, { signal });
  const turn = () => (document.hidden ? save() : follow()); // a tab at rest may have missed the event
  document.addEventListener("visibilitychange", turn, { signal });

  unmount = () => {
    unmount = () => {};
    mounted = undefined;
    leaving.abort();
    for (const target of targets) target.unmount();
    void runner?.then(
      (loaded) => loaded.leave(page),
      () => {},
    );
  };
}

// Another tab, or a page that the browser has kept while the reader was on another one.
window.addEventListener("storage", showProgress);
window.addEventListener("pageshow", (event) => event.persisted && showProgress());

// Material swaps the page's content without loading a page; it says so on document$.
const { document$: changes } = window as { document$?: { subscribe: (next: () => void) => void } };
if (changes) changes.subscribe(mount);
else mount();
