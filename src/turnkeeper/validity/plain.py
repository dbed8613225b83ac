"""A history as JSON would hold it: SDK objects, tuples and mappings of any kind become lists and dicts.

Only what a rule looks into is rewritten, so the cost does not depend on what a tool was called with.
"""

from collections.abc import Callable, Mapping
from typing import Any

from turnkeeper.messages import plain_block

_INSIDE = ("content", "source")


def plain_messages(messages: object) -> object:
    """Return messages with their blocks as lists and dicts; what is neither stays as it is. Nothing is changed."""
    return _listed(messages, _block)


def plain_blocks(given: object) -> object:
    """Return a system prompt or tool definitions as lists and dicts."""
    return _listed(given, _mapping)


def plain(value: object) -> object:
    """Return one mapping, like `cache_control`, as a dict."""
    return _mapping(value)


def _listed(value: object, each: Callable[[object], object]) -> object:
    return [each(one) for one in value] if isinstance(value, list | tuple) else value


def _block(value: object, depth: int = 4) -> object:
    """Rewrite a message or block, and the blocks in it: message, tool result, document, and the blocks of that."""
    block = _mapping(value)
    if depth and isinstance(block, dict):
        for key in _INSIDE:
            if isinstance(inner := block.get(key), list | tuple):
                block[key] = [_block(one, depth - 1) for one in inner]
            elif isinstance(inner, dict):
                block[key] = _block(inner, depth - 1)
    return block


def _mapping(value: object) -> Any:
    try:
        if isinstance(value, Mapping) or hasattr(value, "model_dump"):
            return {key: _as_dict(one) for key, one in plain_block(value).items()}
    except Exception:
        pass
    return value


def _as_dict(value: object) -> object:
    return dict(value) if isinstance(value, Mapping) else value
