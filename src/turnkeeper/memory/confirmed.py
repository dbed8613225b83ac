"""What tools have confirmed: values that stand in their results, and not just in what somebody typed."""

import json
from collections.abc import Callable, Collection, Iterable, Iterator
from typing import TypeVar

from turnkeeper.messages import Message, content_of, part_of

_Value = TypeVar("_Value")


def latest_confirmed(
    messages: Iterable[Message], find: Callable[[str], _Value | None], *, tools: Collection[str] | None = None
) -> _Value | None:
    """Return the newest value that a tool's result holds, or None.

    What the user or the model writes does not count: a mistyped number never becomes a memory. A result with
    `is_error` is skipped, since it confirms nothing.

    Args:
        messages: The whole history, oldest first; not just the part of it that is sent.
        find: Returns the value in a text, or None. It is asked for each text of each result, the newest first: for a
            result that is a string, for each text block of one that is a list.
        tools: Names of tools; only results of their calls count. None counts the results of every tool. A result whose
            call is not in the messages is of no tool.

    Raises:
        TypeError: If tools is one text: its letters would be the names.
    """
    if isinstance(tools, str):
        raise TypeError(f"tools is a collection of names, and not one text: write [{tools!r}]")
    texts = [text for result in _confirmed(messages, tools) for text in _texts(result)]
    found = (find(text) for text in reversed(texts))
    return next((value for value in found if value is not None), None)


def current_order(messages: Iterable[Message]) -> str | None:
    """Return the number of the order that the conversation is about: the last one that a tool returned.

    The finished twin of the course's exercise, for results such as those of `turnkeeper.scripts.shop`. A result that is
    no JSON object, or has no text under "order", names no order.

    Args:
        messages: The whole history, oldest first.
    """
    return latest_confirmed(messages, _order_in)


def _order_in(text: str) -> str | None:
    try:
        told = json.loads(text)
    except ValueError:
        return None
    number = told.get("order") if isinstance(told, dict) else None
    return number if isinstance(number, str) else None


def _confirmed(messages: Iterable[Message], tools: Collection[str] | None) -> Iterator[object]:
    """The results without an error, oldest first; of an id that is used twice, the nearest call before counts."""
    names: dict[object, str] = {}
    for block in (block for message in messages for block in content_of(message)):
        kind = part_of(block, "type")
        if kind == "tool_use":
            names[part_of(block, "id")] = part_of(block, "name")
        if kind != "tool_result" or part_of(block, "is_error"):
            continue
        if tools is None or names.get(part_of(block, "tool_use_id")) in tools:
            yield block


def _texts(result: object) -> list[str]:
    content = part_of(result, "content") or ()
    if isinstance(content, str):
        return [content]
    told = (part_of(part, "text") for part in content if part_of(part, "type") == "text")
    return [text for text in told if isinstance(text, str)]
