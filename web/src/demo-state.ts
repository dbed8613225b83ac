/** The home page's demo as plain values: what was said, what comes next, and what Python is asked. */

import type { Piece } from "./protocol.ts";

export interface State {
  /** What the customer has said, message by message. */
  readonly said: readonly string[];
  /** How many of them come from the recording, always its first ones. */
  readonly scripted: number;
  /** True when every message is sent each time, false when only the newest is. */
  readonly withList: boolean;
}

/** What the Python side returns for the newest turn: HTML, and two texts. */
export interface Answer {
  chat: string;
  sent: string;
  told: string;
  remark: string;
}

/** The first turns of the recording. */
export function begin(script: readonly string[], turns: number, withList: boolean): State {
  const said = script.slice(0, turns);
  return { said, scripted: said.length, withList };
}

/** The conversation with the recording's next message; null when there is none left. */
export function next(state: State, script: readonly string[]): State | null {
  const text = script[state.scripted];
  if (text === undefined) return null;
  return { ...state, said: [...state.said, text], scripted: state.scripted + 1 };
}

/** The conversation with a message of the reader's; null for a blank one. */
export function own(state: State, typed: string): State | null {
  const text = typed.trim();
  return text ? { ...state, said: [...state.said, text] } : null;
}

/** True as long as every message comes from the recording: then no Python is needed. */
export function isRecorded(state: State): boolean {
  return state.said.length === state.scripted;
}

/**
 * The cell that holds a conversation and prints what it came to.
 *
 * @param module - the text of `demo_turns.py`.
 */
export function cellOf(module: string, { said, withList }: State): string {
  const messages = JSON.stringify(JSON.stringify(said)); // JSON's escapes in a text are Python's too
  const mode = withList ? "True" : "False";
  return `${module}\nprint(answer(json.loads(${messages}), with_list=${mode}))\n`;
}

/**
 * Read what the cell printed.
 *
 * @throws when it is no answer.
 */
export function readAnswer(pieces: readonly Piece[]): Answer {
  const printed = pieces.filter(({ kind }) => kind === "stdout").map(({ text }) => text);
  const answer = JSON.parse(printed.join("")) as Partial<Answer> | null;
  const { chat, sent, told, remark } = answer ?? {};
  if (![chat, sent, told, remark].every((part) => typeof part === "string")) {
    throw new Error("the demo's Python printed something else than a turn");
  }
  return { chat, sent, told, remark } as Answer;
}
