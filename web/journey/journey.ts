/** One reader's way through the course: the same steps in every browser. */

import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { Reader } from "./reader.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const LESSON = "lessons/stateless/";
const read = (...parts: string[]) => fs.readFileSync(path.join(ROOT, ...parts), "utf8");

/** What is done, and a function that fails when it does not work. */
export type Step = [what: string, go: (reader: Reader) => Promise<void>];

export const STEPS: Step[] = [
  [
    "a lesson opens, and nothing of Python is fetched",
    async (reader) => {
      const asked: string[] = [];
      reader.page.on("request", (request) => asked.push(request.url()));
      await reader.open(LESSON);
      await reader.sees("h1", "Why a chatbot seems to remember");
      await reader.part("cell-1").button("Run");
      assert.deepEqual(
        asked.filter((url) => url.includes("/pyodide/")),
        [],
      );
    },
  ],
  [
    "Run calls the real SDK against the offline model",
    async (reader) => {
      const cell = reader.part("cell-1");
      assert.match(await cell.run(), /^Done/);
      assert.match(await cell.text(".tk-output"), /Noted: your name is Noor\./);
    },
  ],
  [
    "an error is one plain sentence, and its line is marked",
    async (reader) => {
      const cell = reader.part("cell-1");
      assert.match(await cell.tryOut("total = 1\nprint(totl)"), /^It stopped with an error/);
      await reader.sees(cell.at(".tk-failure__plain"), "'totl'");
      await reader.sees(cell.at(".tk-line-error"), "print(totl)");
    },
  ],
  [
    "Stop ends a loop, and the page works on",
    async (reader) => {
      const cell = reader.part("cell-1");
      await cell.write("while True:\n    pass");
      await reader.press("Control", "Enter");
      await reader.sees(cell.at(".tk-status"), /^Running/);
      await cell.click("Stop");
      assert.match(await cell.over(), /^Stopped/);
      assert.match(await cell.tryOut("print(6 * 7)"), /^Done/);
      await reader.sees(cell.at(".tk-output"), "42");
    },
  ],
  [
    "a wrong answer fails its requirement, and the solution passes",
    async (reader) => {
      const exercise = reader.part("exercise-send");
      const wrong = read("tests/answers/send/wrong/leaves_the_question_behind.py");
      assert.match(await exercise.tryOut(wrong), /^\d+ of \d+ requirements pass/);
      assert.equal((await reader.texts(exercise.at("[data-status=failed]"))).length, 1);
      const right = read("solutions/send.py");
      assert.match(await exercise.tryOut(right), /^All \d+ requirements pass/);
      await reader.sees(exercise.at(".tk-passed"), /Passed on/);
    },
  ],
  [
    "a quiz is answered by keyboard",
    async (reader) => {
      await reader.page.focus("#quiz-1 input[type=radio]");
      await reader.press(" ");
      await reader.press("ArrowDown");
      await reader.press("Tab");
      await reader.press("Enter");
      await reader.sees("#quiz-1 [role=status]", "Right.");
    },
  ],
  [
    "after a reload the text, the pass and the answer are there, and nothing runs by itself",
    async (reader) => {
      await reader.reload();
      const cell = reader.part("cell-1");
      await reader.sees(cell.at(".tk-input"), "print(6 * 7)");
      await reader.sees("#exercise-send .tk-passed", /Passed on/);
      await reader.page.waitForSelector("#quiz-1 input:checked");
      assert.doesNotMatch(await cell.text(".tk-output"), /42/);
    },
  ],
  [
    "the course map shows how far the reader is",
    async (reader) => {
      await reader.open("course/");
      await reader.sees("main li:has(> [data-lesson='lessons/stateless/'])", /done.*passed on/s);
    },
  ],
];
