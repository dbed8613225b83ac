"""Python's garbage collector, paused where a call makes thousands of objects at once and no cycle among them."""

import gc
from types import TracebackType
from typing import Self


class CollectorPaused:
    """A block without the collector, which would look at the same new objects again and again.

    At 5,000 messages that is more than half of the time of a call (`make bench`).
    """

    __slots__ = ("_was_on",)

    def __enter__(self) -> Self:
        self._was_on = gc.isenabled()
        gc.disable()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._was_on:
            gc.enable()
