"""Reading a request: its fields, and the first fault in them that the API would report."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from turnkeeper.messages import Block
from turnkeeper.models import MODELS, Model
from turnkeeper.offline.errors import ApiError
from turnkeeper.tokens import request_tokens
from turnkeeper.validity import check_history

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
    try:
        fields = json.loads(body)
    except ValueError:
        raise ApiError(400, "The request body is not valid JSON.") from None
    if not isinstance(fields, dict):
        raise ApiError(400, "The request body should be a JSON object.")
    for name in ("model", "messages") if counting else ("model", "messages", "max_tokens"):
        if name not in fields:
            raise ApiError(400, f"{name}: Field required")
    if not isinstance(fields["model"], str):
        raise ApiError(400, "model: Input should be a valid string")
    if fields["model"] not in MODELS:
        raise ApiError(404, f"model: {fields['model']}")
    if problems := check_history(fields["messages"]):
        raise ApiError(400, problems[0].message)
    model = MODELS[fields["model"]]
    max_tokens = 0 if counting else _max_tokens(fields["max_tokens"], model)
    return MessagesRequest(
        model, fields["messages"], fields.get("system"), tuple(fields.get("tools") or ()), max_tokens
    )


def _max_tokens(value: object, model: Model) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise ApiError(400, "max_tokens: Input should be a valid integer")
    if value < 0:
        raise ApiError(400, "max_tokens: must be greater than or equal to 0")
    if value > model.max_output:
        raise ApiError(
            400,
            f"max_tokens: {value} > {model.max_output}, which is the maximum allowed number of output tokens "
            f"for {model.id}",
        )
    return value
