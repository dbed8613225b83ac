"""Tool definitions as types, for pydantic. Source: the types in `ToolUnionParam` of `anthropic` 2.14.0."""

from typing import Annotated, Literal, NotRequired

from pydantic import ConfigDict, Discriminator, Field, StringConstraints, Tag, with_config
from typing_extensions import TypedDict

from turnkeeper.validity.block_types import Marker, Object

# The pattern is the one in the API's answers since 2025; older ones allowed 64 letters.
ToolName = Annotated[str, StringConstraints(pattern="^[a-zA-Z0-9_-]{1,128}$")]


@with_config(ConfigDict(extra="allow", strict=True))
class InputSchema(TypedDict):
    """A JSON schema whose value is an object."""

    type: Literal["object"]
    properties: NotRequired[Object | None]
    required: NotRequired[list[str] | None]


@with_config(ConfigDict(extra="forbid", strict=True))
class CustomTool(TypedDict):
    """A tool of the caller's."""

    type: NotRequired[Literal["custom"] | None]
    name: ToolName
    description: NotRequired[str]
    input_schema: InputSchema
    cache_control: NotRequired[Marker]
    allowed_callers: NotRequired[list[str]]
    defer_loading: NotRequired[bool]
    eager_input_streaming: NotRequired[bool | None]
    input_examples: NotRequired[list[Object]]
    strict: NotRequired[bool]


@with_config(ConfigDict(extra="allow", strict=True))
class BuiltInTool(TypedDict):
    """A tool that the API brings: it may have any further fields here."""

    type: Literal[
        "advisor_20260301",
        "bash_20241022",
        "bash_20250124",
        "browser_toolset_20260801",
        "code_execution_20250522",
        "code_execution_20250825",
        "code_execution_20260120",
        "code_execution_20260521",
        "computer_20241022",
        "computer_20250124",
        "computer_20251124",
        "computer_toolset_20260801",
        "memory_20250818",
        "text_editor_20241022",
        "text_editor_20250124",
        "text_editor_20250429",
        "text_editor_20250728",
        "tool_search_tool_bm25",
        "tool_search_tool_bm25_20251119",
        "tool_search_tool_regex",
        "tool_search_tool_regex_20251119",
        "web_fetch_20250910",
        "web_fetch_20260209",
        "web_fetch_20260309",
        "web_fetch_20260318",
        "web_search_20250305",
        "web_search_20260209",
        "web_search_20260318",
    ]
    name: NotRequired[str]
    cache_control: NotRequired[Marker]


@with_config(ConfigDict(extra="allow", strict=True))
class McpToolset(TypedDict):
    """The tools of an MCP server."""

    type: Literal["mcp_toolset"]
    mcp_server_name: str
    cache_control: NotRequired[Marker]


def _tag(tool: object) -> str:
    return "custom" if isinstance(tool, dict) and tool.get("type") in (None, "custom") else "~built_in"


AnyTool = Annotated[
    Annotated[CustomTool, Tag("custom")]
    | Annotated[BuiltInTool | McpToolset, Field(discriminator="type"), Tag("~built_in")],
    Discriminator(_tag),
]
