/** Runs cells and checks exercises. Fetched when a reader first means to. */

import demoTurns from "../../src/turnkeeper/site/demo_turns.py";
import { Bar } from "./bar.ts";
import type { Cell } from "./cell.ts";
import type { Demo } from "./demo.ts";
import { cellOf, readAnswer, type State } from "./demo-state.ts";
import { el } from "./dom.ts";
import type { Exercise } from "./exercise.ts";
import { Ended, Kernel, Stopped } from "./kernel.ts";
import { keep } from "./offline.ts";
import { lostWith, nameCells, plan } from "./order.ts";
import { Output } from "./output.ts";
import type { Page, Target } from "./page.ts";
import { describeProgress, type Words } from "./progress.ts";
import type { Known, Piece } from "./protocol.ts";
import { showReport } from "./report.ts";

let kernel: Kernel | undefined;
/** What runs or waits, and how to stop it. */
const active = new Map<Target, () => void>();
/** Takes away the offer to run cells again. */
let withdrawOffer = () => {};

function kernelOf(page: Page): Kernel {
  kernel ??= new Kernel(page.places);
  return kernel;
}

/** Start Python in the background, so that the first Run waits less. Returns when it is ready, or will not be. */
export async function warmUp(page: Page): Promise<void> {
  await kernelOf(page)
    .start()
    .catch(() => {}); // the Run that needs it will say so
}

/** Have Python call the real API with a key, or, without one, no more. */
export function useKey(page: Page, key: string | undefined): void {
  if (kernel || key !== undefined) kernelOf(page).useKey(key);
  if (key !== undefined) warmUp(page);
}

/** Run a cell, and before it those above that have not run in this Python. */
export function runCell(page: Page, cell: Cell): void {
  enqueue(page, cell, async (python) => {
    const first = plan(page.cells, cell.number, python.session).slice(0, -1);
    if (!(await runFirst(python, page, cell, first))) return;
    cell.bar.say("Running");
    const went = await execute(python, page, cell);
    const also = first.length > 0 ? ` ${capital(nameCells(first))} ran first.` : "";
    cell.bar.say(`${went === "done" ? "Done." : "It stopped with an error, shown below."}${also}`);
  });
}

/** Run the cells again whose variables are lost. */
function runAgain(page: Page, target: Target, numbers: readonly number[]): void {
  enqueue(page, target, async (python) => {
    if (!(await runFirst(python, page, target, numbers))) return;
    target.bar.say(`${capital(nameCells(numbers))} ran again.`);
  });
}

/** Run cells that a part of the page needs. Returns false when one stops with an error; the part says so then. */
async function runFirst(
  python: Kernel,
  page: Page,
  target: Target,
  numbers: readonly number[],
): Promise<boolean> {
  for (const number of numbers) {
    const one = page.cells.find((other) => other.number === number);
    if (!one) continue;
    target.bar.say(`Running cell ${number} first`);
    one.bar.say(
      `Running, because ${"number" in target ? `cell ${target.number}` : "more"} needs it`,
    );
    const went = await execute(python, page, one);
    if (went === "done" || one.mayFail) continue;
    target.bar.say(blame(number), "", true);
    return false;
  }
  return true;
}

/** Check an answer to an exercise. */
export function checkExercise(page: Page, exercise: Exercise): void {
  enqueue(page, exercise, async (python) => {
    exercise.bar.say("Checking");
    const { text } = exercise.field;
    try {
      showReport(exercise, await python.grade(exercise.slug, text));
      exercise.showsResultsOf(text);
    } finally {
      exercise.tried(text);
    }
  });
}

/** Have Python hold the demo's conversation. Every time from its beginning: then nothing is lost with a Python. */
export function askDemo(page: Page, demo: Demo, state: State): void {
  enqueue(page, demo, async (python) => {
    demo.bar.say("Asking the model");
    const pieces: Piece[] = [];
    const cell = cellOf(demoTurns, state);
    const result = await python.run(page.key, 1, cell, (some) => pieces.push(...some));
    if (result.ok) demo.answered(state, readAnswer(pieces));
    else demo.failed(`This message could not be sent: ${result.error.plain}`);
  });
}

/** What Python knows of an expression, if it is there and idle; nothing starts for it. */
export async function complete<Want extends keyof Known>(
  ...question: Parameters<typeof Kernel.prototype.complete<Want>>
): Promise<Known[Want] | null> {
  return kernel ? kernel.complete(...question) : null;
}

/** Stop what belongs to a part of the page: what waits is taken off the queue, what runs is ended with its Python. */
export function stop(target: Target): void {
  active.get(target)?.();
}

/** The reader left: nothing of the page may hold up the next one. A Python that is being started goes on for it. */
export function leave(page: Page): void {
  if (!kernel) return;
  withdrawOffer();
  const parts: Target[] = [...page.cells, ...page.exercises, ...(page.demo ? [page.demo] : [])];
  if (!parts.some((one) => active.has(one))) kernel.forget(page.key);
  else if (kernel.started) {
    kernel.stop();
    kernel.forget(page.key);
  } else kernel.queue.clear();
}

function enqueue(page: Page, target: Target, work: (python: Kernel) => Promise<void>): void {
  if (active.has(target)) {
    target.bar.say("It runs already. Press Stop to end it.");
    return;
  }
  withdrawOffer();
  const python = kernelOf(page);
  const { bar } = target;
  const over = () => {
    active.delete(target);
    bar.busy = false;
  };
  const job = async () => {
    active.set(target, () => python.stop());
    let unwatch = () => {};
    let session: number | undefined;
    try {
      if (!python.started) {
        const say = ([words, quiet]: Words) => bar.say(words, quiet);
        say(describeProgress());
        unwatch = python.watch((progress) => say(describeProgress(progress)));
        await Promise.race([python.start(), left(page)]);
      }
      unwatch();
      session = python.session;
      if (page.signal.aborted) return;
      await work(python);
      void keep(page.site);
    } catch (error) {
      bar.say(explain(error, page, target, session), "", true);
      if (error instanceof Ended && error.lost) offer(page, target, session);
    } finally {
      unwatch();
      over();
    }
  };
  bar.busy = true;
  if (python.queue.busy) bar.say("Waiting for what runs now");
  const withdraw = python.queue.add(job, () => {
    over();
    bar.say("Not run.");
  });
  if (!active.has(target)) active.set(target, withdraw);
}

/** Settles when the reader leaves the page. */
function left({ signal }: Page): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
}

async function execute(python: Kernel, page: Page, cell: Cell): Promise<"done" | "failed"> {
  const { text } = cell.field;
  const { session } = python;
  cell.field.markLine(null);
  cell.showsOutputOf(text);
  const lent = !active.has(cell); // it runs for a cell below, and nobody has pressed its own button
  if (lent) {
    active.set(cell, () => python.stop());
    cell.bar.busy = true;
  }
  const output = new Output(cell.output);
  try {
    const result = await python.run(page.key, cell.number, text, (pieces) => output.add(pieces));
    const notes = result.notes ?? [];
    if (result.ok || cell.mayFail) cell.ranIn = session;
    if (result.ok) {
      output.remark(notes);
      cell.bar.say(output.empty ? "Done; it shows nothing." : "Done.");
      return "done";
    }
    output.fail(result.error, (line) => void cell.field.goToLine(line));
    output.remark(notes);
    cell.field.markLine(result.error.line);
    cell.bar.say("It stopped with an error, shown below.");
    return "failed";
  } catch (error) {
    cell.bar.say(explain(error, page, cell, session), "", true);
    throw error;
  } finally {
    output.settle();
    if (lent) {
      active.delete(cell);
      cell.bar.busy = false;
    }
  }
}

function explain(error: unknown, page: Page, target: Target, session?: number): string {
  if (!(error instanceof Ended)) {
    console.error(error);
    return `Something in this page went wrong (${String(error)}). Reload it; your text is kept.`;
  }
  if (!error.lost) {
    const kept = error instanceof Stopped && session !== undefined && "number" in target;
    return kept ? `${error.message} Your variables are kept.` : error.message;
  }
  const lost = session === undefined ? [] : lostWith(page.cells, session);
  if (lost.length === 0) return error.message;
  return `${error.message} The variables of ${nameCells(lost)} are lost.`;
}

/** Offer to run the cells above a part of the page once more; they never run by themselves. */
function offer(page: Page, target: Target, session = 0): void {
  if (page.signal.aborted || !(target.bar instanceof Bar)) return;
  const end = "number" in target ? Number(target.number) : Number.POSITIVE_INFINITY;
  const above = lostWith(page.cells, session).filter((number) => number < end);
  if (above.length === 0) return;
  const words = `${capital(nameCells(above))} ${above.length > 1 ? "have" : "has"} not run in the new Python.`;
  const notice = target.bar.ask(
    words,
    [
      ["Run the cells above again", () => runAgain(page, target, above)],
      ["Not now", () => {}],
    ],
    false,
  );
  withdrawOffer = () => notice.remove();
}

function blame(number: number): Node {
  const link = el("a", { href: `#cell-${number}` }, `Cell ${number}`);
  return el(
    "span",
    {},
    link,
    ` above stopped with an error, so this cell did not run. Mend cell ${number}, then run this one again.`,
  );
}

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
