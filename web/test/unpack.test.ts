import assert from "node:assert/strict";
import test from "node:test";
import zlib from "node:zlib";
import { FRAME, unpack } from "../src/unpack.ts";
import { unpackFrame } from "../src/unpack-frame.ts";

const content = Uint8Array.from({ length: FRAME + 50_000 }, (_, index) => (index * index) % 251);
const made = [content.subarray(0, FRAME), content.subarray(FRAME)].map((part) =>
  zlib.zstdCompressSync(part),
);
const whole = Buffer.concat(made);
const packed = { file: "some.bin", bytes: content.length, frames: made.map((one) => one.length) };

async function* inParts(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function unpacked(arriving: AsyncIterable<Uint8Array>, how = packed): Promise<Uint8Array> {
  const frames: Uint8Array[] = [];
  await unpack(arriving, how, unpackFrame, (frame, index) => {
    assert.equal(index, frames.length);
    frames.push(frame);
  });
  return Buffer.concat(frames);
}

for (const size of [1, 1000, whole.length]) {
  test(`what arrives in parts of ${size} is unpacked`, async () => {
    assert.equal(Buffer.compare(await unpacked(inParts(whole, size)), content), 0);
  });
}

test("the first frame is unpacked before the second has come", async () => {
  const frames: number[] = [];
  async function* slow() {
    yield whole.subarray(0, packed.frames[0]);
    while (frames.length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    yield whole.subarray(packed.frames[0]);
  }
  await unpack(slow(), packed, unpackFrame, (_, index) => frames.push(index));
  assert.deepEqual(frames, [0, 1]);
});

test("a file that is cut off, damaged, or another one, is refused", async () => {
  await assert.rejects(unpacked(inParts(whole.subarray(0, -1), 999)), /some\.bin came to/);
  await assert.rejects(unpacked(inParts(Buffer.concat([whole, whole]), 999)), /some\.bin came to/);
  const damaged = Buffer.from(whole);
  damaged.fill(7, 500, 600);
  await assert.rejects(unpacked(inParts(damaged, 999)), /some\.bin is damaged/);
  await assert.rejects(unpacked(inParts(content.subarray(0, whole.length), 999)), /is damaged/);
  const larger = { ...packed, bytes: packed.bytes + 1 };
  await assert.rejects(unpacked(inParts(whole, 999), larger), /is damaged/);
});
