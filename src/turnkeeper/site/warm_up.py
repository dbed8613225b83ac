"""Import and use once what the course needs, before the memory snapshot is made.

`make-snapshot.ts` runs this file's text in Pyodide under Node. Both the SDK and pytest import lazily: what is
not used here is fetched and compiled in the reader's page.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import io
import linecache
import os
import re
import shutil
import sys
import tempfile
from pathlib import Path

# Standard modules that lessons and graders use and that nothing here imports by itself.
STANDARD = ("copy", "csv", "dataclasses", "datetime", "itertools", "json", "math", "pprint", "random")

TEST = """
import pytest


@pytest.fixture
def items():
    return [{"role": "user", "content": "hello"}]


def test_passes(items, monkeypatch, capsys):
    monkeypatch.setattr("sys.dont_write_bytecode", True)
    print("seen")
    assert capsys.readouterr().out == "seen\\n"
    assert items == [{"role": "user", "content": "hello"}]


@pytest.mark.parametrize("number", [1, 2])
def test_raises(number):
    with pytest.raises(ValueError, match="no"):
        raise ValueError("no")


def test_fails(items):
    assert items == [{"role": "assistant", "content": "hello"}], "told"
"""


STDERR = 2

GRADER = '''
import pytest
from turnkeeper.grading import expect


@pytest.mark.hint("Return the sum.")
def test_it_adds(answer):
    """Adds two numbers."""
    expect(answer.add(1, 2) == 3, called="add(1, 2)", got=str(answer.add(1, 2)), expected="3", why="It adds.")
'''
# Source of an answer, and the status that its report must have.
ANSWERS = (
    ("def add(a, b):\n    return a + b\n", "passed"),
    ("def add(a, b):\n    return a - b\n", "failed"),
    ("def add(a, b):\n    raise NotImplementedError\n", "failed"),
    ("def add(a, b\n", "broken"),
)
# A request that the API refuses: the first one to be explained would take two seconds.
REFUSED = """import turnkeeper
turnkeeper.connect().messages.create(model="claude-haiku-5-5", max_tokens=16, messages=[{}])
"""


def call_the_sdk() -> None:
    """One reply, one refusal and one count, through the project's scripted model."""
    import anthropic

    import turnkeeper

    client = turnkeeper.connect()
    conversation = turnkeeper.Conversation(client, system="Be brief.")
    conversation.send("Hello, my name is Ada.")
    conversation.send("What is my name?")
    client.messages.count_tokens(model=conversation.model, messages=conversation.messages)
    with contextlib.suppress(anthropic.BadRequestError):
        client.messages.create(model=conversation.model, max_tokens=16, messages=[])


def run_pytest(folder: Path) -> None:
    """One test run with passes, a failure, fixtures and a parameter.

    Raises:
        RuntimeError: pytest did not end with "some tests failed", which is what these tests must give.
    """
    import pytest

    (folder / "test_warm_up.py").write_text(TEST, encoding="utf-8")
    shown = io.StringIO()
    with contextlib.redirect_stdout(shown), contextlib.redirect_stderr(shown):
        code = pytest.main(["-q", "-p", "no:cacheprovider", "-p", "no:faulthandler", str(folder)])
    if code != pytest.ExitCode.TESTS_FAILED:
        raise RuntimeError(f"pytest ended with {code!r} while warming up:\n{shown.getvalue()}")
    sys.modules.pop("test_warm_up", None)


def run_the_course(folder: Path) -> None:
    """A few cells and graded answers, by the course's own functions.

    Raises:
        RuntimeError: A cell did not run, or an answer was not judged as it must be.
    """
    import turnkeeper.cells
    import turnkeeper.completion
    import turnkeeper.grading
    from turnkeeper.grading.seal import write_seals

    emitted: list[tuple[str, str]] = []
    for source in ("import turnkeeper\nprint('warm')\n1 + 1", "1 / 0", "if", REFUSED):
        turnkeeper.cells.run_cell(source, {}, lambda kind, text: emitted.append((kind, text)))
    if "warm\n" not in "".join(text for kind, text in emitted if kind == "stdout"):
        raise RuntimeError(f"run_cell emitted {emitted!r} while warming up.")
    turnkeeper.completion.members("turnkeeper.connect()", {}, ["import turnkeeper"])
    turnkeeper.completion.signature("turnkeeper.Conversation", {}, ["import turnkeeper"])
    (folder / "test_add.py").write_text(GRADER, encoding="utf-8")
    write_seals(folder)
    for source, status in ANSWERS:
        report = turnkeeper.grading.grade("add", source, folder=str(folder))
        if report["status"] != status:
            raise RuntimeError(f"An answer that is {status} was graded so while warming up: {report!r}")
    importlib.import_module("turnkeeper.lazy_wheels")
    importlib.import_module("turnkeeper.upkeep")  # last of all: it remembers what Python is like before a reader's code
    # And once more with it: grading remembers what it guards, a fifth of the time of a first check.
    turnkeeper.grading.grade("add", ANSWERS[0][0], folder=str(folder))


def forget(path: list[str]) -> None:
    """Drop what a reader's page must not find: this run's folders, caches by file, garbage.

    Args:
        path: What `sys.path` was before; pytest adds the folders of its tests.

    Raises:
        RuntimeError: A file is still open. Restored, its number would be that of another file, which would be
            closed along with it.
    """
    sys.path[:] = [folder for folder in path if folder]  # Pyodide adds "" at every start
    linecache.clearcache()
    re.purge()
    importlib.invalidate_caches()  # importlib.metadata keeps the standard library's archive open
    sys.path_importer_cache.clear()
    gc.collect()
    files = [found for found in gc.get_objects() if isinstance(found, io.FileIO) and not found.closed]
    left = [found for found in files if found.fileno() > STDERR]
    if left:
        raise RuntimeError(f"The snapshot would hold open files: {left!r}. Close them in warm_up.py.")


def clear_free_memory() -> None:
    """Fill what Python has freed with zeros, which compress to nothing: a sixth of the snapshot's size."""
    header = sys.getsizeof(b"")
    for size in range(512, header, -16):  # Python's own allocator serves up to 512 bytes, in steps of 16
        zeros = [bytes(size - header) for _ in range(4_000_000 // size)]
        del zeros
    gc.collect()


def main() -> None:
    """Warm up."""
    path = list(sys.path)
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    for name in STANDARD:
        importlib.import_module(name)
    call_the_sdk()
    for use in (run_pytest, run_the_course):
        scratch = Path(tempfile.mkdtemp())
        use(scratch)
        shutil.rmtree(scratch)
    forget(path)
    clear_free_memory()
