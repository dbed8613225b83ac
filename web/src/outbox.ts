/** The worker's way to send what a run puts out. */

import type { FromWorker, Piece } from "./protocol.ts";

/** Pieces posted at once before a run's output is sent in batches. */
const EAGER = 200;
/** Milliseconds between two batches. */
const BATCH = 60;
/** The most characters of what reaches neither `sys.stdout` nor `sys.stderr`; those have their own limit. */
const RAW = 100_000;

/** Posts output as it comes; a loop that prints is batched, since Python never yields to a timer. */
export class Outbox {
  private readonly id: number;
  private readonly post: (message: FromWorker) => void;
  private readonly decoder = new TextDecoder();
  private held: Piece[] = [];
  private posted = 0;
  private last = 0;
  private raw = RAW;

  constructor(id: number, post: (message: FromWorker) => void) {
    this.id = id;
    this.post = post;
  }

  add(kind: Piece["kind"], text: string): void {
    const before = this.held.at(-1);
    if (before && before.kind === kind && (kind === "stdout" || kind === "stderr")) {
      before.text += text;
    } else {
      this.held.push({ kind, text });
    }
    if (this.posted < EAGER || performance.now() - this.last > BATCH) this.send();
  }

  /** What was written to a file descriptor, as by `os.write(1, …)`; a flood of it is cut. */
  write(kind: "stdout" | "stderr", bytes: Uint8Array): void {
    if (this.raw < 0) return;
    const text = this.decoder.decode(bytes.subarray(0, this.raw + 1), { stream: true });
    const rest = text.length > this.raw;
    this.add(kind, rest ? text.slice(0, this.raw) : text);
    this.raw -= text.length;
    if (!rest) return;
    const limit = RAW.toLocaleString("en");
    this.add(kind, `\n[The rest is left out: more than ${limit} characters were printed.]\n`);
  }

  send(): void {
    if (this.held.length === 0) return;
    this.post({ type: "output", id: this.id, pieces: this.held });
    this.held = [];
    this.posted += 1;
    this.last = performance.now();
  }
}
