/** Fetch several files of one folder at once, and count their bytes as they arrive. */

import { MACHINE_CODE } from "./kept-code.ts";
import type { Manifest } from "./manifest.ts";
import { parts } from "./parts.ts";
import { type UnpackFrame, unpack } from "./unpack.ts";

/** A packed file on its way: its unpacked frames, in order. */
type Frames = readonly Promise<Uint8Array>[];

/**
 * Transfers under way.
 *
 * While it is open it stands in for this worker's `fetch`: Pyodide fetches some files by itself, and so gets the ones
 * that are already on their way instead of asking twice, and its bytes are counted too.
 */
export class Transfers {
  loaded = 0;
  total = 0;
  /** Settles when every file has been found; rejects as soon as one is not. */
  readonly found: Promise<unknown>;
  /** Settles when every file has arrived in full; rejects as soon as one cannot. */
  readonly arrived: Promise<unknown>;
  private readonly responses = new Map<string, Promise<Response>>();
  private readonly unpacked = new Map<string, Frames>();
  private readonly onlyPacked = new Set<string>();
  private readonly usualFetch = globalThis.fetch;
  private readonly base: URL;
  private readonly told: (loaded: number, total: number) => void;

  /**
   * @param base The folder, with its last slash.
   * @param names The files to fetch at once.
   * @param manifest Sizes of the files, since a compressed response does not tell its own, and which are packed.
   * @param unpackFrame Unpacks what is packed.
   * @param told Called as bytes arrive.
   */
  constructor(
    base: URL,
    names: readonly string[],
    manifest: Pick<Manifest, "files" | "packed"> | undefined,
    unpackFrame: UnpackFrame,
    told: (loaded: number, total: number) => void,
  ) {
    this.base = base;
    this.told = told;
    const found: Promise<unknown>[] = [];
    const ends: Promise<unknown>[] = [];
    for (const name of names) {
      const packed = manifest?.packed[name];
      const file = packed?.file ?? name;
      this.total += manifest?.files[file]?.bytes ?? 0;
      const response = this.request(file);
      found.push(response);
      if (packed) {
        if (!manifest?.files[name]) this.onlyPacked.add(name);
        const frames = packed.frames.map(() => new Coming<Uint8Array>());
        const put = (frame: Uint8Array, index: number) => frames[index]?.resolve(frame);
        const all = response.then(({ body }) =>
          unpack(this.counted(body), packed, unpackFrame, put),
        );
        all.catch((error) => {
          for (const frame of frames) frame.reject(error);
        });
        this.unpacked.set(
          name,
          frames.map(({ promise }) => promise),
        );
        ends.push(all);
      } else {
        // A copy is counted: with its own response the browser keeps compiled machine code for the next visit.
        ends.push(response.then((whole) => this.count(whole.clone().body)));
        this.offer(name, response);
      }
    }
    this.found = Promise.all(found);
    this.found.catch(() => {});
    this.arrived = Promise.all(ends);
    this.arrived.catch(() => {}); // whoever waits for it hears of it
    globalThis.fetch = (input, init) => {
      const address = input instanceof Request ? input.url : new URL(input, base).href;
      return this.claim(address) ?? this.usualFetch.call(globalThis, input, init);
    };
  }

  /** Answer one request for a file of the folder with this. */
  offer(name: string, response: Promise<Response>): void {
    this.responses.set(new URL(name, this.base).href, response);
  }

  /** One of the files, which can be taken once. */
  take(name: string): Promise<Response> {
    const claimed = this.claim(new URL(name, this.base).href);
    return claimed ?? Promise.reject(new Error(`${name} is not being fetched.`));
  }

  /** The unpacked frames of one of the packed files. */
  framesOf(name: string): Frames {
    const frames = this.unpacked.get(name);
    if (!frames) throw new Error(`${name} is not being fetched.`);
    return frames;
  }

  /** Give this worker its own `fetch` back; a start that has failed gets no more of the files that exist only packed. */
  close(): void {
    const gone = new Set([...this.onlyPacked].map((name) => new URL(name, this.base).href));
    globalThis.fetch = (input, init) => {
      const address = input instanceof Request ? input.url : new URL(input, this.base).href;
      return gone.has(address)
        ? new Promise<never>(() => {}) // nobody waits for it
        : this.usualFetch.call(globalThis, input, init);
    };
  }

  private claim(address: string): Promise<Response> | undefined {
    const response = this.responses.get(address);
    this.responses.delete(address);
    if (response) return response;
    const name = address.startsWith(this.base.href) ? address.slice(this.base.href.length) : "";
    if (!this.unpacked.has(name)) return undefined;
    const unpacked = Promise.all(this.framesOf(name)).then(
      (frames) => new Response(joined(frames), { headers: MACHINE_CODE }),
    );
    unpacked.catch(() => {}); // Pyodide asks early, and may never wait for it
    return unpacked;
  }

  private async request(name: string): Promise<Response> {
    const response = await this.usualFetch.call(globalThis, new URL(name, this.base));
    if (!response.ok || !response.body) {
      throw new Error(`${name} could not be fetched: status ${response.status}.`);
    }
    return response;
  }

  private async *counted(body: ReadableStream<Uint8Array> | null): AsyncGenerator<Uint8Array> {
    if (!body) return;
    for await (const part of parts(body)) {
      this.loaded += part.length;
      this.told(this.loaded, this.total);
      yield part;
    }
  }

  private async count(body: ReadableStream<Uint8Array> | null): Promise<void> {
    for await (const _ of this.counted(body));
  }
}

/** A promise that is settled from outside. */
class Coming<Value> {
  resolve: (value: Value) => void = () => {};
  reject: (reason: unknown) => void = () => {};
  readonly promise = new Promise<Value>((resolve, reject) => {
    this.resolve = resolve;
    this.reject = reject;
  });

  constructor() {
    this.promise.catch(() => {}); // whoever takes it hears of it
  }
}

function joined(frames: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const [first] = frames as readonly Uint8Array<ArrayBuffer>[];
  if (first && frames.length === 1) return first;
  const whole = new Uint8Array(frames.reduce((bytes, { length }) => bytes + length, 0));
  let end = 0;
  for (const frame of frames) {
    whole.set(frame, end);
    end += frame.length;
  }
  return whole;
}
