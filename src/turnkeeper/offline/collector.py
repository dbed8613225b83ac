"""Python's garbage collector, paused where a call makes thousands of objects at once and no cycle among them."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def collector_paused() -> Iterator[None]:
    """Run a block without the collector, which would look at the same new objects again and again.

    At 5,000 messages that is more than half of the time of a call (`make bench`).
    """
    if not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
