"""A conversation as a file of lines: for a copy, for another store, for a look at it.

The first line is the header. Then comes a message a line, and after them, where a turn is open, its steps. Every line
is JSON in ASCII.
"""

import json
from collections.abc import Iterable, Iterator
from typing import Any

from turnkeeper.store.contract import ConversationChangedError, Store, StoreError, encode

FORMAT = 1
"""The version of the file's form, which its header names."""


def export_lines(store: Store, id: str) -> Iterator[str]:
    """Yield the lines of a conversation, each with its line break.

    Args:
        store: The store.
        id: The conversation.

    Raises:
        StoreError: If there is no such conversation.
    """
    saved = store.load(id)
    if not saved.version:
        raise StoreError(f"there is no conversation {id!r} to export: Store.ids() lists those there are")
    header = {"turnkeeper": FORMAT, "id": id, "messages": len(saved.messages), "steps": len(saved.steps)}
    for line in (header, *saved.messages, *({"step": step} for step in saved.steps)):
        yield f"{encode(line)}\n"


def import_lines(store: Store, lines: Iterable[str], *, id: str | None = None) -> str:
    """Put an exported conversation into a store, all of it or nothing.

    Args:
        store: The store.
        lines: The lines, such as an open file. Blank ones are passed over.
        id: The id it gets; None for the one it had.

    Returns:
        The id it got.

    Raises:
        StoreError: If a line is no such line, a line is missing, or the store has a conversation with this id.
    """
    numbered = ((number, line) for number, line in enumerate(lines, 1) if line.strip())
    number, header = next(((number, _read(number, line)) for number, line in numbered), (1, {}))
    if not ({"turnkeeper", "messages", "steps"} <= header.keys() and isinstance(header.get("id"), str)):
        raise StoreError(f"line {number}: the first line has to be the header of an exported conversation, and is none")
    if header["turnkeeper"] != FORMAT:
        raise StoreError(
            f"line {number}: this file has form {header['turnkeeper']}, and this Turnkeeper reads form {FORMAT}: "
            "install the Turnkeeper that wrote it"
        )
    messages: list[dict[str, Any]] = []
    steps: list[dict[str, Any]] = []
    for number, line in numbered:
        value = _read(number, line)
        if value.keys() == {"step"} and isinstance(value["step"], dict):
            steps.append(value["step"])
        elif "role" in value and not steps:  # a system message may be without content
            messages.append(value)
        else:
            raise StoreError(f"line {number}: this is no message with a role: mend the line, or export again")
    if [len(messages), len(steps)] != [header["messages"], header["steps"]]:
        raise StoreError(
            f"after line {number}: the header tells of {header['messages']} messages and {header['steps']} steps, and "
            f"there are {len(messages)} and {len(steps)}: the file was cut or changed, so export again"
        )
    new: str = header["id"] if id is None else id
    try:
        store.write(new, 0, keep_messages=0, messages=messages, steps=steps)
    except ConversationChangedError:
        raise StoreError(
            f"there is a conversation {new!r} already: import under another id, or delete that one"
        ) from None
    return new


def _read(number: int, line: str) -> dict[str, Any]:
    try:
        value = json.loads(line, parse_constant=_no_constant)
    except (ValueError, RecursionError) as error:
        raise StoreError(f"line {number}: this is not JSON ({error}): mend the line, or export again") from None
    if not isinstance(value, dict):
        raise StoreError(f"line {number}: this is JSON, and no object: mend the line, or export again")
    return value


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is none")
