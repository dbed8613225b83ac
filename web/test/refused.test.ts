import assert from "node:assert/strict";
import { test } from "node:test";
import type { Refused } from "../src/protocol.ts";
import { linesOf } from "../src/refused.ts";

const block = (type: string, mark: "" | "at fault" = "") => ({ type, id: "", words: "", mark });

test("a block is a line, and the first of a message has its place and role", () => {
  const refused: Refused = {
    caption: "The refused request: 40 messages",
    rows: [
      { left_out: 1_200 },
      {
        index: 1_200,
        role: "user",
        mark: "",
        blocks: [block("text"), block("tool_result", "at fault")],
      },
      {
        index: 1_201,
        role: "assistant",
        mark: "at fault",
        blocks: [block("text"), { left_out: 1 }],
      },
    ],
  };
  const lines = linesOf(refused).map((line) =>
    line.kind === "block" ? [line.head, line.block.type, line.block.mark] : [line.kind, line.words],
  );
  assert.deepEqual(lines, [
    ["messages", "1,200 more messages not shown"],
    [{ index: "1200", role: "user", span: 2, mark: "" }, "text", ""],
    [undefined, "tool_result", "at fault"],
    [{ index: "1201", role: "assistant", span: 2, mark: "at fault" }, "text", ""],
    ["blocks", "1 more block not shown"],
  ]);
});

test("a message whose first blocks are left out still has its place and role", () => {
  const rows = [
    {
      index: 0,
      role: "user",
      mark: "" as const,
      blocks: [{ left_out: 9 }, block("text", "at fault")],
    },
  ];
  assert.deepEqual(linesOf({ caption: "", rows }), [
    {
      kind: "blocks",
      words: "9 more blocks not shown",
      head: { index: "0", role: "user", span: 2, mark: "" },
    },
    { kind: "block", block: block("text", "at fault") },
  ]);
});
