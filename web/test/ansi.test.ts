import assert from "node:assert/strict";
import { test } from "node:test";
import { AnsiReader } from "../src/ansi.ts";

const read = (...pieces: string[]) => {
  const reader = new AnsiReader();
  return pieces.flatMap((piece) => reader.read(piece));
};

test("plain text stays one plain span", () => {
  assert.deepEqual(read("a <b> & c\n"), [{ text: "a <b> & c\n", classes: [] }]);
});

test("colours and weight begin and end", () => {
  assert.deepEqual(read("\x1b[1;31mred\x1b[0m plain"), [
    { text: "red", classes: ["tk-ansi-bold", "tk-ansi-red"] },
    { text: " plain", classes: [] },
  ]);
  assert.deepEqual(read("\x1b[92mgreen\x1b[39m \x1b[4mline\x1b[24m"), [
    { text: "green", classes: ["tk-ansi-green"] },
    { text: " ", classes: [] },
    { text: "line", classes: ["tk-ansi-underline"] },
  ]);
});

test("a sequence cut in two by the stream, and a style that goes on, are understood", () => {
  assert.deepEqual(read("a\x1b[3", "1mb", "c"), [
    { text: "a", classes: [] },
    { text: "b", classes: ["tk-ansi-red"] },
    { text: "c", classes: ["tk-ansi-red"] },
  ]);
});

test("of long colours only the named ones are kept, and their arguments are no codes", () => {
  assert.deepEqual(read("\x1b[38;5;4mx"), [{ text: "x", classes: ["tk-ansi-blue"] }]);
  assert.deepEqual(read("\x1b[38;2;31;1;4mx"), [{ text: "x", classes: [] }]);
  assert.deepEqual(read("\x1b[48;5;31mx"), [{ text: "x", classes: [] }]);
});

test("other sequences and stray escapes are not shown", () => {
  assert.deepEqual(read("\x1b[2K\x1b[1Ga\x1bb"), [{ text: "ab", classes: [] }]);
});
