import assert from "node:assert/strict";
import { test } from "node:test";
import { draw } from "../src/chart/draw.ts";

const SPEC = {
  description: 'Bars: "a" < b & c',
  data: { values: [{ name: "x", number: 2 }] },
  mark: "bar",
  encoding: {
    x: { field: "number", type: "quantitative" },
    y: { field: "name", type: "nominal" },
  },
} as const;

test("a chart is one picture with a name, in the page's colours and font", async () => {
  const svg = await draw(SPEC);
  assert.match(svg, /^<svg role="img" aria-label="Bars: &#34;a&#34; &#60; b &#38; c" /);
  assert.equal(svg.match(/\b(?:role|aria-[a-z]+)=/g)?.length, 2);
  assert.match(svg, /fill="var\(--tk-series-1, currentColor\)"/);
  assert.deepEqual([...new Set(svg.match(/(?<=font-family=")[^"]*/g))], ["inherit"]);
  assert.doesNotMatch(svg, /#[0-9a-f]{3,6}\b(?!;)|style="|<style/i);
});

test("a chart without a description has a name too", async () => {
  const { description: _, ...unnamed } = SPEC;
  assert.match(await draw(unnamed), /^<svg role="img" aria-label="Chart" /);
});

test("a chart fetches nothing, and what is missing in it is told", async () => {
  const refused = /must hold all that it draws, and this one asks for http:\/\/127\.0\.0\.1\/some/;
  await assert.rejects(draw({ ...SPEC, data: { url: "http://127.0.0.1/some.json" } }), refused);
  const picture = { type: "image", url: "http://127.0.0.1/some.png" } as const;
  await assert.rejects(draw({ ...SPEC, mark: picture }), refused);
});
