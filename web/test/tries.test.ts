import assert from "node:assert/strict";
import { test } from "node:test";
import { afterCheck, type SavedTries } from "../src/tries.ts";

const STUB = "def f():\n    raise NotImplementedError\n";

function count(...texts: string[]): number {
  let tries: SavedTries | undefined;
  for (const text of texts) tries = afterCheck(tries, text, STUB);
  return tries?.count ?? 0;
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
});

test("a check that is no try leaves the tries as they are", () => {
  const one = afterCheck(undefined, "a", STUB);
  assert.equal(afterCheck(one, "a", STUB), one);
  assert.equal(afterCheck(undefined, STUB, STUB), undefined);
});
