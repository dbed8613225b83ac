import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { Deaf, Kernel, Overdue, PythonLost, Stopped } from "../src/kernel.ts";
import type { FromWorker, Report, ToWorker } from "../src/protocol.ts";

/** Stands in for the browser's Worker: remembers what it was sent, says what the test tells it to. */
class FakeWorker extends EventTarget {
  static made: FakeWorker[] = [];
  readonly sent: ToWorker[] = [];
  ended = false;
  constructor() {
    super();
    FakeWorker.made.push(this);
  }
  postMessage(message: ToWorker): void {
    this.sent.push(message);
  }
  terminate(): void {
    this.ended = true;
  }
  say(data: FromWorker): void {
    this.dispatchEvent(new MessageEvent("message", { data }));
  }
}

const here = new URL("http://127.0.0.1/course/");
const ready: FromWorker = { type: "ready", how: "snapshot", milliseconds: 1 };
const rest = () => new Promise<void>((resolve) => setImmediate(resolve));
const last = () => FakeWorker.made.at(-1) ?? assert.fail("no worker was made");

let kernel: Kernel;
beforeEach((context) => {
  FakeWorker.made = [];
  Object.assign(globalThis, { Worker: FakeWorker });
  if ("mock" in context) {
    context.mock.method(console, "error", () => {});
    context.mock.timers.enable({ apis: ["setTimeout"] });
  }
  kernel = new Kernel({ worker: here, pyodide: here, course: here, cache: "kept" });
});

test("one worker serves everybody, and a run waits for it to be ready", async () => {
  void kernel.start();
  const run = kernel.run("p", 2, "1", () => {});
  await rest();
  assert.equal(FakeWorker.made.length, 1);
  assert.deepEqual(
    last().sent.map((message) => message.type),
    ["boot"],
  );
  last().say(ready);
  await rest();
  assert.deepEqual(last().sent[1], {
    type: "run",
    id: 1,
    page: "p",
    number: 2,
    source: "1",
    seconds: 30,
  });
  last().say({ type: "ran", id: 1, result: { ok: true } });
  assert.deepEqual(await run, { ok: true });
});

test("stop ends the run, and Python starts again in a new session", async () => {
  void kernel.start();
  last().say(ready);
  const run = kernel.run("p", 2, "while True: pass", () => {});
  await rest();
  const first = last();
  kernel.stop();
  await assert.rejects(run, (error) => error instanceof Stopped && error.lost);
  assert.equal(first.ended, true);
  assert.equal(FakeWorker.made.length, 2);
  assert.equal(kernel.session, 2);
  first.say({ type: "ran", id: 1, result: { ok: true } }); // what a dead worker still says is not heard
});

/** A kernel of an isolated page, and what its worker would see. */
async function isolated(): Promise<{ run: Promise<unknown>; memory: Int32Array }> {
  Object.assign(globalThis, { crossOriginIsolated: true });
  kernel = new Kernel({ worker: here, pyodide: here, course: here, cache: "kept" });
  Object.assign(globalThis, { crossOriginIsolated: false });
  void kernel.start();
  const [boot] = last().sent;
  assert.ok(boot?.type === "boot" && boot.interrupts);
  last().say(ready);
  const run = kernel.run("p", 2, "while True: pass", () => {});
  await rest();
  last().say({ type: "began", id: 1 });
  return { run, memory: boot.interrupts };
}

test("where the page shares memory, stop interrupts the run and Python goes on", async (context) => {
  const { run, memory } = await isolated();
  kernel.stop();
  assert.deepEqual([...memory], [2, 1]);
  memory[0] = 0; // Python has taken the signal, and the code has swallowed it
  context.mock.timers.tick(100);
  assert.equal(memory[0], 2);
  const error = { kind: "KeyboardInterrupt", message: "", line: 3, plain: "", traceback: "" };
  last().say({ type: "ran", id: 1, result: { ok: false, error } });
  await assert.rejects(
    run,
    (e) => e instanceof Stopped && !e.lost && e.message === "Stopped at line 3.",
  );
  context.mock.timers.tick(5_000);
  assert.deepEqual([...memory], [0, 0]); // nothing of it reaches what runs next
  assert.equal(FakeWorker.made.length, 1);
});

test("what does not hear an interrupt is ended after half a second, or at a second stop", async (context) => {
  const first = await isolated();
  kernel.stop();
  for (let time = 0; time < 400; time += 80) context.mock.timers.tick(80);
  assert.equal(last().ended, false);
  context.mock.timers.tick(80);
  await assert.rejects(first.run, (error) => error instanceof Stopped && error.lost);
  assert.equal(kernel.session, 2);
  const second = await isolated();
  kernel.stop();
  kernel.stop();
  await assert.rejects(second.run, (error) => error instanceof Stopped && error.lost);
  assert.deepEqual([...second.memory], [0, 0]);
});

test("an answer that came in spite of a stop is the answer; a check that was stopped is none", async () => {
  const { run, memory } = await isolated();
  kernel.stop();
  last().say({ type: "ran", id: 1, result: { ok: true } });
  assert.deepEqual(await run, { ok: true });
  assert.deepEqual([...memory], [0, 0]);
  const graded = kernel.grade("send", "");
  await rest();
  kernel.stop();
  last().say({ type: "interrupted", id: 2 });
  await assert.rejects(graded, (error) => error instanceof Stopped && !error.lost);
});

test("stop while Python starts gives the start up and does not begin another", async () => {
  const start = kernel.start();
  kernel.stop();
  await assert.rejects(start, (error) => error instanceof Stopped && !error.lost);
  assert.equal(FakeWorker.made.length, 1);
});

test("a Python that cannot start says so, and the next run tries again", async () => {
  const run = kernel.run("p", 2, "1", () => {});
  last().say({ type: "unbooted", message: "TypeError: Failed to fetch" });
  await assert.rejects(run, (error: Error) => {
    assert.ok(error instanceof PythonLost);
    assert.match(error.message, /could not start.*Failed to fetch/);
    return true;
  });
  void kernel.run("p", 2, "1", () => {}).catch(() => {});
  assert.equal(FakeWorker.made.length, 2);
});

test("a fatal error ends the run in plain words and frees the kernel", async () => {
  void kernel.start();
  last().say(ready);
  const run = kernel.run("p", 2, "1", () => {});
  await rest();
  last().say({ type: "fatal", message: "RangeError: Maximum call stack size exceeded" });
  await assert.rejects(
    run,
    (error) =>
      error instanceof PythonLost && error.lost && /calls inside calls/.test(error.message),
  );
  assert.equal(kernel.session, 2); // and Python starts again
});

test("what cannot be stopped from inside is ended, and Python starts again", async (context) => {
  void kernel.start();
  last().say(ready);
  const run = kernel.run("p", 2, "while True: ...", () => {});
  await rest();
  last().say({ type: "began", id: 1 });
  context.mock.timers.tick(34_999);
  assert.equal(last().ended, false);
  const first = last();
  context.mock.timers.tick(1);
  await assert.rejects(
    run,
    (error) => error instanceof Overdue && /longer than 30/.test(`${error}`),
  );
  assert.equal(first.ended, true);
  assert.equal(kernel.session, 2);
});

test("a worker that is gone, and says nothing, is missed as well", async (context) => {
  void kernel.start();
  last().say(ready);
  const run = kernel.run("p", 1, "1", () => {});
  await rest();
  context.mock.timers.tick(10_000);
  await assert.rejects(run, Deaf);
  assert.equal(kernel.session, 2);
});

test("a check has its seconds anew for each piece of work, and none before the first", async (context) => {
  void kernel.start();
  last().say(ready);
  const graded = kernel.grade("send", "");
  await rest();
  last().say({ type: "heard", id: 1 });
  context.mock.timers.tick(60_000); // the checks are being fetched
  for (let piece = 0; piece < 12; piece += 1) {
    last().say({ type: "began", id: 1 });
    context.mock.timers.tick(9_000);
  }
  const counts = { schema: 1, exercise: "send", passed: 0, total: 0, sealed: true };
  const nothing = { problem: null, requirements: [], score: null };
  const report: Report = { ...counts, status: "failed", ...nothing };
  last().say({ type: "graded", id: 1, report });
  assert.equal((await graded).status, "failed");
  context.mock.timers.tick(60_000); // nobody waits any more
  assert.equal(FakeWorker.made.length, 1);
});

test("completion asks only a Python that is there and has nothing else to do", async () => {
  assert.equal(await kernel.complete("p", "members", "client", []), null);
  assert.equal(FakeWorker.made.length, 0);
  void kernel.start();
  last().say(ready);
  const asked = kernel.complete("p", "members", "client", ["client = 1"]);
  await rest();
  assert.deepEqual(last().sent[1], {
    type: "complete",
    id: 1,
    page: "p",
    want: "members",
    of: "client",
    cells: ["client = 1"],
  });
  last().say({ type: "completed", id: 1, found: [["messages", "property"]] });
  assert.deepEqual(await asked, [["messages", "property"]]);
  kernel.queue.add(
    () => new Promise(() => {}),
    () => {},
  );
  assert.equal(await kernel.complete("p", "signature", "client", []), null);
  assert.equal(last().sent.length, 2);
});

test("a Python that is ended meanwhile leaves completion without an answer", async () => {
  void kernel.start();
  last().say(ready);
  const asked = kernel.complete("p", "members", "client", []);
  await rest();
  kernel.stop();
  assert.equal(await asked, null);
});

test("a key goes to Python with its start, and is gone with the next one once it is forgotten", async () => {
  void kernel.start();
  kernel.useKey("sk-ant-1");
  assert.equal(last().ended, true);
  void kernel.start();
  assert.deepEqual(last().sent, [
    {
      type: "boot",
      pyodide: here.href,
      course: here.href,
      savesData: false,
      key: "sk-ant-1",
    },
  ]);
  last().say(ready);
  kernel.stop(); // starts another one, which has it too
  assert.equal((last().sent[0] as { key?: string }).key, "sk-ant-1");
  kernel.useKey(undefined);
  assert.equal(last().ended, true);
  void kernel.start();
  assert.equal("key" in (last().sent[0] ?? {}), false);
});
