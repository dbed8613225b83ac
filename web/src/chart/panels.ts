/** The panels of a switch: `turnkeeper.chart.switch` puts several charts into one specification. */

import type { TopLevelSpec } from "vega-lite";

export interface Table {
  caption: string;
  columns: string[];
  rows: string[][];
}

/** What one choice shows. */
interface Panel {
  description: string;
  table: Table;
}

/** What Turnkeeper's own charts say of themselves. */
export interface Ours {
  table?: Table;
  /** What is chosen in a switch: a list for each. */
  by?: { name: string; options: string[] }[];
  panels?: Panel[];
}

export type Spec = TopLevelSpec & { usermeta?: { turnkeeper?: Ours } };

/**
 * Tell the charts of a specification apart.
 *
 * @returns a specification for each panel of a switch, and of any other chart itself alone.
 */
export function panels(spec: Spec): Spec[] {
  const { panels: all } = spec.usermeta?.turnkeeper ?? {};
  if (!all) return [spec];
  // A notebook has lists for the parameters; a panel has its own place in their stead.
  const params = (place: number) => [{ name: "chosen", value: place }];
  return all.map(({ description }, place) => ({ ...spec, description, params: params(place) }));
}
