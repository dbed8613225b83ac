/** The page's side of the worker: starts it, talks to it, ends it. One for the whole site. */

import type { CellResult, FromWorker, Piece, Progress, Report, ToWorker } from "./protocol.ts";
import { Queue } from "./queue.ts";

/** Python was ended because the reader asked for it. `lost` tells whether there were names to lose. */
export class Stopped extends Error {
  readonly lost: boolean;

  constructor(lost: boolean) {
    super(lost ? "Stopped. Python starts again." : "Stopped before Python had started.");
    this.lost = lost;
  }
}

/** Python could not start or could not go on; the message is for the reader. */
export class PythonLost extends Error {}

interface Settle<T> {
  resolve: (value: T) => void;
  reject: (reason: Error) => void;
}

interface Job extends Settle<FromWorker> {
  output: (pieces: Piece[]) => void;
}

/** Where the worker's parts are. */
export interface Places {
  worker: URL;
  pyodide: URL;
  course: URL;
}

export class Kernel {
  /** Counts the Pythons started: what ran in an earlier one is gone. */
  session = 0;
  /** Whole runs (a cell and those above it) wait for one another here. */
  readonly queue = new Queue();
  private readonly places: Places;
  private worker: Worker | undefined;
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
    const worker = new Worker(this.places.worker, { type: "module", name: "turnkeeper" });
    this.worker = worker;
    worker.addEventListener("message", ({ data }: MessageEvent<FromWorker>) => {
      if (this.worker === worker) this.receive(data);
    });
    worker.addEventListener("error", (event) => {
      event.preventDefault();
      if (this.worker === worker) this.lose(event.message || "its worker could not be loaded");
    });
    const { pyodide, course } = this.places;
    this.send({ type: "boot", pyodide: pyodide.href, course: course.href });
    return ready;
  }

  /**
   * Run one cell.
   *
   * @param page - the namespace to run in.
   * @throws {Stopped | PythonLost}
   */
  async run(page: string, source: string, output: Job["output"]): Promise<CellResult> {
    const answer = await this.ask((id) => ({ type: "run", id, page, source }), output);
    if (answer.type !== "ran") throw new PythonLost(`an unexpected answer, ${answer.type}`);
    return answer.result;
  }

  /**
   * Check an answer to an exercise.
   *
   * @throws {Stopped | PythonLost}
   */
  async grade(slug: string, source: string): Promise<Report> {
    const answer = await this.ask(
      (id) => ({ type: "grade", id, slug, source }),
      () => {},
    );
    if (answer.type !== "graded") throw new PythonLost(`an unexpected answer, ${answer.type}`);
    return answer.report;
  }

  /** Drop the names of a page that was left. */
  forget(page: string): void {
    if (this.booted) this.send({ type: "forget", page });
  }

  /** End whatever runs, drop whatever waits, and start Python again unless it was still starting. */
  stop(): void {
    const again = this.booted;
    this.queue.clear();
    this.end(new Stopped(again));
    if (again) void this.start();
  }

  private async ask(make: (id: number) => ToWorker, output: Job["output"]): Promise<FromWorker> {
    await this.start();
    return new Promise((resolve, reject) => {
      this.count += 1;
      this.jobs.set(this.count, { resolve, reject, output });
      this.send(make(this.count));
    });
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
      case "output":
        this.jobs.get(message.id)?.output(message.pieces);
        break;
      case "refused":
        this.jobs.get(message.id)?.reject(new PythonLost(message.message));
        this.jobs.delete(message.id);
        break;
      default:
        this.jobs.get(message.id)?.resolve(message);
        this.jobs.delete(message.id);
    }
  }

  private lose(why: string): void {
    const deep = /call stack/i.test(why); // what every browser's message for it has in common
    const short = deep ? "calls inside calls, too many of them" : why.trim().split("\n").at(-1);
    const words = this.booted
      ? `Python stopped unexpectedly (${short}). The next Run or Check starts it again.`
      : `Python could not start (${short}). If the connection is there, try again.`;
    console.error(`turnkeeper: ${why}`);
    this.queue.clear();
    this.end(new PythonLost(words));
  }

  private end(reason: Error): void {
    this.worker?.terminate();
    this.worker = undefined;
    this.ready = undefined;
    this.booted = false;
    const jobs = [...this.jobs.values()];
    this.jobs.clear();
    this.settleReady?.reject(reason);
    for (const job of jobs) job.reject(reason);
  }
}
