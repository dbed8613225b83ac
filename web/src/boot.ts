/**
 * Boot Python in a worker.
 *
 * First from the memory snapshot, in which the SDK, pytest and the engine are already imported. When anything about it
 * fails, or the reader asks to save data, the plain way: start Python, unpack the wheels, import. Both end alike.
 */

import type { PyodideAPI } from "pyodide";
import { start } from "./plain-start.ts";
import type { Wishes } from "./pyodide.ts";
import { restore } from "./restore.ts";

export interface Booted {
  py: PyodideAPI;
  how: "snapshot" | "plain";
  milliseconds: number;
}

/**
 * Boot Python, so that `import turnkeeper, anthropic, pytest` works at once.
 *
 * @throws When neither way works: most likely there is no connection.
 */
export async function boot(wishes: Wishes): Promise<Booted> {
  const started = performance.now();
  const done = (py: PyodideAPI, how: Booted["how"]): Booted => ({
    py,
    how,
    milliseconds: performance.now() - started,
  });
  const { savesData } = wishes;
  if (!savesData) {
    try {
      return done(await restore(wishes), "snapshot");
    } catch (problem) {
      console.warn(
        "Turnkeeper: no start from the memory snapshot, so Python starts the long way.",
        problem,
      );
    }
  }
  // Packed there are fewer bytes; but not after that has failed.
  return done(await start(wishes, savesData), "plain");
}
