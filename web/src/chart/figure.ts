/** A chart in the output of a cell: the drawing, and its figures as a table. The site's build writes the same. */

import { el } from "../dom.ts";
import { sanitise } from "../sanitise.ts";
import { type Ours, panels, type Spec, type Table } from "./panels.ts";

/** What the Python side sends of a chart. */
interface Shown {
  spec: Spec;
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
  const ours = spec.usermeta?.turnkeeper ?? {};
  const drawn = drawings(spec).then(
    (all) => {
      figure.classList.toggle("tk-switch", ours.panels !== undefined);
      figure.replaceChildren(...(ours.panels ? switched(ours, all) : one(all[0], ours.table)));
    },
    (error) => {
      console.error(error);
      const why =
        "The chart could not be drawn, so here it is as text. Reload the page to try again.";
      figure.replaceChildren(el("p", {}, why), el("pre", { class: "tk-result" }, text));
    },
  );
  return { figure, drawn };
}

async function drawings(spec: Spec): Promise<Node[]> {
  const { draw } = await import("./draw.ts"); // large, and most readers of a page run no chart
  return (await Promise.all(panels(spec).map(draw))).map(sanitise);
}

function one(svg: Node | undefined, table: Table | undefined): Node[] {
  return [...(svg ? [svg] : []), ...(table ? [figures(table)] : [])];
}

function switched({ by = [], panels = [] }: Ours, all: Node[]): Node[] {
  const lists = by.map(({ name, options }) =>
    el(
      "label",
      {},
      `${name} `,
      el("select", { autocomplete: "off" }, ...options.map((option) => el("option", {}, option))),
    ),
  );
  const shown = panels.map(({ table }, place) =>
    el("div", { class: "tk-switch__panel", hidden: place > 0 }, ...one(all[place], table)),
  );
  return [el("div", { class: "tk-switch__lists" }, ...lists), ...shown];
}

/** The figures of a picture as a table, folded away. */
export function figures({ caption, columns, rows }: Table): HTMLElement {
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
