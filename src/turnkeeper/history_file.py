"""Reading a request or a history from a file, with a sentence for a file that holds none."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NoReturn

_STRING = re.compile(r'"(?:[^"\\]|\\.)*"', re.DOTALL)
_NO_NUMBER = re.compile(r"-?Infinity|NaN")


class UnreadableError(Exception):
    """There is nothing to check; the message says what is wrong, where, and what to do."""


@dataclass(frozen=True, slots=True)
class Given:
    """What a file holds.

    Attributes:
        messages: The messages, or whatever stands in their place.
        fields: The other fields of the request; empty for a bare history.
    """

    messages: object
    fields: Mapping[str, Any] = field(default_factory=dict)


def read_given(content: bytes) -> Given:
    """Read a request (an object with messages, or with a request in it) or a history (a list, or a message a line).

    Args:
        content: The file: JSON, or JSON Lines with one message in each line. UTF-8.

    Raises:
        UnreadableError: With line and column, counted from 1.
    """
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = content[: error.start].decode("utf-8", "replace")
        _refuse(before, len(before), "this is not text in UTF-8")
    if not text.strip():
        _refuse(text, 0, "there is nothing here: a request is an object, a history a list of messages")
    try:
        value = _json_or_lines(text)
    except RecursionError:
        raise UnreadableError("line 1, column 1: lists and objects are nested too deeply to be read") from None
    if isinstance(value, dict) and "messages" not in value and isinstance(value.get("request"), dict):
        value = _unwrapped(value)
    if isinstance(value, list):
        return Given(value)
    if isinstance(value, dict) and "messages" in value:
        return Given(value["messages"], {key: each for key, each in value.items() if key != "messages"})
    if isinstance(value, dict) and "role" in value:
        return Given([value])
    start = len(text) - len(text.lstrip())
    _refuse(
        text, start, f"this is {_a_kind(value)}. A request is an object with messages, a history a list of messages"
    )


def _unwrapped(value: dict[str, Any]) -> dict[str, Any]:
    """Return the request in a case of the course's collection, or in a line of a log, with the case's own model."""
    request: dict[str, Any] = value["request"]
    arguments = value.get("arguments")
    named = {"model": arguments["model"]} if isinstance(arguments, dict) and "model" in arguments else {}
    return {**named, **request}


def _json_or_lines(text: str) -> object:
    try:
        return _loads(text, text, 0)
    except json.JSONDecodeError as error:
        if error.msg != "Extra data" or not _is_json(text.lstrip().partition("\n")[0]):
            _refuse(text, error.pos, f"this is not JSON ({error.msg})")
    messages, start = [], 0
    for line in text.split("\n"):
        if line.strip():
            try:
                value = _loads(line, text, start)
            except json.JSONDecodeError as error:
                _refuse(text, start + error.pos, f"this is not JSON ({error.msg})")
            if isinstance(value, dict) and "messages" in value:
                _refuse(text, start, "this is a whole request, and not a message: check each in a file of its own")
            messages.append(value)
        start += len(line) + 1
    return messages


def _is_json(line: str) -> bool:
    try:
        json.loads(line)
    except ValueError:
        return False
    return True


def _loads(part: str, text: str, start: int) -> Any:
    def no_constant(name: str) -> NoReturn:
        bare = _STRING.sub(lambda string: " " * len(string[0]), part)
        found = _NO_NUMBER.search(bare)
        _refuse(text, start + (found.start() if found else 0), f"{name} is not JSON")

    try:
        return json.loads(part, parse_constant=no_constant)
    except json.JSONDecodeError:
        raise
    except ValueError as error:  # a whole number of more digits than Python reads
        _refuse(text, start, f"a number is too long to be read ({error})")


def _refuse(text: str, position: int, what: str) -> NoReturn:
    line = text.count("\n", 0, position) + 1
    column = position - text.rfind("\n", 0, position)
    raise UnreadableError(f"line {line}, column {column}: {what}")


def _a_kind(value: object) -> str:
    if isinstance(value, dict):
        return "an object without messages"
    return {str: "a string", bool: "true or false", type(None): "null"}.get(type(value), "a number")
