/**
 * Draw the charts of a lesson when the site is built: `node draw-charts.ts`.
 *
 * Reads a JSON list of Vega-Lite specifications, and writes for each the JSON list of its SVGs: one, or one for each
 * panel of a switch.
 */

import { readFileSync } from "node:fs";
import { draw } from "./src/chart/draw.ts";
import { panels, type Spec } from "./src/chart/panels.ts";

const specs = JSON.parse(readFileSync(0, "utf8")) as Spec[];
const drawn = await Promise.all(specs.map((spec) => Promise.all(panels(spec).map(draw))));
process.stdout.write(JSON.stringify(drawn));
