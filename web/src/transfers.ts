/** Fetch several files of one folder at once, and count their bytes as they arrive. */

import type { StoredFile } from "./manifest.ts";

/** A stream's parts; Safari's streams cannot be iterated. */
export async function* parts(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    yield value;
  }
}

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
  private readonly usualFetch = globalThis.fetch;
  private readonly base: URL;
  private readonly told: (loaded: number, total: number) => void;

  /**
   * @param base The folder, with its last slash.
   * @param names The files to fetch at once.
   * @param sizes Size in bytes of each file, where known: a compressed response does not tell it.
   * @param told Called as bytes arrive.
   */
  constructor(
    base: URL,
    names: readonly string[],
    sizes: Record<string, StoredFile> | undefined,
    told: (loaded: number, total: number) => void,
  ) {
    this.base = base;
    this.told = told;
    const ends: Promise<void>[] = [];
    for (const name of names) {
      if (sizes) this.total += sizes[name]?.bytes ?? 0;
      const response = this.request(name);
      // A copy is counted: with its own response the browser keeps compiled machine code for the next visit.
      ends.push(response.then((whole) => this.count(whole.clone().body)));
      this.responses.set(new URL(name, base).href, response);
    }
    this.found = Promise.all(this.responses.values());
    this.found.catch(() => {});
    this.arrived = Promise.all(ends);
    this.arrived.catch(() => {}); // whoever waits for it hears of it
    globalThis.fetch = (input, init) => {
      const address = input instanceof Request ? input.url : new URL(input, base).href;
      return this.claim(address) ?? this.usualFetch.call(globalThis, input, init);
    };
  }

  /** One of the files, which can be taken once. */
  take(name: string): Promise<Response> {
    const claimed = this.claim(new URL(name, this.base).href);
    return claimed ?? Promise.reject(new Error(`${name} is not being fetched.`));
  }

  /** Give this worker its own `fetch` back. */
  close(): void {
    globalThis.fetch = this.usualFetch;
  }

  private claim(address: string): Promise<Response> | undefined {
    const response = this.responses.get(address);
    this.responses.delete(address);
    return response;
  }

  private async request(name: string): Promise<Response> {
    const response = await this.usualFetch.call(globalThis, new URL(name, this.base));
    if (!response.ok || !response.body) {
      throw new Error(`${name} could not be fetched: status ${response.status}.`);
    }
    return response;
  }

  private async count(body: ReadableStream<Uint8Array> | null): Promise<void> {
    if (!body) return;
    for await (const part of parts(body)) {
      this.loaded += part.length;
      this.told(this.loaded, this.total);
    }
  }
}
