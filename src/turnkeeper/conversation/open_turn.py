"""A turn that is not finished, read from the steps of it that were kept.

A step is a mapping with one key: what the user says, or the results that the caller sends (`asked`, the content), what
the model said (`reply`, its content blocks), that a call is about to run (`started`, its id), and its result (`result`,
the block). What the model says last is no step: with it the turn moves into the history.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from turnkeeper.conversation.content import Content
from turnkeeper.messages import Block, Message
from turnkeeper.store import Step


@dataclass(slots=True)
class OpenTurn:
    """A turn that is not finished. It grows step by step; without any step it has no messages, and is none.

    Attributes:
        messages: Its messages so far. It ends with results when all calls of the last reply have one.
        calls: The calls of the last reply, in their order; none when all of them are answered.
        results: The results of those calls so far, by the call's id.
        started: The ids of those calls that were begun, whether or not they came to an end.
        replies: How often the model has replied in it.
    """

    messages: list[Message] = field(default_factory=list)
    calls: list[Block] = field(default_factory=list)
    results: dict[str, Block] = field(default_factory=dict)
    started: set[str] = field(default_factory=set)
    replies: int = 0

    @classmethod
    def of(cls, steps: Iterable[Step]) -> "OpenTurn":
        """Read a turn from its steps, the oldest first."""
        turn = cls()
        for step in steps:
            turn.add(step)
        return turn

    def add(self, step: Step) -> None:
        """Go on by one step."""
        [(kind, value)] = step.items()
        if kind == "asked":
            self.messages.append({"role": "user", "content": value})
            self.calls = []
        elif kind == "reply":
            _put_reply(self.messages, value)
            self.calls, self.results, self.started = _calls_in(value), {}, set()
            self.replies += 1
        elif kind == "started":
            self.started.add(value)
        else:
            self.results[value["tool_use_id"]] = value
            if len(self.results) == len(self.calls):
                self.messages.append(self.answers([]))
                self.calls = []

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
        told = () if isinstance(content, str) else content
        results = {block["tool_use_id"] for block in told if block.get("type") == "tool_result"}
        return bool(self.calls) and results.issuperset(call["id"] for call in self.calls)

    def ended(self, content: Sequence[Block]) -> list[Message]:
        """Return its messages with the reply that ends it.

        Args:
            content: The content of the reply, behind that of the one it continues.
        """
        messages = list(self.messages)
        _put_reply(messages, content)
        return messages

    def answers(self, results: Iterable[Block]) -> Message:
        """Return the message that answers all calls of the last reply.

        Args:
            results: The results that are missing, in any order.
        """
        by_id = self.results | {result["tool_use_id"]: result for result in results}
        return {"role": "user", "content": [by_id[call["id"]] for call in self.calls]}


class OpenTurnError(Exception):
    """Something was sent while a turn is open, one whose last reply is missing, and it does not go on with that turn.

    Attributes:
        id: The conversation.
    """

    def __init__(self, id: str, turn: OpenTurn, *, same_goes_on: bool) -> None:
        same = "send the same again or " if same_goes_on else ""
        results = f", or send the results of its {len(turn.calls)} tool calls" if turn.calls else ""
        super().__init__(
            f"the conversation {id!r} has an open turn, which began with {turn.opening!r:.80}: {same}call resume() to "
            f"finish it, undo() to take it back{results}; when another process is at work on it, reload() later"
        )
        self.id = id


def _calls_in(content: Iterable[Block]) -> list[Block]:
    """The calls of the caller's own tools, in their order."""
    return [block for block in content if block["type"] == "tool_use"]


def _put_reply(messages: list[Message], content: Sequence[Block]) -> None:
    """Put a reply at the end. One that continues a paused one holds all of it, and takes its place: roles alternate."""
    if messages[-1]["role"] == "assistant":
        messages.pop()
    messages.append({"role": "assistant", "content": list(content)})
