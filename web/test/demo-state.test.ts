import assert from "node:assert/strict";
import { test } from "node:test";
import { begin, cellOf, isRecorded, next, own, readAnswer } from "../src/demo-state.ts";

const SCRIPT = ["one", "two", "three"];

test("the recording goes on message by message, and ends", () => {
  const opening = begin(SCRIPT, 2, true);
  assert.deepEqual(opening, { said: ["one", "two"], scripted: 2, withList: true });
  const last = next(opening, SCRIPT);
  assert.deepEqual(last?.said, SCRIPT);
  assert.ok(last && isRecorded(last));
  assert.equal(next(last, SCRIPT), null);
  assert.deepEqual(opening.said, ["one", "two"]);
});

test("a message of the reader leaves the recording, which can still go on behind it", () => {
  const mine = own(begin(SCRIPT, 1, false), "  What now? ");
  assert.deepEqual(mine, { said: ["one", "What now?"], scripted: 1, withList: false });
  assert.ok(mine && !isRecorded(mine));
  const later = next(mine, SCRIPT);
  assert.deepEqual(later?.said, ["one", "What now?", "two"]);
  assert.ok(later && !isRecorded(later));
  assert.equal(own(mine, " \n"), null);
});

test("a message that is the recording's own is still the reader's", () => {
  const mine = own(begin(SCRIPT, 1, true), "two");
  assert.ok(mine && !isRecorded(mine));
});

test("what was said goes into the cell as a text, whatever is in it", () => {
  const said = ['"); import os #', "back\\slash", "two\nlines", "🚲"];
  const cell = cellOf("x = 1", { said, scripted: 0, withList: false });
  assert.equal(cell.split("\n").length, 3);
  const call = /^print\(answer\(json\.loads\((".*")\), with_list=False\)\)$/m.exec(cell);
  assert.deepEqual(JSON.parse(JSON.parse(call?.[1] ?? "null")), said);
});

test("the answer is what was printed, in however many pieces", () => {
  const answer = { chat: "<p>a</p>", sent: "<p>b</p>", told: "c", remark: "d" };
  const text = `${JSON.stringify(answer)}\n`;
  const pieces = [text.slice(0, 9), text.slice(9)].map((part) => ({
    kind: "stdout" as const,
    text: part,
  }));
  const warning = { kind: "stderr" as const, text: "a warning" };
  assert.deepEqual(readAnswer([warning, ...pieces]), answer);
  assert.throws(() => readAnswer([{ kind: "stdout", text: '{"chat": "a"}' }]), /something else/);
  assert.throws(() => readAnswer([{ kind: "stdout", text: "null" }]), /something else/);
  assert.throws(() => readAnswer([]));
});
