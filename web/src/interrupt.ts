/** Interrupts Python from outside, by memory that the page shares with its worker. Only where the page is isolated. */

const SIGNAL = 0;
const ASKED = 1;
/** CPython's number of the signal that Ctrl+C sends. */
const SIGINT = 2;
/** Milliseconds between two interrupts: code may swallow one and meet the next outside of its `except`. */
const BETWEEN = 80;
/** So many, and a Python that still runs is deaf. */
const TRIES = 6;

/** The page's side. */
export class Interrupter {
  /** What the worker gets. */
  readonly memory: Int32Array;
  private timer: ReturnType<typeof setTimeout> | undefined;

  private constructor() {
    this.memory = new Int32Array(new SharedArrayBuffer(8));
  }

  /** @returns undefined where the browser shares no memory with this page. */
  static make(): Interrupter | undefined {
    return globalThis.crossOriginIsolated ? new Interrupter() : undefined;
  }

  /** True from `ask` until `rest`. */
  get asks(): boolean {
    return this.timer !== undefined;
  }

  /**
   * Ask what runs to stop, again and again.
   *
   * @param deaf - called when it has not.
   */
  ask(deaf: () => void): void {
    let left = TRIES;
    const again = () => {
      this.timer = undefined;
      if (left === 0) {
        this.rest();
        deaf();
        return;
      }
      left -= 1;
      Atomics.store(this.memory, SIGNAL, SIGINT);
      this.timer = setTimeout(again, BETWEEN);
    };
    Atomics.store(this.memory, ASKED, 1);
    again();
  }

  /** What was asked to stop is over. */
  rest(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    Atomics.store(this.memory, SIGNAL, 0); // no interrupt may reach what runs next
    Atomics.store(this.memory, ASKED, 0);
  }
}

/** Whether the page has asked to stop; for the worker. */
export function isAsked(memory: Int32Array | undefined): boolean {
  return memory !== undefined && Atomics.load(memory, ASKED) === 1;
}
