"""Where the images and PDFs of a request are."""

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from turnkeeper.validity.turns import Placed, Turn


class Picture(NamedTuple):
    """An image or PDF of a request: its path as the API writes it, its block, and the message's block it belongs to."""

    path: str
    block: Any
    placed: Placed


def pictures(placed_in_turns: Iterable[tuple[Turn, Placed]]) -> Iterator[Picture]:
    """Find the images and PDFs in blocks, in tool results and documents too."""
    for turn, placed in placed_in_turns:
        yield from _inside(turn.path(placed), placed.block, placed)


def _inside(path: str, block: Any, placed: Placed) -> Iterator[Picture]:
    source = block.get("source")
    match block["type"], source:
        case ("image", _) | ("document", {"type": "base64" | "url" | "file"}):
            yield Picture(path, block, placed)
        case "document", {"type": "content"}:
            yield from _each(f"{path}.source", source["content"], placed)
        case "tool_result", _:
            yield from _each(path, block.get("content"), placed)


def _each(path: str, content: object, placed: Placed) -> Iterator[Picture]:
    for place, block in enumerate(content if isinstance(content, list) else ()):
        yield from _inside(f"{path}.content.{place}", block, placed)
