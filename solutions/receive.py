"""Why this is the answer.

What is new stands behind what was sent, so its beginning is told by the length of what was sent: no message has to be
compared with another, and it is right for a part, for all, and for nothing. `pick_history` gets a deep copy, so
whatever it does to its list or to a message in it, the history is the same afterwards.
"""

import copy
from collections.abc import Callable

from anthropic.types import MessageParam

PickHistory = Callable[[list[MessageParam]], list[MessageParam]]
RunTurn = Callable[[list[MessageParam], str], list[MessageParam]]


def receive(
    history: list[MessageParam], text: str, *, pick_history: PickHistory, run_turn: RunTurn
) -> list[MessageParam]:
    """Run one turn on a part of the history, and return the full history with that turn behind it."""
    sent = pick_history(copy.deepcopy(history))
    after = run_turn(sent, text)
    return [*history, *after[len(sent) :]]
