import assert from "node:assert/strict";
import { test } from "node:test";
import { inWords, shorten } from "../src/signature-box.ts";

test("a signature is told in a line", () => {
  const signature = { name: "bill", parameters: ["usage: Usage", "*", "batch: bool = False"] };
  assert.equal(
    inWords({ ...signature, returns: "Bill", about: "Return the bill." }),
    "bill(usage: Usage, *, batch: bool = False) → Bill. Return the bill.",
  );
  assert.equal(inWords({ name: "client", parameters: null, returns: "", about: "" }), "client");
});

test("of many parameters those that may be left out are shown by name alone", () => {
  const few = ["a: int", "b: dict[str, int] = {}"];
  assert.deepEqual(shorten(few), few);
  const many = Array.from({ length: 9 }, (_, at) => `x${at}: Literal['a', 'b'] = 'a'`);
  assert.deepEqual(shorten(["a: int", "*", ...many, "**more"]), [
    "a: int",
    "*",
    ...many.map((_, at) => `x${at}=…`),
    "**more",
  ]);
});
