"""The content blocks of a request as types, for pydantic: names, fields and what may be null as in the SDK.

Source: the `*BlockParam` types of `anthropic` 2.14.0, which a test holds against these. The API's own answers are
worded by pydantic ("Field required", "Extra inputs are not permitted"), so the same types give the same sentences.
Tags that begin with "~" stand for a choice that the API does not name in a path.
"""

from typing import Annotated, Any, Literal, NotRequired

from pydantic import ConfigDict, Discriminator, Field, StringConstraints, Tag, with_config
from typing_extensions import TypedDict

_closed = with_config(ConfigDict(extra="forbid", strict=True))
_open = with_config(ConfigDict(extra="allow", strict=True))

ToolId = Annotated[str, StringConstraints(pattern="^[a-zA-Z0-9_-]+$")]
ServerToolId = Annotated[str, StringConstraints(pattern=r"^srvtoolu_[a-zA-Z0-9_]+$")]
# The lengths are from answers quoted in public issues (claude-code, LiteLLM), not from a page.
CalledName = Annotated[str, StringConstraints(min_length=1, max_length=200)]
Object = dict[str, Any]


@_closed
class CacheControl(TypedDict):
    """A cache marker. Without a ttl it is for five minutes."""

    type: Literal["ephemeral"]
    ttl: NotRequired[Literal["5m", "1h"]]


Marker = CacheControl | None


@_closed
class Text(TypedDict):
    """A text. A response dumps `citations: null`, which may come back."""

    type: Literal["text"]
    text: str
    cache_control: NotRequired[Marker]
    citations: NotRequired[list[Object] | None]


@_closed
class Base64Image(TypedDict):
    """An image as base64 text."""

    type: Literal["base64"]
    media_type: Literal["image/jpeg", "image/png", "image/gif", "image/webp"]
    data: str


@_closed
class Base64Pdf(TypedDict):
    """A PDF as base64 text."""

    type: Literal["base64"]
    media_type: Literal["application/pdf"]
    data: str


@_closed
class PlainText(TypedDict):
    """A document that is a text."""

    type: Literal["text"]
    media_type: Literal["text/plain"]
    data: str


@_closed
class Url(TypedDict):
    """A file that the API fetches."""

    type: Literal["url"]
    url: str


@_closed
class File(TypedDict):
    """A file that was uploaded before."""

    type: Literal["file"]
    file_id: str


@_closed
class Image(TypedDict):
    """An image."""

    type: Literal["image"]
    source: Annotated[Base64Image | Url | File, Field(discriminator="type")]
    cache_control: NotRequired[Marker]
    transformations: NotRequired[Object | None]


def shorthand(value: object) -> str:
    """Return our tag for what may be a string or a list."""
    return "~text" if isinstance(value, str) else "~list"


@_closed
class Blocks(TypedDict):
    """A document made of blocks."""

    type: Literal["content"]
    content: Annotated[
        Annotated[str, Tag("~text")]
        | Annotated[list[Annotated[Text | Image, Field(discriminator="type")]], Tag("~list")],
        Discriminator(shorthand),
    ]


@_closed
class Document(TypedDict):
    """A document: a PDF, a text, or blocks."""

    type: Literal["document"]
    source: Annotated[Base64Pdf | PlainText | Blocks | Url | File, Field(discriminator="type")]
    cache_control: NotRequired[Marker]
    citations: NotRequired[Object | None]
    context: NotRequired[str | None]
    title: NotRequired[str | None]


@_closed
class SearchResult(TypedDict):
    """A result of the caller's own search."""

    type: Literal["search_result"]
    content: list[Text]
    source: str
    title: str
    cache_control: NotRequired[Marker]
    citations: NotRequired[Object]


@_closed
class ToolReference(TypedDict):
    """The name of a tool that was found."""

    type: Literal["tool_reference"]
    tool_name: str
    cache_control: NotRequired[Marker]


@_closed
class ToolUse(TypedDict):
    """A call of one of the caller's tools.

    A response dumps `caller: null`. The SDK does not allow that; what the API says is not published: taken here.
    """

    type: Literal["tool_use"]
    id: ToolId
    name: CalledName
    input: Object
    cache_control: NotRequired[Marker]
    caller: NotRequired[Object | None]
    toolset_name: NotRequired[str | None]


@_open
class BrowserState(TypedDict):
    """A state of the browser tool."""

    type: Literal["browser_state"]


ResultBlock = Annotated[
    Text | Image | Document | SearchResult | ToolReference | BrowserState, Field(discriminator="type")
]


@_closed
class ToolResult(TypedDict):
    """The result of a call."""

    type: Literal["tool_result"]
    tool_use_id: ToolId
    content: NotRequired[
        Annotated[Annotated[str, Tag("~text")] | Annotated[list[ResultBlock], Tag("~list")], Discriminator(shorthand)]
    ]
    is_error: NotRequired[bool]
    cache_control: NotRequired[Marker]
    toolset_name: NotRequired[str | None]


@_closed
class Thinking(TypedDict):
    """The model's thinking. It has no cache marker."""

    type: Literal["thinking"]
    thinking: str
    signature: str


@_closed
class RedactedThinking(TypedDict):
    """Thinking that only the API can read."""

    type: Literal["redacted_thinking"]
    data: str


@_closed
class ServerToolUse(TypedDict):
    """A call of a tool that the API runs itself."""

    type: Literal["server_tool_use"]
    id: ServerToolId
    name: str
    input: Object
    cache_control: NotRequired[Marker]
    caller: NotRequired[Object | None]


@_closed
class WebSearchError(TypedDict):
    """A search that failed."""

    type: Literal["web_search_tool_result_error"]
    error_code: str


@_closed
class WebPage(TypedDict):
    """A page that a search found."""

    type: Literal["web_search_result"]
    encrypted_content: str
    title: str
    url: str
    page_age: NotRequired[str | None]


def _found(value: object) -> str:
    return "~error" if isinstance(value, dict) else "~list"


@_closed
class WebSearchToolResult(TypedDict):
    """What the API's own search found."""

    type: Literal["web_search_tool_result"]
    tool_use_id: ServerToolId
    content: Annotated[
        Annotated[WebSearchError, Tag("~error")] | Annotated[list[WebPage], Tag("~list")], Discriminator(_found)
    ]
    cache_control: NotRequired[Marker]
    caller: NotRequired[Object | None]


@_closed
class Compaction(TypedDict):
    """A summary that stands for everything in front of it; null when making it failed."""

    type: Literal["compaction"]
    content: NotRequired[Annotated[str, StringConstraints(min_length=1)] | None]
    signature: NotRequired[str | None]
    encrypted_content: NotRequired[str | None]
    tool_changes: NotRequired[list[Object] | None]
    cache_control: NotRequired[Marker]


@_closed
class ToolChange(TypedDict):
    """A tool that is there, or not, from here on."""

    type: Literal["tool_addition", "tool_removal"]
    tool: Object
    cache_control: NotRequired[Marker]


@_open
class OtherBlock(TypedDict):
    """Blocks of server tools and betas that the course does not use: any further fields are taken."""

    type: Literal[
        "advisor_tool_result",
        "bash_code_execution_tool_result",
        "code_execution_tool_result",
        "container_upload",
        "fallback",
        "mcp_tool_listing",
        "mcp_tool_result",
        "mcp_tool_use",
        "text_editor_code_execution_tool_result",
        "tool_search_tool_result",
        "web_fetch_tool_result",
    ]
    cache_control: NotRequired[Marker]
    id: NotRequired[str]
    tool_use_id: NotRequired[str]


AnyBlock = Annotated[
    Text
    | Image
    | Document
    | SearchResult
    | ToolUse
    | ToolResult
    | Thinking
    | RedactedThinking
    | ServerToolUse
    | WebSearchToolResult
    | Compaction
    | ToolChange
    | OtherBlock,
    Field(discriminator="type"),
]
