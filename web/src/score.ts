/** Draws the score of an answer that passes: a picture beside the course's baselines, and the figures as a table. */

import { figures } from "./chart/figure.ts";
import { el } from "./dom.ts";
import { dollars, marks, PLOT, type Placed, type Point, place } from "./score-plot.ts";

interface Figures {
  recall: number;
  cost: number;
}

/** The score of a report. */
export interface Score extends Figures {
  baselines: ({ name: string } & Figures)[];
}

const SVG = "http://www.w3.org/2000/svg";

/**
 * Show a score.
 *
 * @param score - that of the answer that was checked.
 * @param best - the reader's best, when it is a better one.
 */
export function showScore(score: Score, best: Figures | undefined): HTMLElement {
  const points: Point[] = [
    ...score.baselines.map((row) => ({ ...row, kind: "baseline" as const })),
    ...(best ? [{ ...best, name: "your best", kind: "best" as const }] : []),
    { name: "your answer", recall: score.recall, cost: score.cost, kind: "answer" },
  ];
  const words = [el("p", {}, el("strong", {}, "Score: "), said(score))];
  if (best) words.push(el("p", {}, `Your best so far: ${said(best)}`));
  const sorted = [...points].sort((a, b) => b.recall - a.recall || a.cost - b.cost);
  const table = figures({
    caption: "Recall and bill of the day",
    columns: ["strategy", "recall", "dollars"],
    rows: sorted.map(({ name, recall, cost }) => [name, percent(recall), dollars(cost)]),
  });
  return el("div", { class: "tk-score" }, ...words, picture(points), table);
}

function said({ recall, cost }: Figures): string {
  return `recall ${percent(recall)}, bill ${dollars(cost)} dollars.`;
}

function percent(part: number): string {
  return `${Math.round(part * 100)} %`;
}

function picture(points: readonly Point[]): SVGElement {
  const { left, top, width, height, right, bottom } = PLOT;
  const along = marks(points.map(({ cost }) => cost));
  const most = along.at(-1) ?? 1;
  const drawn = place(points, most);
  const low = top + height;
  return draw(
    "svg",
    {
      viewBox: `0 0 ${left + width + right} ${low + bottom}`,
      role: "img",
      "aria-label":
        "Recall upwards, and the bill of the day along the bottom. The figures stand in the table below.",
    },
    ...[0, 0.5, 1].flatMap((part) => [
      draw("line", {
        class: "tk-score__grid",
        x1: left,
        x2: left + width,
        y1: low - part * height,
        y2: low - part * height,
      }),
      write(percent(part), left - 6, low - part * height + 4, "end"),
    ]),
    ...along.map((cost) => write(dollars(cost), left + (cost / most) * width, low + 18, "middle")),
    write("bill of the day in dollars", left + width / 2, low + 36, "middle"),
    ...drawn.flatMap((point) => [sign(point), name(point)]),
  );
}

/** A baseline is a dot, the reader's best a hollow diamond, the answer a full one: no colour is needed to tell. */
function sign({ x, y, kind }: Placed): SVGElement {
  if (kind === "baseline") return draw("circle", { cx: x, cy: y, r: 4, class: "tk-score__dot" });
  return draw("path", { d: `M${x} ${y - 7}l7 7l-7 7l-7-7z`, class: `tk-score__${kind}` });
}

function name({ name, label, kind }: Placed): SVGElement {
  const text = write(name, label.x, label.y + 4, label.anchor);
  if (kind !== "baseline") text.setAttribute("class", "tk-score__own");
  return text;
}

function write(text: string, x: number, y: number, anchor: string): SVGElement {
  return draw("text", { x, y, "text-anchor": anchor }, text);
}

function draw(
  tag: string,
  attributes: Record<string, string | number>,
  ...children: (SVGElement | string)[]
): SVGElement {
  const element = document.createElementNS(SVG, tag);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.append(...children);
  return element;
}
