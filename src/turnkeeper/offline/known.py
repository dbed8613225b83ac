"""The beginning of a conversation that was accepted before: it comes again with every turn.

Most rules look at a turn and the one before it. So where a request goes on from an accepted one, only its end has to be
asked again, and the cost of a call does not grow with what has been said long ago. Anything out of the ordinary, and
anything that looks like a fault, is asked of the whole history: what is known here can only ever spare work.
"""

from typing import Any

from turnkeeper.validity import History
from turnkeeper.validity.limits import MOST_MESSAGES

_ORDINARY = {"text", "tool_use", "tool_result"}


class KnownBeginning:
    """The messages of the last request that was accepted, if there was nothing in them but text, calls and results."""

    def __init__(self) -> None:
        self._history: History | None = None
        self._ids: set[str] = set()

    def end_of(self, history: History) -> History | None:
        """Return the end of a history that is left to check; None when the whole of it is.

        Args:
            history: A history that fits the schema.
        """
        known = self._history
        if known is None or not _is_ordinary(history) or _around(history) != _around(known):
            return None
        same = _same(known.messages, history.messages)
        start = _start_of_reply(history.messages, same)
        new = history.messages[same:]
        if not start or not self._ids.isdisjoint(_ids(new)):
            return None
        end = history.with_messages(history.messages[start:])
        return end if _is_plain(end) else None

    def learn(self, history: History, end: History | None) -> None:
        """Remember a history that was accepted.

        Args:
            history: The history.
            end: What was checked of it; None when that was the whole.
        """
        if end is None and not (_is_ordinary(history) and _is_plain(history)):
            self._history = None
            return
        self._ids = {*(self._ids if end else ()), *_ids((end or history).messages)}
        self._history = history.with_messages(list(history.messages))


def _is_ordinary(history: History) -> bool:
    """Tell whether the rules that look at a history as a whole have nothing to look at."""
    few = len(history.messages) <= MOST_MESSAGES
    return few and history.target == "claude" and history.thinking.get("type") != "enabled"


def _is_plain(history: History) -> bool:
    roles = {message["role"] for message in history.messages}
    special = "system" in roles or not _ORDINARY.issuperset(history.kinds)
    return not special and not history.markers and not history.pictures


def _around(history: History) -> tuple[Any, ...]:
    return history.model, history.system, history.tools


def _same(known: list[Any], messages: list[Any]) -> int:
    """Return how many messages at the beginning are the same."""
    if messages[: len(known)] == known:
        return len(known)
    pairs = zip(known, messages, strict=False)
    return next((place for place, (old, new) in enumerate(pairs) if old != new), len(messages))


def _start_of_reply(messages: list[Any], before: int) -> int:
    """Return where the last turn of the assistant begins that begins before a place; 0 when there is none."""
    for place in range(before - 1, 0, -1):
        if messages[place]["role"] == "assistant" != messages[place - 1]["role"]:
            return place
    return 0


def _ids(messages: list[Any]) -> list[str]:
    return [
        block["id"]
        for message in messages
        if not isinstance(content := message.get("content", ""), str)
        for block in content
        if block["type"] == "tool_use"
    ]
