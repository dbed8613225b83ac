"""Where the cache markers of a request are.

Markers inside a tool result are counted like others; no page of Anthropic's says so.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from turnkeeper.messages import THOUGHT, Block
from turnkeeper.validity.turns import Placed, Turn


class Marker(NamedTuple):
    """A cache marker in the prompt.

    Attributes:
        path: The path of the block that carries it, as the API writes it.
        ttl: 5m or 1h.
        placed: The block of a message it belongs to; None in tools and system.
    """

    path: str
    ttl: str
    placed: Placed | None = None


def markers(tools: Sequence[Block], system: str | Sequence[Block] | None, turns: Iterable[Turn]) -> Iterator[Marker]:
    """Find the markers in the order of the prompt: tools, system, messages. The automatic one is not among them."""
    yield from _marked("tools", tools)
    if not isinstance(system, str):
        yield from _marked("system", system or ())
    for turn in turns:
        for placed in turn.blocks:
            if placed.type == "tool_result":
                yield from _marked(f"{turn.path(placed)}.content", results(placed), placed)
            if placed.block.get("cache_control"):
                yield Marker(turn.path(placed), ttl(placed.block["cache_control"]), placed)


def _marked(path: str, given: Iterable[Block], placed: Placed | None = None) -> Iterator[Marker]:
    for place, one in enumerate(given):
        if one.get("cache_control"):
            yield Marker(f"{path}.{place}", ttl(one["cache_control"]), placed)


def results(placed: Placed) -> list[Block]:
    """Return the blocks in a tool result; none when it holds a string."""
    inner = placed.block.get("content")
    return inner if isinstance(inner, list) else []


def can_carry(block: Block) -> bool:
    """Tell whether a block can be marked: it is neither thinking nor an empty text ("What cannot be cached").

    The automatic marker goes to the last one that can.
    """
    kind = block.get("type")
    return kind not in THOUGHT and not (kind == "text" and not block.get("text"))


def ttl(cache_control: Mapping[str, Any]) -> str:
    """Return for how long a marker is: five minutes when it does not say."""
    said: str = cache_control.get("ttl", "5m")
    return said
