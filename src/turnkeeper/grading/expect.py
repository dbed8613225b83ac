"""What a grader says when a requirement is not met: the call, what came back, what was expected, and why."""

import textwrap

from turnkeeper.grading.histories import is_history, side_by_side
from turnkeeper.history_table import WIDTH, history_table, shown

LABEL = 11
"""Columns that "Expected" and its like take."""


class Unmet(AssertionError):
    """A requirement that is not met, told to the learner."""


def expect(met: bool, *, called: str, got: object, expected: object, why: str) -> None:
    """Require something of an answer.

    Args:
        met: Whether the requirement is met.
        called: What the grader did, in the learner's own terms.
        got: What came of it: words, or a value, which is shown by its repr; a list of messages becomes a table.
        expected: What should have come of it. When both are lists of messages, `>` marks the messages that differ.
        why: Why it matters, in one sentence.

    Raises:
        Unmet: If it is not met.
    """
    if not met:
        if is_history(got) and is_history(expected):
            got, expected = side_by_side(got, expected)  # type: ignore[arg-type]
        rows = (("Called", called), ("Got", got), ("Expected", expected), ("Why", why))
        raise Unmet("\n".join(_row(label, value) for label, value in rows))


def _row(label: str, value: object) -> str:
    table = history_table(value) if is_history(value) else None  # type: ignore[arg-type]
    text = table or (value if isinstance(value, str) else shown(value))
    lines = [
        wrapped
        for line in text.splitlines() or ["nothing"]
        # A table line keeps its columns; a sentence is wrapped.
        for wrapped in ([line] if len(line) <= WIDTH else textwrap.wrap(line, WIDTH) or [""])
    ]
    return textwrap.indent("\n".join(lines), " " * LABEL).replace(" " * LABEL, f"{label:<{LABEL}}", 1)
