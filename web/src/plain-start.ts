/** The long way to start Python: unpack the wheels, and import. */

import type { PyodideAPI } from "pyodide";
import { COURSE_PACKAGES, closure, type Lock, type Manifest, RUNTIME } from "./manifest.ts";
import {
  addLazyImports,
  fetchJson,
  importRuntime,
  LIBRARY,
  newUnpacker,
  shared,
  unlessStuck,
  type Wishes,
} from "./pyodide.ts";
import { Transfers } from "./transfers.ts";

const SITE_PACKAGES = "/lib/python3.14/site-packages";

/**
 * Start Python.
 *
 * @param packed Whether to fetch what is packed.
 */
export async function start({ base, progress }: Wishes, packed: boolean): Promise<PyodideAPI> {
  const unpacker = newUnpacker();
  const runtime = importRuntime(base);
  runtime.catch(() => {});
  const lock = await fetchJson<Lock>(base, "pyodide-lock.json");
  const manifest = await fetchJson<Manifest>(base, "manifest.json").catch(() => undefined);
  const sizes = manifest && (packed ? manifest : { ...manifest, packed: {} });
  const wheels = closure(lock, COURSE_PACKAGES).map(({ file_name }) => file_name);
  let stage = "Fetching Python";
  const names = [RUNTIME, LIBRARY, ...wheels];
  const transfers = new Transfers(base, names, sizes, unpacker.unpackFrame, (loaded, total) =>
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
    py.runPython(
      "import anthropic, pytest, turnkeeper.completion, turnkeeper.lazy_wheels, turnkeeper.upkeep",
    );
    addLazyImports(py, base, lock, { unpacked: new Set(wheels) });
    return py;
  } finally {
    transfers.close();
    unpacker.close();
  }
}
