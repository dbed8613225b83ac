"""What stands behind a summary although it is older than the cut, where the cut is inside a turn."""

from collections.abc import Sequence
from typing import NamedTuple

from turnkeeper.cuts import pieces
from turnkeeper.messages import Block, Message, blocks, starts_turn, types_of
from turnkeeper.summarizing.summary_message import earlier_summary


class Carried(NamedTuple):
    """The part of a turn in front of a cut that stays word for word.

    Attributes:
        words: What the user says in it besides the results of tools, for the summary's own message.
        messages: The messages that follow that one: those of the role system, and an exchange with thinking.
        places: The places of the messages of which everything stays.
    """

    words: list[Block]
    messages: list[Message]
    places: set[int]


def carried(messages: Sequence[Message], cut: int) -> Carried:
    """Return what has to stay of the turn that a cut is inside; nothing for a cut in front of a turn.

    Args:
        messages: The history.
        cut: The place of the first message that is kept.
    """
    turn = _turn_so_far(messages, cut) if cut else range(0)
    whole = {place for place in turn if messages[place].get("role") == "system"} | {*_thought(messages, cut, turn)}
    words = [
        block
        for place in turn
        if place not in whole and messages[place].get("role") == "user"
        for block in _own_words(messages, place)
    ]
    starts = {place for place in turn if starts_turn(messages[place])}
    return Carried(words, [messages[place] for place in sorted(whole)], whole | starts)


def _turn_so_far(messages: Sequence[Message], cut: int) -> range:
    """Neighbouring messages that start a turn are one to the API; what stands before the first is a part of it."""
    if starts_turn(messages[cut]):
        return range(0)
    start = next((place for place in reversed(range(cut)) if starts_turn(messages[place])), 0)
    while start > 0 and starts_turn(messages[start - 1]):
        start -= 1
    return range(start, cut)


def _thought(messages: Sequence[Message], cut: int, turn: range) -> range:
    """With thinking set by hand, a tool loop that is still open needs one exchange that begins with thinking.

    It is open, too, when the user says more in a message of its own behind the results: the API joins the two.
    """
    places = range(len(messages))
    last = next((place for place in reversed(places) if messages[place].get("role") == "assistant"), len(messages))
    is_open = any("tool_result" in types_of(message) for message in messages[last + 1 :])
    if not turn or not is_open or any(map(starts_turn, messages[cut:last])):
        return range(0)
    thinking = [piece for piece in pieces(messages) if piece.first >= turn.start and piece.thinks]
    return range(thinking[-1].first, min(thinking[-1].end, cut)) if thinking else range(0)


def _own_words(messages: Sequence[Message], place: int) -> list[Block]:
    words = blocks(messages[place])
    if place == 0 and earlier_summary(messages)[0]:
        words = words[1:]
    return [block for block in words if block.get("type") != "tool_result" and block.get("text") != ""]
