import assert from "node:assert/strict";
import { test } from "node:test";
import { hasBegun, type Lesson, nextPlace, standingIn, summarise } from "../src/course.ts";
import { type Notes, upgrade } from "../src/notes.ts";

const ON = "2026-11-30T10:00:00.000Z";
const lesson = (name: string, exercises: string[], questions = 2): Lesson => ({
  page: `lessons/${name}/`,
  title: name,
  minutes: 10,
  exercises,
  questions,
});
const COURSE = [lesson("one", ["a"]), lesson("two", ["b", "c"]), lesson("three", ["d"])];

function notes(held: Partial<Notes>): Notes {
  const read = upgrade({ version: 1, ...held });
  assert.ok(read);
  return read;
}

const passed = (...slugs: string[]) => Object.fromEntries(slugs.map((slug) => [slug, { on: ON }]));
const stand = (...held: Partial<Notes>[]) =>
  COURSE.map((one, index) => standingIn(one, held[index] ? notes(held[index]) : null));

test("a lesson is done when all its exercises have passed, begun when it was opened or touched", () => {
  const two = lesson("two", ["b", "c"]);
  assert.equal(standingIn(two, notes({ passes: passed("b", "c") })).stage, "done");
  assert.equal(standingIn(two, notes({ passes: passed("b") })).stage, "begun");
  assert.equal(standingIn(two, notes({ opened: ON })).stage, "begun");
  const answers = { "predict-1": { question: "q", choice: 0, right: false } };
  assert.equal(standingIn(two, notes({ answers })).stage, "begun");
  assert.equal(standingIn(two, notes({})).stage, "not begun");
  assert.equal(standingIn(two, null).stage, "not begun");
});

test("without an exercise a lesson is done when its questions are answered", () => {
  const read = lesson("read", [], 1);
  const answers = { "quiz-1": { question: "q", choice: 0, right: false } };
  assert.equal(standingIn(read, notes({ opened: ON })).stage, "begun");
  assert.equal(standingIn(read, notes({ opened: ON, answers })).stage, "done");
  assert.equal(standingIn(lesson("read", [], 0), notes({})).stage, "not begun");
});

test("answers count for the questions that the lesson has, and predictions do not", () => {
  const answer = { question: "q", choice: 0, right: true };
  const answers = { "quiz-1": answer, "quiz-9": answer, "predict-1": answer };
  assert.equal(standingIn(lesson("one", ["a"]), notes({ answers })).answered, 1);
});

test("an exercise of another time that the lesson no longer has counts for nothing", () => {
  const one = standingIn(lesson("one", ["a"]), notes({ passes: passed("gone") }));
  assert.equal(one.passes.size, 0);
  assert.equal(one.stage, "begun");
});

test("the summary counts exercises, and the minutes of the lessons that are not done", () => {
  assert.equal(summarise(stand()), "0 of 4 exercises passed, about 30 minutes left.");
  const some = stand({ passes: passed("a") }, { passes: passed("b") });
  assert.equal(summarise(some), "2 of 4 exercises passed, about 20 minutes left.");
  const all = stand({ passes: passed("a") }, { passes: passed("b", "c") }, { passes: passed("d") });
  assert.equal(summarise(all), "All 4 exercises have passed. The course is done.");
  assert.equal(nextPlace(all), null);
});

test("a reader who has not begun starts with the first lesson", () => {
  assert.equal(hasBegun(stand()), false);
  assert.deepEqual(nextPlace(stand()), { lesson: COURSE[0] });
});

test("the way goes on in the lesson opened last, wherever it is", () => {
  const standings = stand({ opened: "2026-11-29" }, {}, { opened: "2026-11-30" });
  assert.equal(hasBegun(standings), true);
  assert.deepEqual(nextPlace(standings), { lesson: COURSE[2] });
});

test("in it, at the exercise that is begun, or at the next one when one has passed", () => {
  const texts = { "exercise-c": { starter: "s", text: "mine", at: "", others: [] } };
  assert.deepEqual(nextPlace(stand({}, { opened: ON, texts })), {
    lesson: COURSE[1],
    exercise: "c",
  });
  const tries = { c: { texts: ["x"] } };
  assert.equal(nextPlace(stand({}, { opened: ON, tries }))?.exercise, "c");
  assert.equal(nextPlace(stand({}, { opened: ON, passes: passed("b") }))?.exercise, "c");
});

test("after a lesson that is done comes the next one that is not, and then those left out before", () => {
  const ahead = stand({}, { opened: ON, passes: passed("b", "c") });
  assert.deepEqual(nextPlace(ahead), { lesson: COURSE[2] });
  const around = stand({}, { passes: passed("b", "c") }, { opened: ON, passes: passed("d") });
  assert.deepEqual(nextPlace(around), { lesson: COURSE[0] });
});
