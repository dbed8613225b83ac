/** A Vega-Lite chart as the text of an SVG: drawn by Node when the site is built, and by the page after a run. */

import { type Loader, loader, parse, View } from "vega";
import { expressionInterpreter } from "vega-interpreter";
import { type Config, compile, type TopLevelSpec } from "vega-lite";

const SERIES = [1, 2, 3, 4].map((number) => `var(--tk-series-${number}, currentColor)`);

/** The page's own colours and font, by name, so that one drawing suits its light and its dark scheme. */
const CONFIG: Config = {
  background: "transparent",
  font: "inherit",
  aria: false, // the drawing is one picture with one name; its figures stand in the table beside it
  view: { stroke: null },
  axis: {
    domainColor: "currentColor",
    gridColor: "currentColor",
    gridOpacity: 0.2,
    labelColor: "currentColor",
    tickColor: "currentColor",
    titleColor: "currentColor",
    titleFontWeight: "normal",
  },
  title: { color: "currentColor", subtitleColor: "currentColor" },
  text: { color: "currentColor" },
  rule: { color: "currentColor" },
  mark: { color: SERIES[0] ?? "currentColor" },
  range: { category: SERIES },
};

/** Fetches nothing, and remembers what it was asked for. */
function nowhere(asked: string[]): Loader {
  const refuse = async (address: string): Promise<never> => {
    asked.push(address);
    throw new Error(`${address} is not fetched.`);
  };
  return { ...loader(), load: refuse, sanitize: refuse, http: refuse, file: refuse };
}

/**
 * Draw a chart.
 *
 * @param spec - a Vega-Lite specification that holds its own data.
 * @throws when the chart asks for a file or an address: what it draws would be missing.
 * @returns an `<svg>` that takes its colours and its font from where it stands.
 */
export async function draw(spec: TopLevelSpec): Promise<string> {
  const vega = compile(spec, { config: CONFIG }).spec;
  // The interpreter, since the page's policy may allow no code that is made from text.
  const runtime = parse(vega, undefined, { ast: true });
  const asked: string[] = [];
  const view = new View(runtime, {
    expr: expressionInterpreter,
    loader: nowhere(asked),
    renderer: "none",
  });
  try {
    const svg = await view.toSVG();
    if (asked.length > 0) {
      throw new Error(`A chart must hold all that it draws, and this one asks for ${asked[0]}.`);
    }
    return withoutRoles(svg).replace(
      "<svg ",
      `<svg role="img" aria-label="${escaped(spec.description ?? "Chart")}" `,
    );
  } finally {
    view.finalize();
  }
}

/** The parts of one picture have no roles of their own. */
function withoutRoles(svg: string): string {
  return svg.replace(/<(?:g|path) [^>]*>/g, (tag) =>
    tag.replace(/ (?:role|aria-[a-z]+)="[^"]*"/g, ""),
  );
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);
}
