"""The fields of a request body: their shapes, in the order in which the API looks at them.

The API reports the first fault only. Its order was measured by others in August 2026, under the version before
2026-10-21: model, tool_choice, tools, messages, system, thinking, output_config, cache_control, max_tokens, metadata,
stop_sequences, and so on; then keys that do not belong there. What is asked of each model stands in `models_take.py`,
what is asked of a history in `turnkeeper.validity`.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Annotated, Any, Literal, NotRequired, Required

from pydantic import AfterValidator, ConfigDict, Field, TypeAdapter, ValidationError, with_config
from pydantic_core import PydanticCustomError
from typing_extensions import TypedDict

from turnkeeper.messages import blocks
from turnkeeper.offline.compaction import Compaction
from turnkeeper.offline.compaction_rules import ON_DEMAND_BETA
from turnkeeper.offline.edits import EDITING_BETA, THRESHOLD_BETA, ContextManagement
from turnkeeper.offline.errors import ApiError
from turnkeeper.offline.threads import THREADS_BETA
from turnkeeper.validity.schema import CacheControl, Messages, System, Tools, wording
from turnkeeper.validity.system_role import TOOL_CHANGES
from turnkeeper.validity.thinking import BINDING_BETA
from turnkeeper.validity.thinking_types import ThinkingSetting

BETAS = {
    "context_management": (EDITING_BETA, THRESHOLD_BETA),
    "compaction": (ON_DEMAND_BETA,),
    "thread": (THREADS_BETA,),
    "mcp_servers": ("mcp-client-2025-11-20", "mcp-client-2025-04-04"),
}
"""Fields that are only known with one of these values in the header `anthropic-beta`."""
SYSTEM_BETAS = {
    "clear_at": ("mid-conversation-system-clear-at-2026-08-21",),
    "output_config": ("mid-conversation-output-config-2026-07-01",),
}
"""Fields of a system message inside the list that are only known with one of these betas."""
TOOL_CHANGE_BETAS = ("mid-conversation-tool-changes-2026-07-01", "inline-tools-2026-09-15")
ALL_BETAS = frozenset({BINDING_BETA, *TOOL_CHANGE_BETAS}.union(*BETAS.values(), *SYSTEM_BETAS.values()))
"""Every value of that header that the offline API knows."""
NOT_COUNTED = frozenset(
    {"max_tokens", "metadata", "stop_sequences", "service_tier", "stream", "container", "diagnostics", "thread"}
)
"""Fields of a request that a count does not have (`types/message_count_tokens_params.py` of the SDK)."""

_STRICT = ConfigDict(strict=True, extra="forbid")
_OPEN = ConfigDict(strict=True, extra="allow")


def _no_less_than(least: int) -> AfterValidator:
    def check(value: int) -> int:
        if value < least:
            raise PydanticCustomError("least", "must be greater than or equal to {least}", {"least": least})
        return value

    return AfterValidator(check)


@with_config(_STRICT)
class _Choice(TypedDict):
    type: Literal["auto", "any"]
    disable_parallel_tool_use: NotRequired[bool]


@with_config(_STRICT)
class _ChoiceOfTool(TypedDict):
    type: Literal["tool"]
    name: str
    disable_parallel_tool_use: NotRequired[bool]


@with_config(_STRICT)
class _NoChoice(TypedDict):
    type: Literal["none"]


@with_config(_STRICT)
class _Format(TypedDict):
    type: Literal["json_schema"]
    schema: dict[str, Any]


@with_config(_STRICT)
class _Budget(TypedDict):
    type: Literal["tokens"]
    total: int
    remaining: NotRequired[int | None]


@with_config(_STRICT)
class _OutputConfig(TypedDict, total=False):
    effort: Literal["low", "medium", "high", "xhigh", "max"] | None
    format: _Format | None
    task_budget: _Budget | None


@with_config(_STRICT)
class _Metadata(TypedDict, total=False):
    user_id: str | None


@with_config(_STRICT)
class _Diagnostics(TypedDict, total=False):
    previous_message_id: str | None


@with_config(_STRICT)
class _NewThread(TypedDict):
    type: Literal["create"]


@with_config(_STRICT)
class _OldThread(TypedDict):
    type: Literal["continue"]
    previous_message_id: str


@with_config(_OPEN)
class _Anything(TypedDict):
    """A field whose parts the offline API does not read."""


_ToolChoice = Annotated[_Choice | _ChoiceOfTool | _NoChoice, Field(discriminator="type")]
_Thread = Annotated[_NewThread | _OldThread, Field(discriminator="type")]


class _Fields(TypedDict, total=False):
    """A request body. The order is the API's."""

    model: Required[str]
    tool_choice: _ToolChoice
    tools: Tools
    messages: Required[Messages]
    system: System
    thinking: ThinkingSetting
    output_config: _OutputConfig
    cache_control: CacheControl | None
    max_tokens: Annotated[int, _no_less_than(0)]
    metadata: _Metadata
    stop_sequences: list[str]
    temperature: Annotated[float, Field(strict=False, ge=0, le=1)]
    service_tier: Literal["auto", "standard_only"]
    top_k: int
    top_p: Annotated[float, Field(strict=False, ge=0, le=1)]
    stream: bool
    container: str | _Anything | None
    inference_geo: str | None
    diagnostics: _Diagnostics | None
    speed: Literal["standard", "fast"] | None
    user_profile_id: str
    workspace_id: str
    context_management: ContextManagement | None
    compaction: Compaction | None
    thread: _Thread | None
    mcp_servers: list[_Anything]


@with_config(_STRICT)
class _Create(_Fields):
    max_tokens: Required[Annotated[int, _no_less_than(0)]]  # type: ignore[misc]


@with_config(_STRICT)
class _Count(_Fields):
    pass


@cache
def _shape(counting: bool) -> TypeAdapter[Any]:
    """Return the schema of a body; built when it is first needed, since that takes a while."""
    return TypeAdapter(_Count if counting else _Create)


def check_fields(
    fields: Mapping[str, Any], *, betas: frozenset[str] = frozenset(), counting: bool = False, known: int = 0
) -> dict[str, Any]:
    """Check the shape of every field of a request body that belongs there.

    Args:
        fields: The request body.
        betas: The values of the header `anthropic-beta`.
        counting: True for `count_tokens`, whose body has fewer fields.
        known: How many messages at the beginning are known to have the right shape.

    Returns:
        The fields that belong there: those whose shape was checked.

    Raises:
        ApiError: With status 400 and the first fault, in the order in which the API reports them.
    """
    belonging = {name: value for name, value in fields.items() if _known(name, betas, counting)}
    if known:
        shorter = {**belonging, "messages": fields["messages"][known:] or fields["messages"][-1:]}
        if _first_fault(shorter, counting) is None:
            return belonging  # else the places in the whole list are wanted
    fault = _first_fault(belonging, counting)
    if fault is not None:
        raise ApiError(400, fault)
    return belonging


def check_unknown(fields: Mapping[str, Any], *, betas: frozenset[str] = frozenset(), counting: bool = False) -> None:
    """Check that a request body holds no other fields; the API looks for them last.

    Args:
        fields: The request body.
        betas: The values of the header `anthropic-beta`.
        counting: True for `count_tokens`, whose body has fewer fields.

    Raises:
        ApiError: With status 400 and the first field that does not belong there.
    """
    for name in fields:
        if not _known(name, betas, counting):
            if name == "compaction":
                raise ApiError(400, f"`compaction` requires anthropic-beta: {BETAS[name][0]}")
            raise ApiError(400, f"{name}: Extra inputs are not permitted")


def check_system_messages(messages: Sequence[Mapping[str, Any]], betas: frozenset[str]) -> None:
    """Check that system messages inside the list hold nothing whose beta is not named.

    Args:
        messages: Messages of the right shape.
        betas: The values of the header `anthropic-beta`.

    Raises:
        ApiError: With status 400 and the first fault. That a field is then not known is the API's way with other
            fields; the sentence about blocks is ours.
    """
    for index, message in enumerate(messages):
        if message["role"] != "system":
            continue
        for name, needed in SYSTEM_BETAS.items():
            if name in message and betas.isdisjoint(needed):
                raise ApiError(400, f"messages.{index}.{name}: Extra inputs are not permitted")
        for place, block in enumerate(blocks(message)):
            if block["type"] in TOOL_CHANGES and betas.isdisjoint(TOOL_CHANGE_BETAS):
                path = f"messages.{index}.content.{place}"
                raise ApiError(400, f"{path}: '{block['type']}' requires anthropic-beta: {TOOL_CHANGE_BETAS[0]}")


def _first_fault(fields: Mapping[str, Any], counting: bool) -> str | None:
    try:
        _shape(counting).validate_python(fields)
    except ValidationError as faults:
        return wording(faults.errors(include_url=False)[0])
    return None


def _known(name: str, betas: frozenset[str], counting: bool) -> bool:
    if name not in _Fields.__annotations__ or (counting and name in NOT_COUNTED):
        return False
    return name not in BETAS or not betas.isdisjoint(BETAS[name])
