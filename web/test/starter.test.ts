import assert from "node:assert/strict";
import { test } from "node:test";
import { hashOf, matchTexts, type SavedText } from "../src/starter.ts";

const saved = (entries: Record<string, [starter: string, text: string]>) =>
  new Map<string, SavedText>(
    Object.entries(entries).map(([id, [starter, text]]) => [
      id,
      { starter: hashOf(starter), text, at: "", others: [] },
    ]),
  );
const starters = (entries: Record<string, string>) =>
  new Map(Object.entries(entries).map(([id, source]) => [id, hashOf(source)]));

test("the hash tells apart texts that differ in one letter, in order or in length", () => {
  const texts = ["", "a", "b", "ab", "ba", "a ", "print(1)", "print(2)", "é", "e"];
  assert.equal(new Set(texts.map(hashOf)).size, texts.length);
  assert.equal(hashOf("print(1)"), hashOf("print(1)"));
});

test("the hash is the one stored so far: a new function would call every saved text changed", () => {
  assert.equal(hashOf("print(1)\n"), "9-0929a97c");
});

test("a text comes back to the cell it was typed in", () => {
  const { matches } = matchTexts(saved({ "cell-1": ["a", "mine"] }), starters({ "cell-1": "a" }));
  assert.deepEqual(matches.get("cell-1"), {
    starter: hashOf("a"),
    text: "mine",
    at: "",
    others: [],
    starterChanged: false,
  });
});

test("a cell inserted above does not part a text from its starter", () => {
  const { matches, homeless } = matchTexts(
    saved({ "cell-1": ["a", "my a"], "cell-2": ["b", "my b"] }),
    starters({ "cell-1": "new", "cell-2": "a", "cell-3": "b" }),
  );
  assert.equal(matches.has("cell-1"), false);
  assert.equal(matches.get("cell-2")?.text, "my a");
  assert.equal(matches.get("cell-3")?.text, "my b");
  assert.equal(homeless.size, 0);
});

test("a changed starter is told, and the text stays", () => {
  const { matches } = matchTexts(saved({ "cell-1": ["a", "mine"] }), starters({ "cell-1": "A" }));
  assert.equal(matches.get("cell-1")?.starterChanged, true);
  assert.equal(matches.get("cell-1")?.text, "mine");
});

test("two cells with the same starter keep their own texts", () => {
  const { matches } = matchTexts(
    saved({ "cell-1": ["a", "one"], "cell-2": ["a", "two"] }),
    starters({ "cell-1": "a", "cell-2": "a" }),
  );
  assert.equal(matches.get("cell-1")?.text, "one");
  assert.equal(matches.get("cell-2")?.text, "two");
});

test("the text of a cell that was taken out is kept, not shown elsewhere", () => {
  const { matches, homeless } = matchTexts(
    saved({ "cell-1": ["a", "my a"], "cell-2": ["b", "my b"] }),
    starters({ "cell-1": "a" }),
  );
  assert.equal(matches.size, 1);
  assert.equal(homeless.get("cell-2")?.text, "my b");
});
