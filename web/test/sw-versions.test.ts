import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { beforeEach, test } from "node:test";
import { Moved, NoRoom, type Precache, Versions } from "../src/sw-versions.ts";

const scope = new URL("https://host.example/course/");

/** Stands in for the browser's Cache: keeps copies by address. */
class FakeCache {
  readonly kept = new Map<string, Response>();
  async match(address: string) {
    return this.kept.get(address)?.clone();
  }
  async put(address: string, response: Response) {
    if (full) throw new DOMException("no room", "QuotaExceededError");
    this.kept.set(address, new Response(await response.arrayBuffer(), response));
  }
  async delete(address: string) {
    return this.kept.delete(address);
  }
}

const stores = new Map<string, FakeCache>();
const fakes = {
  async open(name: string) {
    const cache = stores.get(name) ?? new FakeCache();
    stores.set(name, cache);
    return cache;
  },
  match: async (address: string, { cacheName }: { cacheName: string }) =>
    stores.get(cacheName)?.match(address),
  keys: async () => [...stores.keys()],
  delete: async (name: string) => stores.delete(name),
} as unknown as CacheStorage;

/** The site on the network, by path, and what was asked of it. */
let site: Record<string, string> = {};
let fetched: string[] = [];
/** What the browser's own cache answers before the network is asked. */
let stale: Record<string, string> = {};
let full = false;

const versions = () =>
  new Versions(scope, fakes, async (address, options) => {
    const path = address.slice(scope.href.length);
    const old = options?.cache === "default" ? stale[path] : undefined;
    if (old !== undefined) return new Response(old);
    fetched.push(path);
    const body = site[path];
    return new Response(body ?? "", { status: body === undefined ? 404 : 200 });
  });

const group = (files: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(files).map(([path, text]) => [
      path,
      { sha256: createHash("sha256").update(text).digest("hex"), bytes: text.length },
    ]),
  );

/** Put a version on the network. */
function deploy(version: string, course: Record<string, string>, rest = {}): void {
  const list: Precache = { version, course: group(course), python: {}, rest: group(rest) };
  site = { [`precache-${version}.json`]: JSON.stringify(list), ...rest };
  for (const [path, text] of Object.entries(course)) site[path === "index.html" ? "" : path] = text;
}

const textOf = async (kept: Versions, version: string, path: string) =>
  (await kept.match(version, path))?.text();

beforeEach(() => {
  stores.clear();
  fetched = [];
  stale = {};
  full = false;
});

test("a newer version is kept whole beside the served one, and what is the same is copied", async () => {
  deploy("a", { "index.html": "home", "a.js": "old" }, { "rare.whl": "wheel", "b.whl": "other" });
  const kept = versions();
  await kept.fetchList("a");
  const wheel = (await kept.listOf("a"))?.rest["rare.whl"] ?? assert.fail("no wheel is listed");
  await kept.put("a", "rare.whl", wheel, new Response("wheel"));
  await kept.fill("a");
  await kept.serve("a");
  assert.deepEqual(fetched.toSorted(), ["", "a.js", "precache-a.json"]);

  deploy("b", { "index.html": "home", "a.js": "new" }, { "rare.whl": "wheel", "b.whl": "other" });
  fetched = [];
  await versions().fill("b");
  assert.deepEqual(fetched.toSorted(), ["a.js", "precache-b.json"]);
  assert.equal(await textOf(kept, "a", "a.js"), "old");
  assert.equal(await textOf(kept, "b", "a.js"), "new");
  assert.equal(await textOf(kept, "b", "rare.whl"), "wheel");
  assert.equal(await kept.match("b", "b.whl"), undefined);
  assert.equal(await kept.served(), "a");
  assert.equal(await kept.fullBeside("a"), "b");

  await kept.dropOthers(["b"]);
  assert.equal(await kept.fullBeside("b"), undefined);
  assert.equal(await kept.match("a", "a.js"), undefined);
  assert.equal(await kept.served(), "a"); // it is for the caller to serve another
});

test("a site that is deployed anew while it is kept gives no full version, and what is there is used", async () => {
  deploy("a", { "index.html": "home", "a.js": "old", "z.js": "same" });
  const kept = versions();
  await kept.fetchList("a");
  deploy("b", { "index.html": "home", "a.js": "new", "z.js": "same" });
  await assert.rejects(kept.fill("a"), Moved);
  assert.equal(await kept.isFull("a"), false);
  assert.equal(await kept.match("a", "a.js"), undefined);
  await assert.rejects(
    versions()
      .fill("a")
      .then(() => versions().fetchList("a")),
    Moved,
  );
  fetched = [];
  await kept.fill("b");
  assert.equal(await kept.isFull("b"), true);
  assert.ok(!fetched.includes("z.js"), "z.js was kept already");
});

test("an older file in the browser's own cache is asked for once more", async () => {
  deploy("a", { "index.html": "home", "a.js": "new" });
  stale = { "a.js": "old" };
  const kept = versions();
  await kept.fill("a");
  assert.equal(await textOf(kept, "a", "a.js"), "new");
});

test("what passes is put by only when it is the listed file", async () => {
  deploy("a", {}, { "a.whl": "wheel" });
  const kept = versions();
  const { rest } = await kept.fetchList("a");
  const wheel = rest["a.whl"] ?? assert.fail("no wheel is listed");
  await kept.put("a", "a.whl", wheel, new Response("other"));
  assert.equal(await kept.match("a", "a.whl"), undefined);
  const packed = { headers: { "Content-Encoding": "gzip", "Content-Type": "application/zip" } };
  await kept.put("a", "a.whl", wheel, new Response("wheel", packed));
  const found = (await kept.match("a", "a.whl")) ?? assert.fail("the wheel is not kept");
  assert.equal(found.headers.get("Content-Encoding"), null);
  assert.equal(found.headers.get("Content-Type"), "application/zip");
});

test("a full device is told apart, and two courses of one host do not meet", async () => {
  deploy("a", { "index.html": "home" });
  await versions().fetchList("a");
  full = true;
  await assert.rejects(versions().fill("a"), NoRoom);
  full = false;
  const other = new Versions(new URL("https://host.example/"), fakes, () => assert.fail("fetched"));
  await other.serve("x");
  await other.dropOthers([]);
  assert.equal(await versions().served(), undefined);
  assert.notEqual(await versions().listOf("a"), undefined);
});

test("a file comes from the version that is served now, whichever was served before", async () => {
  const kept = versions();
  for (const version of ["a", "b"]) {
    deploy(version, { "index.html": `home of ${version}` });
    await kept.fetchList(version);
    await kept.fill(version);
  }
  const told = async () => {
    const { served, kept: file } = await kept.find("index.html");
    return [served, await file?.text()];
  };
  assert.deepEqual(await told(), [undefined, undefined]);
  const other = versions(); // another service worker of the site
  for (const version of ["a", "b", undefined, "a"]) {
    await other.serve(version);
    assert.deepEqual(await told(), [version, version && `home of ${version}`]);
  }
  await other.dropOthers(["b"]);
  assert.deepEqual(await told(), ["a", undefined]);
  assert.equal([...stores.keys()].filter((name) => name.endsWith(":a")).length, 0); // and none is made anew
});
