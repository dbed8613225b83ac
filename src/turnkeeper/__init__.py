"""Turnkeeper: conversation state for chat models, as a course and as a small engine."""

from turnkeeper.client import connect
from turnkeeper.conversation import Conversation
from turnkeeper.offline import MessagesRequest, OfflineModel
from turnkeeper.validity import Problem, check_history
from turnkeeper.view import show_requests

__all__ = [
    "Conversation",
    "MessagesRequest",
    "OfflineModel",
    "Problem",
    "check_history",
    "connect",
    "show_requests",
]
