import assert from "node:assert/strict";
import { test } from "node:test";
import zlib from "node:zlib";
import { LinkError, makeFragment, readFragment, unpack } from "../src/cell-link.ts";

const CODE = 'print("Grüße, 世界 🙂")\n\tx = 1\n';
const pack = (bytes: Uint8Array | string) => zlib.deflateRawSync(bytes).toString("base64url");
const read = (packed: string) => unpack({ id: "cell-1", packed });
const refuses = (work: Promise<unknown>, words: RegExp) =>
  assert.rejects(work, (error) => error instanceof LinkError && words.test(error.message));

test("a link holds the place and the code, and nothing else of the page's address", async () => {
  const fragment = await makeFragment("cell-3", CODE);
  assert.match(fragment, /^#cell-3&code=[\w-]+$/);
  const link = readFragment(fragment);
  assert.equal(link?.id, "cell-3");
  assert.equal(await unpack(link ?? assert.fail()), CODE);
  assert.equal(readFragment(await makeFragment("exercise-send", ""))?.id, "exercise-send");
});

test("what is no link with code is left alone", () => {
  for (const fragment of ["", "#", "#cell-3", "#a-heading", "#quiz-1&code=abc", "#%E0&code=a"]) {
    assert.equal(readFragment(fragment), null);
  }
});

test("a link is not made of an API key, of hidden characters, or of too much", async () => {
  await refuses(makeFragment("cell-1", 'key = "sk-ant-api03-abcdefghijkl"'), /API key/);
  await refuses(makeFragment("cell-1", "x = 1 # \u202e no"), /not seen/);
  const noise = Array.from({ length: 9_000 }, (_, at) => ((at * 7919) % 9973).toString(36)).join(
    "",
  );
  await refuses(makeFragment("cell-1", noise), /too long/);
  await refuses(makeFragment("cell-1", "x".repeat(70_000)), /too long/);
});

test("a damaged link is refused with a sentence", async () => {
  const whole = pack(CODE);
  for (const packed of ["", "%%%", "a b", "<script>", "A", whole.slice(0, 8), `${whole}AAAA`]) {
    await refuses(read(packed), /damaged/);
  }
  await refuses(read(pack(new Uint8Array([0xff, 0xfe, 0x41]))), /damaged/);
});

test("a small link that unpacks to very much is stopped on the way", async () => {
  const bomb = pack("0".repeat(5_000_000));
  assert.ok(bomb.length < 8_000);
  await refuses(read(bomb), /too long/);
  await refuses(read("A".repeat(9_000)), /too long/);
});

test("a link whose code hides something is not shown", async () => {
  for (const sign of [
    "\0",
    "\r",
    "\u001b[2J",
    "\u200b",
    "\u202e",
    "\u2066",
    "\ufeff",
    "\u{e0041}",
  ]) {
    await refuses(read(pack(`x = 1${sign}`)), /not seen/);
  }
});
