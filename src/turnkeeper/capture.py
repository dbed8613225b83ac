"""Standard output with an end: what is printed is handed on, and a flood becomes one sentence."""

import io
from collections.abc import Callable

LIMIT = 100_000


class CappedStream(io.TextIOBase):
    """A text stream that hands on what is written to it, up to a limit.

    Args:
        emit: Called with each piece of text.
        limit: The most that is handed on, in characters; then one sentence says that the rest is left out.
    """

    def __init__(self, emit: Callable[[str], object], limit: int = LIMIT) -> None:
        super().__init__()
        self._emit = emit
        self._limit = limit
        self._left = limit

    def writable(self) -> bool:
        """Return True: this stream is there to be written to."""
        return True

    def write(self, text: str) -> int:
        """Hand on the text, or as much of it as the limit allows."""
        if self._left > 0:
            self._emit(text[: self._left])
            if len(text) > self._left:
                self._emit(f"\n[The rest is left out: more than {self._limit:,} characters were printed.]\n")
        self._left -= len(text)
        return len(text)
