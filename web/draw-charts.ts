/**
 * Draw the charts of a lesson when the site is built: `node draw-charts.ts`.
 *
 * Reads a JSON list of Vega-Lite specifications, and writes a JSON list of SVGs.
 */

import { readFileSync } from "node:fs";
import { draw } from "./src/chart/draw.ts";

const specs = JSON.parse(readFileSync(0, "utf8")) as Parameters<typeof draw>[0][];
process.stdout.write(JSON.stringify(await Promise.all(specs.map(draw))));
