import assert from "node:assert/strict";
import { test } from "node:test";
import { check, recall, unanswered } from "../src/quiz-state.ts";

const rights = [false, true, false];

test("without a choice nothing is answered", () => {
  const { state, verdict } = check(unanswered, null, rights);
  assert.equal(verdict, "none chosen");
  assert.deepEqual(state, unanswered);
  assert.equal(check(unanswered, 9, rights).verdict, "none chosen");
});

test("a wrong guess may be followed by another, and by the right one", () => {
  const first = check(unanswered, 0, rights);
  assert.equal(first.verdict, "not this one");
  const second = check(first.state, 2, rights);
  assert.equal(second.state.misses, 2);
  const third = check(second.state, 1, rights);
  assert.equal(third.verdict, "right");
  assert.deepEqual(third.state, { choice: 1, right: true, misses: 2 });
});

test("an answer is taken up again for the same question only", () => {
  const saved = { question: "q1", choice: 1, right: true };
  assert.deepEqual(recall(saved, "q1", rights), { choice: 1, right: true, misses: 0 });
  assert.deepEqual(recall(saved, "q2", rights), unanswered);
  assert.deepEqual(recall(undefined, "q1", rights), unanswered);
  assert.deepEqual(recall({ ...saved, choice: 7 }, "q1", rights), unanswered);
});
