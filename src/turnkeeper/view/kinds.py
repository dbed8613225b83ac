"""The kinds of what a request holds, each with its letter, its name, its colour and its pattern.

Every colour has the same lightness, so that one set serves light pages and dark ones: white letters on it have a
contrast of 4.9:1, and beside white or beside a page of Material's dark scheme the bar itself has 3:1 and more (WCAG
2.2, success criteria 1.4.3 and 1.4.11; a test works both out). Patterns are drawn in a darker tone, which only adds
to the contrast of the letters. So colour is never alone: the letter and the pattern say the same.
"""

from dataclasses import dataclass

from turnkeeper.messages import THOUGHT


@dataclass(frozen=True, slots=True, eq=False)
class Kind:
    """A kind of what is in a request. There is one object of each, so that looking one up is fast.

    Attributes:
        letter: One ASCII letter, or a mark. In a terminal the bars are made of it.
        name: What the legend and the tables call it.
        colour: The colour of its bars, as #rrggbb.
        pattern: What is drawn over the colour: a key of the patterns in `as_html.py` and `as_svg.py`.
    """

    letter: str
    name: str
    colour: str
    pattern: str


SYSTEM = Kind("S", "system text", "#856e13", "level")
TOOLS = Kind("D", "tool definitions", "#b05819", "upright")
USER = Kind("U", "user text", "#2971c3", "plain")
ASSISTANT = Kind("A", "assistant text", "#208048", "rising")
CALL = Kind("C", "tool call", "#9c4dc4", "dots")
RESULT = Kind("R", "tool result", "#177c85", "checks")
THINKING = Kind("T", "thinking", "#c9327e", "falling")
IMAGE = Kind("I", "image or document", "#ce3939", "grid")
SUMMARY = Kind("M", "summary", "#725fd1", "chevrons")
OTHER = Kind("O", "other", "#6a717d", "plain")
FRAME = Kind("#", "request itself", "#6a717d", "upright")
"""What every request costs, whatever is in it (`tokens.PER_REQUEST`)."""
MORE = Kind("+", "more, put together", "#6a717d", "dots")
FREE = Kind(".", "free", "", "")
REPLY = Kind("=", "kept free for the reply", "", "")

READ = Kind("r", "read from the cache", "#208048", "plain")
WRITTEN = Kind("w", "written to the cache", "#b05819", "falling")
FRESH = Kind("f", "fresh, neither read nor written", "#2971c3", "checks")
AGAIN = Kind("b", "sent before", "#6a717d", "rising")
NEW = Kind("n", "new", "#725fd1", "plain")

KINDS = (SYSTEM, TOOLS, USER, ASSISTANT, CALL, RESULT, THINKING, IMAGE, SUMMARY, OTHER, FRAME, MORE, FREE, REPLY)
"""What a bar can be made of, in the order of the legend."""
SHARES = (READ, WRITTEN, FRESH, AGAIN, NEW)
"""What the thin bar under a request can be made of."""

_OF_ROLE = {"user": USER, "assistant": ASSISTANT, "system": SYSTEM}
_OF_TYPE = {"image": IMAGE, "document": IMAGE, "container_upload": IMAGE, "compaction": SUMMARY}


def kind_of(role: str, type: str) -> Kind:
    """Return the kind of a content block.

    Blocks of server tools and of MCP count as calls and results too (`types/beta/beta_content_block_param.py` of the
    `anthropic` SDK: all such types end alike).

    Args:
        role: The role of the message it stands in.
        type: The type of the block.
    """
    if type == "text":
        return _OF_ROLE.get(role, OTHER)
    if type in THOUGHT:
        return THINKING
    if type.endswith("tool_use"):
        return CALL
    if type.endswith("tool_result"):
        return RESULT
    return _OF_TYPE.get(type, OTHER)
