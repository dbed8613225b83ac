/**
 * The entry of every page: finds cells, exercises and quizzes, and brings them to life.
 *
 * It is small on purpose. The editor and Python are fetched when the reader first touches a cell.
 */

import { cacheNameOf } from "./cache-name.ts";
import { Cell } from "./cell.ts";
import { followLists } from "./chart/switch.ts";
import { ID as DEMO, Demo } from "./demo.ts";
import type { State } from "./demo-state.ts";
import { makeScrollable } from "./dom.ts";
import { Exercise } from "./exercise.ts";
import { onIntent, savesData } from "./intent.ts";
import { muteCodeLandmarks } from "./material.ts";
import type { Site } from "./offline.ts";
import type { Page, Target } from "./page.ts";
import { mountQuiz } from "./quiz.ts";
import type { Scope } from "./scope.ts";
import { openStore } from "./site-store.ts";
import { Notebook } from "./storage.ts";

/** This file stands in assets/turnkeeper/ below the site's root. */
const ROOT = new URL("../../", import.meta.url);
/** The build writes it here. */
const VERSION = "@version@";
const PLACES = {
  worker: new URL("worker.js", import.meta.url),
  pyodide: new URL("pyodide/", ROOT),
  course: new URL("course/", ROOT),
  cache: cacheNameOf(ROOT, VERSION),
};

const { store, tab } = openStore(ROOT.pathname);
const SITE: Site = {
  root: ROOT,
  version: VERSION,
  save: () => saveTexts(),
};

let saveTexts = async () => {};
let visits = 0;
let unmount = () => {};
let mounted: { name: string; parts: HTMLElement[] } | undefined;
/** Milliseconds between the start of Python and the editors of the other parts: what runs comes first. */
const AFTERWARDS = 1000;
let runner: Promise<typeof import("./run.ts")> | undefined;

/** Fetch the part that runs Python; a lost connection is tried again at the next press. */
function fetchRunner(): Promise<typeof import("./run.ts")> {
  // Once the service worker is there, what Python takes is kept as it passes. Python waits for it, but needs it not.
  const prepared = () => import("./offline.ts").then(({ prepare }) => prepare(SITE));
  runner ??= Promise.all([import("./run.ts"), prepared()]).then(([run]) => run);
  runner.catch(() => {
    runner = undefined;
  });
  return runner;
}

function pageOf(location: Location): string {
  const path = location.pathname.replace(/index\.html$/, "");
  return path.startsWith(ROOT.pathname) ? path.slice(ROOT.pathname.length) : path;
}

/** The element that a fragment names; null where it names none, or is no text that can be decoded. */
function targetOf(fragment: string): HTMLElement | null {
  try {
    return document.getElementById(decodeURIComponent(fragment.slice(1)));
  } catch {
    return null;
  }
}

/** What was focused last, for as long as the reader has not left it. */
let focused: HTMLElement | undefined;

/** An element that is taken out of the page loses the focus without having been left. */
function followFocus(): void {
  document.addEventListener("focusin", ({ target }) => {
    focused = target instanceof HTMLElement ? target : undefined;
  });
  document.addEventListener("focusout", ({ target }) => {
    queueMicrotask(() => {
      if (target === focused && focused?.isConnected) focused = undefined;
    });
  });
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
  const before = focused;
  for (const [part, fresh] of replaced) fresh?.replaceWith(part);
  if (
    document.activeElement === document.body &&
    replaced.some(([part]) => part.contains(before ?? null))
  ) {
    before?.focus({ preventScroll: true });
  }
  if (replaced.length > 0) targetOf(window.location.hash)?.scrollIntoView();
  return true;
}

/** Show how far the reader has come, where the page has a place for it. */
function showProgress(): void {
  if (!document.querySelector(".tk-continue, [data-lesson]")) return;
  import("./map.ts")
    .then((map) => map.showProgress(ROOT, store))
    .catch((error) => console.error(error)); // the page is complete without it
}

/** Let the reader export and import, where the page has a place for it. */
function mountTransfer(): void {
  const place = document.querySelector<HTMLElement>(".tk-transfer:empty");
  if (!place) return;
  import("./transfer-page.ts")
    .then((page) => page.mountTransfer(place, ROOT, store))
    .catch(() => place.append("Export and import could not be fetched. Reload this page."));
}

/** Where the reader may give a key for real calls. */
async function mountRealRun(box: HTMLElement, page: Page): Promise<void> {
  try {
    const [{ mountKey }, runner] = await Promise.all([import("./real-key.ts"), fetchRunner()]);
    if (!page.signal.aborted) mountKey(box, (key) => runner.useKey(page, key), page.signal);
  } catch (error) {
    box.textContent = "The part for real runs could not be fetched. Reload the page.";
    console.error(error);
  }
}

function mount(): void {
  showProgress();
  mountTransfer();
  const name = pageOf(window.location);
  if (mounted?.name === name && readopt(mounted.parts)) return;
  unmount();
  visits += 1;
  const leaving = new AbortController();
  const { signal } = leaving;
  const notebook = new Notebook(store, name, tab, signal);
  const page: Page = {
    key: `${name}#${visits}`,
    notebook,
    places: PLACES,
    site: SITE,
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

  /** Returns when Python is ready, or will not be. */
  const startPython = async (): Promise<void> => {
    if (savesData() || signal.aborted) return;
    try {
      const loaded = await fetchRunner();
      if (!signal.aborted) await loaded.warmUp(page);
    } catch {
      // Run tries again, and says so
    }
  };

  const fetchSolution = ({ slug, field }: Exercise) =>
    import("./reveal.ts").then(({ reveal }) => reveal(PLACES.course, slug, () => field.text));

  const mountDemo = (root: HTMLElement) => {
    const ask = (demo: Demo, state: State) =>
      withRunner(demo, (runner) => runner.askDemo(page, demo, state));
    return new Demo(root, { ask, stop, typing: () => void startPython() }, signal);
  };

  // An exercise is a file of its own: it has no names but those it makes.
  const scopeOf = (names: string, above: () => string[]): Scope => ({
    above,
    ask: async (want, of, cells) => (await runner)?.complete(names, want, of, cells) ?? null,
  });
  const scope = ({ number }: Cell) =>
    scopeOf(page.key, () => page.cells.slice(0, number - 1).map(({ field }) => field.text));
  for (const root of document.querySelectorAll<HTMLElement>(".tk-cell")) {
    page.cells.push(new Cell(root, notebook, { run, stop, scope }));
  }
  for (const root of document.querySelectorAll<HTMLElement>(".tk-exercise")) {
    page.exercises.push(
      new Exercise(root, notebook, {
        check,
        stop,
        fetchSolution,
        scope: () => scopeOf("", () => []),
      }),
    );
  }
  const targets = [...page.cells, ...page.exercises];
  const openEditors = () => {
    if (signal.aborted) return;
    for (const { field } of targets) void field.open();
  };
  for (const { root, field } of targets) {
    const intoCode = (event: Event) => {
      const pressed = event instanceof MouseEvent && event.type !== "pointerenter";
      const at = pressed ? { x: event.clientX, y: event.clientY } : undefined;
      // The editor is here then, so the other parts need not wait to be touched; and only then does Python take the line.
      void field.open(at).then(() => {
        openEditors();
        void startPython();
      });
    };
    const code = root.querySelector<HTMLElement>(".tk-input");
    if (code) onIntent(code, intoCode, signal);
    const toUse = ({ target }: Event) => {
      const inCode = target instanceof Node && code?.contains(target);
      if (inCode || code?.matches(":hover")) return;
      // Who means to run waits for Python: the editors come after it.
      void startPython().then(() => window.setTimeout(openEditors, AFTERWARDS));
    };
    onIntent(root, toUse, signal);
    makeScrollable(root);
  }
  const forms = [...document.querySelectorAll<HTMLFormElement>("form.tk-quiz")];
  const quizzes = forms.map((form) => mountQuiz(form, notebook, signal));
  const box = document.getElementById(DEMO);
  if (box) page.demo = mountDemo(box);
  const real = document.querySelector<HTMLElement>(".tk-real");
  if (real && visits > 1)
    window.location.reload(); // swapped in, it would have the last page's policy
  else if (real) void mountRealRun(real, page);
  muteCodeLandmarks(signal);
  mounted = { name, parts: [...targets.map(({ root }) => root), ...forms, ...(box ? [box] : [])] };

  const offer = () => {
    if (!window.location.hash.includes("&code=")) return;
    import("./linked.ts").then(
      ({ offerLinked }) => offerLinked(targets, signal),
      (error) => console.error(error), // the address still holds it
    );
  };
  window.addEventListener("hashchange", offer, { signal });

  const save = () => {
    for (const { field } of targets) field.save();
  };
  const restore = () => {
    if (signal.aborted) return;
    for (const target of targets) {
      const { root, field } = target;
      target.restore(notebook.match(root.id, field.starter));
    }
    offer();
    for (const quiz of quizzes) quiz?.restore();
    notebook.changed = () => {
      for (const { root, field } of targets) field.follow(notebook.text(root.id));
    };
  };
  const lesson = document.querySelector(".tk-lesson") !== null;
  if (lesson || targets.length + forms.length > 0) {
    const starters = new Map(targets.map(({ root, field }) => [root.id, field.starter]));
    void notebook.open(starters, lesson ? new Date() : undefined).then(restore);
    window.addEventListener("pagehide", save, { signal });
    const turn = () => (document.hidden ? save() : void notebook.refresh()); // it may have missed the word
    document.addEventListener("visibilitychange", turn, { signal });
  }
  saveTexts = () => {
    save();
    return notebook.settled();
  };

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

/** Answer the service worker, where there is one. */
function followVersions(): void {
  void import("./offline.ts").then(({ follow }) => follow(SITE)).catch(() => {});
}

followLists();
followFocus();
store.onChange(showProgress);
// A page that the browser keeps while the reader is on another one hears nothing meanwhile.
window.addEventListener("pagehide", () => store.rest());
window.addEventListener("pageshow", (event) => {
  store.listen();
  if (event.persisted) showProgress();
});
const { serviceWorker } = navigator as Partial<Navigator>; // undefined where the address is not secure
if (serviceWorker?.controller) followVersions();
else serviceWorker?.addEventListener("controllerchange", followVersions, { once: true });

// Material swaps the page's content without loading a page; it says so on document$.
const { document$: changes } = window as { document$?: { subscribe: (next: () => void) => void } };
if (changes) changes.subscribe(mount);
else mount();
