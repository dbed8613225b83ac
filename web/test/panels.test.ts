import assert from "node:assert/strict";
import { test } from "node:test";
import { draw } from "../src/chart/draw.ts";
import { panels, type Spec } from "../src/chart/panels.ts";
import { panelOf } from "../src/chart/switch.ts";

const text = { aria: false, type: "text" } as const;
const SPEC: Spec = {
  description: "One",
  data: {
    values: [
      { at: 1, chosen: 0 },
      { at: 2, chosen: 1 },
    ],
  },
  params: [{ name: "chosen0", value: 0 }],
  transform: [{ filter: "datum.chosen === chosen" }],
  mark: text,
  encoding: { text: { field: "at", type: "quantitative" } },
  usermeta: {
    turnkeeper: {
      by: [{ name: "Which", options: ["one", "two"] }],
      panels: ["One", "Two"].map((caption) => ({
        description: caption,
        table: { caption, columns: ["at"], rows: [["1"]] },
      })),
    },
  },
};

test("each panel of a switch is a picture of its own", async () => {
  const drawn = await Promise.all(panels(SPEC).map(draw));
  assert.deepEqual(
    drawn.map((svg) => svg.match(/<text[^>]*>([^<]*)</)?.[1]),
    ["1", "2"],
  );
  assert.deepEqual(
    drawn.map((svg) => svg.match(/aria-label="([^"]*)"/)?.[1]),
    ["One", "Two"],
  );
});

test("a chart that is no switch has one panel, itself", () => {
  const plain: Spec = { description: "One", data: { values: [] }, mark: "bar" };
  assert.deepEqual(panels(plain), [plain]);
});

test("the last list changes from panel to panel", () => {
  const places = [0, 1].flatMap((one) => [0, 1, 2].map((two) => panelOf([one, two], [2, 3])));
  assert.deepEqual(places, [0, 1, 2, 3, 4, 5]);
});
