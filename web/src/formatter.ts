/** Formats the reader's text on demand. The formatter is fetched at the first press. */

import type { Coded } from "./coded.ts";
import { changesBetween, explainRefusal, type FormatAnswer } from "./format-words.ts";

/** Characters in a line: the lessons' cells have 60, so that a phone shows them. */
const WIDTH = { cell: 60, answer: 88 };
/** Milliseconds for the formatter to come and to answer. */
const PATIENCE = 20_000;

let worker: Worker | undefined;

function end(): void {
  worker?.terminate();
  worker = undefined;
}

function ask(source: string, cell: boolean): Promise<FormatAnswer> {
  worker ??= new Worker(new URL("format-worker.js", import.meta.url), {
    type: "module",
    name: "formatter",
  });
  const here = worker;
  return new Promise<FormatAnswer>((resolve) => {
    const give = (answer: FormatAnswer) => {
      clearTimeout(timer);
      here.onmessage = null;
      here.onerror = null;
      if (answer.type !== "formatted") end(); // what failed once may be left in any state
      resolve(answer);
    };
    const timer = setTimeout(() => give({ type: "absent", why: "no answer" }), PATIENCE);
    here.onmessage = ({ data }: MessageEvent<FormatAnswer>) => give(data);
    here.onerror = (event) => {
      event.preventDefault();
      give({ type: "absent", why: event.message });
    };
    here.postMessage({ source, width: cell ? WIDTH.cell : WIDTH.answer, cell });
  });
}

let busy = false;

/** Format a text and say what came of it. Undo takes it back in one step; a text that is no Python stays as it is. */
export async function formatCode({ field, bar, output }: Coded): Promise<void> {
  if (busy) return;
  busy = true;
  try {
    const source = field.text;
    bar.say("Formatting.");
    const answer = await ask(source, output !== undefined);
    if (field.text !== source) {
      bar.say("The text changed meanwhile, so it was not formatted. Press Format again.");
    } else if (answer.type === "formatted") {
      const changes = changesBetween(source, answer.text.replace(/\n$/, ""));
      if (changes.length > 0) await field.change(changes);
      bar.say(
        changes.length > 0
          ? "Formatted. Undo takes it back."
          : "Nothing to format: it is in the course's style already.",
      );
    } else if (answer.type === "refused") {
      const { words, line } = explainRefusal(answer.why, source);
      bar.alarm(words);
      field.markLine(line);
    } else {
      bar.alarm("The formatter could not be fetched. Press Format to try again.");
      console.error(`turnkeeper: ${answer.why}`);
    }
  } finally {
    busy = false;
  }
}
