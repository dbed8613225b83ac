"""A request to the Messages API: what it holds, and how it is read."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from pydantic_core import from_json, to_json

from turnkeeper.messages import Block
from turnkeeper.models import MODELS, Model
from turnkeeper.offline.collector import CollectorPaused
from turnkeeper.offline.errors import TOO_LARGE, ApiError
from turnkeeper.tokens import request_tokens

LARGEST = 32 * 1024 * 1024
"""The most bytes of a request body (Anthropic's page "Errors", read August 2026)."""
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
        raw: The body as it came over the wire; empty when the request was changed since.
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
    raw: bytes = field(default=b"", repr=False, compare=False)

    @property
    def input_tokens(self) -> int:
        """Stand-in tokens of everything that was sent."""
        return request_tokens(
            self.messages, model=self.model, system=self.system, tools=self.tools, tool_choice=self.tool_choice
        )

    def with_messages(self, messages: list[dict[str, Any]]) -> "MessagesRequest":
        """Return the same request with other messages."""
        return self if messages is self.messages else replace(self, messages=messages, raw=b"")


Script = Callable[[MessagesRequest], Reply]
"""What a scripted model says: a function from the request to the reply."""


def as_request(fields: Mapping[str, Any], betas: frozenset[str], version: str, *, raw: bytes = b"") -> MessagesRequest:
    """Return a request body whose fields were checked as a request.

    Args:
        fields: The request body.
        betas: The values of the header `anthropic-beta`.
        version: The value of the header `anthropic-version`.
        raw: The bytes that the fields were read from, if they are still the same.
    """
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
        raw,
    )


def own(request: MessagesRequest) -> MessagesRequest:
    """Return a copy of its own for a script, so that nothing it does to its request reaches anybody else.

    Its `fields` hold what the model sees: they may be fewer messages than were sent, or more.
    """
    with CollectorPaused():
        raw = request.raw or to_json({**request.fields, "messages": request.messages})
        return as_request(from_json(raw), request.betas, request.version)


def read_body(body: bytes) -> dict[str, Any]:
    """Return the fields of a request body.

    Args:
        body: The JSON body.

    Raises:
        ApiError: If it is too large, nested deeper than 200 levels, or no JSON object.
    """
    if len(body) > LARGEST:
        raise ApiError(413, TOO_LARGE)
    try:
        fields = from_json(body, allow_inf_nan=False)
    except ValueError as fault:  # at 200 levels too: the reader's own limit
        raise ApiError(400, f"The request body is not valid JSON: {fault}") from None
    if not isinstance(fields, dict):
        raise ApiError(400, "The request body should be a JSON object.")  # ours
    return fields
