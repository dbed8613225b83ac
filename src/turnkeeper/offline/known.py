"""The beginning of a conversation that was accepted before: it comes again with every turn.

Most rules look at a turn and the one before it. So where a request goes on from an accepted one, only its end has to be
read again, and the cost of a call hardly grows with what was said long ago. Anything out of the ordinary, and anything
that looks like a fault, is asked of the whole history: what is known here can only ever spare work.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pydantic_core import to_json

from turnkeeper.offline.request import MessagesRequest
from turnkeeper.tokens import message_tokens, request_tokens
from turnkeeper.validity import History
from turnkeeper.validity.limits import MOST_MESSAGES

_ORDINARY = {"text", "tool_use", "tool_result"}


@dataclass(frozen=True, slots=True)
class Beginning:
    """The messages of a request that was accepted, and what was found in them.

    Attributes:
        written: The list of messages as JSON, without the bracket at its end.
        count: How many messages they are.
        around: What else the verdict on them depends on.
        ordinary: True when there is nothing in them but text, calls and results.
        ids: The ids of the calls.
        tokens: Their stand-in tokens.
    """

    written: bytes = b"["
    count: int = 0
    around: tuple[Any, ...] = ()
    ordinary: bool = False
    ids: frozenset[str] = frozenset()
    tokens: int = 0


class Meeting:
    """A list of messages, held against the beginning that is known.

    Args:
        known: The beginning.
        messages: What a request holds as messages; anything that JSON can hold.

    Attributes:
        count: How many of the messages are known: all of the beginning's, or none.
    """

    def __init__(self, known: Beginning, messages: object) -> None:
        # As they are written, to the byte: in Python True and 1 are equal, in JSON they are not.
        self._written = to_json(messages, inf_nan_mode="constants")
        self._known = known if self._written.startswith(known.written) else Beginning()
        self.count = self._known.count

    def end_of(self, history: History) -> History | None:
        """Return the end of a history that is left to check; None when the whole of it is.

        Args:
            history: A history of these messages, all of which fit the schema.
        """
        known = self._known
        if not (known.ordinary and known.around == _around(history) and _may_be_cut(history)):
            return None
        start = _start_of_reply(history.messages, known.count)
        if not start or not known.ids.isdisjoint(_ids(history.messages[known.count :])):
            return None
        end = history.with_messages(history.messages[start:])
        return end if _is_ordinary(end) else None

    def learned(self, history: History, end: History | None, *, by_every_rule: bool) -> Beginning:
        """Return what is known once a history of these messages was accepted.

        Args:
            history: The history.
            end: What was checked of it; None when that was the whole.
            by_every_rule: False when a rule was left out that may hold for a later request.
        """
        known = self._known if self._known.around == _around(history) else Beginning()
        new = history.messages[known.count :]
        letters = history.model.letters_per_piece
        return Beginning(
            written=self._written[:-1],
            count=len(history.messages),
            around=_around(history),
            ordinary=by_every_rule and (end is not None or (_may_be_cut(history) and _is_ordinary(history))),
            ids=known.ids.union(_ids(new)),
            tokens=known.tokens + sum(message_tokens(message, letters) for message in new),
        )


def input_tokens(request: MessagesRequest, known: Beginning) -> int:
    """Return the stand-in tokens of a request whose messages are all known."""
    return known.tokens + request_tokens(
        (), model=request.model, system=request.system, tools=request.tools, tool_choice=request.tool_choice
    )


def _around(history: History) -> tuple[Any, ...]:
    return history.model, history.system, history.tools


def _may_be_cut(history: History) -> bool:
    """Tell whether no rule looks at a history as a whole, whatever is in it."""
    return history.target == "claude" and len(history.messages) <= MOST_MESSAGES


def _is_ordinary(history: History) -> bool:
    roles = {message["role"] for message in history.messages}
    special = "system" in roles or not _ORDINARY.issuperset(history.kinds)
    return not special and not history.markers and not history.pictures


def _start_of_reply(messages: Sequence[Any], before: int) -> int:
    """Return where the last turn of the assistant begins that begins before a place; 0 when there is none."""
    for place in range(before - 1, 0, -1):
        if messages[place]["role"] == "assistant" != messages[place - 1]["role"]:
            return place
    return 0


def _ids(messages: Sequence[Any]) -> list[str]:
    return [
        block["id"]
        for message in messages
        if not isinstance(content := message.get("content", ""), str)
        for block in content
        if block["type"] == "tool_use"
    ]
