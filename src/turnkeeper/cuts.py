"""Where a history may be cut: the one notion of it, for trimming and for summarizing.

A cut is *safe* when it parts no call from its result, neither of the caller's tools nor of the API's own, and when it
leaves no half of a turn behind that says nothing. At an *opening* a history may also begin, on every platform: it is a
safe cut in front of a message of the user without results.

What the API checks, and so what a cut must not break, is in `validity/`: `pairs`, `server_tools`, `text` and `roles`.
A history that is faulty already is cut by the same rules: a result without a call is bound to nothing.
"""

from collections.abc import Sequence
from itertools import accumulate
from typing import NamedTuple

from turnkeeper.messages import THOUGHT, Message, content_of, part_of, starts_turn


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


class _End(NamedTuple):
    """A call, or a result: one end of what a cut must not part. Both ends share `by_api` and `id`."""

    is_call: bool
    by_api: bool
    id: str


class _Read(NamedTuple):
    """What a cut has to know of a message.

    Attributes:
        role: Its role.
        ends: Its calls and results, in the order of the blocks.
        starts_turn: True when it starts a turn.
        says: True when there is more in it than blank text and results of the caller's tools.
        thinks: True when it begins with thinking.
    """

    role: str
    ends: list[_End]
    starts_turn: bool
    says: bool
    thinks: bool


def turn_starts(messages: Sequence[Message]) -> list[int]:
    """Return the places of the messages that start a turn (`messages.starts_turn`), in order."""
    return [place for place, message in enumerate(messages) if starts_turn(message)]


def safe_cut(messages: Sequence[Message], place: int) -> int:
    """Return the nearest place, at or before the one asked for, in front of which a history may be cut.

    What is left may begin with the assistant's call: a summary in front of it is a message of the user. The time it
    takes grows with the history's length.

    Args:
        messages: The history.
        place: The place of a message, or the length of the history for a cut behind the last.

    Returns:
        A place from 0, which leaves the history whole, to `place`.

    Raises:
        ValueError: If the history has no such place.
        TypeError: If there is something else than a message in it; the sentence names the place.
    """
    if not 0 <= place <= len(messages):
        raise ValueError(f"this history can be cut at the places 0 to {len(messages)}, not at {place}")
    reads = _read(messages)
    safe = [*_safe(reads), not _open(reads)]
    return next((cut for cut in range(place, 0, -1) if safe[cut]), 0)


def openings(messages: Sequence[Message]) -> list[int]:
    """Return the places, in order, from which on a history is a history of its own on every platform.

    Raises:
        TypeError: If there is something else than a message in it; the sentence names the place.
    """
    return [piece.first for piece in pieces(messages) if piece.opens]


def open_calls(messages: Sequence[Message]) -> list[str]:
    """Return the ids of the calls at the end of a history that no result answers yet, in their order.

    A call of the caller's own tools is open until the assistant speaks again, one that the API runs until its result
    comes.

    Raises:
        TypeError: If there is something else than a message in it; the sentence names the place.
    """
    return _open(_read(messages))


def pieces(messages: Sequence[Message]) -> list[Piece]:
    """Return a history in pieces that can be left out one by one, without harm to those in front and behind.

    A turn is one piece that opens, then its exchanges, then perhaps the reply. What a call of the API's own tools and
    its result enclose is one piece. The time it takes grows with the history's length.

    Raises:
        TypeError: If there is something else than a message in it; the sentence names the place.
    """
    reads = _read(messages)
    safe = _safe(reads)
    firsts: list[tuple[int, bool]] = []
    speaker = ""
    for place, read in enumerate(reads):
        opens = read.starts_turn and read.says and safe[place]
        if not place or opens or (read.role == "assistant" != speaker and safe[place]):
            firsts.append((place, opens))
        speaker = speaker if read.role == "system" else read.role
    ends = [*(place for place, _ in firsts[1:]), len(reads)]
    return [_piece(first, opens, reads[first:end]) for (first, opens), end in zip(firsts, ends, strict=False)]


def begun(messages: Sequence[Message], piece: Piece, end: int) -> Piece:
    """Return a piece as it was before the messages from a place on were there.

    Args:
        messages: The history.
        piece: One of its pieces.
        end: A place in the piece, or behind it.
    """
    return _piece(piece.first, piece.opens, _read(messages[piece.first : end]))


def _piece(first: int, opens: bool, reads: Sequence[_Read]) -> Piece:
    spoken = [read for read in reads if read.role != "system"]
    told = any(read.says for read in spoken if read.role == "user")
    thinks = any(read.thinks for read in spoken)
    return Piece(first, first + len(reads), opens, told, thinks, bool(spoken) and spoken[-1].role == "user")


def _read(messages: Sequence[Message]) -> list[_Read]:
    reads = []
    for place, message in enumerate(messages):
        try:
            reads.append(_read_one(message))
        except (TypeError, AttributeError) as fault:
            raise TypeError(f"messages.{place} is no message with a role and content: {fault}") from None
    return reads


def _read_one(message: Message) -> _Read:
    blocks = content_of(message)
    kinds = [str(part_of(block, "type")) for block in blocks]
    ends = []
    says = False
    for kind, block in zip(kinds, blocks, strict=True):
        if kind.endswith("tool_use"):
            ends.append(_End(True, kind != "tool_use", str(part_of(block, "id"))))
        elif kind.endswith("tool_result"):
            ends.append(_End(False, kind != "tool_result", str(part_of(block, "tool_use_id"))))
        says = says or (bool(str(part_of(block, "text")).strip()) if kind == "text" else kind != "tool_result")
    return _Read(str(message.get("role")), ends, starts_turn(message), says, bool(kinds) and kinds[0] in THOUGHT)


def _safe(reads: Sequence[_Read]) -> list[bool]:
    """Tell of each place whether a cut in front of it is safe."""
    called: dict[_End, int] = {}
    held = [0] * (len(reads) + 1)  # how many more calls, or fewer, are waiting here for a result than one place before
    for place, read in enumerate(reads):
        for end in read.ends:
            if end.is_call:
                called[end] = place
            elif (call := called.get(end._replace(is_call=True), place)) < place:
                held[call + 1] += 1
                held[place + 1] -= 1
    safe = []
    speaker = ""
    for read, waiting in zip(reads, accumulate(held), strict=False):
        # A blank half of a turn is refused, a blank message that the rest of its turn stands behind is not.
        safe.append(not waiting and (read.says or read.role != speaker))
        speaker = speaker if read.role == "system" else read.role
    return safe


def _open(reads: Sequence[_Read]) -> list[str]:
    waiting: dict[_End, None] = {}
    speaker = ""
    for read in reads:
        if read.role == "assistant" != speaker:
            waiting = {call: None for call in waiting if call.by_api}
        speaker = speaker if read.role == "system" else read.role
        for end in read.ends:
            if end.is_call:
                waiting[end] = None
            else:
                waiting.pop(end._replace(is_call=True), None)
    return [call.id for call in waiting]
