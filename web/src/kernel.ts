/** The page's side of the worker: starts it, talks to it, ends it. One for the whole site. */

import { savesData } from "./intent.ts";
import { Interrupter } from "./interrupt.ts";
import { describeLoss } from "./loss.ts";
import { openWorker } from "./open-worker.ts";
import type {
  CellResult,
  FromWorker,
  Known,
  Piece,
  Progress,
  Report,
  ToWorker,
} from "./protocol.ts";
import { Queue } from "./queue.ts";

/** What runs has ended before its time. `lost` tells whether Python was ended with it, and so all its names. */
export class Ended extends Error {
  readonly lost: boolean;

  constructor(message: string, lost: boolean) {
    super(message);
    this.lost = lost;
  }
}

/** It ended because the reader asked for it. */
export class Stopped extends Ended {}

/** Python was ended because what it ran could not be stopped from inside. */
export class Overdue extends Ended {
  constructor(seconds: number) {
    super(
      `This ran longer than ${seconds} seconds and could not be stopped gently, so it was ended. ` +
        "Is there a loop that never ends, or one that catches every exception? Python starts again.",
      true,
    );
  }
}

/** Python did not take up what it was asked, though nothing was running. */
export class Deaf extends Ended {
  constructor() {
    super(
      "Python did not answer, so this was not run: something that an earlier cell began, such as an asyncio task, keeps " +
        "it busy. Python starts again.",
      true,
    );
  }
}

/** Python could not start or could not go on; the message is for the reader. */
export class PythonLost extends Ended {}

/** Seconds that a cell may run, and each piece of a check. Python itself stops nearly all that runs longer. */
const RUN = 30;
const CHECK = 5;
/** Seconds more after which a Python that did not stop is ended. */
const GRACE = 5;
/** Seconds until a Python that has nothing to do takes up what it is asked. */
const HEED = 10;

interface Settle<T> {
  resolve: (value: T) => void;
  reject: (reason: Error) => void;
}

interface Job extends Settle<FromWorker> {
  output: (pieces: Piece[]) => void;
  /** For what the reader has asked for; 0 for what only the editor wants to know. */
  seconds: number;
  overdue?: ReturnType<typeof setTimeout>;
}

/** What is asked of the worker: a message but for its number. */
type Question =
  | Omit<ToWorker & { type: "run" }, "id">
  | Omit<ToWorker & { type: "grade" }, "id">
  | Omit<ToWorker & { type: "complete" }, "id">;

/** Where the worker's parts are. */
export interface Places {
  worker: URL;
  pyodide: URL;
  course: URL;
  /** The name of the cache in which this version of the site may be kept. */
  cache: string;
}

export class Kernel {
  /** Counts the Pythons started: what ran in an earlier one is gone. */
  session = 0;
  /** Whole runs (a cell and those above it) wait for one another here. */
  readonly queue = new Queue();
  private readonly places: Places;
  private readonly interrupter = Interrupter.make();
  private worker: Worker | undefined;
  private key: string | undefined;
  private ready: Promise<void> | undefined;
  private settleReady: Settle<void> | undefined;
  private booted = false;
  private jobs = new Map<number, Job>();
  private count = 0;
  private readonly watchers = new Set<(progress: Progress) => void>();

  constructor(places: Places) {
    this.places = places;
  }

  /** True when a Run need not wait for Python to start. */
  get started(): boolean {
    return this.booted;
  }

  /** Follow the start of Python. Returns the end of it. */
  watch(watcher: (progress: Progress) => void): () => void {
    this.watchers.add(watcher);
    return () => this.watchers.delete(watcher);
  }

  /**
   * Start Python when there is none.
   *
   * @returns once it is ready.
   * @throws {PythonLost} when it cannot start; the next call tries again.
   */
  start(): Promise<void> {
    if (this.ready) return this.ready;
    this.session += 1;
    const ready = new Promise<void>((resolve, reject) => {
      this.settleReady = { resolve, reject };
    });
    ready.catch(() => {}); // whoever waits for it is told; a start in the background may fail in silence
    this.ready = ready;
    const worker = openWorker(this.places.worker);
    this.worker = worker;
    worker.addEventListener("message", ({ data }: MessageEvent<FromWorker>) => {
      if (this.worker === worker) this.receive(data);
    });
    worker.addEventListener("error", (event) => {
      event.preventDefault();
      if (this.worker === worker) this.lose(event.message || "its worker could not be loaded");
    });
    const { pyodide, course, cache } = this.places;
    const key = this.key === undefined ? {} : { key: this.key };
    const kept = navigator.serviceWorker?.controller ? { cache } : {};
    const shared = this.interrupter && { interrupts: this.interrupter.memory };
    this.send({
      type: "boot",
      pyodide: pyodide.href,
      course: course.href,
      savesData: savesData(),
      ...kept,
      ...key,
      ...shared,
    });
    return ready;
  }

  /**
   * Run one cell.
   *
   * @param page - the namespace to run in.
   * @param number - the cell's place on the page, counted from 1.
   * @throws {Ended}
   */
  async run(
    page: string,
    number: number,
    source: string,
    output: Job["output"],
  ): Promise<CellResult> {
    const answer = await this.ask({ type: "run", page, number, source, seconds: RUN }, output);
    if (answer.type !== "ran") throw unexpected(answer);
    return answer.result;
  }

  /**
   * Check an answer to an exercise.
   *
   * @throws {Ended}
   */
  async grade(slug: string, source: string): Promise<Report> {
    const answer = await this.ask({ type: "grade", slug, source, seconds: CHECK }, () => {});
    if (answer.type !== "graded") throw unexpected(answer);
    return answer.report;
  }

  /**
   * Ask what Python knows of an expression. Nothing starts, and nothing waits for it.
   *
   * @param page - whose names count.
   * @param cells - texts that may not have run, from the top of the page.
   * @returns null when Python is not there or has other work, or knows nothing.
   */
  async complete<Want extends keyof Known>(
    page: string,
    want: Want,
    of: string,
    cells: string[],
  ): Promise<Known[Want] | null> {
    if (!this.booted || this.queue.busy) return null;
    try {
      const answer = await this.ask({ type: "complete", page, want, of, cells }, () => {});
      return answer.type === "completed" ? (answer.found as Known[Want]) : null;
    } catch {
      return null; // Python was ended meanwhile; whoever ended it says so
    }
  }

  /**
   * Have Python call the real API with a key from its next start on, or, without one, no more.
   *
   * What runs now is ended, and so is the Python that had another key or none.
   */
  useKey(key: string | undefined): void {
    this.key = key;
    this.queue.clear();
    this.end(this.stopped());
  }

  /** Drop the names of a page that was left. */
  forget(page: string): void {
    if (this.booted) this.send({ type: "forget", page });
  }

  /**
   * Stop whatever runs, and drop whatever waits.
   *
   * Python is asked to stop first, where the page can. One that does not, or cannot be asked, or is asked a second time,
   * is ended and starts again. One that was still starting does not.
   */
  stop(): void {
    this.queue.clear();
    const busy = [...this.jobs.values()].some(({ seconds }) => seconds > 0);
    const end = () => this.startAnew(this.stopped());
    if (busy && this.interrupter && !this.interrupter.asks) this.interrupter.ask(end);
    else end();
  }

  private stopped(): Stopped {
    const words = "Stopped. Python starts again.";
    return new Stopped(this.booted ? words : "Stopped before Python had started.", this.booted);
  }

  private startAnew(reason: Ended): void {
    const again = this.booted;
    this.queue.clear();
    this.end(reason);
    if (again) void this.start();
  }

  private async ask(question: Question, output: Job["output"]): Promise<FromWorker> {
    await this.start();
    return new Promise((resolve, reject) => {
      this.count += 1;
      const job: Job = {
        resolve,
        reject,
        output,
        seconds: "seconds" in question ? question.seconds : 0,
      };
      this.jobs.set(this.count, job);
      this.send({ ...question, id: this.count });
      if (job.seconds > 0) this.expect(job, HEED, new Deaf());
    });
  }

  /** Begin to wait. A worker that is silent for longer is busy for ever, or gone, and can only be ended. */
  private expect(job: Job, seconds: number, reason: Ended): void {
    clearTimeout(job.overdue);
    job.overdue = setTimeout(() => this.startAnew(reason), seconds * 1000);
  }

  private take(id: number): Job | undefined {
    const job = this.jobs.get(id);
    this.jobs.delete(id);
    clearTimeout(job?.overdue);
    if (job && job.seconds > 0) this.interrupter?.rest();
    return job;
  }

  private send(message: ToWorker): void {
    this.worker?.postMessage(message);
  }

  private receive(message: FromWorker): void {
    switch (message.type) {
      case "progress":
        for (const watcher of this.watchers) watcher(message.progress);
        break;
      case "ready":
        this.booted = true;
        this.settleReady?.resolve();
        break;
      case "unbooted":
      case "fatal":
        this.lose(message.message);
        break;
      case "heard": // a check may have to fetch its files first
        clearTimeout(this.jobs.get(message.id)?.overdue);
        break;
      case "began": {
        const job = this.jobs.get(message.id);
        if (job) this.expect(job, job.seconds + GRACE, new Overdue(job.seconds));
        break;
      }
      case "output":
        this.jobs.get(message.id)?.output(message.pieces);
        break;
      case "refused":
        this.take(message.id)?.reject(new PythonLost(message.message, false));
        break;
      default:
        this.answer(message);
    }
  }

  private answer(message: FromWorker & { id: number }): void {
    const stopped = this.interrupter?.asks ? whereStopped(message) : undefined;
    const job = this.take(message.id);
    if (stopped) job?.reject(new Stopped(stopped, false));
    else job?.resolve(message);
  }

  private lose(why: string): void {
    console.error(`turnkeeper: ${why}`);
    if (this.booted) this.startAnew(new PythonLost(describeLoss(why), true));
    else {
      this.queue.clear();
      const last = why.trim().split("\n").at(-1);
      const words = `Python could not start (${last}). If the connection is there, try again.`;
      this.end(new PythonLost(words, false));
    }
  }

  private end(reason: Error): void {
    this.worker?.terminate();
    this.worker = undefined;
    this.ready = undefined;
    this.booted = false;
    const jobs = [...this.jobs.keys()].flatMap((id) => this.take(id) ?? []);
    this.settleReady?.reject(reason);
    for (const job of jobs) job.reject(reason);
  }
}

function unexpected({ type }: FromWorker): PythonLost {
  return new PythonLost(`Python gave an unexpected answer, ${type}. Run this again.`, false);
}

/** What to say of an answer that an interrupt has cut short; undefined when it was not. */
function whereStopped(message: FromWorker): string | undefined {
  if (message.type === "interrupted" || message.type === "graded") return "Stopped.";
  if (message.type !== "ran" || message.result.ok) return undefined;
  const { kind, line } = message.result.error;
  if (kind !== "KeyboardInterrupt") return undefined;
  return line === null ? "Stopped." : `Stopped at line ${line}.`;
}
