/** The one Python of the site: a module worker that runs cells and grades exercises. */

import { type Booted, boot } from "./boot.ts";
import type { FromWorker, Piece, ToWorker } from "./protocol.ts";

type Python = Booted["py"];
type Proxy = ReturnType<Python["pyimport"]>;

/** Where the graders stand in the worker's file system. */
const GRADERS = "/course/exercises";
/** Pieces posted at once before a run's output is sent in batches. */
const EAGER = 200;
/** Milliseconds between two batches. */
const BATCH = 60;

const post = (message: FromWorker) => self.postMessage(message);
const namespaces = new Map<string, Proxy>();
let python: Promise<Python | undefined> | undefined;
let course: URL;
let graders: Promise<void> | undefined;

/** Posts output as it comes; a loop that prints is batched, since Python never yields to a timer. */
class Outbox {
  private readonly id: number;
  private held: Piece[] = [];
  private posted = 0;
  private last = 0;

  constructor(id: number) {
    this.id = id;
  }

  add(kind: Piece["kind"], text: string): void {
    const before = this.held.at(-1);
    if (before && before.kind === kind && (kind === "stdout" || kind === "stderr")) {
      before.text += text;
    } else {
      this.held.push({ kind, text });
    }
    if (this.posted < EAGER || performance.now() - this.last > BATCH) this.send();
  }

  send(): void {
    if (this.held.length === 0) return;
    post({ type: "output", id: this.id, pieces: this.held });
    this.held = [];
    this.posted += 1;
    this.last = performance.now();
  }
}

/** Give a Python object to JavaScript by way of JSON, and let go of it. */
function toJson<T>(py: Python, value: Proxy): T {
  const json = py.pyimport("json");
  try {
    return JSON.parse(json.dumps(value)) as T;
  } finally {
    value.destroy();
    json.destroy();
  }
}

function namespaceOf(py: Python, page: string): Proxy {
  let namespace = namespaces.get(page);
  if (!namespace) {
    namespace = py.runPython('{"__name__": "__main__"}') as Proxy;
    namespaces.set(page, namespace);
  }
  return namespace;
}

function run(py: Python, message: ToWorker & { type: "run" }): void {
  const out = new Outbox(message.id);
  const cells = py.pyimport("turnkeeper.cells");
  try {
    const emit = (kind: Piece["kind"], text: string) => out.add(kind, text);
    const { source, page, number, seconds } = message;
    post({ type: "began", id: message.id });
    const value = cells.run_cell.callKwargs(source, namespaceOf(py, page), emit, {
      number,
      seconds,
    });
    out.send();
    post({ type: "ran", id: message.id, result: toJson(py, value) });
  } finally {
    cells.destroy();
  }
}

async function fetchGraders(py: Python): Promise<void> {
  const fetched = async (name: string) => {
    const response = await fetch(new URL(name, course));
    if (!response.ok) throw new Error(`${response.url} answered ${response.status}`);
    return response;
  };
  const names = (await (await fetched("index.json")).json()) as string[];
  py.FS.mkdirTree(GRADERS);
  await Promise.all(
    names.map(async (name) => {
      const bytes = new Uint8Array(await (await fetched(name)).arrayBuffer());
      py.FS.writeFile(`${GRADERS}/${name.split("/").at(-1)}`, bytes);
    }),
  );
}

async function grade(py: Python, message: ToWorker & { type: "grade" }): Promise<void> {
  graders ??= fetchGraders(py);
  try {
    await graders;
  } catch (error) {
    graders = undefined; // the next Check asks again
    const why = `The checks could not be fetched (${String(error)}). Press Check to try again.`;
    post({ type: "refused", id: message.id, message: why });
    return;
  }
  const grading = py.pyimport("turnkeeper.grading");
  try {
    const { slug, source, seconds } = message;
    const begin = () => post({ type: "began", id: message.id });
    begin();
    const value = grading.grade.callKwargs(slug, source, { folder: GRADERS, seconds, begin });
    post({ type: "graded", id: message.id, report: toJson(py, value) });
  } finally {
    grading.destroy();
  }
}

async function start(message: ToWorker & { type: "boot" }): Promise<void> {
  course = new URL(message.course);
  const booting = boot(new URL(message.pyodide), (progress) =>
    post({ type: "progress", progress }),
  );
  python = booting.then(
    ({ py }) => py,
    () => undefined,
  );
  try {
    const { py, how, milliseconds } = await booting;
    py.setStdin({ error: true }); // input() has nobody to ask
    post({ type: "ready", how, milliseconds });
  } catch (error) {
    post({ type: "unbooted", message: String(error) });
  }
}

self.addEventListener("message", async ({ data: message }: MessageEvent<ToWorker>) => {
  if (message.type === "boot") return start(message);
  const py = await python;
  if (!py) return;
  try {
    if (message.type === "run") run(py, message);
    else if (message.type === "grade") await grade(py, message);
    else {
      namespaces.get(message.page)?.destroy();
      namespaces.delete(message.page);
    }
  } catch (error) {
    // The Python side catches whatever the reader's code does: what arrives here is a Python that cannot go on.
    post({ type: "fatal", message: String(error) });
  }
});
