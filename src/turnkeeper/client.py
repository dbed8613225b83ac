"""`connect()`: the one line that decides who answers."""

import os
import sys

import anthropic

from turnkeeper.offline import ScriptedModel
from turnkeeper.offline.transport import offline_async_client, offline_client
from turnkeeper.page_api import page_async_client, page_client
from turnkeeper.scripts import reader


def connect(model: ScriptedModel | None = None, *, live: bool = False) -> anthropic.Anthropic:
    """Return an SDK client: offline by default, the real Messages API when you ask for it.

    Args:
        model: The scripted model to talk to; when there is none, a new one with the scripted reader.
        live: True to talk to the real API: with the key in `ANTHROPIC_API_KEY`, or, in the browser, with the one given
            to the page "Run it on a real model". Each call then costs money.

    Raises:
        ValueError: If `live` is asked for without a key, or together with a scripted model.
    """
    if not live:
        return offline_client(model or ScriptedModel(reader))
    _check_alone(model)
    client = page_client()
    if client is None:
        _check_key()
        client = anthropic.Anthropic()
    return client


def connect_async(model: ScriptedModel | None = None, *, live: bool = False) -> anthropic.AsyncAnthropic:
    """Return the same as `connect()`, for code that awaits.

    Args:
        model: The scripted model to talk to; when there is none, a new one with the scripted reader.
        live: True to talk to the real API: with the key in `ANTHROPIC_API_KEY`, or, in the browser, with the one given
            to the page "Run it on a real model". Each call then costs money.

    Raises:
        ValueError: If `live` is asked for without a key, or together with a scripted model.
    """
    if not live:
        return offline_async_client(model or ScriptedModel(reader))
    _check_alone(model)
    client = page_async_client()
    if client is None:
        _check_key()
        client = anthropic.AsyncAnthropic()
    return client


def _check_alone(model: ScriptedModel | None) -> None:
    if model is not None:
        raise ValueError("connect() takes a scripted model or live=True, not both")


def _check_key() -> None:
    if sys.platform == "emscripten":
        raise ValueError('live=True needs your key: give it on the page "Run it on a real model", or leave live out')
    if not os.environ.get("ANTHROPIC_API_KEY"):
        raise ValueError("live=True needs your key: set ANTHROPIC_API_KEY, or leave live out to stay offline")
