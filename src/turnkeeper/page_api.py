"""The door for real calls from the page.

There the page's worker sends a call, and it alone has the reader's key: it puts the key on the request when that is on
its way, and only to Anthropic's API. Python never holds it.
"""

import json
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import anthropic
import httpx2

Send = Callable[[str, str, str, str], str]
"""Sends method, path, headers as JSON, and body. Answers JSON: status, headers and body, or `problem`, a sentence."""

HELD = "held by the page"
"""Stands where the SDK wants a key."""

_BASE_URL = "https://api.anthropic.com"
_send: Send | None = None


def open_door(send: Send | None) -> None:
    """Have real calls sent by the page, or by nobody any more.

    Args:
        send: The page's part.
    """
    global _send
    _send = send


def page_settings() -> dict[str, Any] | None:
    """Return what an SDK client needs to call through the page; None where no page has opened the door.

    A call is made once, never again by itself: each costs the reader money.
    """
    if _send is None:
        return None
    return {"api_key": HELD, "base_url": _BASE_URL, "max_retries": 0}


def page_client() -> anthropic.Anthropic | None:
    """Return an SDK client whose calls the page sends; None where no page has opened the door."""
    settings = page_settings()
    if settings is None:
        return None
    with _no_warning_of_sockets():
        http_client = anthropic.DefaultHttpxClient(transport=httpx2.MockTransport(_answer))
    return anthropic.Anthropic(**settings, http_client=http_client)


def page_async_client() -> anthropic.AsyncAnthropic | None:
    """Return the same as `page_client`, for code that awaits."""
    settings = page_settings()
    if settings is None:
        return None
    with _no_warning_of_sockets():
        http_client = anthropic.DefaultAsyncHttpxClient(transport=httpx2.MockTransport(_answer))
    return anthropic.AsyncAnthropic(**settings, http_client=http_client)


@contextmanager
def _no_warning_of_sockets() -> Iterator[None]:
    with warnings.catch_warnings():
        # In the browser httpx2 warns about socket options, which a call through the page never uses.
        warnings.filterwarnings("ignore", message=".*not supported on Emscripten.*")
        yield


def _answer(request: httpx2.Request) -> httpx2.Response:
    if _send is None:
        raise httpx2.ConnectError("The key is forgotten, so nothing is sent.", request=request)
    headers = json.dumps(dict(request.headers.items()))
    answer = json.loads(_send(request.method, request.url.raw_path.decode(), headers, request.content.decode()))
    if "problem" in answer:
        raise httpx2.ConnectError(answer["problem"], request=request)
    return httpx2.Response(answer["status"], headers=answer["headers"], content=answer["body"].encode())
