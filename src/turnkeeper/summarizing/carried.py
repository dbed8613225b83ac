"""What is older than a cut and stays all the same, while the turn that the cut is inside still waits for an answer."""

from collections.abc import Sequence
from itertools import groupby

from turnkeeper.cuts import Piece, pieces
from turnkeeper.messages import Message, types_of


def carried(messages: Sequence[Message], cut: int, start: int) -> set[int]:
    """Return the places in front of a cut that stay; none in a turn that is finished.

    Of the newest turn, if it is open, what the user asked stays, and its system messages, each with a place behind the
    user's words and in front of the assistant's. The newest exchange in which
    the user says something stays, unless a newer one is behind the cut. So does the newest with thinking, which a tool
    loop needs while thinking is set by hand (`validity.thinking`).

    Args:
        messages: The history.
        cut: The place of the first message behind the cut, which is a safe one.
        start: The place of the first message that no earlier summary takes.
    """
    spoken = [message for message in messages if message.get("role") != "system"]
    if not spoken or spoken[-1].get("role") != "user":
        return set()
    asked = _asked(messages, start)
    first = asked[0] if asked else start
    system = {place for place in range(first, cut) if messages[place].get("role") == "system"}
    older = [piece for piece in pieces(messages[:cut]) if piece.first >= first]
    newer = pieces(messages[cut:])
    stay = _newest([piece for piece in older if piece.told], [piece for piece in newer if piece.told])
    stay |= _newest([piece for piece in older if piece.thinks], [piece for piece in newer if piece.thinks])
    kept = {place for place in asked if place < cut} | system | stay
    for place in sorted(system, reverse=True):
        kept |= _answer(messages, cut, place, kept, older)
    return kept


def _answer(messages: Sequence[Message], cut: int, system: int, kept: set[int], older: Sequence[Piece]) -> set[int]:
    """Return the places of the exchange behind a system message, where it would else stand before a user's message.

    That is no place for it (`validity.system_role`), and behind the user's message it would say something else.

    Args:
        messages: The history.
        cut: The place of the first message behind the cut.
        system: The place of the system message.
        kept: The places in front of the cut that stay so far.
        older: The exchanges in front of the cut.
    """
    dropped = next((piece for piece in older if piece.first > system), None)
    if dropped is None or dropped.first in kept or messages[dropped.first].get("role") != "assistant":
        return set()
    behind = (place for place in range(dropped.end, len(messages)) if place in kept or place >= cut)
    following = next((place for place in behind if messages[place].get("role") != "system"), None)
    if following is None or messages[following].get("role") == "assistant":
        return set()
    return set(range(dropped.first, dropped.end))


def _asked(messages: Sequence[Message], start: int) -> list[int]:
    """Return the places of what the user asked in the newest turn; none if no message asks for it.

    The API joins neighbours of one role, so what the user says in a message next to results starts no turn.

    Args:
        messages: The history.
        start: The place from which on it is sought.
    """
    runs = groupby(range(start, len(messages)), key=lambda place: messages[place].get("role") == "assistant")
    asked: list[int] = []
    for _, run in runs:
        users = [place for place in run if messages[place].get("role") == "user"]
        if users and not any("tool_result" in types_of(messages[place]) for place in users):
            asked = users
    return asked


def _newest(older: Sequence[Piece], newer: Sequence[Piece]) -> set[int]:
    """Return the places of the newest piece if it is an older one."""
    return set() if newer or not older else set(range(older[-1].first, older[-1].end))
