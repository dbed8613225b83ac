"""The door on a port: the offline Messages API for any client in any language, by its base URL."""

import errno
import logging
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from threading import Thread
from typing import Any

from turnkeeper.offline.model import ScriptedModel
from turnkeeper.offline.request import LARGEST

try:
    import uvicorn
    from starlette.applications import Starlette
    from starlette.concurrency import run_in_threadpool
    from starlette.datastructures import Headers
    from starlette.middleware import Middleware
    from starlette.middleware.cors import CORSMiddleware
    from starlette.requests import ClientDisconnect, Request
    from starlette.responses import StreamingResponse
    from starlette.routing import Mount
    from starlette.types import ASGIApp, Receive, Scope, Send
except ModuleNotFoundError as missing:
    raise ModuleNotFoundError(
        f"The offline API on a port needs {missing.name}. Install what it needs: pip install 'turnkeeper[api]'",
        name=missing.name,
    ) from missing

# Threads are held here, and their ids can be guessed: no page from elsewhere may read them.
_PAGES = r"https?://(localhost|127\.0\.0\.1|\[::1\])(:\d+)?"
_LOG = logging.getLogger("turnkeeper.api")
_LOGGING: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "plain": {"format": "%(message)s"},
        "call": {"()": "uvicorn.logging.AccessFormatter", "fmt": "%(request_line)s %(status_code)s"},
    },
    "handlers": {
        "plain": {"class": "logging.StreamHandler", "formatter": "plain"},
        "call": {"class": "logging.StreamHandler", "formatter": "call"},
    },
    "loggers": {
        "turnkeeper.api": {"handlers": ["plain"], "level": "INFO", "propagate": False},
        "turnkeeper.offline": {"handlers": ["plain"], "level": "ERROR", "propagate": False},
        "uvicorn.error": {"handlers": ["plain"], "level": "ERROR", "propagate": False},
        "uvicorn.access": {"handlers": ["call"], "level": "INFO", "propagate": False},
    },
}


class CannotListenError(OSError):
    """The offline API cannot listen where it was told to; the message names the mend."""


def app(model: ScriptedModel) -> Starlette:
    """Return the offline API as an ASGI application. In a browser only pages of this machine may call it.

    Their origin is localhost, 127.0.0.1 or [::1], with any port. A program that is no browser sends no origin.

    Args:
        model: The model that answers. Its script runs in a worker thread, one call at a time.
    """
    pages = Middleware(
        CORSMiddleware,
        allow_origin_regex=_PAGES,
        allow_methods=["*"],
        allow_headers=["*"],
        expose_headers=["request-id", "retry-after", "retry-after-ms", "x-should-retry"],
    )
    return Starlette(routes=[Mount("/", app=_door(model))], middleware=[pages])


def serve(model: ScriptedModel, *, host: str = "127.0.0.1", port: int = 8080) -> None:
    """Answer on a port until Ctrl-C.

    Args:
        model: The model that answers.
        host: The address to listen on; the default can only be reached from this machine.
        port: The port; 0 takes one that is free, and the first line names it.

    Raises:
        CannotListenError: The port is taken, or is none, or the address is not one of this machine.
    """
    listening = _listen(host, port)
    server = _server(model, log_config=_LOGGING, timeout_graceful_shutdown=1)
    url = _url(listening)
    _LOG.info("The offline Messages API answers on %s (Ctrl-C ends it). For a client: ANTHROPIC_BASE_URL=%s", url, url)
    try:
        server.run(sockets=[listening])
    except KeyboardInterrupt:  # uvicorn has closed everything, and passes the signal on
        _LOG.info("Stopped.")


@contextmanager
def running(model: ScriptedModel, *, host: str = "127.0.0.1", port: int = 0) -> Iterator[str]:
    """Answer on a port, in a thread, while the block runs: for tests of programs that take a base URL.

    Args:
        model: The model that answers.
        host: The address to listen on.
        port: The port; 0 takes one that is free.

    Yields:
        The base URL.

    Raises:
        CannotListenError: As `serve`.
    """
    listening = _listen(host, port)
    server = _server(model, log_config=None, access_log=False, timeout_graceful_shutdown=1)
    thread = Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
    thread.start()
    try:
        yield _url(listening)  # connections wait in the socket until the thread takes them
    finally:
        server.should_exit = True
        with _unheard(logging.getLogger("uvicorn.error")):  # which has much to say about a script that hangs
            thread.join()


@contextmanager
def _unheard(log: logging.Logger) -> Iterator[None]:
    level = log.level
    log.setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        log.setLevel(level)


def _server(model: ScriptedModel, **settings: Any) -> uvicorn.Server:
    return uvicorn.Server(uvicorn.Config(app(model), ws="none", lifespan="off", server_header=False, **settings))


def _listen(host: str, port: int) -> socket.socket:
    try:
        return socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET)
    except OverflowError:
        raise CannotListenError(f"{port} is no port: take one from 1024 to 65535.") from None
    except OSError as problem:
        if problem.errno == errno.EADDRINUSE:
            said = f"Port {port} is taken: end the program that listens there, or take another port."
        elif problem.errno == errno.EACCES:
            said = f"Port {port} is the system's own: take one from 1024 to 65535."
        else:
            said = f"Cannot listen on {host}: {problem.strerror}. 127.0.0.1 is this machine."
        raise CannotListenError(said) from None


def _url(listening: socket.socket) -> str:
    host, port = listening.getsockname()[:2]
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def _door(model: ScriptedModel) -> ASGIApp:
    async def door(scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope, receive)
        try:
            body = await _body(request)
        except ClientDisconnect:
            return
        answer = await run_in_threadpool(model.answer, request.method, scope["path"], _joined(request.headers), body)

        async def chunks() -> AsyncIterator[bytes]:
            for chunk in answer.chunks:
                yield chunk

        headers = dict(answer.headers)
        if len(answer.chunks) == 1:
            headers["content-length"] = str(len(answer.chunks[0]))
        response = StreamingResponse(chunks(), answer.status, headers)
        await response(scope, receive, send)

    return door


async def _body(request: Request) -> bytes:
    """Read the body, but not much further than the model reads: memory is not the sender's to fill."""
    body = bytearray()
    async for piece in request.stream():
        body += piece
        if len(body) > LARGEST:
            break
    return bytes(body)


def _joined(headers: Headers) -> dict[str, str]:
    """A header that is sent twice is one list (RFC 9110, section 5.3)."""
    return {name: ", ".join(headers.getlist(name)) for name in headers}
