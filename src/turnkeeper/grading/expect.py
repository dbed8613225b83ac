"""What a grader says when a requirement is not met: the call, what came back, what was expected, and why."""

import json
import textwrap
from collections.abc import Sequence

from turnkeeper.messages import Block, blocks

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
        got: What came of it: words, or a value, which is shown by its repr; a list of messages becomes a table.
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
            lines.append(_clipped(f"{head}  {kind:<11}  {text}".rstrip(), WIDTH))
    return "\n".join(lines)


def shown(value: object) -> str:
    """Return a value as a short repr; one whose repr fails is named by its type."""
    try:
        text = repr(value)
    except Exception:
        text = f"a {type(value).__name__}"
    return _clipped(" ".join(text.split()), _LONGEST_REPR)


def _clipped(text: str, width: int) -> str:
    return text if len(text) <= width else f"{text[: width - 2]} …"


def _role(message: object) -> str:
    return str(message.get("role", "no role")) if isinstance(message, dict) else "?"


def _described(message: object) -> list[tuple[str, str]]:
    if not isinstance(message, dict) or "content" not in message:
        return [(f"not a message but {shown(message)}", "")]
    extra = [(f"and also {', '.join(sorted(set(message) - {'role', 'content'}))}", "")] if len(message) > 2 else []
    if isinstance(message["content"], str):
        return [("string", repr(message["content"])), *extra]
    try:
        described = [(str(block.get("type", "?")), _said(block)) for block in blocks(message)]
        return [*(described or [("empty", "")]), *extra]
    except TypeError as error:
        return [(str(error), "")]


def _said(block: Block) -> str:
    match block.get("type"):
        case "text":
            return repr(block.get("text", ""))
        case "thinking":
            return repr(block.get("thinking", ""))
        case "tool_use":
            return f"{block.get('name')} {json.dumps(block.get('input'), default=str)}"
        case "tool_result":
            return f"for {block.get('tool_use_id')}"
    return ""


def _row(label: str, value: object) -> str:
    if isinstance(value, list | tuple) and all(isinstance(item, dict) for item in value):
        text = history_table(value)
    else:
        text = value if isinstance(value, str) else shown(value)
    lines = [
        wrapped
        for line in text.splitlines() or ["nothing"]
        # A table line keeps its columns; a sentence is wrapped.
        for wrapped in ([line] if len(line) <= WIDTH else textwrap.wrap(line, WIDTH) or [""])
    ]
    return textwrap.indent("\n".join(lines), " " * _LABEL).replace(" " * _LABEL, f"{label:<{_LABEL}}", 1)
