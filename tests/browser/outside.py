"""Notices every request to another host: the browser's only way out is a proxy that writes it down and refuses it."""

from collections.abc import Iterator
from contextlib import contextmanager
from socketserver import StreamRequestHandler, ThreadingTCPServer
from threading import Thread
from urllib.parse import urlsplit


class Outside:
    """What was asked of other hosts.

    Attributes:
        requests: Method and address of each request, in order.
        proxy: Address of the proxy.
    """

    def __init__(self, proxy: str) -> None:
        self.requests: list[str] = []
        self.proxy = proxy

    def saw(self, url: str) -> None:
        """Write a request of a page down, if it leaves this machine."""
        parts = urlsplit(url)
        if parts.scheme in ("http", "https", "ws", "wss") and parts.hostname != "127.0.0.1":
            self.requests.append(f"page {url}")

    def take(self) -> list[str]:
        """Return what was written down, and begin anew."""
        taken, self.requests = self.requests, []
        return taken


@contextmanager
def refusing_proxy() -> Iterator[Outside]:
    """Run the proxy while the block runs. Browsers ask it for every host but loopback, from workers as well."""

    class Refuse(StreamRequestHandler):
        def handle(self) -> None:
            asked = self.rfile.readline(4096).decode("latin-1").rsplit(" ", 1)[0].strip()
            if asked:
                outside.requests.append(asked)
            self.wfile.write(b"HTTP/1.1 403 Refused\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")

    class Server(ThreadingTCPServer):
        daemon_threads = True

    with Server(("127.0.0.1", 0), Refuse) as server:
        outside = Outside(f"http://127.0.0.1:{server.server_address[1]}")
        Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
        yield outside
        server.shutdown()
