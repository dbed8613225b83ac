/** Where the points of a score stand, and their names: recall upwards, the bill along the bottom. No DOM here. */

export interface Point {
  name: string;
  /** From 0 to 1. */
  recall: number;
  /** US dollars. */
  cost: number;
  kind: "baseline" | "best" | "answer";
}

export interface Placed extends Point {
  x: number;
  y: number;
  /** Where the name begins or ends, and which of it. */
  label: { x: number; y: number; anchor: "start" | "end" };
}

/** px; the plot fits the column of a phone. */
export const PLOT = { left: 44, top: 14, width: 300, height: 190, right: 16, bottom: 44 };
const LINE = 15;
const STEP = 5; // how finely a name is moved
const GAP = 9;

/**
 * Place points, and their names so that none stands on another one.
 *
 * @param points - in the order in which they are drawn; the last one is on top.
 * @param most - the dollars at the right end.
 */
export function place(points: readonly Point[], most: number): Placed[] {
  const taken: { left: number; right: number; y: number }[] = [];
  const free = (left: number, right: number, y: number) =>
    taken.every((one) => right < one.left || left > one.right || Math.abs(one.y - y) >= LINE);
  const at = points.map((point) => ({
    ...point,
    x: PLOT.left + (point.cost / most) * PLOT.width,
    y: PLOT.top + (1 - point.recall) * PLOT.height,
  }));
  for (const { x, y } of at) taken.push({ left: x - 6, right: x + 6, y });
  return at.map((point) => {
    const wide = point.name.length * 7;
    const fits = point.x + GAP + wide <= PLOT.left + PLOT.width + PLOT.right;
    const anchor = fits ? "start" : "end";
    const x = fits ? point.x + GAP : point.x - GAP;
    const [left, right] = fits ? [x, x + wide] : [x - wide, x];
    const steps = Array.from({ length: PLOT.height / STEP }, (_, at) => [at * STEP, -at * STEP]);
    const inside = steps
      .flat()
      .map((shift) => point.y + shift)
      .filter((y) => y >= PLOT.top && y <= PLOT.top + PLOT.height);
    const y = inside.find((one) => free(left, right, one)) ?? point.y;
    taken.push({ left, right, y });
    return { ...point, label: { x, y, anchor } };
  });
}

/** The dollars to mark along the bottom: none, a half and all of a round number that nothing goes beyond. */
export function marks(costs: readonly number[]): number[] {
  const most = Math.max(...costs, 0);
  if (most === 0) return [0, 0.5, 1];
  const size = 10 ** Math.floor(Math.log10(most));
  const end = [1, 2, 4, 6, 8, 10].map((times) => times * size).find((one) => one >= most) ?? most;
  return [0, end / 2, end];
}

/** Dollars as people read them. */
export function dollars(cost: number): string {
  return cost === 0 ? "0" : cost.toFixed(4).replace(/(\.\d\d)0+$/, "$1");
}

/** Whether a score is better than another one: more recall, or as much for a smaller bill. */
export function beats(
  one: { recall: number; cost: number },
  other: { recall: number; cost: number },
): boolean {
  return one.recall > other.recall || (one.recall === other.recall && one.cost < other.cost);
}
