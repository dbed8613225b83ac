"""The request's `thinking` as types, for pydantic. Source: the `*ThinkingConfig*Param` types of `anthropic` 2.14.0."""

from typing import Annotated, Literal, NotRequired

from pydantic import ConfigDict, Field, with_config
from typing_extensions import TypedDict

_closed = with_config(ConfigDict(extra="forbid", strict=True))
_Display = Literal["summarized", "omitted", "updates"] | None


@_closed
class BlockBinding(TypedDict, total=False):
    """What becomes of thinking that is bound to another conversation."""

    prefix_mismatch_behavior: Literal["error", "drop_block"] | None


@_closed
class Adaptive(TypedDict):
    """The model thinks when it sees fit."""

    type: Literal["adaptive"]
    display: NotRequired[_Display]
    block_binding: NotRequired[BlockBinding | None]


@_closed
class Enabled(TypedDict):
    """Thinking set by hand, with a budget in tokens."""

    type: Literal["enabled"]
    budget_tokens: Annotated[int, Field(ge=1024)]
    display: NotRequired[_Display]
    block_binding: NotRequired[BlockBinding | None]


@_closed
class OtherThinking(TypedDict):
    """No thinking, or none but between calls.

    The SDK gives these no `block_binding`. What the API says to it is not published: taken here.
    """

    type: Literal["disabled", "between_tools"]
    block_binding: NotRequired[BlockBinding | None]


ThinkingSetting = Annotated[Adaptive | Enabled | OtherThinking, Field(discriminator="type")]
