"""Reading a request: its fields, and the first fault in them that the API would report."""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from turnkeeper.messages import Block
from turnkeeper.models import MODELS, Model
from turnkeeper.offline.errors import ApiError
from turnkeeper.offline.fields import check_fields
from turnkeeper.tokens import request_tokens

DEEPEST = 200
"""The most levels of lists and objects in a request body: our own limit, well inside Python's."""
_TOO_DEEP = f"The request body is nested too deeply: the offline API reads {DEEPEST} levels."  # our own words

Reply = str | Sequence[Block]
"""What a script answers: a text, or the content blocks of the assistant's message."""


@dataclass(frozen=True, slots=True)
class MessagesRequest:
    """A request as it arrived, after its fields were checked.

    This is all a script is given, so a script can know nothing that was not sent.

    Attributes:
        model: The model that was named.
        messages: The list of messages, oldest first.
        system: The system prompt, as text or as text blocks; None when there is none.
        tools: The tool definitions.
        max_tokens: The most the reply may hold, in tokens; 0 for a count.
    """

    model: Model
    messages: list[dict[str, Any]]
    system: str | list[Block] | None = None
    tools: tuple[Mapping[str, Any], ...] = ()
    max_tokens: int = 0

    @property
    def input_tokens(self) -> int:
        """Stand-in tokens of everything that was sent."""
        return request_tokens(self.messages, model=self.model, system=self.system, tools=self.tools)


Script = Callable[[MessagesRequest], Reply]
"""What an offline model says: a function from the request to the reply."""


def read_request(body: bytes, *, counting: bool = False) -> MessagesRequest:
    """Check the fields of a request body and return it.

    Args:
        body: The JSON body.
        counting: True for `count_tokens`, whose body has no `max_tokens`.

    Raises:
        ApiError: With the first fault, in the order in which the API reports them.
    """
    fields = _parsed(body)
    check_fields(fields, counting=counting)
    return MessagesRequest(
        MODELS[fields["model"]],
        fields["messages"],
        fields.get("system"),
        tuple(fields.get("tools", ())),
        0 if counting else fields["max_tokens"],
    )


def _parsed(body: bytes) -> dict[str, Any]:
    try:
        fields = json.loads(body)
        if b"\\u" in body:  # Python reads half a character, but cannot write it again; the API does not read it
            json.dumps(fields, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise ApiError(400, "The request body is not valid JSON: no low surrogate in string") from None
    except ValueError:
        raise ApiError(400, "The request body is not valid JSON.") from None
    except RecursionError:
        raise ApiError(400, _TOO_DEEP) from None
    if not isinstance(fields, dict):
        raise ApiError(400, "The request body should be a JSON object.")
    if _deeper_than(DEEPEST, fields):
        raise ApiError(400, _TOO_DEEP)
    return fields


def _deeper_than(depth: int, value: object) -> bool:
    level = [value]
    for _ in range(depth):
        level = [inner for outer in level for inner in _inside(outer)]
    return bool(level)


def _inside(value: object) -> Iterable[object]:
    if isinstance(value, dict):
        return value.values()
    return value if isinstance(value, list) else ()
