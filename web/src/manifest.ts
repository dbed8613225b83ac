/** What `manifest.json` in the Pyodide folder says, and the parts of `pyodide-lock.json` that booting reads. */

import type { Library } from "./libraries.ts";

export interface StoredFile {
  bytes: number;
  sha256: string;
}

/** A file that is fetched packed. */
export interface Packed {
  /** The packed file's name, by its content. */
  file: string;
  /** Size of the unpacked file. */
  bytes: number;
  /** Sizes of the Zstandard frames that make up the packed file, in order; each can be unpacked by itself. */
  frames: number[];
}

/** Names among the packed files: Python's memory, and its machine code. */
export const SNAPSHOT = "snapshot";
export const RUNTIME = "pyodide.asm.wasm";

export interface Manifest {
  schema: 2;
  pyodide: string;
  /** Every file that a boot may fetch, by name, with its size on disk. */
  files: Record<string, StoredFile>;
  /** The files that a boot from the snapshot unpacks, by the name under which it asks for them. */
  packed: Record<string, Packed>;
  /** In the order in which they must be loaded. */
  libraries: Library[];
}

export interface LockedPackage {
  name: string;
  file_name: string;
  imports: string[];
  depends: string[];
}

export interface Lock {
  info: Record<string, string>;
  packages: Record<string, LockedPackage>;
}

/** What the course itself needs; the rest of the lock is for the notebooks' kernel. */
export const COURSE_PACKAGES = ["anthropic", "pytest", "turnkeeper"] as const;

/** The given packages and all that they need. */
export function closure(lock: Lock, roots: readonly string[]): LockedPackage[] {
  const found = new Map<string, LockedPackage>();
  const todo = [...roots];
  for (let name = todo.pop(); name !== undefined; name = todo.pop()) {
    const entry = lock.packages[name];
    if (!entry) throw new Error(`pyodide-lock.json holds no ${name}. Build the site again.`);
    if (found.has(name)) continue;
    found.set(name, entry);
    todo.push(...entry.depends);
  }
  return [...found.values()].sort((a, b) => a.name.localeCompare(b.name));
}
