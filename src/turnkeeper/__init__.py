"""Turnkeeper: conversation state for chat models, as a course and as a small engine."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from turnkeeper.client import connect, connect_async
    from turnkeeper.conversation import Conversation, OpenTurnError
    from turnkeeper.costs import Bill, bill, input_with_cache, input_without_cache, processed
    from turnkeeper.memory import Fact, KnownFacts, current_order, latest_confirmed, new_facts, place_facts
    from turnkeeper.memory_tool import MemoryFolder
    from turnkeeper.messages import turns
    from turnkeeper.offline import MessagesRequest, ScriptedModel
    from turnkeeper.store import ConversationChangedError, MemoryStore, SqliteStore, StoreError
    from turnkeeper.summarizing import Summarized, SummaryError, summarize
    from turnkeeper.trimming import (
        BudgetTooSmall,
        clear_tool_results,
        cut_rarely,
        keep_last_messages,
        keep_last_turns,
        trim_to_budget,
        window_with_anchor,
        without_thinking,
    )
    from turnkeeper.validity import Problem, check_history
    from turnkeeper.view import show_context, show_requests

__all__ = [
    "Bill",
    "BudgetTooSmall",
    "Conversation",
    "ConversationChangedError",
    "Fact",
    "KnownFacts",
    "MemoryFolder",
    "MemoryStore",
    "MessagesRequest",
    "OpenTurnError",
    "Problem",
    "ScriptedModel",
    "SqliteStore",
    "StoreError",
    "Summarized",
    "SummaryError",
    "bill",
    "check_history",
    "clear_tool_results",
    "connect",
    "connect_async",
    "current_order",
    "cut_rarely",
    "input_with_cache",
    "input_without_cache",
    "keep_last_messages",
    "keep_last_turns",
    "latest_confirmed",
    "new_facts",
    "place_facts",
    "processed",
    "show_context",
    "show_requests",
    "summarize",
    "trim_to_budget",
    "turns",
    "window_with_anchor",
    "without_thinking",
]

_HOMES = {
    "Bill": "costs",
    "BudgetTooSmall": "trimming",
    "Conversation": "conversation",
    "ConversationChangedError": "store",
    "Fact": "memory",
    "KnownFacts": "memory",
    "MemoryFolder": "memory_tool",
    "MemoryStore": "store",
    "MessagesRequest": "offline",
    "OpenTurnError": "conversation",
    "Problem": "validity",
    "ScriptedModel": "offline",
    "SqliteStore": "store",
    "StoreError": "store",
    "Summarized": "summarizing",
    "SummaryError": "summarizing",
    "bill": "costs",
    "check_history": "validity",
    "clear_tool_results": "trimming",
    "connect": "client",
    "connect_async": "client",
    "current_order": "memory",
    "cut_rarely": "trimming",
    "input_with_cache": "costs",
    "input_without_cache": "costs",
    "keep_last_messages": "trimming",
    "keep_last_turns": "trimming",
    "latest_confirmed": "memory",
    "new_facts": "memory",
    "place_facts": "memory",
    "processed": "costs",
    "show_context": "view",
    "show_requests": "view",
    "summarize": "summarizing",
    "trim_to_budget": "trimming",
    "turns": "messages",
    "window_with_anchor": "trimming",
    "without_thinking": "trimming",
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
