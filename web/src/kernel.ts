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

/** Python was ended because what it ran could not be stopped from inside. */
export class Overdue extends Stopped {
  constructor(seconds: number) {
    super(true);
    this.message =
      `This ran longer than ${seconds} seconds and could not be stopped gently, so it was ended. ` +
      "Is there a loop that never ends, or one that catches every exception? Python starts again.";
  }
}

/** Python could not start or could not go on; the message is for the reader. */
export class PythonLost extends Error {}

/** Seconds that a cell may run, and each piece of a check. Python itself stops nearly all that runs longer. */
const RUN = 30;
const CHECK = 5;
/** Seconds more after which a Python that did not stop is ended. */
const GRACE = 5;

interface Settle<T> {
  resolve: (value: T) => void;
  reject: (reason: Error) => void;
}

interface Job extends Settle<FromWorker> {
  output: (pieces: Piece[]) => void;
  seconds: number;
  overdue?: ReturnType<typeof setTimeout>;
}

/** What is asked of the worker: a message but for its number. */
type Question = Omit<ToWorker & { type: "run" }, "id"> | Omit<ToWorker & { type: "grade" }, "id">;

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
   * @param number - the cell's place on the page, counted from 1.
   * @throws {Stopped | PythonLost}
   */
  async run(
    page: string,
    number: number,
    source: string,
    output: Job["output"],
  ): Promise<CellResult> {
    const answer = await this.ask({ type: "run", page, number, source, seconds: RUN }, output);
    if (answer.type !== "ran") throw new PythonLost(`an unexpected answer, ${answer.type}`);
    return answer.result;
  }

  /**
   * Check an answer to an exercise.
   *
   * @throws {Stopped | PythonLost}
   */
  async grade(slug: string, source: string): Promise<Report> {
    const answer = await this.ask({ type: "grade", slug, source, seconds: CHECK }, () => {});
    if (answer.type !== "graded") throw new PythonLost(`an unexpected answer, ${answer.type}`);
    return answer.report;
  }

  /** Drop the names of a page that was left. */
  forget(page: string): void {
    if (this.booted) this.send({ type: "forget", page });
  }

  /** End whatever runs, drop whatever waits, and start Python again unless it was still starting. */
  stop(): void {
    this.startAnew(new Stopped(this.booted));
  }

  private startAnew(reason: Stopped): void {
    const again = this.booted;
    this.queue.clear();
    this.end(reason);
    if (again) void this.start();
  }

  private async ask(question: Question, output: Job["output"]): Promise<FromWorker> {
    await this.start();
    return new Promise((resolve, reject) => {
      this.count += 1;
      const job: Job = { resolve, reject, output, seconds: question.seconds };
      this.jobs.set(this.count, job);
      this.send({ ...question, id: this.count });
      // Nothing else runs now, so only a worker that is gone is silent. A check may have to fetch its files first.
      if (question.type === "run") this.expect(job);
    });
  }

  /** Begin to wait for a piece of work. A worker that is busy for too long is deaf, and can only be ended. */
  private expect(job: Job): void {
    clearTimeout(job.overdue);
    job.overdue = setTimeout(
      () => this.startAnew(new Overdue(job.seconds)),
      (job.seconds + GRACE) * 1000,
    );
  }

  private take(id: number): Job | undefined {
    const job = this.jobs.get(id);
    this.jobs.delete(id);
    clearTimeout(job?.overdue);
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
      case "began": {
        const job = this.jobs.get(message.id);
        if (job) this.expect(job);
        break;
      }
      case "output":
        this.jobs.get(message.id)?.output(message.pieces);
        break;
      case "refused":
        this.take(message.id)?.reject(new PythonLost(message.message));
        break;
      default:
        this.take(message.id)?.resolve(message);
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
    const jobs = [...this.jobs.keys()].flatMap((id) => this.take(id) ?? []);
    this.settleReady?.reject(reason);
    for (const job of jobs) job.reject(reason);
  }
}
