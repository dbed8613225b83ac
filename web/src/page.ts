/** What one page of the site holds for the runner. */

import type { Cell } from "./cell.ts";
import type { Exercise } from "./exercise.ts";
import type { Places } from "./kernel.ts";
import type { Notebook } from "./storage.ts";

export interface Page {
  /** Names the page's Python namespace; a visit of its own each time, so that a page begins clean. */
  key: string;
  notebook: Notebook;
  places: Places;
  cells: Cell[];
  exercises: Exercise[];
  /** Fires when the reader leaves the page. */
  signal: AbortSignal;
}
