/** Formats Python, in a worker of its own: it needs no Python, and what never ends there can be ended. */

import wasm from "@wasm-fmt/ruff_fmt/wasm";
import init, { format } from "@wasm-fmt/ruff_fmt/web";
import type { FormatAnswer, FormatQuestion } from "./format-words.ts";

const ready = init(new URL(wasm, import.meta.url));

self.addEventListener("message", async ({ data }: MessageEvent<FormatQuestion>) => {
  const answer = (message: FormatAnswer) => self.postMessage(message);
  try {
    await ready;
  } catch (error) {
    return answer({ type: "absent", why: String(error) });
  }
  try {
    const { source, width, cell } = data;
    // As a notebook's cell: there a semicolon at the end, which keeps a value quiet, stays.
    const name = cell ? "cell.ipynb" : "answer.py";
    answer({ type: "formatted", text: format(source, name, { line_width: width }) });
  } catch (error) {
    answer({ type: "refused", why: String(error) });
  }
});
