/** The short way to start Python: from the memory snapshot, in which the SDK, pytest and the engine are imported. */

import type { PyodideAPI } from "pyodide";
import { compileKept, MACHINE_CODE, provide } from "./kept-code.ts";
import { withLibraries } from "./libraries.ts";
import { type Lock, type Manifest, type Packed, RUNTIME, SNAPSHOT } from "./manifest.ts";
import {
  addLazyImports,
  type EmscriptenModule,
  fetchJson,
  importRuntime,
  LIBRARY,
  newUnpacker,
  shared,
  unlessStuck,
  type Wishes,
} from "./pyodide.ts";
import { Transfers } from "./transfers.ts";
import { FRAME } from "./unpack.ts";
import { Copy, type Place, placeOf } from "./unpacked-copy.ts";

/** A zip archive of nothing: the end of a central directory. */
const EMPTY_ARCHIVE = Uint8Array.from([0x50, 0x4b, 5, 6, ...Array(18).fill(0)]);
/** The beginning of the snapshot that Pyodide itself takes, in bytes: a header, then the memory's first bytes. */
const HEAD = 65_536;

/**
 * Restore Python, from the copy on this device or from what the build packed.
 *
 * @throws When neither is to be had, or does not make a Python.
 */
export async function restore(wishes: Wishes): Promise<PyodideAPI> {
  const { base, cache } = wishes;
  const code = cache === undefined ? undefined : compileKept(base, cache);
  code?.catch(() => {}); // mostly it is the first visit
  const parts = partsOf(base);
  const manifest = await fetchJson<Manifest>(base, "manifest.json");
  const place = await placeOf(base, manifest.packed);
  const copy = code && (await Copy.open(place));
  if (copy) {
    try {
      return await restoreFromCopy(wishes, manifest, parts, copy, code);
    } catch (problem) {
      console.warn("Turnkeeper: the copy of Python on this device is of no use.", problem);
      await copy.remove();
    } finally {
      await copy.close();
    }
  }
  return restoreFromPacked(wishes, manifest, parts, place);
}

/** What both ways need beside what is packed: Pyodide's modules, and its lock. */
type Parts = Promise<[Awaited<ReturnType<typeof importRuntime>>, Lock]>;

function partsOf(base: URL): Parts {
  const parts = Promise.all([importRuntime(base), fetchJson<Lock>(base, "pyodide-lock.json")]);
  parts.catch(() => {}); // told to who waits for them
  return parts;
}

async function restoreFromCopy(
  { base, progress }: Wishes,
  manifest: Manifest,
  parts: Parts,
  copy: Copy,
  code: Promise<WebAssembly.Module>,
): Promise<PyodideAPI> {
  progress({ stage: "Starting Python", loaded: 0, total: 0 });
  const nothing = () => Promise.reject(new Error("Nothing is packed."));
  const transfers = new Transfers(base, [], undefined, nothing, () => {});
  try {
    await offerLibraries(transfers, copy, manifest.packed);
    provide(await code);
    transfers.offer(RUNTIME, Promise.resolve(new Response()));
    return await restoreWith(base, manifest, parts, transfers, (module, head, bytes) =>
      fillFromCopy(module, head, copy, bytes),
    );
  } finally {
    transfers.close();
  }
}

async function restoreFromPacked(
  { base, cache, progress }: Wishes,
  manifest: Manifest,
  parts: Parts,
  place: Place,
): Promise<PyodideAPI> {
  const unpacker = newUnpacker();
  const names = Object.keys(manifest.packed);
  const transfers = new Transfers(base, names, manifest, unpacker.unpackFrame, (loaded, total) => {
    const stage = loaded < total ? "Fetching Python" : "Starting Python";
    progress({ stage, loaded, total });
  });
  const end = () => unpacker.close();
  try {
    const py = await restoreWith(base, manifest, parts, transfers, (module, head) =>
      fill(module, head, transfers.framesOf(SNAPSHOT)),
    );
    if (cache !== undefined) {
      const framesOf = (files: string[]) =>
        Promise.all(files.flatMap((name) => transfers.framesOf(name)));
      const code = await framesOf([RUNTIME]);
      const frames = await framesOf(place.parts.map(({ name }) => name));
      // Without a copy the next start takes longer.
      unpacker.keep({ base: base.href, cache, code, place, frames }).then(end, end);
    } else end();
    return py;
  } catch (problem) {
    end();
    throw problem;
  } finally {
    transfers.close();
  }
}

/** Fills Python's memory; `head` gets the snapshot's first bytes, and `bytes` is its size. */
type Fill = (module: EmscriptenModule, head: Uint8Array, bytes: number) => Promise<void>;

async function restoreWith(
  base: URL,
  { libraries, packed }: Manifest,
  parts: Parts,
  transfers: Transfers,
  fillMemory: Fill,
): Promise<PyodideAPI> {
  // What the snapshot does not hold of the standard library is fetched when it is imported.
  transfers.offer(LIBRARY, Promise.resolve(new Response(EMPTY_ARCHIVE)));
  const [{ load, createModule }, lock] = await parts;
  const head = new Uint8Array(HEAD);
  const starting = load({
    ...shared(base, lock),
    _loadSnapshot: head, // read after createPyodideModule
    createPyodideModule: async (settings) => {
      await transfers.found; // once begun, Emscripten cannot be told to stop
      withLibraries(settings, libraries, ({ file }) => new URL(file, base).href);
      const module = await createModule(settings);
      const bytes = packed[SNAPSHOT]?.bytes ?? 0;
      // Without it the memory is Emscripten's initial size, and a larger snapshot does not fit.
      module._emscripten_resize_heap(bytes);
      await fillMemory(module, head, bytes);
      return module;
    },
  });
  const py = await unlessStuck(starting, transfers);
  // The snapshot froze the generator: without a new seed every reader would draw the same numbers.
  py.pyimport("random").seed();
  addLazyImports(py, base, lock, { unpacked: new Set(), library: LIBRARY });
  return py;
}

/** Have Emscripten get the compiled Python modules from the copy. */
async function offerLibraries(
  transfers: Transfers,
  copy: Copy,
  packed: Record<string, Packed>,
): Promise<void> {
  for (const [name, { bytes }] of Object.entries(packed)) {
    if (name === SNAPSHOT || name === RUNTIME) continue;
    const code = new Uint8Array(bytes);
    await copy.read(name, code);
    // The browser compiles it while Pyodide's own part comes, and what has equal bytes only once.
    WebAssembly.compile(code).catch(() => {}); // Pyodide will meet the same fault
    transfers.offer(name, Promise.resolve(new Response(code, { headers: MACHINE_CODE })));
  }
}

/** Take the snapshot's first bytes, and tell the size of the header, which does not belong into the memory. */
function headerOf(head: Uint8Array, frame: Uint8Array): number {
  head.set(frame.subarray(0, HEAD));
  return new Uint32Array(head.buffer)[1] ?? 0; // as Pyodide writes it: a magic number, then this
}

/**
 * Write a snapshot into Python's memory, frame by frame as they come; Pyodide would want all of it at once, twice over.
 *
 * @param head Gets the snapshot's first bytes. What of them belongs into the memory, Pyodide writes there itself.
 */
async function fill(
  module: EmscriptenModule,
  head: Uint8Array,
  frames: readonly Promise<Uint8Array>[],
): Promise<void> {
  let header = 0;
  for (const [index, coming] of frames.entries()) {
    const frame = await coming;
    if (index === 0) header = headerOf(head, frame);
    const from = index === 0 ? HEAD : 0;
    module.HEAPU8.set(frame.subarray(from), index * FRAME + from - header);
  }
}

/** The same, from the copy: straight into the memory. */
async function fillFromCopy(
  module: EmscriptenModule,
  head: Uint8Array,
  copy: Copy,
  bytes: number,
): Promise<void> {
  await copy.read(SNAPSHOT, head);
  const header = headerOf(head, head);
  await copy.read(SNAPSHOT, module.HEAPU8.subarray(HEAD - header, bytes - header), HEAD);
}
