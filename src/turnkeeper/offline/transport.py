"""The door for the SDK: a real client whose transport is the offline model."""

import warnings
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from typing import Any

import anthropic
import httpx2

from turnkeeper.offline.model import ScriptedModel

# The base URL is given so that no environment variable can point an offline client at a network.
_WHO: dict[str, Any] = {"api_key": "offline", "base_url": "http://offline.invalid"}


def offline_client(model: ScriptedModel) -> anthropic.Anthropic:
    """Return an SDK client whose every request is answered by the offline model, without a network.

    Args:
        model: The model that answers.
    """
    with _no_warning_of_sockets():
        http_client = anthropic.DefaultHttpxClient(transport=_transport(model))
    return anthropic.Anthropic(**_WHO, http_client=http_client)


def offline_async_client(model: ScriptedModel) -> anthropic.AsyncAnthropic:
    """Return the same as `offline_client`, for code that awaits. The script itself runs while the call is awaited.

    Args:
        model: The model that answers.
    """
    with _no_warning_of_sockets():
        http_client = anthropic.DefaultAsyncHttpxClient(transport=_transport(model))
    return anthropic.AsyncAnthropic(**_WHO, http_client=http_client)


def _transport(model: ScriptedModel) -> httpx2.MockTransport:
    def handle(request: httpx2.Request) -> httpx2.Response:
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in request.headers.raw}
        answer = model.answer(request.method, request.url.path, headers, request.content)
        if len(answer.chunks) == 1:
            return httpx2.Response(answer.status, headers=answer.headers, content=answer.chunks[0])
        return httpx2.Response(answer.status, headers=answer.headers, stream=_Chunks(answer.chunks))

    return httpx2.MockTransport(handle)


class _Chunks(httpx2.SyncByteStream, httpx2.AsyncByteStream):
    """A body that arrives piece by piece, so that a reader may look at one event, and leave."""

    def __init__(self, chunks: tuple[bytes, ...]) -> None:
        self._chunks = chunks

    def __iter__(self) -> Iterator[bytes]:
        return iter(self._chunks)

    async def __aiter__(self) -> AsyncIterator[bytes]:
        for chunk in self._chunks:
            yield chunk


@contextmanager
def _no_warning_of_sockets() -> Iterator[None]:
    with warnings.catch_warnings():
        # In the browser httpx2 warns about socket options, which a mock transport never uses.
        warnings.filterwarnings("ignore", message=".*not supported on Emscripten.*")
        yield
