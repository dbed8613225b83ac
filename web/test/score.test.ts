import assert from "node:assert/strict";
import { test } from "node:test";
import { beats, dollars, marks, PLOT, type Point, place } from "../src/score-plot.ts";

const point = (name: string, recall: number, cost: number): Point => ({
  name,
  recall,
  cost,
  kind: "baseline",
});

test("a point stands where its recall and its bill are", () => {
  const [one, two] = place([point("a", 1, 0), point("cut rarely", 0, 0.2)], 0.2);
  assert.deepEqual([one?.x, one?.y], [PLOT.left, PLOT.top]);
  assert.deepEqual([two?.x, two?.y], [PLOT.left + PLOT.width, PLOT.top + PLOT.height]);
  assert.equal(one?.label.anchor, "start");
  assert.equal(two?.label.anchor, "end");
});

test("no name stands on another one, nor leaves the picture", () => {
  const same = ["send all", "sliding window", "summary", "facts + window"].map((name) =>
    point(name, 0.9, 0.05),
  );
  const placed = place([...same, point("cut rarely", 1, 0.05), point("yours", 0, 0.05)], 0.06);
  const boxes = placed.map(({ name, label: { x, y, anchor } }) => {
    const wide = name.length * 7;
    return { left: anchor === "start" ? x : x - wide, right: anchor === "start" ? x + wide : x, y };
  });
  for (const [at, one] of boxes.entries()) {
    assert.ok(one.y >= PLOT.top && one.y <= PLOT.top + PLOT.height);
    assert.ok(one.left >= 0 && one.right <= PLOT.left + PLOT.width + PLOT.right);
    for (const other of boxes.slice(at + 1)) {
      const apart = one.right < other.left || other.right < one.left;
      assert.ok(apart || Math.abs(other.y - one.y) >= 15);
    }
  }
});

test("the marks are round, and nothing goes beyond them", () => {
  assert.deepEqual(marks([0.013, 0.0371]), [0, 0.02, 0.04]);
  assert.deepEqual(marks([0, 0]), [0, 0.5, 1]);
  for (const cost of [0.0011, 0.2, 0.99, 3, 17]) assert.ok((marks([cost]).at(-1) ?? 0) >= cost);
});

test("dollars are as long as they need to be", () => {
  assert.deepEqual([0, 0.5, 0.0123, 1.25].map(dollars), ["0", "0.50", "0.0123", "1.25"]);
});

test("more recall wins, and then the smaller bill", () => {
  const score = { recall: 0.9, cost: 0.2 };
  assert.ok(beats(score, { recall: 0.8, cost: 0.1 }) && beats(score, { recall: 0.9, cost: 0.3 }));
  assert.ok(!beats(score, score) && !beats(score, { recall: 1, cost: 9 }));
});
