/** What both ways to start Python share: Pyodide's parts, its private options, and what Python imports later. */

import type { loadPyodide as LoadPyodide, PyodideAPI } from "pyodide";
import type { EmscriptenSettings } from "./libraries.ts";
import type { Lock } from "./manifest.ts";
import type { Progress } from "./protocol.ts";
import type { Transfers } from "./transfers.ts";
import { Unpacker } from "./unpacker.ts";
import { wheelFetch } from "./wheel-fetch.ts";

/** How to boot. */
export interface Wishes {
  /** The Pyodide folder of the site, with its last slash. */
  base: URL;
  /** Take the long way at once: it has fewer bytes. */
  savesData: boolean;
  /** Where on this device to keep what was unpacked, for the next start: the cache of the version that is served. */
  cache: string | undefined;
  /** Told what goes on, often. */
  progress: (now: Progress) => void;
}

/** Time that starting may take once everything has arrived. */
const START_SECONDS = 60;
export const LIBRARY = "python_stdlib.zip";

/** The module that Emscripten makes; `_emscripten_resize_heap` is private, and holds for the pinned version. */
export interface EmscriptenModule {
  HEAPU8: Uint8Array;
  _emscripten_resize_heap(bytes: number): number;
}
type CreateModule = (settings: EmscriptenSettings) => Promise<EmscriptenModule>;
type Options = NonNullable<Parameters<typeof LoadPyodide>[0]>;
/** Pyodide's private options, which hold for the pinned version. */
type PrivateOptions = Omit<Options, "createPyodideModule"> & {
  _loadSnapshot?: Uint8Array;
  createPyodideModule?: CreateModule;
};
type Load = (options: PrivateOptions) => Promise<PyodideAPI>;

/** Files that are not named by their content are asked for anew, so that they always belong together. */
export async function fetchJson<Content>(base: URL, file: string): Promise<Content> {
  const response = await fetch(new URL(file, base), { cache: "no-cache" });
  if (!response.ok) throw new Error(`${file} could not be fetched: status ${response.status}.`);
  return response.json();
}

export async function importRuntime(
  base: URL,
): Promise<{ load: Load; createModule: CreateModule }> {
  const [outer, inner] = await Promise.all([
    import(new URL("pyodide.mjs", base).href),
    import(new URL("pyodide.asm.mjs", base).href),
  ]);
  return { load: outer.loadPyodide, createModule: inner.default };
}

export function newUnpacker(): Unpacker {
  return new Unpacker(new URL("unpack-worker.js", import.meta.url));
}

/** Emscripten waits for ever for a file that does not come or that it cannot compile; so this looks after it. */
export async function unlessStuck(
  starting: Promise<PyodideAPI>,
  transfers: Transfers,
): Promise<PyodideAPI> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLong = new Promise<never>((_, reject) => {
    transfers.arrived.then(() => {
      const message = `Python did not start within ${START_SECONDS} s of its arrival.`;
      timer = setTimeout(() => reject(new Error(message)), START_SECONDS * 1000);
    }, reject);
  });
  try {
    return await Promise.race([starting, tooLong]);
  } finally {
    clearTimeout(timer);
  }
}

/** Options of both ways: nothing may come from another host. */
export function shared(base: URL, lock: Lock): PrivateOptions {
  return {
    indexURL: base.href,
    lockFileContents: lock as unknown as NonNullable<Options["lockFileContents"]>,
    packageBaseUrl: base.href,
    env: { HOME: "/home/pyodide", PYTEST_DISABLE_PLUGIN_AUTOLOAD: "1" },
  };
}

/** Let Python import, from wheels of the lock and from the standard library, what it does not hold yet. */
export function addLazyImports(
  py: PyodideAPI,
  base: URL,
  lock: Lock,
  { unpacked, library }: { unpacked: Set<string>; library?: string },
): void {
  const wheels: Record<string, string> = {};
  for (const { file_name, imports } of Object.values(lock.packages)) {
    if (unpacked.has(file_name)) continue;
    for (const name of imports) wheels[name] = file_name;
  }
  const names = library ? [...Object.values(wheels), library] : Object.values(wheels);
  const module = py.pyimport("turnkeeper.lazy_wheels");
  const files = py.toPy(wheels);
  try {
    module.install(files, wheelFetch(base, names), library);
  } finally {
    files.destroy();
    module.destroy();
  }
}
