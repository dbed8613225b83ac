/** The messages between the page and the worker, and the shapes the Python side returns. */

/** One piece of output, in the order in which the reader's code made it. */
export interface Piece {
  kind: "stdout" | "stderr" | "result" | "html" | "svg" | "chart";
  text: string;
}

/** Why a cell stopped, as `turnkeeper.cells.run_cell` reports it. */
export interface CellError {
  kind: string;
  message: string;
  /** 1-based line in the reader's text; null where no line is to blame. */
  line: number | null;
  /** One sentence for the reader. */
  plain: string;
  /** The reader's own frames, or an empty string. */
  traceback: string;
}

export type CellResult = { ok: true } | { ok: false; error: CellError };

export interface Requirement {
  id: string;
  text: string;
  status: "passed" | "failed";
  /** Why it is not met, in one word of the checker's; empty when it is. */
  kind: string;
  message: string;
  /** 1-based line of the answer concerned, or null. */
  line: number | null;
  hints: string[];
  output: string;
}

/** The report of `turnkeeper.grading.grade`. */
export interface Report {
  schema: number;
  exercise: string;
  /** "broken" with a `problem`: the answer could not be loaded, so no requirement was tried. */
  status: "passed" | "failed" | "broken";
  passed: number;
  total: number;
  /** False when the checker's own files are not those of the course. */
  sealed: boolean;
  problem: { kind: string; message: string; line: number | null } | null;
  requirements: Requirement[];
}

/** How far the start of Python has come; bytes, 0 where unknown. */
export interface Progress {
  stage: string;
  loaded: number;
  total: number;
}

/**
 * `number` is the cell's place on its page, which errors name. `seconds` is how long a cell may run, and an exercise for
 * each piece of its check.
 */
export type ToWorker =
  | { type: "boot"; pyodide: string; course: string }
  | { type: "run"; id: number; page: string; number: number; source: string; seconds: number }
  | { type: "grade"; id: number; slug: string; source: string; seconds: number }
  | { type: "forget"; page: string };

/** `began` comes before each piece of work to which the seconds apply. */
export type FromWorker =
  | { type: "progress"; progress: Progress }
  | { type: "ready"; how: string; milliseconds: number }
  | { type: "unbooted"; message: string }
  | { type: "began"; id: number }
  | { type: "output"; id: number; pieces: Piece[] }
  | { type: "ran"; id: number; result: CellResult }
  | { type: "graded"; id: number; report: Report }
  | { type: "refused"; id: number; message: string }
  | { type: "fatal"; message: string };
