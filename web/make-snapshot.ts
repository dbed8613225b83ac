/**
 * Make the memory snapshot that the page boots from.
 *
 * `node web/make-snapshot.ts <Pyodide folder> <output folder> <warm_up.py>` writes the snapshot and the compiled modules,
 * packed and named by their content, and manifest.json. Python that the warm-up does not touch is not in the snapshot.
 */

import { createHash } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import zlib from "node:zlib";
import type { PyodideAPI } from "pyodide";
import { type Library, withLibraries } from "./src/libraries.ts";
import {
  COURSE_PACKAGES,
  closure,
  type Lock,
  type Manifest,
  type Packed,
  SNAPSHOT,
} from "./src/manifest.ts";
import { FRAME } from "./src/unpack.ts";

const SITE_PACKAGES = "/lib/python3.14/site-packages";
const RUNTIME = ["pyodide.asm.mjs", "pyodide.asm.wasm", "pyodide.mjs", "python_stdlib.zip"];

const MACHINE_CODE = "pyodide.asm.wasm";
/** Level 9 takes a twentieth of the time, and every first visit a tenth more bytes. */
const LEVEL = 19;

type CreateModule = (settings: object) => Promise<unknown>;
/** `_makeSnapshot` and `makeMemorySnapshot` are private to Pyodide: they hold for the pinned version. */
type SnapshotAPI = PyodideAPI & { makeMemorySnapshot(): Uint8Array; _module: Memory };
/** The part of Emscripten's module that gives and takes memory; addresses and sizes are in bytes. */
interface Memory {
  HEAPU8: Uint8Array;
  _malloc(size: number): number;
  _free(address: number): void;
  _sbrk(increment: number): number;
}

const compress = promisify(zlib.zstdCompress);
const [runtime, output, warmUp] = folders(process.argv.slice(2));

function folders(given: string[]): [string, string, string] {
  const [first, second, third] = given;
  if (!first || !second || !third) {
    console.error("Usage: node make-snapshot.ts <Pyodide folder> <output folder> <warm_up.py>");
    process.exit(2);
  }
  return [path.resolve(first), path.resolve(second), path.resolve(third)];
}

const sha256 = (content: Uint8Array): string => createHash("sha256").update(content).digest("hex");
const read = (file: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(fs.readFileSync(path.join(runtime, file)));
const load = (file: string) => import(pathToFileURL(path.join(runtime, file)).href);

/** Run Python that leaves no name behind in the interpreter's own globals. */
function runAside(py: PyodideAPI, code: string): unknown {
  const globals = py.toPy({});
  try {
    return py.runPython(`import os, sys\nfrom pathlib import Path\n${code}`, { globals });
  } finally {
    globals.destroy();
  }
}

/** Files of the unpacked wheels by a glob pattern, in order. */
function find(py: PyodideAPI, pattern: string): string[] {
  const lines = `"\\n".join(sorted(map(str, Path("${SITE_PACKAGES}").rglob("${pattern}"))))`;
  return String(runAside(py, lines)).split("\n");
}

/** Write a file packed, under a name by its content. */
async function pack(name: string, content: Uint8Array): Promise<{ packed: Packed; whole: Buffer }> {
  const params = {
    [zlib.constants.ZSTD_c_compressionLevel]: LEVEL,
    [zlib.constants.ZSTD_c_checksumFlag]: 1,
  };
  const parts: Uint8Array[] = [];
  for (let at = 0; at < content.length; at += FRAME) parts.push(content.subarray(at, at + FRAME));
  const frames = await Promise.all(parts.map((part) => compress(part, { params })));
  const whole = Buffer.concat(frames);
  // Not .zst: a server may announce that as an encoding, and the browser would unpack it before the page does.
  const file = `${name}-${sha256(whole).slice(0, 16)}.bin`;
  fs.writeFileSync(path.join(output, file), whole);
  return {
    packed: { file, bytes: content.length, frames: frames.map(({ length }) => length) },
    whole,
  };
}

/** Take the compiled modules out of their wheels: the page fetches them on their own, ahead of Python. */
function takeLibraries(py: PyodideAPI): { library: Library; content: Uint8Array }[] {
  return find(py, "*.so").map((libraryPath) => {
    const content: Uint8Array = py.FS.readFile(libraryPath);
    const name = path.basename(libraryPath).split(".")[0]?.replace(/^_+/, "");
    const file = `${name}-${sha256(content).slice(0, 16)}.so`;
    return { library: { path: libraryPath, file }, content };
  });
}

const lock: Lock = JSON.parse(fs.readFileSync(path.join(runtime, "pyodide-lock.json"), "utf8"));
const wheels = closure(lock, COURSE_PACKAGES).map((entry) => entry.file_name);
const { loadPyodide } = await load("pyodide.mjs");
const createModule: CreateModule = (await load("pyodide.asm.mjs")).default;

function unpack(py: PyodideAPI): void {
  for (const wheel of wheels) {
    py.unpackArchive(read(wheel), "wheel", { extractDir: SITE_PACKAGES });
  }
  // One date for all, so that what one interpreter has compiled is up to date for the other.
  runAside(py, `for path in Path("${SITE_PACKAGES}").rglob("*.py"): os.utime(path, (1, 1))`);
}

function warmUpIn(py: PyodideAPI): void {
  const globals = py.toPy({ __name__: "warm_up" });
  py.runPython(fs.readFileSync(warmUp, "utf8"), { globals, filename: "warm_up.py" });
  py.runPython("main()", { globals });
  globals.destroy();
}

function copyCompiled(from: PyodideAPI, to: PyodideAPI): void {
  for (const file of find(from, "*.pyc")) {
    to.FS.mkdirTree(path.posix.dirname(file));
    to.FS.writeFile(file, from.FS.readFile(file));
  }
}

/** Fill what C has freed with zeros, which compress to nothing; Python's own free memory is cleared in warm_up.py. */
function clearFreeMemory(memory: Memory): void {
  const end = memory._sbrk(0);
  const taken: number[] = [];
  for (let size = 65536; size >= 32; size /= 2) {
    for (;;) {
      const address = memory._malloc(size);
      if (address === 0 || address + size > end) {
        // Nothing of this size is free any more: this came from beyond what was ever used.
        memory._free(address);
        break;
      }
      memory.HEAPU8.fill(0, address, address + size);
      taken.push(address);
    }
  }
  for (const address of taken) memory._free(address);
}

async function make(): Promise<void> {
  fs.rmSync(output, { recursive: true, force: true });
  fs.mkdirSync(output, { recursive: true });

  // A first interpreter compiles what is imported; in the second, compiling leaves no litter in the memory.
  const scout: PyodideAPI = await loadPyodide({ indexURL: runtime });
  unpack(scout);
  runAside(scout, "sys.dont_write_bytecode = False");
  warmUpIn(scout);
  const libraries = takeLibraries(scout);
  const scratch = fs.mkdtempSync(path.join(os.tmpdir(), "snapshot-"));
  for (const { library, content } of libraries)
    fs.writeFileSync(path.join(scratch, library.file), content);

  const py: SnapshotAPI = await loadPyodide({
    indexURL: runtime,
    env: { HOME: "/home/pyodide", PYTHONHASHSEED: "0" },
    _makeSnapshot: true,
    createPyodideModule: (settings: object) =>
      createModule(
        withLibraries(
          settings,
          libraries.map(({ library }) => library),
          ({ file }) => path.join(scratch, file),
        ),
      ),
  });
  unpack(py);
  copyCompiled(scout, py);
  warmUpIn(py);
  clearFreeMemory(py._module);

  const memory = py.makeMemorySnapshot();
  fs.rmSync(scratch, { recursive: true });
  const contents: [name: string, content: Uint8Array][] = [
    [MACHINE_CODE, read(MACHINE_CODE)],
    ...libraries.map(({ library, content }) => [library.file, content] as [string, Uint8Array]),
    [SNAPSHOT, memory],
  ];
  const packed: Manifest["packed"] = {};
  const files: Manifest["files"] = {};
  const store = (name: string, content: Uint8Array) => {
    files[name] = { bytes: content.length, sha256: sha256(content) };
  };
  for (const name of [...RUNTIME, ...wheels]) store(name, read(name));
  for (const [name, content] of contents) {
    const made = await pack(name.split(/[-.]/)[0] ?? name, content);
    packed[name] = made.packed;
    store(made.packed.file, made.whole);
  }
  const manifest: Manifest = {
    schema: 2,
    pyodide: py.version,
    files,
    packed,
    libraries: libraries.map(({ library }) => library),
  };
  fs.writeFileSync(path.join(output, "manifest.json"), `${JSON.stringify(manifest, null, 1)}\n`);
  for (const [name, { file, bytes }] of Object.entries(packed))
    console.log(`${name}: ${bytes} bytes, ${files[file]?.bytes} to fetch`);
}

try {
  await make();
  process.exit(0); // Pyodide keeps Node's event loop alive
} catch (problem) {
  // The message only: with its stack, Node would print pyodide.asm.mjs, a megabyte in one line.
  console.error(problem instanceof Error ? problem.message : String(problem));
  process.exit(1);
}
