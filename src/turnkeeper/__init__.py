"""Turnkeeper: conversation state for chat models, as a course and as a small engine."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from turnkeeper.client import connect, connect_async
    from turnkeeper.conversation import Conversation
    from turnkeeper.costs import Bill, bill
    from turnkeeper.offline import MessagesRequest, ScriptedModel
    from turnkeeper.validity import Problem, check_history
    from turnkeeper.view import show_requests

__all__ = [
    "Bill",
    "Conversation",
    "MessagesRequest",
    "Problem",
    "ScriptedModel",
    "bill",
    "check_history",
    "connect",
    "connect_async",
    "show_requests",
]

_HOMES = {
    "Bill": "costs",
    "Conversation": "conversation",
    "MessagesRequest": "offline",
    "Problem": "validity",
    "ScriptedModel": "offline",
    "bill": "costs",
    "check_history": "validity",
    "connect": "client",
    "connect_async": "client",
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
