"""A history as JSON would hold it: SDK objects, tuples and mappings of any kind become lists and dicts.

Only what a rule looks into is rewritten, and what is a dict of lists and dicts already stays the same object.
"""

from collections.abc import Callable, Mapping
from operator import is_not
from types import NoneType

from turnkeeper.messages import plain_block

_JSON = {str, int, float, bool, NoneType, list, dict}
_DEEPEST = 4  # a message, a tool result in it, a document in that, its source, and the blocks of that


def plain_messages(messages: object) -> object:
    """Return messages with their blocks as lists and dicts; what is neither stays as it is. Nothing is changed."""
    return _listed(messages, _block)


def plain_blocks(given: object) -> object:
    """Return a system prompt or tool definitions as lists and dicts."""
    return _listed(given, plain)


def plain(value: object) -> object:
    """Return one mapping or SDK object, with the mappings right in it, as a dict; anything else as it is."""
    if type(value) is dict and _JSON.issuperset(map(type, value.values())):
        return value
    try:
        if isinstance(value, Mapping) or hasattr(value, "model_dump"):
            return {key: _as_dict(one) for key, one in plain_block(value).items()}
    except Exception:  # what only looks like a block, such as a class, is no block
        return value
    return value


def _listed(value: object, each: Callable[[object], object]) -> object:
    return [each(one) for one in value] if isinstance(value, list | tuple) else value


def _block(value: object, depth: int = _DEEPEST) -> object:
    """Rewrite a message or block, and the blocks in it."""
    block = plain(value)
    if not depth or not isinstance(block, dict):
        return block
    content, source = block.get("content"), block.get("source")
    if isinstance(content, list | tuple):
        inner = [_block(one, depth - 1) for one in content]
        if isinstance(content, tuple) or any(map(is_not, inner, content)):
            block = {**block, "content": inner}
    if isinstance(source, dict):
        block = {**block, "source": _block(source, depth - 1)}
    return block


def _as_dict(value: object) -> object:
    return dict(value) if isinstance(value, Mapping) else value
