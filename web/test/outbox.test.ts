import assert from "node:assert/strict";
import { test } from "node:test";
import { Outbox } from "../src/outbox.ts";
import type { FromWorker } from "../src/protocol.ts";

function boxed() {
  const sent: FromWorker[] = [];
  const box = new Outbox(1, (message) => sent.push(structuredClone(message)));
  const text = () =>
    sent
      .flatMap((message) => (message.type === "output" ? message.pieces : []))
      .map((piece) => piece.text)
      .join("");
  return { box, sent, text };
}

test("the first pieces go at once, a flood in batches, and nothing is lost", () => {
  const { box, sent, text } = boxed();
  for (let count = 0; count < 5_000; count += 1) box.add("stdout", ".");
  box.send();
  assert.equal(text().length, 5_000);
  assert.ok(sent.length >= 200 && sent.length < 1_000, `${sent.length} messages`);
});

test("what is written to a file descriptor is text, however its bytes are parted, and has an end", () => {
  const { box, text } = boxed();
  const bytes = new TextEncoder().encode("é");
  box.write("stdout", bytes.subarray(0, 1));
  box.write("stdout", bytes.subarray(1));
  const flood = new Uint8Array(60_000).fill(120);
  for (let count = 0; count < 10; count += 1) box.write("stderr", flood);
  box.send();
  assert.equal(text().slice(0, 3), "éxx");
  assert.equal(text().match(/x/g)?.length, 99_999);
  assert.match(
    text(),
    /x\n\[The rest is left out: more than 100,000 characters were printed\.\]\n$/,
  );
});
