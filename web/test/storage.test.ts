import assert from "node:assert/strict";
import { test } from "node:test";
import { upgrade, VERSION } from "../src/notes.ts";
import { hashOf } from "../src/starter.ts";
import { Notebook, type Shelf } from "../src/storage.ts";

class MapShelf implements Shelf {
  readonly items = new Map<string, string>();
  getItem(key: string): string | null {
    return this.items.get(key) ?? null;
  }
  setItem(key: string, value: string): void {
    this.items.set(key, value);
  }
}

const text = { starter: hashOf("a"), text: "mine" };

test("what is saved comes back in another visit, under the site's path and the page's name", () => {
  const shelf = new MapShelf();
  const first = new Notebook(shelf, "/course/", "lessons/stateless/");
  first.saveText("cell-1", text);
  first.saveAnswer("quiz-1", { question: "q", choice: 1, right: true });
  first.savePass("send", new Date("2026-11-30T10:00:00Z"));
  assert.deepEqual([...shelf.items.keys()], ["/course/turnkeeper:lessons/stateless/"]);
  const second = new Notebook(shelf, "/course/", "lessons/stateless/");
  assert.equal(second.claim(new Map([["cell-1", "a"]])).get("cell-1")?.text, "mine");
  assert.equal(second.answer("quiz-1")?.choice, 1);
  assert.equal(second.pass("send")?.on, "2026-11-30T10:00:00.000Z");
  const other = new Notebook(shelf, "/other/", "lessons/stateless/");
  assert.equal(other.pass("send"), undefined);
});

test("two tabs on one page do not undo each other's work", () => {
  const shelf = new MapShelf();
  const left = new Notebook(shelf, "/", "p");
  const right = new Notebook(shelf, "/", "p");
  left.saveText("cell-1", text);
  right.saveText("cell-2", { ...text, text: "other" });
  const notes = upgrade(shelf.getItem("/turnkeeper:p"));
  assert.deepEqual(Object.keys(notes?.texts ?? {}).sort(), ["cell-1", "cell-2"]);
});

test("the first pass is the one that is remembered", () => {
  const notebook = new Notebook(new MapShelf(), "/", "p");
  notebook.savePass("send", new Date("2026-11-30"));
  notebook.savePass("send", new Date("2027-01-01"));
  assert.match(notebook.pass("send")?.on ?? "", /^2026-11-30/);
});

test("storage that throws leaves a page that works and says that nothing is kept", () => {
  const refuse = (): never => {
    throw new DOMException("full", "QuotaExceededError");
  };
  const notebook = new Notebook({ getItem: () => null, setItem: refuse }, "/", "p");
  assert.equal(notebook.stored, true);
  notebook.saveText("cell-1", text);
  assert.equal(notebook.stored, false);
  assert.equal(notebook.claim(new Map([["cell-1", "a"]])).get("cell-1")?.text, "mine");
  const closed = new Notebook({ getItem: refuse, setItem: refuse }, "/", "p");
  assert.equal(closed.stored, false);
  const none = new Notebook(null, "/", "p");
  none.savePass("send", new Date());
  assert.equal(none.stored, false);
  assert.notEqual(none.pass("send"), undefined);
});

test("a store that is full for a while loses nothing of what was done meanwhile", () => {
  let full = true;
  class Full extends MapShelf {
    override setItem(key: string, value: string): void {
      if (full) throw new DOMException("full", "QuotaExceededError");
      super.setItem(key, value);
    }
  }
  const shelf = new Full();
  const notebook = new Notebook(shelf, "/", "p");
  for (const tried of ["one", "two"]) notebook.saveTry("send", tried, "stub");
  notebook.savePass("send", new Date("2026-11-30T10:00:00Z"));
  notebook.saveText("cell-1", text);
  assert.equal(notebook.tries("send"), 2);
  assert.notEqual(notebook.pass("send"), undefined);
  full = false;
  new Notebook(shelf, "/", "p").saveText("cell-2", text); // another tab
  notebook.saveTry("send", "three", "stub");
  const notes = upgrade(shelf.getItem("/turnkeeper:p"));
  assert.equal(notes?.tries.send?.count, 3);
  assert.deepEqual(Object.keys(notes?.texts ?? {}).sort(), ["cell-1", "cell-2"]);
  assert.notEqual(notes?.passes.send, undefined);
});

test("what cannot be read is not written over", () => {
  let refused = false;
  class Refusing extends MapShelf {
    override getItem(key: string): string | null {
      if (refused) throw new DOMException("refused", "SecurityError");
      return super.getItem(key);
    }
  }
  const shelf = new Refusing();
  new Notebook(shelf, "/", "p").saveText("cell-1", text);
  refused = true;
  const notebook = new Notebook(shelf, "/", "p");
  for (const tried of ["one", "two"]) notebook.saveTry("send", tried, "stub");
  assert.equal(notebook.tries("send"), 2);
  refused = false;
  notebook.saveTry("send", "three", "stub");
  const notes = upgrade(shelf.getItem("/turnkeeper:p"));
  assert.equal(notes?.tries.send?.count, 3);
  assert.equal(notes?.texts["cell-1"]?.text, "mine");
});

test("two tabs count their tries together", () => {
  const shelf = new MapShelf();
  const left = new Notebook(shelf, "/", "p");
  const right = new Notebook(shelf, "/", "p");
  left.saveTry("send", "one", "stub");
  right.saveTry("send", "two", "stub");
  assert.equal(new Notebook(shelf, "/", "p").tries("send"), 2);
});

test("damaged records and entries are left out, the rest is read", () => {
  for (const stored of [null, "", "{", "null", "[]", "7"]) {
    assert.deepEqual(upgrade(stored), {
      version: VERSION,
      texts: {},
      answers: {},
      passes: {},
      tries: {},
      opened: "",
    });
  }
  const mixed = JSON.stringify({
    version: 1,
    texts: { "cell-1": text, "cell-2": { text: 3 }, "cell-3": null },
    answers: { "quiz-1": { question: "q", choice: "1", right: true } },
    passes: { send: { on: "not a date" }, trim: { on: "2026-11-30T00:00:00.000Z" } },
    tries: { send: { count: 0, last: "x" }, trim: { count: 2, last: "x" }, resend: { count: 1 } },
    opened: "long ago",
  });
  const notes = upgrade(mixed);
  assert.deepEqual(Object.keys(notes?.texts ?? {}), ["cell-1"]);
  assert.deepEqual(notes?.answers, {});
  assert.deepEqual(Object.keys(notes?.passes ?? {}), ["trim"]);
  assert.deepEqual(notes?.tries, { trim: { count: 2, last: "x" } });
  assert.equal(notes?.opened, "");
});

test("a record of version 1 keeps what it holds, and has no tries and no opening yet", () => {
  const shelf = new MapShelf();
  const passes = { send: { on: "2026-11-30T00:00:00.000Z" } };
  const old = { version: 1, texts: { "cell-1": text }, answers: {}, passes };
  shelf.setItem("/turnkeeper:p", JSON.stringify(old));
  const notebook = new Notebook(shelf, "/", "p");
  assert.equal(notebook.tries("send"), 0);
  notebook.saveOpening(new Date("2026-12-01T09:00:00Z"));
  const notes = upgrade(shelf.getItem("/turnkeeper:p"));
  assert.deepEqual(notes, {
    ...old,
    version: VERSION,
    tries: {},
    opened: "2026-12-01T09:00:00.000Z",
  });
});

test("tries are kept, and only a new text is one", () => {
  const shelf = new MapShelf();
  const notebook = new Notebook(shelf, "/", "p");
  for (const tried of ["stub", "one", "one", "two"]) notebook.saveTry("send", tried, "stub");
  assert.equal(notebook.tries("send"), 2);
  assert.equal(new Notebook(shelf, "/", "p").tries("send"), 2);
  assert.equal(notebook.tries("trim"), 0);
});

test("a record of a later version is neither read nor overwritten", () => {
  const shelf = new MapShelf();
  const later = JSON.stringify({ version: VERSION + 1, texts: { "cell-1": ["new format"] } });
  shelf.setItem("/turnkeeper:p", later);
  const notebook = new Notebook(shelf, "/", "p");
  notebook.saveText("cell-1", text);
  assert.equal(notebook.stored, false);
  assert.equal(shelf.getItem("/turnkeeper:p"), later);
});

test("claiming moves texts along with their cells and loses none", () => {
  const shelf = new MapShelf();
  const old = new Notebook(shelf, "/", "p");
  old.saveText("cell-1", { starter: hashOf("a"), text: "my a" });
  old.saveText("cell-2", { starter: hashOf("gone"), text: "my gone" });
  const starters = new Map([
    ["cell-1", "new"],
    ["cell-2", "a"],
  ]);
  new Notebook(shelf, "/", "p").claim(starters);
  const texts = upgrade(shelf.getItem("/turnkeeper:p"))?.texts ?? {};
  assert.equal(texts["cell-2"]?.text, "my a");
  assert.deepEqual(
    Object.values(texts)
      .map((entry) => entry.text)
      .sort(),
    ["my a", "my gone"],
  );
});

test("a loss is told once, also where nothing could be read from the start", () => {
  const full = new MapShelf();
  full.setItem = () => {
    throw new Error("full");
  };
  const later = new MapShelf();
  later.setItem("/turnkeeper:p", JSON.stringify({ version: VERSION + 1 }));
  const broken = new MapShelf();
  broken.getItem = () => {
    throw new Error("refused");
  };
  broken.setItem = full.setItem;
  for (const shelf of [null, full, later, broken]) {
    const notebook = new Notebook(shelf, "/", "p");
    notebook.saveText("cell-1", text);
    assert.equal(notebook.tellsLoss(), true);
    notebook.saveText("cell-1", text);
    assert.equal(notebook.tellsLoss(), false);
  }
  const fine = new Notebook(new MapShelf(), "/", "p");
  fine.saveText("cell-1", text);
  assert.equal(fine.tellsLoss(), false);
});

test("the texts of another tab are seen, but never in the place of one that could not be stored", () => {
  const shelf = new MapShelf();
  const here = new Notebook(shelf, "/", "p");
  new Notebook(shelf, "/", "p").saveText("cell-1", text);
  assert.deepEqual([...(here.textsElsewhere() ?? [])], [["cell-1", text]]);
  shelf.setItem = () => {
    throw new Error("full");
  };
  here.saveText("cell-1", { ...text, text: "newer" });
  assert.equal(here.textsElsewhere(), null);
});
