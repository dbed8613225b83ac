"""The stubs as the course made them, in `exercises/stubs/`: a learner writes the answer over `exercises/<slug>.py`."""

import ast
from pathlib import Path
from typing import NamedTuple

STUBS = "stubs"


class Kept(NamedTuple):
    """What `keep_stubs` did.

    Attributes:
        written: The copies that are new or changed.
        answers: The files that were left out, since they hold an answer and no stub.
    """

    written: list[Path]
    answers: list[Path]


def stub_path(folder: Path, slug: str) -> Path:
    """Return where the copy of a stub is.

    Args:
        folder: `exercises/`.
        slug: The exercise.
    """
    return folder / STUBS / f"{slug}.py"


def read_stub(folder: Path, slug: str) -> str:
    """Return the stub of an exercise: its copy, or where there is none yet, `exercises/<slug>.py`.

    Raises:
        FileNotFoundError: If there is neither.
    """
    return found_stub(folder, slug).read_text(encoding="utf-8")


def found_stub(folder: Path, slug: str) -> Path:
    """Return the file that holds the stub of an exercise: its copy, or where there is none, `exercises/<slug>.py`."""
    path = stub_path(folder, slug)
    return path if path.is_file() else folder / f"{slug}.py"


def is_stub(folder: Path, slug: str, text: str) -> bool:
    """Return whether an answer is still its stub, whatever the white space at the ends of its lines.

    Without a copy of the stub that cannot be told, and the text counts as an answer.
    """
    return stub_path(folder, slug).is_file() and _lines(text) == _lines(read_stub(folder, slug))


def keep_stubs(folder: Path) -> Kept:
    """Copy each `exercises/<slug>.py` that has a grader to `exercises/stubs/`.

    A file in which no `raise NotImplementedError` is left is an answer: it is no stub, and its copy stays as it was.
    """
    kept = Kept([], [])
    for grader in sorted(folder.glob("test_*.py")):
        slug = grader.stem.removeprefix("test_")
        source, copy = folder / f"{slug}.py", stub_path(folder, slug)
        if not source.is_file():
            continue
        raw = source.read_bytes()
        if copy.is_file() and copy.read_bytes() == raw:
            continue
        if not _is_unwritten(raw):
            kept.answers.append(source)
            continue
        copy.parent.mkdir(exist_ok=True)
        copy.write_bytes(raw)
        kept.written.append(copy)
    return kept


def _lines(text: str) -> list[str]:
    return [line.rstrip() for line in text.removeprefix("\ufeff").rstrip().splitlines()]


def _is_unwritten(source: bytes) -> bool:
    try:
        module = ast.parse(source)
    except (SyntaxError, ValueError):
        return False
    raised = (node.exc for node in ast.walk(module) if isinstance(node, ast.Raise))
    names = (exc.func if isinstance(exc, ast.Call) else exc for exc in raised)
    return any(isinstance(name, ast.Name) and name.id == "NotImplementedError" for name in names)
