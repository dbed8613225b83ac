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

/** Keep it in a cache. */
export async function keepCode(base: URL, cache: string, frames: Uint8Array[]): Promise<void> {
  const file = new Response(new Blob(frames as BlobPart[]), { headers: MACHINE_CODE });
  await (await caches.open(cache)).put(addressOf(base), file);
}

/**
 * The machine code, from this device.
 *
 * @param served Whether the service worker answers.
 * @throws when it is not kept.
 */
export async function keptCode(base: URL, served: boolean): Promise<Response> {
  const kept = await caches.match(addressOf(base));
  if (!kept) throw new Error(`${RUNTIME} is not kept.`);
  return served ? fetch(addressOf(base)) : kept;
}
