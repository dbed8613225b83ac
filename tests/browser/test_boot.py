"""Python's two ways to start: from the memory snapshot, and the long way when that fails."""

from typing import Any

import pytest
from playwright.sync_api import Page

START = """async ({ source }) => {
  const root = new URL("../../", location.href);
  const worker = new Worker(new URL("assets/turnkeeper/worker.js", root), { type: "module" });
  const told = { progress: [], output: "" };
  try {
    return await new Promise((resolve, reject) => {
      worker.onerror = (event) => reject(new Error(event.message));
      worker.onmessage = ({ data }) => {
        if (data.type === "progress") told.progress.push(data.progress);
        if (data.type === "output") for (const { text } of data.pieces) told.output += text;
        if (data.type === "ready") {
          told.how = data.how;
          worker.postMessage({ type: "run", id: 1, page: "boot", source, seconds: 60 });
        }
        if (data.type === "ran") resolve({ ...told, result: data.result });
        if (data.type === "unbooted" || data.type === "fatal") reject(new Error(data.message));
      };
      const place = (name) => new URL(name, root).href;
      worker.postMessage({ type: "boot", pyodide: place("pyodide/"), course: place("course/") });
    });
  } finally {
    worker.terminate();
  }
}"""

SDK_CALL = """
import anthropic, pytest, random, turnkeeper
print("random", random.random())
print(turnkeeper.Conversation(turnkeeper.connect()).send("Hello. My name is Noor."))
"""


@pytest.fixture
def at_lesson(page: Page) -> Page:
    page.goto("lessons/stateless/")
    page.set_default_timeout(120_000)
    return page


def start(page: Page, source: str) -> dict[str, Any]:
    told: dict[str, Any] = page.evaluate(START, {"source": source})
    assert told["result"]["ok"], told
    return told


def test_the_snapshot_holds_the_sdk_and_imports_the_rest_when_asked(at_lesson: Page) -> None:
    told = start(at_lesson, SDK_CALL + "import comm, wave\nprint('late', comm.__name__, wave.__name__)")
    assert told["how"] == "snapshot"
    assert "Noor" in told["output"]
    assert "late comm wave" in told["output"]


def test_the_bytes_add_up(at_lesson: Page) -> None:
    told = start(at_lesson, "1")["progress"]
    assert {now["stage"] for now in told} >= {"Fetching Python", "Starting Python"}
    assert told[-1]["loaded"] == told[-1]["total"] > 20_000_000
    assert [now["loaded"] for now in told] == sorted(now["loaded"] for now in told)


def test_two_starts_do_not_draw_the_same_numbers(at_lesson: Page) -> None:
    drawn = {start(at_lesson, "import random\nprint(random.random())")["output"] for _ in range(2)}
    assert len(drawn) == 2


@pytest.mark.parametrize("lost", ["manifest.json", "pydantic_core-*.so"])
def test_without_a_part_of_the_snapshot_python_starts_the_long_way(at_lesson: Page, lost: str) -> None:
    at_lesson.context.route(f"**/pyodide/{lost}", lambda route: route.fulfill(status=404, body=""))
    told = start(at_lesson, SDK_CALL)
    assert told["how"] == "plain"
    assert "Noor" in told["output"]
    assert told["progress"][-1]["stage"] == "Importing the SDK"


def test_without_python_itself_the_page_is_told(at_lesson: Page) -> None:
    at_lesson.context.route("**/pyodide/pyodide.asm.wasm", lambda route: route.fulfill(status=404, body=""))
    with pytest.raises(Exception, match=r"pyodide\.asm\.wasm could not be fetched"):
        start(at_lesson, "1")
