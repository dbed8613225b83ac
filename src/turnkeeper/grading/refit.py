"""Fitting a verdict's message into fewer columns than it was written for."""

import re
import textwrap
from collections.abc import Iterator

from turnkeeper.grading.expect import LABEL

_TABLE_ROW = re.compile(r"> | *\d+  \S+ +\S")
_ROW_GOES_ON = " " * (LABEL + 1)


def refit(message: str, width: int) -> Iterator[str]:
    """Yield the lines of a message within a width: sentences wrapped anew, rows of a table cut.

    Args:
        message: A verdict's message.
        width: The most columns of a line.
    """
    for paragraph in _paragraphs(message.splitlines()):
        label, rest = paragraph[:LABEL], paragraph[LABEL:]
        if _TABLE_ROW.match(rest) or paragraph.startswith(_ROW_GOES_ON):
            yield paragraph if len(paragraph) <= width else f"{paragraph[: width - 2]} …"
        elif label[-1:] == " " and len(label.split()) <= 1 and rest:
            yield from textwrap.wrap(rest, width, initial_indent=label, subsequent_indent=" " * LABEL)
        else:
            yield from textwrap.wrap(paragraph, width, subsequent_indent="  ") or [""]


def _paragraphs(lines: list[str]) -> Iterator[str]:
    """Join the lines into which a sentence was wrapped; rows of a table stay apart."""
    held = ""
    for line in lines:
        goes_on = line.startswith(" " * LABEL) and not line.startswith(_ROW_GOES_ON)
        if held and goes_on and not _TABLE_ROW.match(line[LABEL:]) and not _TABLE_ROW.match(held[LABEL:]):
            held = f"{held} {line.strip()}"
            continue
        if held:
            yield held
        held = line
    if held:
        yield held
