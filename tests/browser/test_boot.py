"""Python's two ways to start: from the memory snapshot, and the long way when that fails."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page

START = """async ({ source, until, cache }) => {
  const root = new URL("../../", location.href);
  const worker = new Worker(new URL("assets/turnkeeper/worker.js", root), { type: "module" });
  const told = { progress: [], output: "" };
  try {
    return await new Promise((resolve, reject) => {
      worker.onerror = (event) => reject(new Error(event.message));
      worker.onmessage = ({ data }) => {
        if (data.type === "progress") told.progress.push(data.progress);
        if (data.type === "progress" && data.progress.stage === until) resolve(told);
        if (data.type === "output") for (const { text } of data.pieces) told.output += text;
        if (data.type === "ready") {
          told.how = data.how;
          worker.postMessage({ type: "run", id: 1, page: "boot", source, seconds: 60 });
        }
        if (data.type === "ran") {
          const result = { ...told, result: data.result };
          if (cache) kept().then(() => resolve(result), reject);
          else resolve(result);
        }
        if (data.type === "unbooted" || data.type === "fatal") reject(new Error(data.message));
      };
      const place = (name) => new URL(name, root).href;
      worker.postMessage({ type: "boot", pyodide: place("pyodide/"), course: place("course/"), cache });
    });
  } finally {
    worker.terminate();
  }
}"""

# The copy of what was unpacked: `copies()` are its files, `kept()` waits until the mark at the end of one is there.
COPIES = """
window.copies = async () => {
  const found = [];
  const root = await navigator.storage.getDirectory();
  for await (const folder of root.values()) for await (const file of folder.values()) found.push(file);
  return found;
};
window.kept = async () => {
  for (;;) {
    for (const file of await copies()) {
      const content = await file.getFile();
      if ((await content.slice(-5).text()) === "whole") return;
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
};
undefined;"""
# Writes zeros over most of the memory.
DAMAGE = """async () => {
  const [file] = await copies();
  const { size } = await file.getFile();
  const out = await file.createWritable({ keepExistingData: true });
  await out.write({ type: "write", position: size - 94_000_000, data: new Uint8Array(70_000_000) });
  await out.close();
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
    return told


def test_the_snapshot_holds_the_sdk_and_imports_the_rest_when_asked(at_lesson: Page) -> None:
    asked: list[str] = []
    at_lesson.context.on("request", lambda request: asked.append(request.url.rpartition("/")[2]))
    first = start(at_lesson, SDK_CALL)
    assert (first["how"], first["result"]["ok"]) == ("snapshot", True), first
    assert "Noor" in first["output"]
    assert not [name for name in asked if name.endswith((".whl", ".zip"))]
    second = start(at_lesson, SDK_CALL + "import wave, comm, no_such_module")
    assert not second["result"]["ok"]
    assert "no_such_module" in second["result"]["error"]["message"]
    assert [name for name in asked if name.endswith(".zip")] == ["python_stdlib.zip"]
    assert [name.partition("-")[0] for name in asked if name.endswith(".whl")] == ["comm"]
    assert first["output"].splitlines()[0] != second["output"].splitlines()[0]  # neither draws the other's numbers


def test_what_was_unpacked_is_kept_for_the_next_start_and_a_damaged_copy_is_replaced(at_lesson: Page) -> None:
    asked: list[str] = []
    at_lesson.context.on("request", lambda request: asked.append(request.url.rpartition("/")[2]))
    at_lesson.evaluate(COPIES)
    at_lesson.evaluate("caches.open('the version').then(() => {})")

    def starts() -> list[str]:
        asked.clear()
        told = at_lesson.evaluate(START, {"source": SDK_CALL, "cache": "the version"})
        assert (told["how"], told["result"]["ok"]) == ("snapshot", True), told
        assert "Noor" in told["output"]
        return sorted(name.partition("-")[0] for name in asked if name.endswith(".bin"))

    packed = ["jiter", "pydantic_core", "pyodide", "snapshot"]
    assert starts() == packed
    assert starts() == []
    at_lesson.evaluate(DAMAGE)
    assert starts() == packed
    assert starts() == []
    at_lesson.evaluate("caches.open('the version').then(it => it.keys().then(([one]) => it.delete(one)))")
    assert starts() == packed
    assert starts() == []
    assert at_lesson.evaluate("copies().then((all) => all.length)") == 1


def test_the_bytes_add_up(at_lesson: Page) -> None:
    started = start(at_lesson, "1")
    assert started["result"]["ok"]
    told = started["progress"]
    assert {now["stage"] for now in told} >= {"Fetching Python", "Starting Python"}
    assert told[-1]["loaded"] == told[-1]["total"] > 20_000_000
    assert [now["loaded"] for now in told] == sorted(now["loaded"] for now in told)


@pytest.mark.parametrize("lost", ["manifest.json", "pydantic_core-*.bin"])
def test_without_a_part_of_the_snapshot_python_starts_the_long_way(at_lesson: Page, lost: str) -> None:
    at_lesson.context.route(f"**/pyodide/{lost}", lambda route: route.fulfill(status=404, body=""))
    # Python itself has started then. How it goes on is the same for all, and test_running.py sees one to its end.
    told = at_lesson.evaluate(START, {"source": "1", "until": "Unpacking the SDK"})
    assert told["progress"][-1]["stage"] == "Unpacking the SDK"


def test_without_python_itself_the_page_is_told(at_lesson: Page) -> None:
    machine_code = re.compile(r"/pyodide/pyodide(-\w+\.bin|\.asm\.wasm)$")
    at_lesson.context.route(machine_code, lambda route: route.fulfill(status=404, body=""))
    with pytest.raises(Exception, match=r"pyodide\.asm\.wasm could not be fetched"):
        start(at_lesson, "1")
