/** What the editor may ask about names. */

import type { Known } from "./protocol.ts";

export interface Scope {
  /** Texts of the cells above, from the top of the page. */
  above: () => string[];
  /** Ask the page's Python; null when it is not there, is busy, or knows nothing. Never starts it. */
  ask: <Want extends keyof Known>(
    want: Want,
    of: string,
    cells: string[],
  ) => Promise<Known[Want] | null>;
}
