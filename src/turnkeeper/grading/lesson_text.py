"""The text of a lesson, a notebook in Markdown: its fences, its sections, and what is read out of them.

It needs the standard library alone: a grader reads lessons too, wherever it runs, and not only the site.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

_OPEN = re.compile(r"(?P<indent>[ \t]*)(?P<marks>`{3,}|~{3,})[ \t]*(?P<info>[^`\n]*)")


class FenceError(ValueError):
    """A fence that cannot be shown: what is wrong and how to mend it.

    Args:
        problem: A sentence for the author of the page.
        line: Line inside the fence, counted from 1; 0 when it is about the fence as a whole.
    """

    def __init__(self, problem: str, line: int = 0) -> None:
        super().__init__(problem)
        self.problem = problem
        self.line = line


@dataclass(frozen=True)
class Fence:
    """A fenced block of a Markdown text.

    Attributes:
        language: First word after the opening marks, without dots and braces; empty when there is none.
        body: The text between the marks, without the fence's own indentation.
        start: Line of the opening marks, counted from 1.
        end: Line of the closing marks.
        indent: Columns of white space before the opening marks.
    """

    language: str
    body: str
    start: int
    end: int
    indent: int


def find_fences(text: str) -> Iterator[Fence]:
    """Find the outermost fenced blocks of a Markdown text.

    Args:
        text: Markdown, with or without front matter.

    Yields:
        The fences, from top to bottom.

    Raises:
        FenceError: A fence is opened and never closed; `line` is its line in `text`.
    """
    lines = text.splitlines()
    number = 0
    while number < len(lines):
        opening = _OPEN.fullmatch(lines[number])
        number += 1
        if not opening:
            continue
        start, indent = number, len(opening["indent"])
        closing = re.compile(rf"[ \t]*{re.escape(opening['marks'])}[ \t]*")
        while number < len(lines) and not closing.fullmatch(lines[number]):
            number += 1
        if number == len(lines):
            raise FenceError(f"The fence is never closed: end it with a line {opening['marks']}.", start)
        body = [line[indent:] if not line[:indent].strip() else line for line in lines[start:number]]
        number += 1
        words = opening["info"].lstrip("{. ").split()
        yield Fence(words[0].rstrip("}") if words else "", "\n".join(body), start, number, indent)


def without_fences(text: str) -> str:
    """Return a Markdown text without its fenced blocks; one that is never closed goes on to the end."""
    lines = text.splitlines()
    kept: list[str] = []
    done = 0
    try:
        for fence in find_fences(text):
            kept += lines[done : fence.start - 1]
            done = fence.end
    except FenceError as error:
        lines = lines[: error.line - 1]
    return "\n".join([*kept, *lines[done:]])


def section(text: str, heading: str) -> str | None:
    """Return what stands below a heading, up to the next one of its kind.

    Args:
        text: Markdown.
        heading: The heading, of the second level, without its marks.

    Returns:
        The section, without empty lines around it; None when there is no such heading.
    """
    found = re.search(rf"^## {re.escape(heading)}$\n(?P<body>.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    return found["body"].strip() if found else None


def line_to_remember(text: str) -> str:
    """Return the line to remember of a lesson, its Markdown in one line; "" when it has none."""
    quoted = (section(text, "One line to remember") or "").splitlines()
    return " ".join(line.removeprefix(">").strip() for line in quoted).strip()


def exercises_in(text: str) -> list[str]:
    """Return the slugs in the `exercise` fences of a lesson, in their order.

    Raises:
        FenceError: See `find_fences`.
    """
    return [fence.body.strip() for fence in find_fences(text) if fence.language == "exercise"]
