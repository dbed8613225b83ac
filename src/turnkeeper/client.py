"""`connect()`: the one line that decides who answers."""

import os
from typing import TypeVar

import anthropic

from turnkeeper.offline import ScriptedModel
from turnkeeper.offline.transport import offline_async_client, offline_client
from turnkeeper.scripts import reader

Client = TypeVar("Client", anthropic.Anthropic, anthropic.AsyncAnthropic)


def connect(model: ScriptedModel | None = None, *, live: bool = False) -> anthropic.Anthropic:
    """Return an SDK client: offline by default, the real Messages API when you ask for it.

    Args:
        model: The scripted model to talk to; when there is none, a new one with the scripted reader.
        live: True to talk to the real API with the key in `ANTHROPIC_API_KEY`. Each call then costs money.

    Raises:
        ValueError: If `live` is asked for without a key, or together with a scripted model.
    """
    return _live(model, anthropic.Anthropic) if live else offline_client(model or ScriptedModel(reader))


def connect_async(model: ScriptedModel | None = None, *, live: bool = False) -> anthropic.AsyncAnthropic:
    """Return the same as `connect()`, for code that awaits.

    Args:
        model: The scripted model to talk to; when there is none, a new one with the scripted reader.
        live: True to talk to the real API with the key in `ANTHROPIC_API_KEY`. Each call then costs money.

    Raises:
        ValueError: If `live` is asked for without a key, or together with a scripted model.
    """
    return _live(model, anthropic.AsyncAnthropic) if live else offline_async_client(model or ScriptedModel(reader))


def _live(model: ScriptedModel | None, client: type[Client]) -> Client:
    if model is not None:
        raise ValueError("connect() takes a scripted model or live=True, not both")
    if not os.environ.get("ANTHROPIC_API_KEY"):
        raise ValueError("live=True needs your key: set ANTHROPIC_API_KEY, or leave live out to stay offline")
    return client()
