import assert from "node:assert/strict";
import { test } from "node:test";
import { addTries, readTries, type SavedTries, tryOf } from "../src/tries.ts";

const STUB = "def f():\n    raise NotImplementedError\n";

function count(...texts: string[]): number {
  let tries: SavedTries | undefined;
  for (const text of texts) {
    const hash = tryOf(text, STUB);
    if (hash) tries = addTries(tries, [hash]);
  }
  return tries?.texts.length ?? 0;
}

test("the stub, and white space around it, is no try", () => {
  assert.equal(count(STUB, `\n${STUB}\n\n`, STUB.replace("\n", "  \n\n")), 0);
});

test("the same text again is no try", () => {
  assert.equal(count("a = 1", "a = 1", "a = 1\n", "a = 1  \n\n"), 1);
});

test("each other text is one, also one that differs by its indentation alone", () => {
  assert.equal(count("if x:\n  a\n  b", "if x:\n  a\nb", "a = 2"), 3);
  assert.equal(count("a", STUB, "a"), 1);
  assert.equal(count("a", "b", "a"), 2);
});

test("a check that is no try leaves the tries as they are", () => {
  const one = { texts: [tryOf("a", STUB) ?? ""] };
  assert.equal(addTries(one, [tryOf("a\n\n", STUB) ?? ""]), one);
  assert.equal(tryOf(STUB, STUB), null);
});

test("the number of tries that an earlier version has kept is kept", () => {
  assert.equal(readTries({ count: 3, last: "x" })?.texts.length, 3);
  assert.equal(readTries({ count: 1e9, last: "x" })?.texts.length, 100);
  for (const bad of [{}, { count: 0, last: "x" }, { count: 2 }, { count: 1.5, last: "x" }]) {
    assert.equal(readTries(bad), null);
  }
});
