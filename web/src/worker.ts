/** The one Python of the site: a module worker that runs cells and grades exercises. */

import { type Booted, boot } from "./boot.ts";
import { isAsked } from "./interrupt.ts";
import { lockDown, namesOf } from "./lockdown.ts";
import { Outbox } from "./outbox.ts";
import type { FromWorker, Known, Piece, ToBoot, ToWorker } from "./protocol.ts";
import { apiSender } from "./real-api.ts";

type Python = Booted["py"];
type Proxy = ReturnType<Python["pyimport"]>;

/** Where the graders stand in the worker's file system. */
const GRADERS = "/course/exercises";
/** The most memory that Python may take, in bytes: ten times what the course needs. */
const MEMORY = 2 ** 30;
/** WebAssembly's unit of memory, in bytes. */
const PAGE = 65_536;

// Taken before anything else runs: afterwards nobody in this worker has them.
const post: (message: FromWorker) => void = self.postMessage.bind(self);
const fetchFile = self.fetch.bind(self);
const { entries, fromEntries } = Object;
const names = namesOf(self);

const namespaces = new Map<string, Proxy>();
let python: Promise<Ready> | undefined;
let course: URL;
let graders: Promise<Map<string, Uint8Array>> | undefined;
let interrupts: Int32Array | undefined;
/** Of the cell that runs. */
let outbox: Outbox | undefined;

interface Ready {
  py: Python;
  /** Python's functions, taken before any reader's code runs: that may make them impossible to find. */
  calls: { run: Proxy; check: Proxy; members: Proxy; signature: Proxy };
}

/** Give a Python object to JavaScript, and let go of it. Nothing in it goes by way of Python's own `json`. */
function toPlain<T>(value: Proxy): T {
  try {
    return withNulls(value.toJs({ dict_converter: fromEntries })) as T;
  } finally {
    value.destroy();
  }
}

/** Python's None arrives as undefined. */
function withNulls(value: unknown): unknown {
  if (value === undefined) return null;
  if (Array.isArray(value)) return value.map(withNulls);
  if (typeof value !== "object" || value === null) return value;
  return fromEntries(entries(value).map(([key, one]) => [key, withNulls(one)]));
}

function namespaceOf(py: Python, page: string): Proxy {
  let namespace = namespaces.get(page);
  if (!namespace) {
    namespace = py.toPy({ __name__: "__main__" }) as Proxy;
    namespaces.set(page, namespace);
  }
  return namespace;
}

function run({ py, calls }: Ready, message: ToWorker & { type: "run" }): void {
  const out = new Outbox(message.id, post);
  outbox = out;
  try {
    const emit = (kind: Piece["kind"], text: string) => out.add(kind, text);
    const { source, page, number, seconds } = message;
    post({ type: "began", id: message.id });
    const value = calls.run.callKwargs(source, namespaceOf(py, page), emit, { number, seconds });
    out.send();
    post({ type: "ran", id: message.id, result: toPlain(value) });
  } finally {
    outbox = undefined;
  }
}

/** Tell what is known of an expression. Nothing here may cost the reader their Python, so it gives up in silence. */
function complete(
  { py, calls }: Ready,
  { id, page, want, of, cells }: ToWorker & { type: "complete" },
): void {
  let found: Known[keyof Known] = null;
  try {
    const texts = py.toPy(cells) as Proxy;
    const told = calls[want](of, namespaceOf(py, page), texts) as Proxy | null | undefined;
    found = told ? toPlain(told) : null;
    texts.destroy();
  } catch (error) {
    console.warn("Turnkeeper: no completion.", error);
  }
  post({ type: "completed", id, found });
}

async function fetchGraders(): Promise<Map<string, Uint8Array>> {
  const fetched = async (name: string) => {
    const response = await fetchFile(new URL(name, course));
    if (!response.ok) throw new Error(`${response.url} answered ${response.status}`);
    return response;
  };
  const names = (await (await fetched("index.json")).json()) as string[];
  const files = names.map(async (name): Promise<[string, Uint8Array]> => {
    const bytes = new Uint8Array(await (await fetched(name)).arrayBuffer());
    return [`${GRADERS}/${name.split("/").at(-1)}`, bytes];
  });
  return new Map(await Promise.all(files));
}

/** Write the graders where they are missing or not as they came: a cell may do what it likes with files. */
function putGraders({ FS }: Python, files: ReadonlyMap<string, Uint8Array>): void {
  FS.mkdirTree(GRADERS);
  for (const [path, bytes] of files) {
    const there = FS.analyzePath(path).exists ? (FS.readFile(path) as Uint8Array) : undefined;
    if (!there || there.length !== bytes.length || there.some((byte, at) => byte !== bytes[at])) {
      FS.writeFile(path, bytes);
    }
  }
}

async function grade({ py, calls }: Ready, message: ToWorker & { type: "grade" }): Promise<void> {
  graders ??= fetchGraders();
  let files: Map<string, Uint8Array>;
  try {
    files = await graders;
  } catch (error) {
    graders = undefined; // the next Check asks again
    const why = `The checks could not be fetched (${String(error)}). Press Check to try again.`;
    post({ type: "refused", id: message.id, message: why });
    return;
  }
  putGraders(py, files);
  const { slug, source, seconds } = message;
  const begin = () => {
    post({ type: "began", id: message.id });
    return isAsked(interrupts);
  };
  begin();
  const value = calls.check.callKwargs(slug, source, { folder: GRADERS, seconds, begin });
  post({ type: "graded", id: message.id, report: toPlain(value) });
}

/** Let Python have a part of the memory that it could take: the page would be ended before Python had taken all. */
function limitMemory(py: Python): void {
  const { memory } = (py as unknown as { _module: { memory: WebAssembly.Memory } })._module;
  const grow = memory.grow.bind(memory);
  memory.grow = (pages) => {
    if (memory.buffer.byteLength + pages * PAGE > MEMORY) throw new RangeError("memory limit");
    return grow(pages);
  };
}

/** Have what bypasses `sys.stdout` and `sys.stderr` go to the output of what runs, and nowhere when nothing does. */
function catchWrites(py: Python): void {
  const write = (kind: "stdout" | "stderr") => (bytes: Uint8Array) => {
    outbox?.write(kind, bytes);
    return bytes.length;
  };
  py.setStdout({ write: write("stdout") });
  py.setStderr({ write: write("stderr") });
  py.setStdin({ error: true }); // input() has nobody to ask
}

async function start(message: ToBoot): Promise<void> {
  course = new URL(message.course);
  interrupts = message.interrupts;
  const booting = boot({
    base: new URL(message.pyodide),
    savesData: message.savesData,
    cache: message.cache,
    progress: (progress) => post({ type: "progress", progress }),
  });
  python = booting.then(({ py }) => {
    limitMemory(py);
    catchWrites(py);
    if (interrupts) py.setInterruptBuffer(interrupts);
    const { run, check } = py.pyimport("turnkeeper.upkeep");
    const { members, signature } = py.pyimport("turnkeeper.completion");
    return { py, calls: { run, check, members, signature } };
  });
  python.catch(() => {}); // told below
  try {
    const { how, milliseconds } = await booting;
    const { py } = await python;
    if (message.key !== undefined) {
      py.pyimport("turnkeeper.page_api").open_door(apiSender(message.key));
    }
    const left = lockDown(self, names);
    if (left.length > 0) console.warn("Turnkeeper: Python can reach more than it should:", left);
    post({ type: "ready", how, milliseconds });
  } catch (error) {
    post({ type: "unbooted", message: String(error) });
  }
}

/** Whether an error is Python's answer to an interrupt. */
function isInterrupt(error: unknown): boolean {
  return error instanceof Error && (error as { type?: string }).type === "KeyboardInterrupt";
}

self.addEventListener("message", async ({ data: message }: MessageEvent<ToWorker>) => {
  if (message.type === "boot") return start(message);
  const ready = await python?.catch(() => undefined);
  if (!ready) return;
  try {
    if ("id" in message) post({ type: "heard", id: message.id });
    if (message.type === "run") run(ready, message);
    else if (message.type === "grade") await grade(ready, message);
    else if (message.type === "complete") complete(ready, message);
    else {
      namespaces.get(message.page)?.destroy();
      namespaces.delete(message.page);
    }
  } catch (error) {
    if ("id" in message && isAsked(interrupts) && isInterrupt(error)) {
      post({ type: "interrupted", id: message.id });
      return;
    }
    // The Python side catches whatever the reader's code does: what arrives here is a Python that cannot go on.
    post({ type: "fatal", message: String(error) });
  }
});
