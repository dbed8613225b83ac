"""Turnkeeper: conversation state for chat models, as a course and as a small engine."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from turnkeeper.client import connect
    from turnkeeper.conversation import Conversation
    from turnkeeper.offline import MessagesRequest, ScriptedModel
    from turnkeeper.validity import Problem, check_history
    from turnkeeper.view import show_requests

__all__ = [
    "Conversation",
    "MessagesRequest",
    "ScriptedModel",
    "Problem",
    "check_history",
    "connect",
    "show_requests",
]

_HOMES = {
    "Conversation": "conversation",
    "MessagesRequest": "offline",
    "ScriptedModel": "offline",
    "Problem": "validity",
    "check_history": "validity",
    "connect": "client",
    "show_requests": "view",
}


def __getattr__(name: str) -> Any:
    """Import a public name when it is first asked for: the SDK takes a second, which the command line need not wait."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
