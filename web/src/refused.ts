/** A request that the API has refused, as a table with the message at fault marked. */

import { el } from "./dom.ts";
import type { LeftOut, Mark, Refused, RefusedBlock } from "./protocol.ts";

/** What the first line of a message says of it; it stands beside all its lines. */
export interface Head {
  index: string;
  role: string;
  /** How many lines the message has. */
  span: number;
  mark: Mark;
}

/** One line of the table: a block, or how many messages or blocks are not shown. */
export type Line =
  | { kind: "messages"; words: string }
  | { kind: "blocks"; words: string; head?: Head }
  | { kind: "block"; block: RefusedBlock; head?: Head };

/** The lines of the table: one for each block, the first of a message with the message's place and role. */
export function linesOf({ rows }: Refused): Line[] {
  return rows.flatMap((row): Line[] => {
    if ("left_out" in row) return [{ kind: "messages", words: notShown(row, "message") }];
    const head = {
      index: String(row.index),
      role: row.role,
      span: row.blocks.length,
      mark: row.mark,
    };
    return row.blocks.map((block, place): Line => {
      const line: Line =
        "left_out" in block
          ? { kind: "blocks", words: notShown(block, "block") }
          : { kind: "block", block };
      return place === 0 ? { ...line, head } : line;
    });
  });
}

/** Draw the table. */
export function drawRefused(refused: Refused): HTMLElement {
  const head = ["Message", "Role", "Block", "Begins with"].map((name) =>
    el("th", { scope: "col" }, name),
  );
  const table = el(
    "table",
    { class: "tk-refused__table" },
    el("caption", {}, refused.caption),
    el("thead", {}, el("tr", {}, ...head)),
    el("tbody", {}, ...linesOf(refused).map(drawLine)),
  );
  return el("div", { class: "tk-refused" }, table);
}

function notShown({ left_out: number }: LeftOut, what: string): string {
  return `${number.toLocaleString("en")} more ${what}${number === 1 ? "" : "s"} not shown`;
}

function drawLine(line: Line): HTMLElement {
  if (line.kind === "messages") return el("tr", {}, el("td", { colspan: "4" }, line.words));
  const faulty =
    line.head?.mark === "at fault" || (line.kind === "block" && line.block.mark === "at fault");
  const row = el("tr", { "data-mark": faulty && "fault" });
  if (line.head) row.append(...drawHead(line.head));
  if (line.kind === "blocks") row.append(el("td", { colspan: "2" }, line.words));
  else row.append(...drawBlock(line.block));
  return row;
}

function drawHead({ index, role, span, mark }: Head): HTMLElement[] {
  const rowspan = String(span);
  return [
    el("th", { scope: "rowgroup", rowspan }, ...signed(mark), index),
    el("td", { class: "tk-refused__role", rowspan }, role),
  ];
}

function drawBlock({ type, id, words, mark }: RefusedBlock): HTMLElement[] {
  const kind = el("td", {}, ...signed(mark), type);
  if (id) kind.append(" ", el("code", {}, id));
  return [kind, el("td", {}, el("bdi", {}, words))];
}

/** What is at fault says so in words; the sign is for the eye. */
function signed(mark: Mark): Node[] {
  if (!mark) return [];
  const sign = el("span", { "aria-hidden": "true" }, mark === "at fault" ? "✗ " : "↔ ");
  return [el("strong", { class: "tk-refused__mark" }, sign, `${mark}: `)];
}
