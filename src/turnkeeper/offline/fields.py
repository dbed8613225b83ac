"""The fields of a request body, and the words in which the API refuses them.

Where a wording is known from the API's own answers it is used as it is; a comment says so where it is ours.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from turnkeeper.models import MODELS, Model
from turnkeeper.offline.errors import ApiError
from turnkeeper.validity import SHAPE_RULES, check_history

_SHAPES = {rule.id for rule in SHAPE_RULES}


def check_fields(fields: Mapping[str, Any], *, counting: bool = False) -> None:
    """Check every field of a request body that the offline API reads.

    Args:
        fields: The request body.
        counting: True for `count_tokens`, whose body has no `max_tokens`.

    Raises:
        ApiError: With the first fault, in the order in which the API reports them.
    """
    for name in ("model", "messages") if counting else ("model", "messages", "max_tokens"):
        if name not in fields:
            raise ApiError(400, f"{name}: Field required")
    if not isinstance(fields["model"], str):
        raise ApiError(400, "model: Input should be a valid string")
    if fields["model"] not in MODELS:
        raise ApiError(404, f"model: {fields['model']}")
    for fault in _faults(fields, MODELS[fields["model"]], counting):
        raise ApiError(400, fault)


def _faults(fields: Mapping[str, Any], model: Model, counting: bool) -> Iterator[str]:
    """Find faults in the API's order. Only the first is to be read: what is looked at next relies on its absence."""
    problems = check_history(fields["messages"])
    if "tools" in fields:
        yield from _objects("tools", fields["tools"])
    if problems and problems[0].rule in _SHAPES:
        yield problems[0].message
    yield from _message_blocks(fields["messages"])
    if "system" in fields and not isinstance(fields["system"], str):
        yield from _system(fields["system"])
    if not counting:
        yield from _max_tokens(fields["max_tokens"], model)
        yield from _stream(fields.get("stream", False))
    yield from (problem.message for problem in problems)


def _objects(path: str, value: object) -> Iterator[str]:
    if not isinstance(value, list):  # null too: only a field that is left out is none
        yield f"{path}: Input should be a valid array"
        return
    for place, one in enumerate(value):
        if not isinstance(one, dict):
            yield f"{path}.{place}: Input should be an object"


def _message_blocks(messages: list[dict[str, Any]]) -> Iterator[str]:
    for index, message in enumerate(messages):
        if isinstance(message["content"], list):
            for place, block in enumerate(message["content"]):
                yield from _block(f"messages.{index}.content.{place}", block)


def _block(path: str, block: Mapping[str, Any]) -> Iterator[str]:
    """Find what is wrong in a block of a message. The API names its type in the path."""
    match block.get("type"):
        case "text":
            yield from _text(f"{path}.text", block)
        case "tool_result" if not isinstance(block.get("content", ""), str):
            # Not seen in the API's answers: worded like the content of a message, which may also be both.
            inner = f"{path}.tool_result.content"
            yield from _objects(inner, block["content"])
            for place, one in enumerate(block["content"]):
                if "type" not in one:
                    yield f"{inner}.{place}.type: Field required"
                yield from _block(f"{inner}.{place}", one)


def _text(path: str, block: Mapping[str, Any]) -> Iterator[str]:
    if "text" not in block:
        yield f"{path}.text: Field required"
    elif not isinstance(block["text"], str):
        yield f"{path}.text: Input should be a valid string"


def _system(system: Any) -> Iterator[str]:
    yield from _objects("system", system)
    for place, block in enumerate(system):
        if "type" not in block:
            yield f"system.{place}.type: Field required"
        yield from _text(f"system.{place}", block)


def _max_tokens(value: object, model: Model) -> Iterator[str]:
    if not isinstance(value, int) or isinstance(value, bool):
        yield "max_tokens: Input should be a valid integer"
    elif value < 0:
        yield "max_tokens: must be greater than or equal to 0"
    elif value > model.max_output:
        yield (
            f"max_tokens: {value} > {model.max_output}, which is the maximum allowed number of output tokens "
            f"for {model.id}"
        )


def _stream(value: object) -> Iterator[str]:
    if not isinstance(value, bool):
        yield "stream: Input should be a valid boolean"
    elif value:
        # Our own words: the API streams. A stream that silently holds nothing would be worse than this refusal.
        yield (
            "The offline API does not stream yet. Call messages.create without stream=True (and instead of "
            "messages.stream): the reply is the same, and comes in one piece."
        )
