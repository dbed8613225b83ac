import assert from "node:assert/strict";
import { test } from "node:test";
import { describeProgress } from "../src/progress.ts";
import type { Report } from "../src/protocol.ts";
import { summarise } from "../src/report.ts";

test("progress is told in megabytes, and only as far as it is known", () => {
  const at = (loaded: number, total: number) =>
    describeProgress({ stage: "Importing the SDK", loaded, total }).join("");
  assert.equal(describeProgress().join(""), "Starting Python");
  assert.equal(at(0, 0), "Starting Python");
  assert.equal(at(12_400_000, 34_000_000), "Starting Python: 12 of 34 MB");
  assert.equal(at(34_000_000, 34_000_000), "Starting Python: importing the SDK");
});

test("a report is summed up in one sentence", () => {
  const report = (status: Report["status"], passed: number): Report => ({
    schema: 1,
    exercise: "send",
    status,
    passed,
    total: 6,
    problem: null,
    requirements: [],
  });
  assert.equal(summarise(report("failed", 2)), "2 of 6 requirements pass.");
  assert.match(summarise(report("passed", 6)), /^All 6 requirements pass/);
  assert.match(summarise(report("broken", 0)), /says nothing about your answer/);
});
