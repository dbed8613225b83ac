import assert from "node:assert/strict";
import { test } from "node:test";
import { lostWith, nameCells, plan } from "../src/order.ts";

const cells = (...ranIn: (number | null)[]) =>
  ranIn.map((session, index) => ({ number: index + 1, ranIn: session }));

test("the cells above that have not run in this session come first", () => {
  assert.deepEqual(plan(cells(null, null, null), 3, 1), [1, 2, 3]);
  assert.deepEqual(plan(cells(1, null, null), 3, 1), [2, 3]);
  assert.deepEqual(plan(cells(1, 1, 1), 3, 1), [3]);
});

test("what ran in an earlier Python has not run", () => {
  assert.deepEqual(plan(cells(1, 2, null), 3, 2), [1, 3]);
});

test("the first cell needs nothing, and cells below never run", () => {
  assert.deepEqual(plan(cells(null, null, null), 1, 1), [1]);
  assert.deepEqual(plan(cells(null, null, null), 2, 1), [1, 2]);
});

test("cells are named as one would say them", () => {
  assert.equal(nameCells([4]), "cell 4");
  assert.equal(nameCells([1, 2]), "cells 1 and 2");
  assert.equal(nameCells([1, 2, 3, 4]), "cells 1 to 4");
  assert.equal(nameCells([1, 2, 5]), "cells 1, 2 and 5");
});

test("with a Python goes what ran in it, and nothing else", () => {
  assert.deepEqual(lostWith(cells(2, 1, 2, null), 2), [1, 3]);
  assert.deepEqual(lostWith(cells(null, 1), 2), []);
});
