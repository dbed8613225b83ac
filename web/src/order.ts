/** Which cells have run in this Python session, and what must run before a cell. */

/** One cell, as far as the order matters. */
export interface CellState {
  number: number;
  /** The Python session in which the cell last ran to its end, or null. */
  ranIn: number | null;
}

/**
 * The cells that must run for cell `number` to find the names it needs, in page order, itself last.
 *
 * @param cells - every cell of the page, in page order.
 * @param number - the cell the reader wants to run.
 * @param session - number of the Python session that will run them.
 */
export function plan(cells: readonly CellState[], number: number, session: number): number[] {
  const above: number[] = [];
  for (const cell of cells) {
    if (cell.number === number) break;
    if (cell.ranIn !== session) above.push(cell.number);
  }
  return [...above, number];
}

/** The cells whose variables are gone with the Python session in which they ran. */
export function lostWith(cells: readonly CellState[], session: number): number[] {
  return cells.filter(({ ranIn }) => ranIn === session).map(({ number }) => number);
}

/**
 * Name cells in a sentence.
 *
 * @returns "cell 1", "cells 1 and 2", "cells 1, 2 and 5", "cells 1 to 4".
 */
export function nameCells(numbers: readonly number[]): string {
  const first = numbers[0];
  const last = numbers.at(-1);
  if (numbers.length < 2) return `cell ${first}`;
  const unbroken = numbers.every((n, i) => i === 0 || n === (numbers[i - 1] ?? 0) + 1);
  if (unbroken && numbers.length > 2) return `cells ${first} to ${last}`;
  return `cells ${numbers.slice(0, -1).join(", ")} and ${last}`;
}
