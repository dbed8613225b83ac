/** Runs cells and checks exercises. Fetched when a reader first means to. */

import demoTurns from "../../src/turnkeeper/site/demo_turns.py";
import type { Cell } from "./cell.ts";
import type { Demo } from "./demo.ts";
import { cellOf, readAnswer, type State } from "./demo-state.ts";
import { el } from "./dom.ts";
import type { Exercise } from "./exercise.ts";
import { Kernel, PythonLost, Stopped } from "./kernel.ts";
import { nameCells, plan } from "./order.ts";
import { Output } from "./output.ts";
import type { Page, Target } from "./page.ts";
import { describeProgress, type Words } from "./progress.ts";
import type { Piece } from "./protocol.ts";
import { showReport } from "./report.ts";

let kernel: Kernel | undefined;
/** What runs or waits, and how to stop it. */
const active = new Map<Target, () => void>();

function kernelOf(page: Page): Kernel {
  kernel ??= new Kernel(page.places);
  return kernel;
}

/** Start Python in the background, so that the first Run waits less. */
export function warmUp(page: Page): void {
  kernelOf(page)
    .start()
    .catch(() => {}); // the Run that needs it will say so
}

/** Run a cell, and before it those above that have not run in this Python. */
export function runCell(page: Page, cell: Cell): void {
  enqueue(page, cell, async (python) => {
    const session = python.session;
    const todo = plan(page.cells, cell.number, session);
    const first = todo.slice(0, -1);
    for (const number of todo) {
      const one = page.cells.find((other) => other.number === number);
      if (!one) continue;
      cell.bar.say(one === cell ? "Running" : `Running cell ${number} first`);
      if (one !== cell) one.bar.say(`Running, because cell ${cell.number} needs it`);
      const went = await execute(python, page, one);
      const fine = went === "done" || one.mayFail;
      if (fine) one.ranIn = session;
      if (one !== cell && !fine) {
        cell.bar.say(blame(number));
        return;
      }
      if (one === cell) {
        const also = first.length > 0 ? ` ${capital(nameCells(first))} ran first.` : "";
        cell.bar.say(
          `${went === "done" ? "Done." : "It stopped with an error, shown below."}${also}`,
        );
      }
    }
  });
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

/** Stop what belongs to a part of the page: what waits is taken off the queue, what runs is ended with its Python. */
export function stop(target: Target): void {
  active.get(target)?.();
}

/** The reader left: nothing of the page may hold up the next one. */
export function leave(page: Page): void {
  if (!kernel) return;
  const parts: Target[] = [...page.cells, ...page.exercises, ...(page.demo ? [page.demo] : [])];
  if (parts.some((one) => active.has(one))) kernel.stop();
  else kernel.forget(page.key);
}

function enqueue(page: Page, target: Target, work: (python: Kernel) => Promise<void>): void {
  if (active.has(target)) {
    target.bar.say("It runs already. Press Stop to end it.");
    return;
  }
  const python = kernelOf(page);
  const { bar } = target;
  const over = () => {
    active.delete(target);
    bar.busy = false;
  };
  const job = async () => {
    active.set(target, () => python.stop());
    let unwatch = () => {};
    try {
      if (!python.started) {
        const say = ([words, quiet]: Words) => bar.say(words, quiet);
        say(describeProgress());
        unwatch = python.watch((progress) => say(describeProgress(progress)));
        await python.start();
      }
      unwatch();
      await work(python);
    } catch (error) {
      bar.say(explain(error, target));
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

async function execute(python: Kernel, page: Page, cell: Cell): Promise<"done" | "failed"> {
  const { text } = cell.field;
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
    if (result.ok) {
      cell.bar.say(output.empty ? "Done; it shows nothing." : "Done.");
      return "done";
    }
    output.fail(result.error, (line) => void cell.field.goToLine(line));
    cell.field.markLine(result.error.line);
    cell.bar.say("It stopped with an error, shown below.");
    return "failed";
  } catch (error) {
    cell.bar.say(explain(error, cell));
    throw error;
  } finally {
    output.settle();
    if (lent) {
      active.delete(cell);
      cell.bar.busy = false;
    }
  }
}

function explain(error: unknown, target: Target): string {
  if (error instanceof Stopped) {
    const above = "number" in target && Number(target.number) > 1;
    const next = above ? " The next Run also runs the cells above once more." : "";
    return error.lost ? `${error.message}${next}` : error.message;
  }
  if (error instanceof PythonLost) return error.message;
  console.error(error);
  return `Something in this page went wrong (${String(error)}). Reload it; your text is kept.`;
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
