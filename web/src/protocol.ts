/** The messages between the page and the worker, and the shapes the Python side returns. */

import type { Score } from "./score.ts";

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
  /** The request that the API has refused, where one of its messages is at fault. */
  refused?: Refused;
}

/** A refused request, as `turnkeeper.plain_words.refused_table.as_data` has it. */
export interface Refused {
  caption: string;
  rows: (RefusedMessage | LeftOut)[];
}

export interface RefusedMessage {
  /** Its place in the list, counted from 0. */
  index: number;
  role: string;
  mark: Mark;
  blocks: (RefusedBlock | LeftOut)[];
}

export interface RefusedBlock {
  type: string;
  id: string;
  /** Its first words. */
  words: string;
  mark: Mark;
}

/** How many messages or blocks are not shown here. */
export interface LeftOut {
  left_out: number;
}

export type Mark = "" | "at fault" | "same id";

/** The notes are about what went wrong without an error, a sentence each. */
export type CellResult = { notes?: string[] } & ({ ok: true } | { ok: false; error: CellError });

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
  /** What an answer came to that meets every requirement of a grader that measures; else null. */
  score: Score | null;
}

/** A name that can stand after a dot, as `turnkeeper.completion.members` tells it. */
export type Member = [name: string, kind: string];

/** How something is called, as `turnkeeper.completion.signature` tells it. */
export interface Signature {
  name: string;
  /** Each as it is written; null for what is not called. */
  parameters: string[] | null;
  returns: string;
  /** The first sentence of its docstring, or an empty string. */
  about: string;
}

/** What the editor wants to know of an expression. */
export type Known = { members: Member[]; signature: Signature | null };

/** How far the start of Python has come; bytes, 0 where unknown. */
export interface Progress {
  stage: string;
  loaded: number;
  total: number;
}

/**
 * `interrupts` is memory that the page shares, where it can. `number` is the cell's place on its page, which errors
 * name. `seconds` is how long a cell may run, and an exercise for each piece of its check.
 *
 * `cache` is the cache of the version that the service worker serves, where there is one.
 *
 * `key` is that of the real API, where the reader gave one. It comes with the start only: before anybody's code runs.
 */
export interface ToBoot {
  type: "boot";
  pyodide: string;
  course: string;
  savesData: boolean;
  cache?: string;
  key?: string;
  interrupts?: Int32Array;
}

export type ToWorker =
  | ToBoot
  | { type: "run"; id: number; page: string; number: number; source: string; seconds: number }
  | { type: "grade"; id: number; slug: string; source: string; seconds: number }
  | { type: "complete"; id: number; page: string; want: keyof Known; of: string; cells: string[] }
  | { type: "forget"; page: string };

/**
 * `heard` comes as soon as the worker takes up what it was asked, `began` before each piece of work to which the seconds
 * apply, `interrupted` in the place of an answer when the page has asked to stop.
 */
export type FromWorker =
  | { type: "progress"; progress: Progress }
  | { type: "ready"; how: string; milliseconds: number }
  | { type: "unbooted"; message: string }
  | { type: "heard"; id: number }
  | { type: "began"; id: number }
  | { type: "interrupted"; id: number }
  | { type: "output"; id: number; pieces: Piece[] }
  | { type: "ran"; id: number; result: CellResult }
  | { type: "graded"; id: number; report: Report }
  | { type: "completed"; id: number; found: Known[keyof Known] }
  | { type: "refused"; id: number; message: string }
  | { type: "fatal"; message: string };
