"""Why this is the answer.

It goes through all texts of all results without an error, and the last one that names an order wins. Reading a text as
JSON, and not searching it for digits, keeps error sentences, notes and lists of orders out. `blocks` makes one form of
strings, mappings and SDK objects, for messages and for results alike.
"""

import json
from collections.abc import Iterator

from turnkeeper.messages import Message, blocks


def confirmed_texts(messages: list[Message]) -> Iterator[str]:
    """Yield each text of each tool result without an error, in the order of the history."""
    for message in messages:
        for result in blocks(message):
            if result["type"] == "tool_result" and not result.get("is_error"):
                yield from (part["text"] for part in blocks(result) if part["type"] == "text")


def order_in(text: str) -> str | None:
    """Return the order that a text names, None when it names none."""
    try:
        told = json.loads(text)
    except ValueError:
        return None
    number = told.get("order") if isinstance(told, dict) else None
    return number if isinstance(number, str) else None


def current_order(messages: list[Message]) -> str | None:
    """Return the number of the order that a tool result confirmed last, None when none did."""
    last = None
    for text in confirmed_texts(messages):
        number = order_in(text)
        if number is not None:
            last = number
    return last
