"""What a page says of an exercise, read from its stub and its grader without running either."""

import ast
import inspect
import re
from dataclasses import dataclass
from pathlib import Path

from turnkeeper.grading.grader import tests_in
from turnkeeper.grading.lesson_text import FenceError
from turnkeeper.grading.stubs import read_stub
from turnkeeper.site.prose import split_docstring

_SLUG = re.compile(r"[a-z][a-z0-9_]*")


@dataclass(frozen=True)
class Requirement:
    """One test of a grader: its name, and its docstring, which is what the reader is told."""

    name: str
    text: str


@dataclass(frozen=True)
class Exercise:
    """An exercise as a page shows it.

    Attributes:
        slug: Its name.
        task: The docstring of the stub, in Markdown: a long text is easier to read as prose, on a phone above all.
        stub: The stub without that docstring.
        requirements: What is checked.
    """

    slug: str
    task: str
    stub: str
    requirements: tuple[Requirement, ...]


def read_exercise(folder: Path, body: str) -> Exercise:
    """Read the exercise that an `exercise` fence names.

    Args:
        folder: Where the stubs and the graders are (`exercises/`).
        body: The body of the fence: one slug.

    Returns:
        The task and the stub as `make seal` kept them, and the requirements in the order of the grader's file.

    Raises:
        FenceError: When the slug names no exercise, or the grader says nothing a reader could read.
    """
    slug = body.strip()
    if not _SLUG.fullmatch(slug):
        raise FenceError(
            f"'{slug}' is no name of an exercise: write one name in small letters, such as 'send'.",
            1,
        )
    stub, grader = folder / f"{slug}.py", folder / f"test_{slug}.py"
    for path in (stub, grader):
        if not path.is_file():
            known = ", ".join(sorted(p.stem for p in folder.glob("*.py") if (folder / f"test_{p.name}").is_file()))
            raise FenceError(
                f"There is no exercise '{slug}': {folder.name}/{path.name} is missing. "
                f"Write that file, or name one of these: {known or '(there is none yet)'}.",
                1,
            )
    try:
        task, code = split_docstring(read_stub(folder, slug))
    except SyntaxError as error:
        raise FenceError(
            f"{folder.name}/{slug}.py:{error.lineno}: Python cannot read the stub: {error.msg}."
        ) from error
    opening, _, rest = task.partition("\n")
    lead = opening.removeprefix(f"Exercise `{slug}`: ")  # the page's heading says so
    return Exercise(slug, f"{lead[:1].upper()}{lead[1:]}\n{rest}".strip(), code, _requirements(grader))


def _requirements(grader: Path) -> tuple[Requirement, ...]:
    place = f"{grader.parent.name}/{grader.name}"
    try:
        tests = tests_in(grader)
    except SyntaxError as error:
        raise FenceError(f"{place}:{error.lineno}: Python cannot read the grader: {error.msg}.") from error
    found = []
    for node in tests:
        docstring = ast.get_docstring(node, clean=False)
        if not docstring or not docstring.strip():
            raise FenceError(
                f"{place}:{node.lineno}: {node.name} has no docstring: write the requirement there in plain words."
            )
        found.append(Requirement(node.name, " ".join(inspect.cleandoc(docstring).split())))
    if not found:
        raise FenceError(f"{place} checks nothing: write a function test_… with a docstring for each requirement.")
    return tuple(found)
