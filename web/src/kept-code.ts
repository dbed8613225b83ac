/**
 * Python's machine code, unpacked, as a file of the kept version of the site.
 *
 * The service worker answers with it, and the browser keeps beside such a file what it has compiled of it. Beside an
 * answer that a script makes up it would keep nothing.
 */

import { RUNTIME } from "./manifest.ts";

/** Answers need this, or browsers do not compile them. */
export const MACHINE_CODE = { "Content-Type": "application/wasm" };

/** @param base The Pyodide folder of the site, with its last slash. */
const addressOf = (base: URL): string => new URL(RUNTIME, base).href;

/**
 * Keep it in the cache of a version.
 *
 * @throws when that has gone: the reader has taken another version meanwhile.
 */
export async function keepCode(base: URL, cache: string, frames: Uint8Array[]): Promise<void> {
  if (!(await caches.has(cache))) throw new Error(`${cache} is not kept any longer.`);
  const file = new Response(new Blob(frames as BlobPart[]), { headers: MACHINE_CODE });
  await (await caches.open(cache)).put(addressOf(base), file);
}

/**
 * Compile the machine code that is kept.
 *
 * @throws when it is not.
 */
export async function compileKept(base: URL, cache: string): Promise<WebAssembly.Module> {
  const address = addressOf(base);
  const kept = await caches.match(address, { cacheName: cache });
  if (!kept) throw new Error(`${RUNTIME} is not kept.`);
  // Until the whole version is kept, the service worker would have to fetch it.
  const onlyKept = { cache: "only-if-cached", mode: "same-origin" } as const;
  const served = await fetch(address, onlyKept).catch(() => undefined);
  return WebAssembly.compileStreaming(served?.ok ? served : kept);
}

/** Have the next that instantiates a response get this in its place: Pyodide takes no compiled module. */
export function provide(module: WebAssembly.Module): void {
  const usual = WebAssembly.instantiateStreaming;
  WebAssembly.instantiateStreaming = async (_, imports) => {
    WebAssembly.instantiateStreaming = usual;
    return { module, instance: await WebAssembly.instantiate(module, imports) };
  };
}
