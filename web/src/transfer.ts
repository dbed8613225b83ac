/** One file of everything that is kept of a site in this browser: out and in. No store and no DOM here. */

import { withoutKeys } from "./keys.ts";
import { differ, merge, newer, type Side } from "./merge.ts";
import { isForbidden, isRecord, type Notes, upgrade, VERSION } from "./notes.ts";
import { isStamp, makeStamp } from "./stamp.ts";
import type { SavedText } from "./starter.ts";

const FORMAT = "turnkeeper-progress";
/** The format of the file; the notes in it have a version of their own. */
const FILE_VERSION = 1;
/** Bytes of a file that is read: a hundred times what the course comes to. */
const LARGEST = 20_000_000;

/** The notes of every page, by its address. */
export type Pages = ReadonlyMap<string, Notes>;

/** The file cannot be taken in; the message says where it is wrong, and the mend. */
export class FileError extends Error {}

const AGAIN = "Choose a file that Export has saved on this page, as it was saved.";

/**
 * Write the file.
 *
 * @returns its text, and the pages with a text from which something that looks like an API key was left out.
 */
export function writeFile(pages: Pages, on: Date): { json: string; withKey: string[] } {
  const withKey: string[] = [];
  const clean = (page: string) => (_: string, value: unknown) => {
    if (typeof value !== "string" || withoutKeys(value) === value) return value;
    if (!withKey.includes(page)) withKey.push(page);
    return withoutKeys(value);
  };
  const written = [...pages].map(([page, notes]) => [
    page,
    JSON.parse(JSON.stringify(notes, clean(page))),
  ]);
  const file = {
    format: FORMAT,
    version: FILE_VERSION,
    exported: on.toISOString(),
    pages: Object.fromEntries(written),
  };
  return { json: `${JSON.stringify(file, null, 1)}\n`, withKey };
}

/**
 * Refuse a file that is too large, before it is read.
 *
 * @param size - in bytes.
 * @throws FileError
 */
export function checkSize(name: string, size: number): void {
  if (size <= LARGEST) return;
  const [mb, most] = [size, LARGEST].map((bytes) => (bytes / 1e6).toFixed(1));
  throw new FileError(
    `${name} has ${mb} MB, and at most ${most} MB are read. An export of this course is far smaller: is it the right file?`,
  );
}

/**
 * Read JSON, whatever it is about.
 *
 * @throws FileError when it is none.
 */
export function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (error) {
    const why = error instanceof SyntaxError ? error.message : "it is nested too deeply";
    throw new FileError(`The file is not JSON: ${why}. ${AGAIN}`);
  }
}

/**
 * Read a file.
 *
 * @param value - the parsed JSON.
 * @param now - nothing in it can be later.
 * @throws FileError when it is another program's, a later version's, or wrong in any place.
 */
export function readFile(value: unknown, now: Date): Pages {
  if (!isRecord(value) || value.format !== FORMAT) {
    throw new FileError(
      `The file is JSON, but not this course's: "format" must be "${FORMAT}". ${AGAIN}`,
    );
  }
  atMost(value.version, FILE_VERSION, ["version"]);
  const pages = Object.entries(record(value.pages, ["pages"], PAGE));
  return new Map(
    pages.map(([page, notes]) => {
      checkNotes(notes, ["pages", page]);
      return [page, notLater(upgrade(notes) as Notes, now)];
    }),
  );
}

/** A clock that was wrong must not make a text win for ever. */
function notLater(notes: Notes, now: Date): Notes {
  const latest = makeStamp(now, "", "import");
  const texts = Object.entries(notes.texts).map(([id, text]) => [
    id,
    text.at > latest ? { ...text, at: latest } : text,
  ]);
  const [opened = ""] = [notes.opened, now.toISOString()].sort();
  return { ...notes, texts: Object.fromEntries(texts), opened };
}

/* The check. `place` is the way to a value: the names of what it is in. */

type Check = (value: unknown, place: string[]) => void;

const PAGE = /^[\w./-]{0,200}$/;
const NAME = /^[\w?.-]{1,100}$/;

function wrong(place: string[], must: string, value: unknown): never {
  const is = value === undefined ? "is missing" : `is ${JSON.stringify(value)?.slice(0, 40)}`;
  throw new FileError(`${where(place)} ${is}; it must be ${must}. ${AGAIN}`);
}

const where = (place: string[]): string => place.map((name) => `“${name}”`).join(" → ");

function record(value: unknown, place: string[], name: RegExp): Record<string, unknown> {
  if (!isRecord(value)) wrong(place, "an object", value);
  for (const key of Object.keys(value)) {
    if (!isForbidden(key) && name.test(key)) continue;
    throw new FileError(`${where([...place, key])} is no name that this course uses. ${AGAIN}`);
  }
  return value;
}

function atMost(value: unknown, version: number, place: string[]): void {
  if (typeof value !== "number" || value < 1) wrong(place, `${version}`, value);
  if (value <= version) return;
  throw new FileError(
    `${where(place)} is ${value}, and this page knows ${version}: a later version of the course has written the file. ` +
      "Reload this page to get that version, and import again.",
  );
}

const one =
  (must: string, accept: (value: unknown) => boolean): Check =>
  (value, place) => {
    if (!accept(value)) wrong(place, must, value);
  };

const isText = (value: unknown): boolean => typeof value === "string";
const isDay = (value: unknown): boolean =>
  typeof value === "string" && /^\d{4}-\d\d-\d\dT/.test(value) && !Number.isNaN(Date.parse(value));

const text = one("text", isText);
const texts = one("a list of texts", (value) => Array.isArray(value) && value.every(isText));
const day = one("a day and time", isDay);
const number = one("a number, 0 or more", (value) => Number.isFinite(value) && Number(value) >= 0);

const all =
  (fields: Record<string, Check>): Check =>
  (value, place) => {
    if (!isRecord(value)) wrong(place, "an object", value);
    for (const [name, check] of Object.entries(fields)) check(value[name], [...place, name]);
  };

const each =
  (check: Check): Check =>
  (value, place) => {
    for (const [name, entry] of Object.entries(record(value, place, NAME))) {
      check(entry, [...place, name]);
    }
  };

const notes = all({
  version: (value, place) => atMost(value, VERSION, place),
  texts: each(all({ starter: text, text, at: one("a stamp", isStamp), others: texts })),
  answers: each(
    all({
      question: text,
      choice: number,
      right: one("true or false", (value) => typeof value === "boolean"),
    }),
  ),
  passes: each(all({ on: day })),
  tries: each(all({ texts })),
  opened: one("a day and time, or empty", (value) => value === "" || isDay(value)),
  scores: each(all({ recall: number, cost: number })),
});

function checkNotes(value: unknown, place: string[]): void {
  notes(value, place);
}

/** Two texts for one place. */
export interface Conflict {
  id: string;
  mine: SavedText;
  theirs: SavedText;
  /** Which of them is shown unless the reader says otherwise. */
  side: Side;
}

/** What an import does to one page. */
export interface PagePlan {
  page: string;
  /** Places that have no text here yet. */
  texts: string[];
  conflicts: Conflict[];
  /** Exercises that count as passed from then on, and those with a better score. */
  passes: string[];
  scores: string[];
  /** How many answers to questions come in or become right. */
  answers: number;
  /** Something else: tries, when it was opened, texts that are kept beside others. */
  more: boolean;
}

/** What an import would do, page by page; pages where it would do nothing are left out. */
export function plan(mine: Pages, theirs: Pages, none: Notes): PagePlan[] {
  return [...theirs].flatMap(([page, their]) => {
    const own = mine.get(page) ?? none;
    const after = merge(own, their);
    if (JSON.stringify(own) === JSON.stringify(after)) return [];
    const news = (of: "texts" | "passes" | "scores" | "answers") =>
      Object.keys(after[of]).filter(
        (key) => JSON.stringify(after[of][key]) !== JSON.stringify(own[of][key]),
      );
    const conflicts = Object.entries(their.texts).flatMap(([id, text]): Conflict[] => {
      const held = own.texts[id];
      if (!held || !differ(held.text, text.text)) return [];
      return [{ id, mine: held, theirs: text, side: newer(held, text) }];
    });
    const changed: Omit<PagePlan, "more"> = {
      page,
      texts: Object.keys(after.texts).filter((id) => !(id in own.texts)),
      conflicts,
      passes: news("passes"),
      scores: news("scores"),
      answers: news("answers").length,
    };
    const { texts: came, passes, scores, answers } = changed;
    const more = came.length + conflicts.length + passes.length + scores.length + answers === 0;
    return [{ ...changed, more }];
  });
}
