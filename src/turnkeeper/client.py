"""`connect()`: the one line that decides who answers."""

import os

import anthropic

from turnkeeper.offline import ScriptedModel, offline_client
from turnkeeper.scripts import reader


def connect(model: ScriptedModel | None = None, *, live: bool = False) -> anthropic.Anthropic:
    """Return an SDK client: offline by default, the real Messages API when you ask for it.

    Args:
        model: The offline model to talk to; when there is none, a new one with the scripted reader.
        live: True to talk to the real API with the key in `ANTHROPIC_API_KEY`. Each call then costs money.

    Raises:
        ValueError: If `live` is asked for without a key, or together with an offline model.
    """
    if not live:
        return offline_client(model or ScriptedModel(reader))
    if model is not None:
        raise ValueError("connect() takes an offline model or live=True, not both")
    if not os.environ.get("ANTHROPIC_API_KEY"):
        raise ValueError("live=True needs your key: set ANTHROPIC_API_KEY, or leave live out to stay offline")
    return anthropic.Anthropic()
