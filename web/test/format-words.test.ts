import assert from "node:assert/strict";
import { test } from "node:test";
import { EditorState } from "@codemirror/state";
import { format } from "@wasm-fmt/ruff_fmt";
import { changesBetween, explainRefusal } from "../src/format-words.ts";

const LOOSE =
  "# über uns\nreply=client.messages.create( max_tokens=10,messages=[ {'role':'user'} ] )\nprint( reply )";

test("formatting is one change of the text, and the cursor stays where it was in it", () => {
  const tidy = format(LOOSE, "cell.ipynb", { line_width: 60 }).replace(/\n$/, "");
  const cursor = LOOSE.indexOf("reply )");
  const state = EditorState.create({ doc: LOOSE, selection: { anchor: cursor } });
  const { state: after } = state.update({ changes: changesBetween(LOOSE, tidy) });
  assert.equal(after.doc.toString(), tidy);
  assert.equal(tidy.slice(after.selection.main.head), "reply)");
  assert.deepEqual(changesBetween(tidy, tidy), []);
});

test("a very long text is replaced as a whole", () => {
  const long = "x\n".repeat(30_000);
  assert.deepEqual(changesBetween(long, "y"), [{ from: 0, to: long.length, insert: "y" }]);
});

test("what cannot be read is told with its line, counted in characters and not in bytes", () => {
  const source = '"Grüße 🙂"\nif True:\nprint(1)\n';
  let why = "";
  try {
    format(source, "cell.ipynb");
  } catch (error) {
    why = String(error);
  }
  assert.deepEqual(explainRefusal(why, source), {
    line: 3,
    words:
      "Not formatted, because line 3 cannot be read as Python: expected an indented block after `if` statement. " +
      "Your text is as it was.",
  });
  assert.deepEqual(explainRefusal("No", ""), {
    line: null,
    words: "Not formatted: no. Your text is as it was.",
  });
});
