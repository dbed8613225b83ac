"""Serve the built site from this machine, for its reader and for the browser tests."""

from __future__ import annotations

import errno
import gzip
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache, partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.parse import urlsplit

HOST = "127.0.0.1"
_TEXTS = {".css", ".html", ".js", ".json", ".mjs", ".svg", ".webmanifest", ".xml"}


class PortTakenError(OSError):
    """Another program listens on the port."""


class SiteHandler(SimpleHTTPRequestHandler):
    """Static files under a prefix, with the types that browsers insist on.

    Args:
        directory: The site's folder.
        prefix: Path that the site lies under; begins and ends with a slash.
        for_authors: Have the service worker ask at each page whether the site was built anew, and show that at once.
    """

    # Systems differ in what their mime.types know, and browsers refuse modules and wasm of another type.
    extensions_map = {  # noqa: RUF012 - the base class declares it, so it cannot be a ClassVar here
        **SimpleHTTPRequestHandler.extensions_map,
        ".bin": "application/octet-stream",
        ".css": "text/css",
        ".html": "text/html; charset=utf-8",
        ".ipynb": "application/json",
        ".js": "text/javascript",
        ".json": "application/json",
        ".mjs": "text/javascript",
        ".py": "text/x-python; charset=utf-8",
        ".so": "application/wasm",
        ".svg": "image/svg+xml",
        ".wasm": "application/wasm",
        ".webmanifest": "application/manifest+json",
        ".whl": "application/octet-stream",
    }
    protocol_version = "HTTP/1.1"

    def __init__(self, *args: Any, prefix: str = "/", for_authors: bool = False, **options: Any) -> None:
        self.prefix = prefix
        self.for_authors = for_authors
        super().__init__(*args, **options)

    def translate_path(self, path: str) -> str:
        """The file of an address; an address outside the prefix names none."""
        below = urlsplit(path).path.removeprefix(self.prefix[:-1])
        return super().translate_path(below)

    def send_head(self) -> Any:
        """Refuse what lies outside the prefix, then answer as usual."""
        path = urlsplit(self.path).path
        if path == self.prefix[:-1] and path:
            self.send_response(301)
            self.send_header("Location", self.prefix)
            self.send_header("Content-Length", "0")
            self.end_headers()
            return None
        if not path.startswith(self.prefix):
            self.send_error(404, f"The site lies under {self.prefix}")
            return None
        if path == f"{self.prefix}sitemap.xml":
            return self._send("text/xml", 200, self._sitemap())
        if path == f"{self.prefix}sw.js" and self.for_authors:
            return self._send("text/javascript", 200, self._service_worker())
        return self._packed() or super().send_head()

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Answer an address that names no page with the site's own 404 page, which leads back."""
        page = Path(self.directory) / "404.html"
        below = urlsplit(self.path).path.startswith(self.prefix)
        if code != 404 or not below or not page.is_file():
            super().send_error(code, message, explain)
            return
        body = self._send("text/html; charset=utf-8", 404, page.read_bytes())
        if self.command != "HEAD":
            self.wfile.write(body.read())

    def _packed(self) -> BytesIO | None:
        """A text as most hosts send it, packed; None for what else is asked, and where the browser has it already."""
        path = Path(self.translate_path(self.path))
        if urlsplit(self.path).path.endswith("/"):
            path /= "index.html"
        known = "If-Modified-Since" in self.headers
        if known or path.suffix not in _TEXTS or "gzip" not in self.headers.get("Accept-Encoding", ""):
            return None
        try:
            changed = path.stat().st_mtime
            body = _gzip(path, changed)
        except OSError:
            return None
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(path))
        self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Last-Modified", self.date_time_string(int(changed)))
        self.send_header("Vary", "Accept-Encoding")
        self.end_headers()
        return BytesIO(body)

    def _sitemap(self) -> bytes:
        """The sitemap with the addresses that the site has here: Material's instant navigation looks pages up in it."""
        text = (Path(self.directory) / "sitemap.xml").read_text(encoding="utf-8")
        home = re.search(r"<loc>(.*?)</loc>", text)
        here = f"http://{self.headers.get('Host', HOST)}{self.prefix}"
        return (text.replace(f"<loc>{home[1]}", f"<loc>{here}") if home else text).encode()

    def _service_worker(self) -> bytes:
        """The service worker, told that its readers are authors."""
        text = (Path(self.directory) / "sw.js").read_text(encoding="utf-8")
        return text.replace("@updates:announced@", "@updates:at once@").encode()

    def _send(self, kind: str, status: int, body: bytes) -> BytesIO:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        return BytesIO(body)

    def end_headers(self) -> None:
        """Isolate the pages, so that Stop can interrupt Python, and have browsers ask whether a file has changed.

        The notebooks are not isolated, as on a host that sends no such headers: what JupyterLite does where it has
        shared memory fails by chance (`Atomics.waitAsync(...).value.then is not a function`).
        """
        if not urlsplit(getattr(self, "path", "")).path.startswith(f"{self.prefix}lite/"):
            self.send_header("Cross-Origin-Opener-Policy", "same-origin")
            self.send_header("Cross-Origin-Embedder-Policy", "require-corp")
        self.send_header("Cache-Control", "no-cache")  # the site is rebuilt while it is open
        super().end_headers()

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing: a page asks for dozens of files."""


@lru_cache(maxsize=500)
def _gzip(path: Path, changed: float) -> bytes:
    return gzip.compress(path.read_bytes(), 6)


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    # Else a second server could take the port that the first one listens on.
    allow_reuse_port = False

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A reader who closes the page while a file is on its way is no error."""


def open_server(
    root: Path,
    prefix: str = "/",
    port: int = 0,
    handler: type[SiteHandler] = SiteHandler,
    *,
    for_authors: bool = False,
) -> ThreadingHTTPServer:
    """Bind a server for a folder to a port of this machine.

    Args:
        root: The site's folder.
        prefix: Path that the site lies under; begins and ends with a slash.
        port: Port to listen on; 0 takes a free one.
        handler: Answers the requests.
        for_authors: Show at once what was built anew, whatever a browser keeps.

    Raises:
        PortTakenError: Another program listens there; the message names the mend.
        FileNotFoundError: There is no built site in the folder.
    """
    if not (root / "index.html").is_file():
        raise FileNotFoundError(f"There is no site in {root}. Run `turnkeeper build`.")
    return _bind(port, partial(handler, directory=str(root), prefix=prefix, for_authors=for_authors))


def _bind(port: int, handler: Callable[..., SimpleHTTPRequestHandler]) -> ThreadingHTTPServer:
    """Listen on a port of this machine.

    Raises:
        PortTakenError: Another program listens there, or the port is the system's own.
    """
    try:
        return _Server((HOST, port), handler)
    except OSError as problem:
        if problem.errno not in (errno.EADDRINUSE, errno.EACCES):
            raise
        other = port + 1 if port >= 1024 else 8000
        raise PortTakenError(
            f"Port {port} is taken by another program; choose another one: make serve PORT={other}"
        ) from problem


def check_port(port: int) -> None:
    """Tell early that a port cannot be used.

    Args:
        port: The port to listen on later.

    Raises:
        PortTakenError: Another program listens there.
    """
    _bind(port, SimpleHTTPRequestHandler).server_close()


@contextmanager
def serving(
    root: Path, prefix: str = "/course/", port: int = 0, handler: type[SiteHandler] = SiteHandler
) -> Iterator[str]:
    """Serve a folder while the block runs.

    Args:
        root: The site's folder.
        prefix: Path that the site lies under; begins and ends with a slash.
        port: Port to listen on; 0 takes a free one.
        handler: Answers the requests.

    Yields:
        The site's address, with its last slash.
    """
    server = open_server(root, prefix, port, handler)
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
    thread.start()
    try:
        yield f"http://{HOST}:{server.server_address[1]}{prefix}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def serve(root: Path, port: int) -> None:
    """Serve the site until Ctrl+C.

    Args:
        root: The site's folder.
        port: Port to listen on.

    Raises:
        PortTakenError: Another program listens there.
    """
    with open_server(root, port=port, for_authors=True) as server:
        print(f"Turnkeeper is at http://{HOST}:{server.server_address[1]}/ (Ctrl+C stops it)", flush=True)
        try:
            server.serve_forever(poll_interval=0.1)
        except KeyboardInterrupt:
            print()
