"""What stands inside a block, and where the images and PDFs of a request are."""

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from turnkeeper.messages import Block
from turnkeeper.validity.turns import Placed, Turn


class Picture(NamedTuple):
    """An image or PDF of a request: its path as the API writes it, its block, and the message's block it belongs to."""

    path: str
    block: Any
    placed: Placed


def pictures(placed_in_turns: Iterable[tuple[Turn, Placed]]) -> Iterator[Picture]:
    """Find the images and PDFs in blocks, in tool results and documents too."""
    for turn, placed in placed_in_turns:
        for path, block in with_inner(placed.block, turn.path(placed)):
            match block["type"], block.get("source"):
                case ("image", _) | ("document", {"type": "base64" | "url" | "file"}):
                    yield Picture(path, block, placed)


def with_inner(block: Block, path: str) -> Iterator[tuple[str, Block]]:
    """Return a block and those in it, in tool results and documents, each with its path.

    Args:
        block: The block.
        path: Its own path.
    """
    yield path, block
    match block:
        case {"type": "document", "source": {"type": "content", "content": list(inner)}}:
            path = f"{path}.source"
        case {"type": "tool_result", "content": list(inner)}:
            pass
        case _:
            return
    for place, one in enumerate(inner):
        yield from with_inner(one, f"{path}.content.{place}")
