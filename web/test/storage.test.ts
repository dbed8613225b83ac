import "fake-indexeddb/auto";
import assert from "node:assert/strict";
import { test } from "node:test";
import { Database } from "../src/database.ts";
import { upgrade, VERSION } from "../src/notes.ts";
import { LONG_AGO } from "../src/stamp.ts";
import { hashOf } from "../src/starter.ts";
import { Notebook } from "../src/storage.ts";
import { type Channel, Store } from "../src/store.ts";
import { type Shelf, Unsaved } from "../src/unsaved.ts";

console.warn = () => {}; // a browser that refuses is what half of these tests are about

class MapShelf implements Shelf {
  readonly items = new Map<string, string>();
  get length(): number {
    return this.items.size;
  }
  key(index: number): string | null {
    return [...this.items.keys()][index] ?? null;
  }
  getItem(key: string): string | null {
    return this.items.get(key) ?? null;
  }
  setItem(key: string, value: string): void {
    this.items.set(key, value);
  }
  removeItem(key: string): void {
    this.items.delete(key);
  }
}

class FullShelf extends MapShelf {
  override setItem(): void {
    throw new DOMException("full", "QuotaExceededError");
  }
}

const PAGE = "lessons/stateless/";
const mine = { starter: hashOf("a"), text: "mine", aside: [] };
let browsers = 0;

/** A browser of its own, with nothing stored; its tabs hear each other. */
function newBrowser(shelf: Shelf | null = new MapShelf()) {
  const base = `/${browsers++}/`;
  const channels = new Set<Channel>();
  const database = new Database(base);
  let tabs = 0;
  const newTab = (use: Pick<Database, "change" | "all"> = database) => {
    const tab = `tab${tabs++}`;
    const store = new Store(use, new Unsaved(shelf, base, tab), () => {
      const channel: Channel = {
        onmessage: null,
        postMessage: (data) => {
          for (const other of channels) {
            if (other !== channel) other.onmessage?.call(null as never, { data } as MessageEvent);
          }
        },
        close: () => channels.delete(channel),
      };
      channels.add(channel);
      return channel;
    });
    return { store, notebook: (page = PAGE) => new Notebook(store, page, tab) };
  };
  const stored = async (page = PAGE) => (await database.all()).get(page);
  return { base, database, newTab, stored };
}

async function opened(notebook: Notebook, starters: Record<string, string> = { "cell-1": "a" }) {
  await notebook.open(new Map(Object.entries(starters)));
  return notebook;
}

const refusing = (name = "UnknownError") => {
  const refuse = () => Promise.reject(new DOMException("refused", name));
  return { change: refuse, all: refuse };
};

test("what is saved comes back in another visit, and not on another page or site", async () => {
  const { newTab, database } = newBrowser();
  const first = await opened(newTab().notebook());
  first.saveText("cell-1", mine, "");
  first.saveAnswer("quiz-1", { question: "q", choice: 1, right: true });
  first.savePass("send", new Date("2026-11-30T10:00:00Z"));
  first.savePass("send", new Date("2027-01-01"));
  await first.settled();
  const { store, notebook } = newTab();
  const second = await opened(notebook());
  assert.equal(second.text("cell-1")?.text, "mine");
  assert.equal(second.answer("quiz-1")?.choice, 1);
  assert.equal(second.pass("send")?.on, "2026-11-30T10:00:00.000Z");
  assert.equal((await opened(notebook("lessons/resend/"))).pass("send"), undefined);
  assert.equal((await opened(newBrowser().newTab().notebook())).pass("send"), undefined);
  assert.deepEqual([...(await store.all()).keys()], [PAGE]);
  assert.deepEqual([...(await database.all()).keys()], [PAGE]);
});

test("two tabs on one page add to each other's work, and each hears of the other", async () => {
  const { newTab, stored } = newBrowser();
  const [left, right] = [await opened(newTab().notebook()), await opened(newTab().notebook())];
  left.saveText("cell-1", mine, "");
  right.saveText("cell-2", { ...mine, text: "other" }, "");
  left.saveTry("send", "one", "stub");
  right.saveTry("send", "two", "stub");
  await Promise.all([left.settled(), right.settled()]);
  const heard = new Promise<void>((resolve) => {
    left.changed = resolve;
  });
  await right.refresh();
  right.savePass("send", new Date());
  await heard;
  for (const tab of [left, right]) {
    assert.equal(tab.text("cell-1")?.text, "mine");
    assert.equal(tab.text("cell-2")?.text, "other");
    assert.equal(tab.tries("send"), 2);
    assert.notEqual(tab.pass("send"), undefined);
  }
  assert.deepEqual(Object.keys(upgrade(await stored())?.texts ?? {}).sort(), ["cell-1", "cell-2"]);
});

test("a text that was typed in two tabs is kept twice: the newer one is shown", async () => {
  const { newTab } = newBrowser();
  const [left, right] = [newTab().notebook(), newTab().notebook()];
  await opened(left);
  const at = left.saveText("cell-1", mine, "");
  await left.settled();
  await opened(right);
  left.saveText("cell-1", { ...mine, text: "left" }, at);
  await left.settled();
  await new Promise((resolve) => setTimeout(resolve, 5));
  right.saveText("cell-1", { ...mine, text: "right" }, at); // over what the left tab has replaced since
  await right.settled();
  await left.refresh();
  for (const tab of [left, right]) {
    assert.equal(tab.text("cell-1")?.text, "right");
    assert.deepEqual(tab.text("cell-1")?.others, ["left"]);
  }
});

test("what is typed while the page opens stays, and so does what was stored", async () => {
  const { newTab } = newBrowser();
  const first = await opened(newTab().notebook());
  first.saveText("cell-1", mine, "");
  await first.settled();
  const second = newTab().notebook();
  const opening = opened(second);
  second.saveText("cell-1", { ...mine, text: "fast" }, "");
  await opening;
  await second.settled();
  assert.equal(second.text("cell-1")?.text, "fast");
  assert.deepEqual(second.text("cell-1")?.others, ["mine"]);
});

test("a page that goes away before the database has answered loses nothing", async () => {
  const { newTab, database, stored } = newBrowser();
  const silent = { change: () => new Promise<never>(() => {}), all: database.all.bind(database) };
  const leaving = newTab(silent).notebook();
  void leaving.open(new Map([["cell-1", "a"]]));
  const at = leaving.saveText("cell-1", mine, "");
  leaving.saveText("cell-1", { ...mine, text: "mine, longer" }, at);
  leaving.savePass("send", new Date("2026-11-30"));
  const { store, notebook } = newTab();
  assert.notEqual((await store.all()).get(PAGE)?.passes.send, undefined); // the course map knows it, too
  const next = await opened(notebook());
  assert.equal(next.text("cell-1")?.text, "mine, longer");
  assert.deepEqual(next.text("cell-1")?.others, []);
  assert.notEqual(upgrade(await stored())?.passes.send, undefined);
});

test("a record from before the database is taken over, and forgotten only when it is stored", async () => {
  const shelf = new MapShelf();
  const { base, newTab, stored } = newBrowser(shelf);
  const key = `${base}turnkeeper:${PAGE}`;
  const old = {
    version: 3,
    texts: { "cell-1": { starter: hashOf("a"), text: "mine", previous: "earlier" } },
    passes: { send: { on: "2026-11-30T00:00:00.000Z" } },
    opened: "2026-11-30T00:00:00.000Z",
  };
  shelf.setItem(key, JSON.stringify(old));
  const without = await opened(newTab(refusing()).notebook());
  assert.equal(without.text("cell-1")?.text, "mine");
  assert.notEqual(shelf.getItem(key), null);
  const notebook = await opened(newTab().notebook());
  assert.notEqual(notebook.pass("send"), undefined);
  assert.equal(shelf.getItem(key), null);
  assert.deepEqual(upgrade(await stored())?.texts["cell-1"], {
    starter: hashOf("a"),
    text: "mine",
    at: LONG_AGO,
    others: ["earlier"],
  });
  shelf.setItem(key, "{ damaged");
  await opened(newTab().notebook());
  assert.equal(shelf.getItem(key), "{ damaged");
});

test("a browser without a database keeps all in its small store, and says so once", async () => {
  const { newTab } = newBrowser();
  for (const text of ["one", "two", "three"]) {
    const notebook = await opened(newTab(refusing()).notebook());
    const over = notebook.text("cell-1")?.at ?? "";
    notebook.saveText("cell-1", { ...mine, text }, over);
    notebook.saveTry("send", text, "stub");
    await notebook.settled();
    assert.match(notebook.tellsTrouble() ?? "", /kept in its small store/);
    notebook.saveTry("send", `${text} again`, "stub");
    await notebook.settled();
    assert.equal(notebook.tellsTrouble(), null);
  }
  const later = await opened(newTab().notebook()); // the database is back
  assert.equal(later.text("cell-1")?.text, "three");
  assert.deepEqual(later.text("cell-1")?.others, []);
  assert.equal(later.tries("send"), 6);
  assert.equal(later.tellsTrouble(), null);
});

test("a browser that stores nothing leaves a page that works and says so once", async () => {
  for (const shelf of [null, new FullShelf()]) {
    const notebook = await opened(newBrowser(shelf).newTab(refusing()).notebook());
    notebook.saveText("cell-1", mine, "");
    for (const tried of ["one", "two"]) notebook.saveTry("send", tried, "stub");
    notebook.savePass("send", new Date());
    await notebook.settled();
    assert.match(notebook.tellsTrouble() ?? "", /stores nothing for this page/);
    assert.equal(notebook.tellsTrouble(), null);
    assert.equal(notebook.text("cell-1")?.text, "mine");
    assert.equal(notebook.tries("send"), 2);
    assert.notEqual(notebook.pass("send"), undefined);
  }
});

test("a store that is full for a while loses nothing of what was done meanwhile", async () => {
  const { newTab, database, stored } = newBrowser(new FullShelf());
  let full = true;
  const notebook = newTab({
    all: () => database.all(),
    change: (pages, edit) =>
      full ? refusing("QuotaExceededError").change() : database.change(pages, edit),
  }).notebook();
  await opened(notebook);
  for (const tried of ["one", "two"]) notebook.saveTry("send", tried, "stub");
  notebook.saveText("cell-1", mine, "");
  await notebook.settled();
  assert.equal(notebook.tries("send"), 2);
  full = false;
  const other = await opened(newTab().notebook());
  other.saveText("cell-2", { ...mine, starter: hashOf("b") }, "");
  await other.settled();
  notebook.saveTry("send", "three", "stub");
  await notebook.settled();
  const notes = upgrade(await stored());
  assert.equal(notes?.tries.send?.texts.length, 3);
  assert.deepEqual(Object.keys(notes?.texts ?? {}).sort(), ["cell-1", "cell-2"]);
});

test("what looks like an API key is in no store, and the reader is told once", async () => {
  const shelf = new MapShelf();
  const key = `sk-ant-api03-${"x".repeat(40)}`;
  const { newTab, database } = newBrowser(shelf);
  for (const use of [refusing(), database]) {
    const notebook = await opened(newTab(use).notebook());
    const at = notebook.text("cell-1")?.at ?? "";
    notebook.saveText("cell-1", { ...mine, text: `key = "${key}"`, aside: [`old = "${key}"`] }, at);
    await notebook.settled();
    const kept = JSON.stringify([[...shelf.items], [...(await database.all())]]);
    assert.match(kept, /key-left-out/);
    assert.equal(kept.includes(key), false);
    const told = [notebook.tellsTrouble(), notebook.tellsTrouble(), notebook.tellsTrouble()];
    assert.equal(told.filter((words) => words?.includes("API key is not stored")).length, 1);
    assert.equal(told.at(-1), null);
  }
});

test("a database that is deleted while it is open is made anew", async () => {
  const { base, newTab, stored } = newBrowser();
  const notebook = await opened(newTab().notebook());
  notebook.saveText("cell-1", mine, "");
  await notebook.settled();
  await new Promise((resolve) => {
    indexedDB.deleteDatabase(`${base}turnkeeper`).onsuccess = resolve;
  });
  notebook.savePass("send", new Date());
  await notebook.settled();
  assert.equal(notebook.tellsTrouble(), null);
  assert.notEqual(upgrade(await stored())?.passes.send, undefined);
});

test("what a later version has written is neither read nor overwritten, and the reader is told", async () => {
  const { base, newTab, database, stored } = newBrowser();
  const later = { version: VERSION + 1, texts: { "cell-1": ["new format"] } };
  await database.change([PAGE], () => later);
  const { store, notebook } = newTab();
  const notes = await opened(notebook());
  notes.saveText("cell-1", mine, "");
  await notes.settled();
  assert.match(notes.tellsTrouble() ?? "", /Reload this page to go on/);
  assert.deepEqual(await stored(), later);
  const left: string[] = [];
  assert.equal((await store.all((page) => left.push(page))).has(PAGE), false);
  assert.deepEqual(left, [PAGE]);
  database.close();
  await new Promise((resolve) => {
    indexedDB.open(`${base}turnkeeper`, 2).onsuccess = resolve; // a later database
  });
  notes.savePass("send", new Date());
  await notes.settled();
  assert.match(notes.tellsTrouble() ?? "it is told already", /told already/);
});

test("damaged entries are left out, the rest is read", () => {
  for (const stored of [undefined, null, "", [], 7]) {
    assert.deepEqual(upgrade(stored), {
      version: VERSION,
      texts: {},
      answers: {},
      passes: {},
      tries: {},
      opened: "",
      scores: {},
    });
  }
  const text = { starter: "1-a", text: "mine" };
  const notes = upgrade({
    version: 1,
    texts: {
      "cell-1": { ...text, at: "soon", others: "none", previous: 3 },
      "cell-2": { text: 3 },
      "cell-3": null,
    },
    answers: { "quiz-1": { question: "q", choice: "1", right: true } },
    passes: {
      send: { on: "not a date" },
      trim: { on: "2026-11-30T00:00:00.000Z" },
      ...JSON.parse('{"__proto__": {"on": "2026-11-30T00:00:00.000Z"}}'),
    },
    tries: { send: { count: 0, last: "x" }, trim: { count: 2, last: "x" }, resend: { count: 1 } },
    opened: "long ago",
    scores: { send: { recall: "all", cost: 0 }, assistant: { recall: 0.9, cost: 0.1 } },
  });
  assert.deepEqual(notes?.texts, { "cell-1": { ...text, at: LONG_AGO, others: [] } });
  assert.deepEqual(notes?.answers, {});
  assert.deepEqual(Object.keys(notes?.passes ?? {}), ["trim"]);
  assert.deepEqual(notes?.tries, { trim: { texts: ["try 1", "x"] } });
  assert.equal(notes?.opened, "");
  assert.deepEqual(notes?.scores, { assistant: { recall: 0.9, cost: 0.1 } });
});

test("the best score is kept, and only a new text is a try", async () => {
  const { newTab } = newBrowser();
  const notebook = await opened(newTab().notebook());
  for (const [recall, cost] of [
    [0.9, 0.2],
    [0.8, 0.1],
    [0.9, 0.1],
    [0.9, 0.3],
  ] as const) {
    notebook.saveScore("assistant", { recall, cost });
  }
  for (const tried of ["stub", "one", "one", "two"]) notebook.saveTry("send", tried, "stub");
  await notebook.settled();
  const again = await opened(newTab().notebook());
  assert.deepEqual(again.score("assistant"), { recall: 0.9, cost: 0.1 });
  assert.equal(again.score("send"), undefined);
  assert.equal(again.tries("send"), 2);
  assert.equal(again.tries("trim"), 0);
});

test("opening moves texts along with their cells, tells what changed, and loses none", async () => {
  const { newTab, stored } = newBrowser();
  const old = await opened(newTab().notebook(), { "cell-1": "a", "cell-2": "gone" });
  old.saveText("cell-1", { ...mine, text: "my a" }, "");
  old.saveText("cell-2", { ...mine, starter: hashOf("gone"), text: "my gone" }, "");
  await old.settled();
  const now = await opened(newTab().notebook(), { "cell-1": "new", "cell-2": "a" });
  assert.equal(now.match("cell-2", "a")?.text, "my a");
  assert.equal(now.match("cell-2", "a")?.starterChanged, false);
  assert.equal(now.match("cell-1", "new"), undefined);
  const changed = await opened(newTab().notebook(), { "cell-2": "a, in other words" });
  assert.equal(changed.match("cell-2", "a, in other words")?.starterChanged, true);
  const texts = Object.values(upgrade(await stored())?.texts ?? {});
  assert.deepEqual(texts.map(({ text }) => text).sort(), ["my a", "my gone"]);
});

test("a text that is dropped is gone, unless another tab has changed it", async () => {
  const { newTab } = newBrowser();
  const [left, right] = [await opened(newTab().notebook()), await opened(newTab().notebook())];
  const at = left.saveText("cell-1", mine, "");
  await left.settled();
  left.dropText("cell-1", "another version");
  await left.settled();
  assert.equal(left.text("cell-1")?.text, "mine");
  left.dropText("cell-1", at);
  await left.settled();
  await right.refresh();
  assert.equal(right.text("cell-1"), undefined);
});
