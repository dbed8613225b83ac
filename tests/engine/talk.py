"""Conversations for tests: with a scripted model, with a client that says anything, on a store that breaks."""

from types import SimpleNamespace

from turnkeeper import Conversation, ScriptedModel, check_history, connect
from turnkeeper.scripts import replies
from turnkeeper.store import MemoryStore

from .blocks import tool, user

LOOK = [tool("look")]
BINDS = "claude-opus-5-5"
NEXT = user("And then?")


def scripted(*said, target="strict", **options):
    """Return a conversation with a model that says these replies, its tool `look`, and the model."""
    model = ScriptedModel(replies(*said), target=target)
    return Conversation(connect(model), **{"tools": LOOK, "run_tool": lambda call: "seen", **options}), model


class Answering:
    """A client whose replies are these lists of blocks, for what the offline API never says.

    Args:
        said: The replies.
        reasons: Why each of them ended; "end_turn" where none is given.
    """

    def __init__(self, *said, reasons=()):
        self.left = [*zip(said, [*reasons, *["end_turn"] * len(said)], strict=False)]
        self.requests = []
        self.messages = SimpleNamespace(create=self.create)

    def create(self, **fields):
        self.requests.append(fields)
        content, stop_reason = self.left.pop(0)
        return SimpleNamespace(content=content, stop_reason=stop_reason, usage=len(self.requests))


def is_sendable(conversation):
    """Tell whether the next question can be sent, on every platform."""
    history = [*conversation.messages, NEXT]
    return check_history(history, target="strict", tools=LOOK, model=conversation.model) == []


def kinds(conversation):
    """Return the roles and the types of the blocks."""
    return [
        (m["role"], "text" if isinstance(m["content"], str) else " ".join(b["type"] for b in m["content"]))
        for m in conversation.messages
    ]


class Broken(Exception):
    """What stands for a crash."""


class Breaking(MemoryStore):
    """A store in memory at whose n-th write the process ends, before it is done or after."""

    def __init__(self, at, *, after):
        super().__init__()
        self.at, self.after, self.writes, self.ended = at, after, 0, False

    def write(self, *args, **more):
        self.writes += 1
        last, self.ended = self.ended, self.ended or self.writes == self.at
        if last or (self.ended and not self.after):
            raise Broken
        version = super().write(*args, **more)
        if self.ended:
            raise Broken
        return version

    def start_again(self):
        self.at, self.ended = 0, False
