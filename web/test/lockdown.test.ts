import assert from "node:assert/strict";
import { test } from "node:test";
import { Worker } from "node:worker_threads";

/** Run a text in a realm of its own: what is locked down there stays so. It leaves its findings in `found`. */
function inWorker(text: string): Promise<Record<string, unknown>> {
  const source = new URL("../src/lockdown.ts", import.meta.url).href;
  const whole = `
    import { parentPort } from "node:worker_threads";
    import { lockDown, namesOf } from ${JSON.stringify(source)};
    const post = parentPort.postMessage.bind(parentPort);
    const found = {};
    const says = (act) => { try { return act(); } catch (error) { return error.message; } };
    ${text}
    post(found);`;
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(whole)}`));
    worker.once("message", resolve);
    worker.once("error", reject);
  });
}

test("names go from the scope and from its classes, those too that nobody knows yet", async () => {
  const found = await inWorker(`
    class Outer { get indexedDB() { return 1; } fetch() { return "fetched"; } setTimeout(act) { act(); } setInterval() {} }
    class Scope extends Outer { postMessage() { return "posted"; } }
    const scope = Object.assign(new Scope(), { caches: 1, newInTheNextBrowser: 1, console, navigator: { userAgent: "T", storage: 1 } });
    const names = namesOf(scope);
    scope.ofPython = 1; // what Python has added is its own
    found.left = lockDown(scope, names);
    found.kept = ["caches", "indexedDB", "newInTheNextBrowser", "console", "ofPython"].filter((name) => name in scope);
    found.navigator = scope.navigator;
    found.fetch = says(() => scope.fetch("https://cdn.example/"));
    found.post = says(() => scope.postMessage("forged"));
    found.inherited = [typeof Outer.prototype.fetch, typeof Scope.prototype.postMessage];
    found.text = says(() => Outer.prototype.setTimeout("1", 0));
  `);
  assert.deepEqual(found, {
    left: [],
    kept: ["console", "ofPython"],
    navigator: { userAgent: "T", language: undefined, onLine: undefined },
    fetch: "This page's Python has no network. Everything in the course works without one.",
    post: "Only the page's own parts send it messages.",
    inherited: ["undefined", "undefined"],
    text: "This page's Python runs no JavaScript.",
  });
});

test("no function is made out of text, by whatever constructor", async () => {
  const found = await inWorker(`
    const scope = { setTimeout, setInterval };
    lockDown(scope, namesOf(scope));
    const kinds = [() => {}, async () => {}, function* () {}, async function* () {}];
    found.said = kinds.map((kind) => says(() => kind.constructor("return 1")()));
    found.instance = (() => {}) instanceof scope.Function;
    found.eval = says(() => scope.eval("1"));
  `);
  const refused = "This page's Python runs no JavaScript.";
  assert.deepEqual(found, { said: Array(4).fill(refused), instance: true, eval: refused });
});

test("what cannot be taken away is told", async () => {
  const found = await inWorker(`
    const scope = { setTimeout, setInterval };
    Object.defineProperty(scope, "caches", { value: 1, configurable: false });
    found.left = lockDown(scope, namesOf(scope));
  `);
  assert.deepEqual(found, { left: ["caches"] });
});
