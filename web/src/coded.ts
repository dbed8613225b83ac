/** A part of the page with code, and the way to its tools, which are fetched when a reader first asks for one. */

import type { Bar } from "./bar.ts";
import type { Tool } from "./editor.ts";
import type { Field } from "./field.ts";

export interface Coded {
  readonly root: HTMLElement;
  readonly bar: Bar;
  readonly field: Field;
  /** A cell has one, an exercise has none. */
  readonly output?: HTMLElement;
}

/** Do what a key or a button stands for. */
export function useTool(target: Coded, tool: Tool | "copy"): void {
  fetchTools(target).then(
    ({ use }) => use(target, tool),
    () => {}, // said already
  );
}

/** Make the second row of buttons. */
export async function drawTools(target: Coded): Promise<HTMLElement> {
  return (await fetchTools(target)).drawTools(target);
}

async function fetchTools({ bar }: Coded): Promise<typeof import("./tools.ts")> {
  try {
    return await import("./tools.ts");
  } catch (error) {
    bar.alarm("This part of the page could not be fetched. Press it to try again.");
    throw error;
  }
}
