"""A conversation: its history is kept in full, and a choice of it is sent with every call."""

from turnkeeper.conversation.conversation import Conversation
from turnkeeper.conversation.kept_reply import CUT_REPLY, EMPTY_REPLY, REFUSED_REPLY
from turnkeeper.conversation.open_turn import OpenTurnError
from turnkeeper.conversation.tool_results import NOT_RUN, UNKNOWN
from turnkeeper.conversation.turn_loop import APOLOGY

__all__ = [
    "APOLOGY",
    "CUT_REPLY",
    "EMPTY_REPLY",
    "NOT_RUN",
    "REFUSED_REPLY",
    "UNKNOWN",
    "Conversation",
    "OpenTurnError",
]
