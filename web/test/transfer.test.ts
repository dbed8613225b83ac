import assert from "node:assert/strict";
import { test } from "node:test";
import { merge } from "../src/merge.ts";
import { empty, type Notes } from "../src/notes.ts";
import { LONG_AGO, makeStamp } from "../src/stamp.ts";
import { isTerminal, readTerminal } from "../src/terminal.ts";
import { checkSize, FileError, parse, plan, readFile, writeFile } from "../src/transfer.ts";

const NOW = new Date("2026-12-01T12:00:00Z");
const PAGE = "lessons/stateless/";
const stamp = (hour: number, tab = "x") =>
  makeStamp(new Date(Date.UTC(2026, 11, 1, hour)), "", tab);
const text = (words: string, at = stamp(1), others: string[] = []) => ({
  ...{ starter: "1-a", text: words, at, others },
});
const notesOf = (held: Partial<Notes>): Notes => ({ ...empty(), ...held });
const full = notesOf({
  texts: { "cell-1": text("print(1)"), "cell-2?": text("<img src=x onerror=alert(1)>", LONG_AGO) },
  answers: { "quiz-1": { question: "q", choice: 0, right: true } },
  passes: { send: { on: "2026-11-30T00:00:00.000Z" } },
  tries: { send: { texts: ["1-a"] } },
  opened: "2026-11-30T00:00:00.000Z",
  scores: { assistant: { recall: 1, cost: 0.1 } },
});

test("what goes out comes in again as it was", () => {
  const pages = new Map([
    [PAGE, full],
    ["", empty()],
  ]);
  const { json, withKey } = writeFile(pages, NOW);
  assert.deepEqual(withKey, []);
  assert.deepEqual([...readFile(parse(json), NOW)], [...pages]);
});

test("an API key never goes out, and its absence does not come in as another text", () => {
  const key = `sk-ant-api03-${"x".repeat(40)}`;
  const mine = notesOf({
    texts: { "cell-1": text(`key = "${key}"`, stamp(1), [`old = "${key}"`]) },
  });
  const { json, withKey } = writeFile(new Map([[PAGE, mine]]), NOW);
  assert.equal(json.includes(key), false);
  assert.deepEqual(withKey, [PAGE]);
  const theirs = readFile(parse(json), NOW);
  assert.deepEqual(plan(new Map([[PAGE, mine]]), theirs, empty()), []);
  assert.deepEqual(merge(mine, theirs.get(PAGE) ?? empty()), mine);
});

test("a file that is wrong is refused, with its place and the mend", () => {
  const good = JSON.parse(writeFile(new Map([[PAGE, full]]), NOW).json);
  const with_ = (path: string[], value: unknown) => {
    const copy = structuredClone(good);
    const last = path.at(-1) ?? "";
    const parent = path.slice(0, -1).reduce((of, name) => of[name], copy);
    // As JSON.parse does it: "__proto__" becomes a key like any other.
    Object.defineProperty(parent, last, { value, enumerable: true });
    return copy;
  };
  const notes = ["pages", PAGE];
  const cases: [unknown, RegExp][] = [
    [[], /not this course's: "format" must be "turnkeeper-progress"/],
    [{ version: 1 }, /not this course's/],
    [null, /not this course's/],
    [with_(["version"], 2), /“version” is 2, and this page knows 1.*Reload this page/],
    [with_(["version"], "1"), /“version” is "1"; it must be 1/],
    [with_(["pages"], []), /“pages” is \[\]; it must be an object/],
    [with_(["pages", "__proto__"], full), /“pages” → “__proto__” is no name/],
    [with_(["pages", "../<b>"], full), /is no name/],
    [with_(notes, 7), /“pages” → “lessons\/stateless\/” is 7; it must be an object/],
    [with_([...notes, "version"], 9), /“version” is 9, and this page knows 4.*Reload/],
    [with_([...notes, "texts", "constructor"], text("")), /“texts” → “constructor” is no name/],
    [with_([...notes, "texts", "cell-1"], { text: "x" }), /“cell-1” → “starter” is missing/],
    [with_([...notes, "texts", "cell-1", "text"], 3), /“cell-1” → “text” is 3; it must be text/],
    [with_([...notes, "texts", "cell-1", "at"], "soon"), /“at” is "soon"; it must be a stamp/],
    [
      with_([...notes, "texts", "cell-1", "others"], [1]),
      /“others” is \[1\]; it must be a list of/,
    ],
    [
      with_([...notes, "passes", "send"], { on: "now" }),
      /“on” is "now"; it must be a day and time/,
    ],
    [with_([...notes, "scores", "assistant", "cost"], -1), /“cost” is -1; it must be a number, 0/],
    [with_([...notes, "answers", "quiz-1", "right"], 1), /“right” is 1; it must be true or false/],
    [with_([...notes, "tries", "send"], { count: 3 }), /“tries” → “send” → “texts” is missing/],
    [with_([...notes, "opened"], 0), /“opened” is 0; it must be a day and time, or empty/],
  ];
  for (const [value, message] of cases) {
    assert.throws(
      () => readFile(value, NOW),
      (error) => error instanceof FileError && message.test(error.message),
      `${message}`,
    );
  }
  for (const json of ["", "{", "<html>", "[".repeat(200_000)]) {
    assert.throws(
      () => parse(json),
      /^FileError: The file is not JSON: |^Error: The file is not JSON: /,
    );
  }
  checkSize("my.json", 20e6);
  assert.throws(() => checkSize("my.json", 20e6 + 1e5), /my\.json has 20\.1 MB, and at most 20\.0/);
  assert.equal(({} as { on?: string }).on, undefined);
});

test("a clock that was wrong does not win for ever", () => {
  const ahead = notesOf({
    texts: { "cell-1": text("x", "9999-01-01T00:00:00.000Z-x") },
    opened: "9999-01-01T00:00:00.000Z",
  });
  const read = readFile(parse(writeFile(new Map([[PAGE, ahead]]), NOW).json), NOW).get(PAGE);
  assert.equal(read?.texts["cell-1"]?.at, "2026-12-01T12:00:00.000Z-import");
  assert.equal(read?.opened, NOW.toISOString());
});

test("the plan says what an import will do, and nothing where it would do nothing", () => {
  const mine = notesOf({
    texts: { "cell-1": text("mine", stamp(2)), "cell-3": text("same") },
    passes: { send: { on: "2026-11-29T00:00:00.000Z" } },
  });
  const theirs = notesOf({
    texts: { "cell-1": text("theirs", stamp(1)), "cell-2": text("new"), "cell-3": text("same") },
    passes: {
      send: { on: "2026-11-30T00:00:00.000Z" },
      resend: { on: "2026-11-30T00:00:00.000Z" },
    },
    answers: full.answers,
    scores: full.scores,
  });
  const file = new Map([
    [PAGE, theirs],
    ["lessons/other/", notesOf({ opened: NOW.toISOString() })],
    ["lessons/same/", full],
  ]);
  const [first, second, ...more] = plan(
    new Map([
      [PAGE, mine],
      ["lessons/same/", full],
    ]),
    file,
    empty(),
  );
  assert.deepEqual(first, {
    page: PAGE,
    texts: ["cell-2"],
    conflicts: [
      { id: "cell-1", mine: mine.texts["cell-1"], theirs: theirs.texts["cell-1"], side: "mine" },
    ],
    passes: ["resend"],
    scores: ["assistant"],
    answers: 1,
    more: false,
  });
  assert.equal(second?.page, "lessons/other/");
  assert.equal(second?.more, true);
  assert.deepEqual(more, []);
});

test("passes and scores of the terminal come in under their lessons", () => {
  const file = {
    version: 2,
    current: "send",
    exercises: {
      send: { passed: "2026-11-30T10:00:00+00:00", tries: 2, best: null },
      assistant: { passed: null, best: { recall: 0.9, cost: 0.1 } },
      trim: { passed: "yesterday" },
      gone: { passed: "2026-11-30T10:00:00+00:00" },
    },
  };
  assert.equal(isTerminal(file), true);
  assert.equal(isTerminal(JSON.parse(writeFile(new Map(), NOW).json)), false);
  const lesson = (page: string, ...exercises: string[]) => ({
    ...{ page, title: page, minutes: 1, exercises, questions: 0 },
  });
  const pages = readTerminal(file, [
    lesson(PAGE, "send", "toString"),
    lesson("lessons/capstone/", "assistant"),
    lesson("lessons/trim/", "trim"),
  ]);
  assert.deepEqual([...pages.keys()], [PAGE, "lessons/capstone/"]);
  assert.deepEqual(pages.get(PAGE)?.passes, { send: { on: "2026-11-30T10:00:00.000Z" } });
  assert.deepEqual(pages.get("lessons/capstone/")?.scores, {
    assistant: { recall: 0.9, cost: 0.1 },
  });
});
