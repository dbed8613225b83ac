/** A chart in the output of a cell: the drawing, and its figures as a table. The site's build writes the same. */

import { el } from "../dom.ts";
import { sanitise } from "../sanitise.ts";

interface Table {
  caption: string;
  columns: string[];
  rows: string[][];
}

/** What the Python side sends of a chart. */
interface Shown {
  spec: { usermeta?: { turnkeeper?: { table?: Table } } };
  /** The chart for where nothing draws. */
  text: string;
}

/**
 * Show a chart.
 *
 * @param json - `turnkeeper.capture.Showcase` made it.
 * @returns the figure, empty at first, and a promise that is kept when it is drawn, or is shown as text instead.
 */
export function showChart(json: string): { figure: HTMLElement; drawn: Promise<void> } {
  const { spec, text } = JSON.parse(json) as Shown;
  const figure = el("figure", { class: "tk-chart" });
  const table = spec.usermeta?.turnkeeper?.table;
  const drawn = drawing(spec).then(
    (svg) => figure.replaceChildren(svg, ...(table ? [folded(table)] : [])),
    (error) => {
      console.error(error);
      const why =
        "The chart could not be drawn, so here it is as text. Reload the page to try again.";
      figure.replaceChildren(el("p", {}, why), el("pre", { class: "tk-result" }, text));
    },
  );
  return { figure, drawn };
}

async function drawing(spec: Shown["spec"]): Promise<Node> {
  const { draw } = await import("./draw.ts"); // large, and most readers of a page run no chart
  return sanitise(await draw(spec as Parameters<typeof draw>[0]));
}

function folded({ caption, columns, rows }: Table): HTMLElement {
  const head = el("tr", {}, ...columns.map((name) => el("th", { scope: "col" }, name)));
  const body = rows.map(([first = "", ...rest]) =>
    el("tr", {}, el("th", { scope: "row" }, first), ...rest.map((cell) => el("td", {}, cell))),
  );
  const table = el(
    "table",
    { class: "tk-figures" },
    el("caption", {}, caption),
    el("thead", {}, head),
    el("tbody", {}, ...body),
  );
  const summary = el("summary", {}, "The figures as a table");
  return el("details", { class: "tk-details" }, summary, el("div", { class: "tk-html" }, table));
}
