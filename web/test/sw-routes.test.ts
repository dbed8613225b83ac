import assert from "node:assert/strict";
import { test } from "node:test";
import { addressOf, isolation, named, pathBelow, routeOf, sitemapOf } from "../src/sw-routes.ts";

const scope = new URL("https://host.example/course/");
const asked = (path: string, more: object = {}) =>
  routeOf(
    {
      method: "GET",
      url: new URL(path, scope).href,
      mode: "no-cors",
      referrer: new URL("lessons/stateless/", scope).href,
      ...more,
    },
    scope,
  );

test("an address is a file below the scope, whatever its query and its place", () => {
  const files = {
    "": "index.html",
    "?q=token#top": "index.html",
    "lessons/x/": "lessons/x/index.html",
    "lessons/x/index.html": "lessons/x/index.html",
    "lessons/x": "lessons/x",
    "search/search_index.json?v=2": "search/search_index.json",
  };
  for (const [path, file] of Object.entries(files)) {
    assert.equal(pathBelow(scope, new URL(path, scope).href), file, path);
  }
  for (const outside of ["/", "/course", "/courses/", "https://other.example/course/"]) {
    assert.equal(pathBelow(scope, new URL(outside, scope).href), undefined, outside);
  }
});

test("what is not the course's, and what is no question for a file, is left to the browser", () => {
  assert.deepEqual(asked("assets/site.css"), { kind: "file", path: "assets/site.css" });
  for (const path of ["/other/", "sw.js", "precache-0123abcd.json", "lite/build/1.js"]) {
    assert.deepEqual(asked(path), { kind: "ignored" }, path);
  }
  assert.deepEqual(asked("lessons/x/", { method: "POST" }), { kind: "ignored" });
});

test("the notebooks get Python from the network, the course from what is kept", () => {
  const notebooks = new URL("lite/extensions/kernel.js", scope).href;
  assert.deepEqual(asked("pyodide/a.wasm", { referrer: notebooks }), { kind: "ignored" });
  assert.deepEqual(asked("pyodide/a.wasm"), { kind: "file", path: "pyodide/a.wasm" });
  // Who comes from there to a lesson reads the course again.
  const back = asked("lessons/x/", { referrer: notebooks, mode: "navigate" });
  assert.deepEqual(back, { kind: "file", path: "lessons/x/index.html" });
  assert.deepEqual(asked("reference/", { mode: "navigate" }), { kind: "left out" });
});

test("the reader's word on an address asks for the current version of that page", () => {
  const to = asked("lessons/x/?course-version=&q=1", { mode: "navigate" });
  assert.deepEqual(to, { kind: "current", to: new URL("lessons/x/?q=1", scope), tries: 0 });
  assert.equal(asked("lessons/x/?course-version=").kind, "file");
});

test("a path names a file, a folder without its slash, the sitemap, or nothing", () => {
  const listed = new Set(["index.html", "lessons/x/index.html"]);
  const kinds = {
    "index.html": "file",
    "lessons/x": "folder",
    "sitemap.xml": "sitemap",
    "lessons/y/index.html": "nothing",
    constructor: "nothing",
  };
  for (const [path, kind] of Object.entries(kinds)) {
    assert.equal(
      named(path, (one) => listed.has(one)),
      kind,
      path,
    );
  }
});

test("the sitemap has the pages with their addresses here, and a folder is asked for by its slash", () => {
  const pages = ["index.html", "lessons/x/index.html", "start/real-run/index.html"];
  const map = sitemapOf([...pages, "assets/a.js", "404.html"], scope);
  const places = [...map.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, place]) => place);
  assert.deepEqual(places, [scope.href, `${scope.href}lessons/x/`]);
  assert.equal(addressOf("myindex.html", scope), `${scope.href}myindex.html`);
});

test("pages are isolated, their workers may work for them, files are as they were", () => {
  assert.deepEqual(Object.fromEntries(isolation("document")), {
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Embedder-Policy": "require-corp",
  });
  assert.equal(isolation("worker")[0]?.[0], "Cross-Origin-Embedder-Policy");
  for (const destination of ["", "script", "style"]) assert.deepEqual(isolation(destination), []);
});
