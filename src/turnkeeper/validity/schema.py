"""The schema of a history, and the API's words for what does not fit it.

`Messages`, `System`, `Tools` and `CacheControl` are types for pydantic, to be put into the type of a request's body.
`wording` turns one of pydantic's errors into the sentence the API answers with, `place` into the place it speaks of.

Sources: the words are pydantic's, as seen in the API's own answers; "object" for a mapping and "array" for a list are
the words of 2026. A role of the wrong type is in our wording.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Annotated, Any, Literal, NotRequired

from pydantic import ConfigDict, Discriminator, Field, Tag, TypeAdapter, ValidationError, with_config
from typing_extensions import TypedDict

from turnkeeper.validity.block_types import AnyBlock, CacheControl, Object, Text, shorthand
from turnkeeper.validity.thinking_types import ThinkingSetting
from turnkeeper.validity.tool_types import AnyTool

__all__ = ["CacheControl", "Messages", "System", "Tools", "path", "place", "schema_errors", "wording"]


Content = Annotated[
    Annotated[str, Tag("~text")] | Annotated[list[AnyBlock], Tag("~list")],
    Discriminator(shorthand),
]


@with_config(ConfigDict(extra="forbid", strict=True))
class Message(TypedDict):
    """What the user or the assistant said."""

    role: Literal["user", "assistant", "system"]
    content: Content


@with_config(ConfigDict(extra="forbid", strict=True))
class SystemMessage(TypedDict):
    """Instructions inside the list. The further fields are of betas."""

    role: Literal["system"]
    content: NotRequired[Content]
    clear_at: NotRequired[Literal["next_user_message", "never"] | None]
    output_config: NotRequired[Object | None]


def _kind(value: object) -> str:
    return "~system" if isinstance(value, dict) and value.get("role") == "system" else "~message"


AnyMessage = Annotated[
    Annotated[Message, Tag("~message")] | Annotated[SystemMessage, Tag("~system")], Discriminator(_kind)
]
Messages = Annotated[list[AnyMessage], Field(min_length=1)]
System = Annotated[
    Annotated[str, Tag("~text")] | Annotated[list[Annotated[Text, Tag("text")]], Tag("~list")],
    Discriminator(shorthand),
]
Tools = list[AnyTool]


@with_config(ConfigDict(extra="forbid", strict=True))
class HistoryFields(TypedDict):
    """The fields of a request that `check_history` is given, in the order in which the API looks at them."""

    tools: NotRequired[Tools | None]
    messages: Messages
    system: NotRequired[System | None]
    thinking: NotRequired[ThinkingSetting | None]
    cache_control: NotRequired[CacheControl | None]


Error = Mapping[str, Any]
"""One of pydantic's errors, as `ValidationError.errors()` lists them."""


@cache
def _adapter() -> TypeAdapter[Any]:
    return TypeAdapter(HistoryFields)  # built when it is first used: that takes a few hundredths of a second


def schema_errors(fields: dict[str, object]) -> Sequence[Error]:
    """Return pydantic's errors about the fields of a history, in the API's order.

    Args:
        fields: `tools`, `messages`, `system`, `thinking` and `cache_control`, as JSON would hold them.
    """
    try:
        _adapter().validate_python(fields)
    except ValidationError as fault:
        return fault.errors(include_url=False)
    return []


def path(loc: Sequence[int | str]) -> list[int | str]:
    """Return an error's path as the API writes it: without the names of choices that are ours, which begin with ~."""
    return [step for step in loc if not str(step).startswith("~")]


def place(error: Error) -> tuple[int | None, int | None]:
    """Return the message and the block an error is about, counted from 0; None where it is about neither."""
    match path(error["loc"]):
        case ["messages", int(message), "content", int(block), *_]:
            return message, block
        case ["messages", int(message), *_]:
            return message, None
        case _:
            return None, None


def wording(error: Error) -> str:
    """Return what the API answers to one of pydantic's errors.

    Args:
        error: An entry of `ValidationError.errors()`, for a type that is composed of the types here.
    """
    where = path(error["loc"])
    match where, error["type"]:
        case [["messages"], "too_short"]:
            return "messages: at least one message is required"
        case [["messages", int(), "role"], "literal_error"] if isinstance(error["input"], str):
            return f'messages: Unexpected role "{error["input"]}". Allowed roles are "user" or "assistant"'
        case _, "union_tag_not_found":
            where = [*where, "type"]
    return f"{'.'.join(map(str, where))}: {_words(error)}"


def _words(error: Error) -> str:
    match error["type"]:
        case "union_tag_not_found":
            return "Field required"
        case "union_tag_invalid":
            context = error["ctx"]
            tags = ", ".join(sorted(context["expected_tags"].replace("~", "").split(", ")))
            tag = context["tag"].removeprefix("~")
            return f"Input tag '{tag}' found using 'type' does not match any of the expected tags: {tags}"
        case "dict_type" | "model_attributes_type":
            return "Input should be an object"
        case "list_type":
            return "Input should be a valid array"
        case _:
            return str(error["msg"])
