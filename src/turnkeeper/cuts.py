"""Where a history may be cut: the one notion of it, for trimming and for summarizing.

A cut is *safe* when it parts no call from its result, neither of the caller's tools nor of the API's own, and when it
leaves no half of a turn behind that says nothing. At an *opening* a history may also begin, on every platform: it is a
safe cut in front of a message of the user without results.

What the API checks, and so what a cut must not break, is in `validity/`: `pairs`, `server_tools`, `text` and `roles`.
A history that is faulty already is cut by the same rules: a result that no call waits for is bound to nothing.

Everything here takes a time that grows with the history's length and no faster, and raises a `TypeError` that names the
place where there is something else than a message.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import accumulate, pairwise
from typing import NamedTuple

from turnkeeper.messages import THOUGHT, Message, content_at, content_of, part_of, starts_turn, types_of

_Key = tuple[bool, str]
"""What a call and its result share: whether the API runs the tool, and the id."""


class Piece(NamedTuple):
    """Messages of a history that stay together or go together: what the user asked, an exchange, or a reply.

    Attributes:
        first: The place of its first message.
        end: The place behind its last message.
        opens: True when a history may begin with it.
        told: True when the user says something in it.
        thinks: True when a reply in it begins with what the model thought.
        answered: True when it ends with the user's message: results, or what was asked.
    """

    first: int
    end: int
    opens: bool
    told: bool
    thinks: bool
    answered: bool


def turn_starts(messages: Sequence[Message]) -> list[int]:
    """Return the places of the messages that start a turn (`messages.starts_turn`), in order."""
    return [place for place in range(len(messages)) if _starts_turn(messages, place)]


def safe_cut(messages: Sequence[Message], place: int) -> int:
    """Return the nearest place, at or before the one asked for, in front of which a history may be cut.

    What is left may begin with the assistant's call: a summary in front of it is a message of the user.

    Args:
        messages: The history.
        place: The place of a message, or the length of the history for a cut behind the last.

    Returns:
        A place from 0, which leaves the history whole, to `place`.

    Raises:
        ValueError: If the history has no such place.
    """
    if not 0 <= place <= len(messages):
        raise ValueError(f"this history can be cut at the places 0 to {len(messages)}, not at {place}")
    parted, speakers = _parted(messages), _speakers(messages)
    safe = [
        not parted[here] and (message.get("role") != speakers[here] or _says(message))
        for here, message in enumerate(messages)
    ]
    safe.append(not open_calls(messages))
    return next((cut for cut in range(place, 0, -1) if safe[cut]), 0)


def openings(messages: Sequence[Message]) -> list[int]:
    """Return the openings of a history, in order: from each of them on it is a history of its own on every platform."""
    parted = _parted(messages)
    return [place for place in range(len(messages)) if not parted[place] and _may_open(messages, place)]


def first_opening(messages: Sequence[Message], start: int) -> int | None:
    """Return the first of the openings at or behind a place, None when there is none.

    As a rule it reads the history on the shorter side of the cut, and not the other.

    Args:
        messages: The history.
        start: The place from which on it is sought.
    """
    first = next((place for place in range(start, len(messages)) if _may_open(messages, place)), None)
    if first is None or not _parts(messages, first):
        return first
    return next((place for place in openings(messages) if place > first), None)


def open_calls(messages: Sequence[Message]) -> list[str]:
    """Return the ids of the calls at the end of a history that no result answers yet, in their order.

    A call of the caller's own tools is open until the assistant speaks again, one that the API runs until its result
    comes.
    """
    waiting: dict[_Key, int] = {}
    for place, is_call, key in _ends(messages, range(len(messages))):
        if is_call:
            waiting[key] = place
        else:
            waiting.pop(key, None)
    replied = _last_reply(messages)
    return [id for (by_api, id), place in waiting.items() if by_api or place >= replied]


def pieces(messages: Sequence[Message]) -> list[Piece]:
    """Return a history in pieces that can be left out one by one, without harm to those in front and behind.

    A turn is one piece that opens, then its exchanges, then perhaps the reply. What a call of the API's own tools and
    its result enclose is one piece.

    Args:
        messages: The history.
    """
    opens: dict[int, bool] = {}
    parted, speakers = _parted(messages), _speakers(messages)
    for place, message in enumerate(messages):
        begins = not parted[place] and _may_open(messages, place)
        replies = not parted[place] and message.get("role") == "assistant" != speakers[place]
        if begins or replies or not place:
            opens[place] = begins
    whole = []
    for first, end in pairwise([*opens, len(messages)]):
        *_, piece = growing(messages, first, end, opens=opens[first])
        whole.append(piece)
    return whole


def growing(messages: Sequence[Message], first: int, end: int, *, opens: bool) -> Iterator[Piece]:
    """Yield a piece as it was when each of its messages was the newest of the history; at last, as it is.

    Args:
        messages: The history.
        first: The place of the piece's first message.
        end: The place behind its last message.
        opens: Whether a history may begin with it.
    """
    told = thinks = answered = False
    for place in range(first, end):
        message = messages[place]
        role = message.get("role")
        if role != "system":
            answered = role == "user"
            told = told or (answered and _says(message))
            thinks = thinks or any(kind in THOUGHT for kind in types_of(message)[:1])
        yield Piece(first, place + 1, opens, told, thinks, answered)


@cache
def _end(kind: str) -> tuple[bool, bool, str] | None:
    """Tell of a type of block whether it is a call or a result, whether the API runs the tool, and where the id is."""
    if kind.endswith("tool_use"):
        return True, kind != "tool_use", "id"
    return (False, kind != "tool_result", "tool_use_id") if kind.endswith("tool_result") else None


def _ends(messages: Sequence[Message], places: range) -> list[tuple[int, bool, _Key]]:
    """Return the calls and the results at some places: the place, whether it is a call, and what both share."""
    ends = []
    for place in places:
        message = messages[place]
        if type(message) is dict and type(message.get("content")) is str:
            continue  # nearly every second message: worth a way of its own
        for block in content_at(messages, place):
            kind = part_of(block, "type")
            if kind != "text" and (end := _end(str(kind))):
                is_call, by_api, name = end
                ends.append((place, is_call, (by_api, str(part_of(block, name)))))
    return ends


def _parted(messages: Sequence[Message]) -> list[int]:
    """Return how many pairs of call and result a cut would part in front of each message."""
    waiting: dict[_Key, int] = {}
    begins = [0] * (len(messages) + 1)  # pairs that begin to be parted here, less those that no longer are
    for place, is_call, key in _ends(messages, range(len(messages))):
        if is_call:
            waiting[key] = place
        elif (call := waiting.pop(key, None)) is not None:
            begins[call + 1] += 1
            begins[place + 1] -= 1
    return list(accumulate(begins[:-1]))


def _parts(messages: Sequence[Message], cut: int) -> bool:
    """Tell whether a cut in front of a place parts a call from its result. The shorter side is read first."""
    front, behind = range(cut), range(cut, len(messages))
    if len(front) <= len(behind):
        calls = _unmatched(messages, front)[0]
        return bool(calls) and not calls.isdisjoint(_unmatched(messages, behind)[1])
    results = _unmatched(messages, behind)[1]
    return bool(results) and not results.isdisjoint(_unmatched(messages, front)[0])


def _unmatched(messages: Sequence[Message], places: range) -> tuple[set[_Key], set[_Key]]:
    """Return the calls at some places whose result is not there, and the results whose call is not."""
    calls: set[_Key] = set()
    results: set[_Key] = set()
    for _, is_call, key in _ends(messages, places):
        if is_call:
            calls.add(key)
        elif key in calls:
            calls.remove(key)
        else:
            results.add(key)
    return calls, results


def _last_reply(messages: Sequence[Message]) -> int:
    """Return the place from which on the assistant spoke last, 0 when it never did."""
    speakers = _speakers(messages)
    replies = [place for place, message in enumerate(messages) if message.get("role") == "assistant" != speakers[place]]
    return max([0, *replies])


def _speakers(messages: Sequence[Message]) -> list[object]:
    """Return who spoke in front of each message; a message of the role system parts no turn."""
    speakers: list[object] = [None]
    for message in messages:
        role = message.get("role")
        speakers.append(speakers[-1] if role == "system" else role)
    return speakers


def _says(message: Message) -> bool:
    """Tell whether there is more in a message than blank text and results of the caller's tools."""
    return any(
        str(part_of(block, "text")).strip()
        if part_of(block, "type") == "text"
        else part_of(block, "type") != "tool_result"
        for block in content_of(message)
    )


def _may_open(messages: Sequence[Message], place: int) -> bool:
    return _starts_turn(messages, place) and _says(messages[place])


def _starts_turn(messages: Sequence[Message], place: int) -> bool:
    content_at(messages, place)
    return starts_turn(messages[place])
