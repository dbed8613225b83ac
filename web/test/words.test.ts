import assert from "node:assert/strict";
import { test } from "node:test";
import { describeLoss } from "../src/loss.ts";
import { describeProgress } from "../src/progress.ts";
import type { Report } from "../src/protocol.ts";
import { summarise } from "../src/report.ts";

test("progress is told in megabytes, and only as far as it is known", () => {
  const at = (loaded: number, total: number) =>
    describeProgress({ stage: "Fetching Python", loaded, total }).join("");
  assert.equal(describeProgress().join(""), "Starting Python");
  assert.equal(at(0, 0), "Fetching Python");
  assert.equal(at(12_400_000, 34_000_000), "Fetching Python: 12 of 34 MB");
  assert.equal(at(34_000_000, 34_000_000), "Fetching Python");
});

const report: Report = {
  schema: 1,
  exercise: "send",
  status: "failed",
  passed: 2,
  total: 6,
  sealed: true,
  problem: null,
  requirements: [],
  score: null,
};

test("a report is summed up in one sentence", () => {
  assert.equal(summarise(report), "2 of 6 requirements pass.");
  assert.match(summarise({ ...report, status: "passed", passed: 6 }), /^All 6 requirements pass/);
  assert.match(summarise({ ...report, passed: 6, sealed: false }), /not those of the course/);
});

test("a stub that nobody touched is called unwritten once, a half-written answer is not", () => {
  const requirement = (kind: string) => ({
    id: kind,
    text: "",
    status: "failed" as const,
    kind,
    message: "",
    line: null,
    hints: [],
    output: "",
  });
  const of = (...kinds: string[]) =>
    summarise({ ...report, passed: 0, requirements: kinds.map(requirement) });
  assert.equal(of("unwritten", "unwritten"), "Not written yet: 0 of 6 requirements pass.");
  assert.equal(of("unwritten", "assertion"), "0 of 6 requirements pass.");
});

test("what was not checked is neither called passed nor failed", () => {
  const problem = { kind: "broken", message: "Python cannot read the answer.", line: 3 };
  const broken = { ...report, status: "broken" as const, passed: 0 };
  assert.match(summarise({ ...broken, problem }), /^Nothing was checked/);
  assert.match(summarise(broken), /says nothing about your answer/);
  assert.match(summarise({ ...report, passed: 0, total: 0 }), /says nothing about your answer/);
});

test("why Python is gone is told in words, and only what has none as Python told it", () => {
  assert.match(describeLoss("RangeError: Maximum call stack size exceeded"), /calls inside calls/);
  assert.match(describeLoss("InternalError: too much recursion"), /calls inside calls/);
  assert.match(describeLoss("RangeError: Out of memory"), /more memory/);
  assert.match(describeLoss("Exit: Program terminated with exit(0)"), /^The code ended Python\./);
  const unknown = describeLoss(
    "Traceback (most recent call last):\n  File …\nNameError: name 'len'\n",
  );
  assert.equal(
    unknown,
    "Python stopped unexpectedly (NameError: name 'len'). Python starts again.",
  );
});
