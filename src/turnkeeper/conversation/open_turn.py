"""A turn that is not finished, read from the steps of it that were kept.

A step is a mapping with one key: what the user says, or the results that the caller sends (`asked`, the content), what
the model said (`reply`, its content blocks), that a call is about to run (`started`, its id), and its result (`result`,
the block). What the model says last is no step: with it the turn moves into the history.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from turnkeeper.conversation.content import Content
from turnkeeper.messages import Block, Message
from turnkeeper.store import Step


@dataclass(frozen=True, slots=True)
class OpenTurn:
    """A turn that is not finished.

    Attributes:
        messages: Its messages so far. It ends with results when all calls of the last reply have one.
        calls: The calls of the last reply, in their order; none when all of them are answered.
        results: The results of those calls so far, by the call's id.
        started: The ids of those calls that were begun, whether or not they came to an end.
        replies: How often the model has replied in it.
    """

    messages: list[Message]
    calls: list[Block]
    results: Mapping[str, Block]
    started: frozenset[str]
    replies: int

    @classmethod
    def of(cls, steps: Iterable[Step]) -> "OpenTurn":
        """Read a turn from its steps, the oldest first; one without messages when there are none."""
        messages: list[Message] = []
        calls: list[Block] = []
        results: dict[str, Block] = {}
        started: set[str] = set()
        replies = 0
        for step in steps:
            [(kind, value)] = step.items()
            if kind == "asked":
                messages.append({"role": "user", "content": value})
                calls = []
            elif kind == "reply":
                messages = _and_reply(messages, value)
                calls, results, started = _calls_in(value), {}, set()
                replies += 1
            elif kind == "started":
                started.add(value)
            else:
                results[value["tool_use_id"]] = value
                if all(call["id"] in results for call in calls):
                    messages.append(_answers(calls, results))
                    calls = []
        return cls(messages, calls, results, frozenset(started), replies)

    @property
    def opening(self) -> object:
        """The content that it began with."""
        return self.messages[0]["content"]

    @property
    def waiting(self) -> list[Block]:
        """The calls that have no result yet, in their order."""
        return [call for call in self.calls if call["id"] not in self.results]

    @property
    def reply(self) -> list[Block]:
        """The content of the reply it ends with, which the next one continues; empty when it ends with the user."""
        speaks = self.messages and self.messages[-1]["role"] == "assistant"
        return list(self.messages[-1]["content"]) if speaks else []

    def is_answered_by(self, content: Content) -> bool:
        """Tell whether the caller brings the results of all calls of the last reply.

        Args:
            content: What the caller sends.
        """
        results = {block.get("tool_use_id") for block in content} if not isinstance(content, str) else set()
        return bool(self.calls) and results.issuperset(call["id"] for call in self.calls)

    def ended(self, content: Sequence[Block]) -> list[Message]:
        """Return its messages with the reply that ends it.

        Args:
            content: The content of the reply, behind that of the one it continues.
        """
        return _and_reply(self.messages, content)

    def answers(self, results: Iterable[Block]) -> Message:
        """Return the message that answers all calls of the last reply.

        Args:
            results: The results that are missing, in any order.
        """
        return _answers(self.calls, {**self.results, **{result["tool_use_id"]: result for result in results}})


class OpenTurnError(Exception):
    """Something else was sent while a turn is open: one whose last reply is missing.

    Attributes:
        id: The conversation.
    """

    def __init__(self, id: str, turn: OpenTurn) -> None:
        results = f", or send the results of its {len(turn.calls)} tool calls" if turn.calls else ""
        super().__init__(
            f"the conversation {id!r} has an open turn, which began with {turn.opening!r:.80}: send the same again or "
            f"call resume() to finish it, undo() to take it back{results}; when another process is at work on it, "
            "reload() later"
        )
        self.id = id


def _calls_in(content: Iterable[Block]) -> list[Block]:
    """The calls of the caller's own tools, in their order."""
    return [block for block in content if block["type"] == "tool_use"]


def _and_reply(messages: Sequence[Message], content: Sequence[Block]) -> list[Message]:
    """A reply that continues a paused one holds all of it, and takes its place: so the roles alternate."""
    before = messages[:-1] if messages[-1]["role"] == "assistant" else messages
    return [*before, {"role": "assistant", "content": list(content)}]


def _answers(calls: Iterable[Block], results: Mapping[str, Block]) -> Message:
    """The one message that answers all calls of a reply, in their order."""
    return {"role": "user", "content": [results[call["id"]] for call in calls]}
