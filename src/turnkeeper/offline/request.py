"""A request to the Messages API: what it holds, and how it is read."""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from turnkeeper.messages import Block
from turnkeeper.models import MODELS, Model
from turnkeeper.offline.errors import TOO_LARGE, ApiError
from turnkeeper.tokens import request_tokens

DEEPEST = 200
"""The most levels of lists and objects in a request body: our own limit, well inside Python's."""
LARGEST = 32 * 1024 * 1024
"""The most bytes of a request body (Anthropic's page "Errors", read August 2026)."""
_TOO_DEEP = f"The request body is nested too deeply: the offline API reads {DEEPEST} levels."  # our own words
CURRENT_VERSION = "2026-10-21"

Reply = str | Sequence[Block] | Mapping[str, Any]
"""What a script answers: a text, the content blocks of the assistant's message, or both `content` and `stop_reason`."""


@dataclass(frozen=True, slots=True)
class MessagesRequest:
    """A request, after its fields were checked: as it was sent in the record, as the model sees it for a script.

    This is all a script is given, so a script can know nothing that was not sent.

    Attributes:
        model: The model that was named.
        messages: The list of messages, oldest first.
        system: The system prompt, as text or as text blocks; None when there is none.
        tools: The tool definitions.
        max_tokens: The most the reply may hold, in tokens; 0 for a count.
        tool_choice: What the request says about calling tools; None when it says nothing.
        thinking: What the request says about thinking; None when it says nothing.
        fields: The whole request body as it was sent.
        betas: The values of the header `anthropic-beta`.
        version: The value of the header `anthropic-version`.
    """

    model: Model
    messages: list[dict[str, Any]]
    system: str | list[Block] | None = None
    tools: tuple[Mapping[str, Any], ...] = ()
    max_tokens: int = 0
    tool_choice: Mapping[str, Any] | None = None
    thinking: Mapping[str, Any] | None = None
    fields: Mapping[str, Any] = field(default_factory=dict)
    betas: frozenset[str] = frozenset()
    version: str = CURRENT_VERSION

    @property
    def input_tokens(self) -> int:
        """Stand-in tokens of everything that was sent."""
        return request_tokens(
            self.messages, model=self.model, system=self.system, tools=self.tools, tool_choice=self.tool_choice
        )

    def with_messages(self, messages: list[dict[str, Any]]) -> "MessagesRequest":
        """Return the same request with other messages."""
        return replace(self, messages=messages)


Script = Callable[[MessagesRequest], Reply]
"""What a scripted model says: a function from the request to the reply."""


def as_request(fields: Mapping[str, Any], betas: frozenset[str], version: str) -> MessagesRequest:
    """Return a request body whose fields were checked as a request."""
    return MessagesRequest(
        MODELS[fields["model"]],
        fields["messages"],
        fields.get("system"),
        tuple(fields.get("tools", ())),
        fields.get("max_tokens", 0),
        fields.get("tool_choice"),
        fields.get("thinking"),
        fields,
        betas,
        version,
    )


def own(request: MessagesRequest) -> MessagesRequest:
    """Return a copy of its own for a script, so that nothing it does to its request reaches anybody else.

    Its `fields` hold what the model sees: they may be fewer messages than were sent, or more.
    """
    rest = {name: value for name, value in request.fields.items() if name != "messages"}
    messages, rest = json.loads(json.dumps([request.messages, rest]))
    return replace(
        request,
        messages=messages,
        system=rest.get("system"),
        tools=tuple(rest.get("tools", ())),
        tool_choice=rest.get("tool_choice"),
        thinking=rest.get("thinking"),
        fields={**rest, "messages": messages},
    )


def read_body(body: bytes) -> dict[str, Any]:
    """Return the fields of a request body.

    Args:
        body: The JSON body.

    Raises:
        ApiError: If it is too large, too deep, or no JSON object.
    """
    if len(body) > LARGEST:
        raise ApiError(413, TOO_LARGE)
    try:
        fields = json.loads(body, parse_constant=_no_constant)
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


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is no JSON")  # Python alone reads NaN and Infinity


def _deeper_than(depth: int, value: object) -> bool:
    level = [value]
    return all((level := [inner for outer in level for inner in _inside(outer)]) for _ in range(depth))


def _inside(value: object) -> Iterable[object]:
    if isinstance(value, dict):
        return value.values()
    return value if isinstance(value, list) else ()
