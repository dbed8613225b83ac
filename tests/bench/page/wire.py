"""The site's server, which counts what it sends, may pack texts or not, and can be as slow as a reader's line."""

import threading
import time
from typing import Any

from turnkeeper.site.serve import SiteHandler


class Wire:
    """The line between the host and a reader.

    Attributes:
        sent: Bytes sent so far, headers and bodies.
        rate: Bytes a second that the line can take; 0 for no limit.
        compresses: Whether the host packs texts, as most do.
    """

    def __init__(self) -> None:
        self.sent = 0
        self.rate = 0.0
        self.compresses = True
        self._free_at = 0.0
        self._lock = threading.Lock()

    def take(self, size: int) -> None:
        """Count bytes, and wait until the line has taken them."""
        with self._lock:
            self.sent += size
            now = time.monotonic()
            if self.rate:
                self._free_at = max(self._free_at, now) + size / self.rate
            wait = self._free_at - now if self.rate else 0.0
        if wait > 0:
            time.sleep(wait)

    def settled(self, seconds: float = 2.0, most: float = 120.0) -> int:
        """Wait until nothing has been sent for some seconds, and return how many bytes were sent in all."""
        began, last, since = time.monotonic(), self.sent, time.monotonic()
        while time.monotonic() - since < seconds and time.monotonic() - began < most:
            time.sleep(0.1)
            if self.sent != last:
                last, since = self.sent, time.monotonic()
        return self.sent


class _Counted:
    """A socket's writing end that counts."""

    def __init__(self, file: Any, wire: Wire) -> None:
        self._file = file
        self._wire = wire

    def write(self, data: bytes) -> int:
        for at in range(0, len(data), 16384):
            part = data[at : at + 16384]
            self._wire.take(len(part))
            self._file.write(part)
        return len(data)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._file, name)


def counting(wire: Wire) -> type[SiteHandler]:
    """A handler of the site's that counts what it sends."""

    class Counting(SiteHandler):
        def setup(self) -> None:
            super().setup()
            self.wfile = _Counted(self.wfile, wire)  # type: ignore[assignment]

        def do_GET(self) -> None:  # noqa: N802 - the base class names it
            """Send a file, packed where the host does that."""
            if not wire.compresses:
                del self.headers["Accept-Encoding"]
            super().do_GET()

    return Counting
