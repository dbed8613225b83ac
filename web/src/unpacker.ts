/** Has a worker of its own unpack frames, so that this one meanwhile compiles Python's machine code. */

import { openWorker } from "./open-worker.ts";
import type { UnpackFrame } from "./unpack.ts";
import type { Place } from "./unpacked-copy.ts";

/** What was unpacked, and where to keep it. */
export interface ToKeep {
  /** The address of the Pyodide folder. */
  base: string;
  /** The cache for the machine code. */
  cache: string;
  code: Uint8Array[];
  /** The place of all else, and its frames in their order. */
  place: Place;
  frames: Uint8Array[];
}
type Wish = { packed: Uint8Array; bytes: number } | ToKeep;
/** What is asked of the worker: to unpack a frame, or to keep a copy of all of them. */
export type Asked = { id: number } & Wish;

export type Given = { id: number } & ({ plain: Uint8Array } | { kept: true } | { problem: string });

interface Waiting {
  resolve: (given: Given) => void;
  reject: (reason: Error) => void;
}

export class Unpacker {
  private readonly script: URL;
  private worker: Worker | undefined;
  private readonly waiting = new Map<number, Waiting>();
  private count = 0;
  private ended: Error | undefined;

  /** @param script The address of `unpack-worker.js`, which is fetched when there is something to unpack. */
  constructor(script: URL) {
    this.script = script;
  }

  readonly unpackFrame: UnpackFrame = async (packed, bytes) => {
    const given = await this.ask({ packed, bytes }, [packed]);
    if (!("plain" in given)) throw new Error("What is packed could not be unpacked.");
    return given.plain;
  };

  /** Write a copy of what was unpacked; the frames are gone afterwards. */
  async keep(what: ToKeep): Promise<void> {
    await this.ask(what, [...what.code, ...what.frames]);
  }

  /** End the worker. What it still had to do is rejected. */
  close(): void {
    this.end(new Error("What is packed is not wanted any more."));
  }

  private ask(what: Wish, given: Uint8Array[]): Promise<Given> {
    return new Promise((resolve, reject) => {
      if (this.ended) return reject(this.ended);
      this.worker ??= this.open();
      this.count += 1;
      this.waiting.set(this.count, { resolve, reject });
      const asked: Asked = { id: this.count, ...what };
      this.worker.postMessage(
        asked,
        given.map(({ buffer }) => buffer as ArrayBuffer),
      );
    });
  }

  private open(): Worker {
    const worker = openWorker(this.script);
    worker.addEventListener("message", ({ data }: MessageEvent<Given>) => {
      const asked = this.waiting.get(data.id);
      this.waiting.delete(data.id);
      if ("problem" in data) asked?.reject(new Error(data.problem));
      else asked?.resolve(data);
    });
    worker.addEventListener("error", (event) => {
      event.preventDefault();
      this.end(new Error(`What is packed could not be unpacked: ${event.message || "no worker"}.`));
    });
    return worker;
  }

  private end(reason: Error): void {
    this.ended ??= reason;
    this.worker?.terminate();
    for (const { reject } of this.waiting.values()) reject(reason);
    this.waiting.clear();
  }
}
