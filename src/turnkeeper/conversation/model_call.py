"""One call of the model, whole or in pieces, behind one form: a generator of text that returns the response."""

from collections.abc import Callable, Generator
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    import anthropic
    from anthropic.types import Message as Response

Returned = TypeVar("Returned")
Call = Callable[["anthropic.Anthropic", dict[str, Any]], Generator[str, None, "Response"]]
"""A function from a client and the fields of a request to the pieces of the reply's text, and then the response."""


def whole(client: "anthropic.Anthropic", request: dict[str, Any]) -> Generator[str, None, "Response"]:
    """Make a call, and return the response without a piece before it."""
    yield from ()
    response: Response = client.messages.create(**request)
    return response


def in_pieces(client: "anthropic.Anthropic", request: dict[str, Any]) -> Generator[str, None, "Response"]:
    """Make a call, yield the text as it arrives, and return the response."""
    with client.messages.stream(**request) as stream:
        yield from stream.text_stream
        return stream.get_final_message()


def returned(pieces: Generator[str, None, Returned]) -> Returned:
    """Let a generator run to its end, and return what it returns."""
    while True:
        try:
            next(pieces)
        except StopIteration as end:
            value: Returned = end.value
            return value
