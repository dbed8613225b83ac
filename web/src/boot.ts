/**
 * Boot Python in a worker.
 *
 * First from the memory snapshot, in which the SDK, pytest and the engine are already imported. When anything about it
 * fails, or the reader asks to save data, the plain way: start Python, unpack the wheels, import. Both end alike.
 */

import type { loadPyodide as LoadPyodide, PyodideAPI } from "pyodide";
import lazyWheels from "../../src/turnkeeper/site/lazy_wheels.py";
import { type EmscriptenSettings, withLibraries } from "./libraries.ts";
import { COURSE_PACKAGES, closure, type Lock, type Manifest } from "./manifest.ts";
import type { Progress } from "./protocol.ts";
import { parts, Transfers } from "./transfers.ts";

export interface Booted {
  py: PyodideAPI;
  how: "snapshot" | "plain";
  milliseconds: number;
}

const SITE_PACKAGES = "/lib/python3.14/site-packages";
/** Time that starting may take once everything has arrived. */
const START_SECONDS = 60;
const RUNTIME = ["pyodide.asm.wasm", "python_stdlib.zip"];

/** The module that Emscripten makes; `_emscripten_resize_heap` is private, and holds for the pinned version. */
interface EmscriptenModule {
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

/**
 * Boot Python, so that `import turnkeeper, anthropic, pytest` works at once.
 *
 * @param base The Pyodide folder of the site, with its last slash.
 * @param progress Told what goes on, often.
 * @throws When neither way works: most likely there is no connection.
 */
export async function boot(base: URL, progress: (now: Progress) => void): Promise<Booted> {
  const started = performance.now();
  const done = (py: PyodideAPI, how: Booted["how"]): Booted => ({
    py,
    how,
    milliseconds: performance.now() - started,
  });
  if (!savesData()) {
    try {
      return done(await restore(base, progress), "snapshot");
    } catch (problem) {
      console.warn(
        "Turnkeeper: no start from the memory snapshot, so Python starts the long way.",
        problem,
      );
    }
  }
  return done(await start(base, progress), "plain");
}

/** Whether the reader's browser asks for fewer bytes; the snapshot is the larger way. */
function savesData(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  return connection?.saveData === true;
}

/** Files that are not named by their content are asked for anew, so that they always belong together. */
async function fetchJson<Content>(base: URL, file: string): Promise<Content> {
  const response = await fetch(new URL(file, base), { cache: "no-cache" });
  if (!response.ok) throw new Error(`${file} could not be fetched: status ${response.status}.`);
  return response.json();
}

async function importRuntime(base: URL): Promise<{ load: Load; createModule: CreateModule }> {
  const [outer, inner] = await Promise.all([
    import(new URL("pyodide.mjs", base).href),
    import(new URL("pyodide.asm.mjs", base).href),
  ]);
  return { load: outer.loadPyodide, createModule: inner.default };
}

async function restore(base: URL, progress: (now: Progress) => void): Promise<PyodideAPI> {
  const runtime = importRuntime(base);
  runtime.catch(() => {}); // awaited below; a refusal before that is no unhandled one
  const [manifest, lock] = await Promise.all([
    fetchJson<Manifest>(base, "manifest.json"),
    fetchJson<Lock>(base, "pyodide-lock.json"),
  ]);
  const { libraries, snapshot } = manifest;
  const names = [...RUNTIME, ...libraries.map(({ file }) => file), snapshot.file];
  const transfers = new Transfers(base, names, manifest.files, (loaded, total) => {
    const stage = loaded < total ? "Fetching Python" : "Starting Python";
    progress({ stage, loaded, total });
  });
  try {
    const memory = new Uint8Array(snapshot.memory);
    const filled = gunzip(await transfers.take(snapshot.file), memory);
    filled.catch(() => {});
    const { load, createModule } = await runtime;
    // Pyodide reads the snapshot after createPyodideModule. Until then it is filled while the machine code is compiled.
    const starting = load({
      ...shared(base, lock),
      _loadSnapshot: memory,
      createPyodideModule: async (settings) => {
        await transfers.found; // once begun, Emscripten cannot be told to stop
        withLibraries(settings, libraries, ({ file }) => new URL(file, base).href);
        const module = await createModule(settings);
        await filled;
        // Without it the memory is Emscripten's initial size, and a larger snapshot does not fit.
        module._emscripten_resize_heap(memory.length);
        return module;
      },
    });
    const py = await unlessStuck(starting, transfers);
    // The snapshot froze the generator: without a new seed every reader would draw the same numbers.
    py.runPython("import random; random.seed(); del random");
    addLazyWheels(py, base, lock, new Set());
    return py;
  } finally {
    transfers.close();
  }
}

async function start(base: URL, progress: (now: Progress) => void): Promise<PyodideAPI> {
  const runtime = importRuntime(base);
  runtime.catch(() => {});
  const lock = await fetchJson<Lock>(base, "pyodide-lock.json");
  const sizes = await fetchJson<Manifest>(base, "manifest.json").catch(() => undefined);
  const wheels = closure(lock, COURSE_PACKAGES).map(({ file_name }) => file_name);
  let stage = "Fetching Python";
  const transfers = new Transfers(base, [...RUNTIME, ...wheels], sizes?.files, (loaded, total) =>
    progress({ stage, loaded, total }),
  );
  const next = (words: string) => {
    stage = words;
    progress({ stage, loaded: transfers.loaded, total: transfers.total });
  };
  try {
    const { load, createModule } = await runtime;
    const starting = load({
      ...shared(base, lock),
      createPyodideModule: async (settings) => {
        await transfers.found;
        return createModule(settings);
      },
    });
    const py = await unlessStuck(starting, transfers);
    for (const wheel of wheels) {
      const content = await (await transfers.take(wheel)).arrayBuffer();
      next("Unpacking the SDK");
      py.unpackArchive(content, "wheel", { extractDir: SITE_PACKAGES });
    }
    next("Importing the SDK");
    py.runPython("import anthropic, pytest, turnkeeper.cells, turnkeeper.grading");
    addLazyWheels(py, base, lock, new Set(wheels));
    return py;
  } finally {
    transfers.close();
  }
}

/** Emscripten waits for ever for a file that does not come or that it cannot compile; so this looks after it. */
async function unlessStuck(
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
function shared(base: URL, lock: Lock): PrivateOptions {
  return {
    indexURL: base.href,
    lockFileContents: lock as unknown as NonNullable<Options["lockFileContents"]>,
    packageBaseUrl: base.href,
    env: { HOME: "/home/pyodide", PYTEST_DISABLE_PLUGIN_AUTOLOAD: "1" },
  };
}

/** Unpack into memory of known size, without a second copy. */
async function gunzip(response: Response, memory: Uint8Array): Promise<void> {
  if (!response.body) throw new Error("The snapshot is empty.");
  const unpacked = response.body.pipeThrough(new DecompressionStream("gzip"));
  let end = 0;
  for await (const part of parts(unpacked)) {
    memory.set(part, end);
    end += part.length;
  }
  if (end !== memory.length) throw new Error(`The snapshot has ${end} of ${memory.length} bytes.`);
}

/** Let Python import, from wheels of the lock that are not unpacked, what it does not hold yet. */
function addLazyWheels(py: PyodideAPI, base: URL, lock: Lock, unpacked: Set<string>): void {
  const wheels: Record<string, string> = {};
  for (const { file_name, imports } of Object.values(lock.packages)) {
    if (unpacked.has(file_name)) continue;
    for (const name of imports) wheels[name] = file_name;
  }
  const globals = py.toPy({ __name__: "turnkeeper_lazy_wheels" });
  const files = py.toPy(wheels);
  try {
    py.runPython(lazyWheels, { globals, filename: "lazy_wheels.py" });
    const install = globals.get("install");
    install(files, base.href);
    install.destroy();
  } finally {
    files.destroy();
    globals.destroy();
  }
}
