"""What a grader says when a requirement is not met: the call, what came back, what was expected, and why."""

import textwrap
from collections.abc import Sequence

from turnkeeper.messages import blocks

WIDTH = 62
_LABEL = 11
_LONGEST_REPR = 180


class Unmet(AssertionError):
    """A requirement that is not met, told to the learner."""


def expect(met: bool, *, called: str, got: object, expected: object, why: str) -> None:
    """Require something of an answer.

    Args:
        met: Whether the requirement is met.
        called: What the grader did, in the learner's own terms.
        got: What came of it. A list of messages is shown as a table.
        expected: What should have come of it.
        why: Why it matters, in one sentence.

    Raises:
        Unmet: If it is not met.
    """
    if not met:
        rows = (("Called", called), ("Got", got), ("Expected", expected), ("Why", why))
        raise Unmet("\n".join(_row(label, value) for label, value in rows))


def history_table(messages: Sequence[object]) -> str:
    """Return a list of messages as a small table of place, role, block type and text; never as a repr.

    What is not a message is named as what it is.
    """
    if not messages:
        return "no messages"
    lines = []
    for index, message in enumerate(messages):
        for place, (kind, text) in enumerate(_described(message)):
            head = f"{index:>2}  {_role(message):<9}" if place == 0 else " " * 13
            lines.append(
                textwrap.shorten(f"{head}  {kind}", 60, placeholder=" …") if not text else _clip(head, kind, text)
            )
    return "\n".join(lines)


def _clip(head: str, kind: str, text: str) -> str:
    line = f"{head}  {kind:<11}  {text}"
    return line if len(line) <= WIDTH else line[: WIDTH - 2] + " …"


def _role(message: object) -> str:
    return str(message.get("role", "no role")) if isinstance(message, dict) else "?"


def _described(message: object) -> list[tuple[str, str]]:
    if not isinstance(message, dict) or "content" not in message:
        return [(f"not a message but a {type(message).__name__}", "")]
    if isinstance(message["content"], str):
        return [("string", repr(message["content"]))]
    try:
        return [(str(block.get("type", "?")), repr(block.get("text", ""))) for block in blocks(message)] or [
            ("empty", "")
        ]
    except TypeError as error:
        return [(str(error), "")]


def _row(label: str, value: object) -> str:
    if isinstance(value, str):
        text = value
    elif isinstance(value, list) and all(isinstance(item, dict) for item in value):
        text = history_table(value)
    else:
        text = textwrap.shorten(repr(value), _LONGEST_REPR, placeholder=" …")
    lines = [
        wrapped
        for line in text.splitlines() or [""]
        # A table line keeps its columns; a sentence is wrapped.
        for wrapped in ([line] if len(line) <= WIDTH else textwrap.wrap(line, WIDTH) or [""])
    ]
    return textwrap.indent("\n".join(lines), " " * _LABEL).replace(" " * _LABEL, f"{label:<{_LABEL}}", 1)
