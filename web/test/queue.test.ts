import assert from "node:assert/strict";
import { test } from "node:test";
import { Queue } from "../src/queue.ts";

const never = () => assert.fail("this job was not to be dropped");
const rest = () => new Promise<void>((resolve) => setImmediate(resolve));

test("jobs run one at a time, in the order in which they came", async () => {
  const queue = new Queue();
  const seen: string[] = [];
  const job = (name: string) => async () => {
    seen.push(`${name} begins`);
    await rest();
    seen.push(`${name} ends`);
  };
  queue.add(job("a"), never);
  queue.add(job("b"), never);
  assert.equal(queue.busy, true);
  await rest();
  await rest();
  await rest();
  assert.deepEqual(seen, ["a begins", "a ends", "b begins", "b ends"]);
  assert.equal(queue.busy, false);
});

test("a job that waits can be taken off; one that runs cannot", async () => {
  const queue = new Queue();
  let dropped = 0;
  const running = queue.add(rest, never);
  const waiting = queue.add(
    async () => assert.fail("it was taken off"),
    () => {
      dropped += 1;
    },
  );
  assert.equal(running(), false);
  assert.equal(waiting(), true);
  assert.equal(waiting(), false);
  assert.equal(dropped, 1);
  await rest();
  await rest();
});

test("clear drops everything that waits", async () => {
  const queue = new Queue();
  const dropped: number[] = [];
  queue.add(rest, never);
  for (const n of [1, 2])
    queue.add(
      async () => assert.fail(),
      () => dropped.push(n),
    );
  queue.clear();
  assert.deepEqual(dropped, [1, 2]);
  await rest();
  await rest();
});

test("a job that fails does not hold up the next", async (context) => {
  const logged = context.mock.method(console, "error", () => {});
  const queue = new Queue();
  let ran = false;
  queue.add(() => Promise.reject(new Error("broken")), never);
  queue.add(async () => {
    ran = true;
  }, never);
  await rest();
  assert.equal(ran, true);
  assert.equal(logged.mock.callCount(), 1);
});
