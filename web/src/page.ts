/** What one page of the site holds for the runner. */

import type { Bar } from "./bar.ts";
import type { Cell } from "./cell.ts";
import type { Demo } from "./demo.ts";
import type { Exercise } from "./exercise.ts";
import type { Places } from "./kernel.ts";
import type { Site } from "./offline.ts";
import type { Notebook } from "./storage.ts";

/** A part of the page that has Python do something, and tells the reader how it goes. */
export interface Target {
  readonly bar: Pick<Bar, "say" | "busy">;
}

export interface Page {
  /** Names the page's Python namespace; a visit of its own each time, so that a page begins clean. */
  key: string;
  notebook: Notebook;
  places: Places;
  site: Site;
  cells: Cell[];
  exercises: Exercise[];
  /** On the home page. */
  demo?: Demo;
  /** Fires when the reader leaves the page. */
  signal: AbortSignal;
}
