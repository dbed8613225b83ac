"""JavaScript that measures from inside of a page. Times are milliseconds since the page began to load."""

from playwright.sync_api import Page

# Presses Run of the first cell as soon as there is a button, and notes when its output is there.
RUN_AT_ONCE = """() => {
  window.bench = {};
  const look = () => {
    const cell = document.querySelector("#cell-1");
    const status = cell?.querySelector(".tk-status")?.textContent ?? "";
    const button = cell?.querySelector(".tk-button--main");
    if (!window.bench.pressed && button) {
      window.bench.pressed = performance.now();
      button.click();
    } else if (status.startsWith("Done")) {
      window.bench.done = performance.now();
      return;
    }
    setTimeout(look, 5);
  };
  look();
}"""

# Presses a part's first button and waits until it is over; returns how long that took.
PRESS = """selector => new Promise((resolve, reject) => {
  const part = document.querySelector(selector);
  const status = part.querySelector(".tk-status");
  const button = part.querySelector(".tk-button--main");
  const began = performance.now();
  const limit = began + 60000;
  button.click();
  const over = /^(Done|It stopped|Nothing was checked|Not written yet|All \\d+|\\d+ of \\d+ requirements)/;
  const look = () => {
    if (!button.hidden && !button.disabled && over.test(status.textContent)) resolve(performance.now() - began);
    else if (performance.now() > limit) reject(new Error(`${selector}: ${status.textContent}`));
    else setTimeout(look, 5);
  };
  setTimeout(look, 5);
})"""

# Presses Stop and returns how long it took until the part said that what ran has ended.
STOP = """selector => new Promise((resolve) => {
  const part = document.querySelector(selector);
  const status = part.querySelector(".tk-status");
  const stop = [...part.querySelectorAll("button")].find((one) => one.textContent === "Stop");
  const began = performance.now();
  stop.click();
  const look = () => {
    if (status.textContent.startsWith("Stopped")) resolve(performance.now() - began);
    else setTimeout(look, 5);
  };
  look();
})"""

BARE_PAGE = """<!doctype html><meta charset="utf-8"><title>Bare Pyodide</title><script type="module">
const worker = new Worker("worker.js", { type: "module" });
worker.onmessage = () => { window.done = performance.now(); };
</script>"""

BARE_WORKER = """import { loadPyodide } from "./pyodide.mjs";
const py = await loadPyodide({ stdout: (text) => postMessage(text) });
py.runPython("print(1)");
"""


def wait(page: Page, expression: str, seconds: float = 180) -> None:
    """Wait until an expression of the page is true. The pages' policy forbids the eval by which Playwright would.

    Raises:
        TimeoutError: It was not in time.
    """
    script = """seconds => new Promise(resolve => {
      const end = performance.now() + seconds * 1000;
      const look = () => {
        if (EXPRESSION) resolve(true);
        else if (performance.now() > end) resolve(false);
        else setTimeout(look, 20);
      };
      look();
    })"""
    if not page.evaluate(script.replace("EXPRESSION", expression), seconds):
        raise TimeoutError(f"{page.url}: not within {seconds:g} s: {expression}")
