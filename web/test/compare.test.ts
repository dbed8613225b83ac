import assert from "node:assert/strict";
import { test } from "node:test";
import { compare, summarise, withoutTask } from "../src/compare.ts";

const SIDES = { mine: "yours", theirs: "the solution" };

test("of a changed place the reader's lines come first, and what is the same stays together", () => {
  assert.deepEqual(compare("a\nb\nc\n", "a\nx\ny\nc"), [
    { kind: "same", lines: ["a"] },
    { kind: "mine", lines: ["b"] },
    { kind: "theirs", lines: ["x", "y"] },
    { kind: "same", lines: ["c"] },
  ]);
});

test("every line of both texts is in the comparison, in its order", () => {
  const mine = "import a\n\n\ndef f(x):\n    return x\n\n\ndef g():\n    pass\n";
  const theirs = "\nimport a\nimport b\n\n\ndef g():\n    return 2\n";
  const hunks = compare(mine, theirs);
  const without = (kind: string) =>
    hunks.filter((hunk) => hunk.kind !== kind).flatMap(({ lines }) => lines);
  assert.deepEqual(without("theirs"), mine.trimEnd().split("\n"));
  assert.deepEqual(without("mine"), theirs.trimEnd().split("\n"));
});

test("white space at the end of a line or of the text is no difference", () => {
  const hunks = compare("a  \nb\n\n\n", "a\nb");
  assert.deepEqual(hunks, [{ kind: "same", lines: ["a", "b"] }]);
  assert.equal(summarise(hunks, SIDES), "Yours and the solution are the same, line by line.");
});

test("the sum is said in lines", () => {
  assert.equal(
    summarise(compare("a\nb", "a\nc\nd"), SIDES),
    "1 line only in yours, 2 lines only in the solution.",
  );
  assert.equal(
    summarise(compare("", "a"), SIDES),
    "No lines only in yours, 1 line only in the solution.",
  );
});

test("the docstring that a file begins with is left out, and nothing else", () => {
  assert.equal(withoutTask('"""The task.\n\nf("x")\n"""\n\nimport a\n'), "import a\n");
  assert.equal(withoutTask("# mine\n'''The \\''' task.'''\nx = 1"), "x = 1");
  assert.equal(withoutTask('x = """text"""\n'), 'x = """text"""\n');
  assert.equal(withoutTask('"""never closed\n'), '"""never closed\n');
  assert.equal(withoutTask(""), "");
});
