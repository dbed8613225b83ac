"""A session played with somebody's own assistant: what it said, what it sent, and what that cost.

`replay` compares strategies of the engine. This plays whatever has a method `send`, and knows nothing of how it works:
it stands behind the client, where each request arrives, and behind the tools.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any, Protocol

from turnkeeper.bench.run import Answer
from turnkeeper.bench.session import Probe, Session
from turnkeeper.client import connect
from turnkeeper.costs import bill, total_input
from turnkeeper.messages import Block, part_of, text_of
from turnkeeper.offline import ScriptedModel
from turnkeeper.offline.model import Answer as Wire
from turnkeeper.offline.request import MessagesRequest, Reply
from turnkeeper.scripts.counter import counter, extra_call
from turnkeeper.scripts.facts import system_text
from turnkeeper.scripts.judge import facts_held


class Assistant(Protocol):
    """What is played: the course's exercise `assistant`, for one."""

    def send(self, text: str) -> str:
        """Answer what the customer says."""


Start = Callable[..., Assistant]
"""Makes an assistant for a session: called as `start(client, system, tools, run_tool, budget)`."""


@dataclass(frozen=True, slots=True)
class Sent:
    """A request that arrived.

    Attributes:
        turn: The turn in which it was sent, counted from 1.
        input_tokens: The whole prompt, cached or not; 0 when the request was refused.
        cost: What it cost, in dollars.
        refused: Why the API refused it, or "".
    """

    turn: int
    input_tokens: int
    cost: Decimal
    refused: str = ""


@dataclass(slots=True)
class Said:
    """A turn that was played.

    Attributes:
        asked: What the customer said.
        returned: What `send` returned.
        replies: The texts of the model's replies that called no tool, those of extra calls left out.
        calls: The ids of the tools that the model called.
        ran: The ids that `run_tool` was called with.
        bare: What a request of this turn, extra calls left out, had lost: "the system prompt" or "the tools".
        unheard: Whether a request of this turn, extra calls left out, did not hold what the customer said.
        answer: For a probe: what of the facts is in what `send` returned; where that is no text, in the model's reply.
    """

    asked: str
    returned: object = None
    replies: list[str] = field(default_factory=list)
    calls: list[str] = field(default_factory=list)
    ran: list[str] = field(default_factory=list)
    bare: str = ""
    unheard: bool = False
    answer: Answer | None = None


@dataclass(slots=True)
class Played:
    """What came of a session. It prints as a few lines.

    Attributes:
        budget: The most input tokens that a request may have.
        turns: The turns that were played; the last may have ended in the error.
        sent: Every request that arrived.
        error: What `send` or the assistant's beginning raised, which ended the session; None when all was played.
    """

    budget: int
    turns: list[Said] = field(default_factory=list)
    sent: list[Sent] = field(default_factory=list)
    error: Exception | None = None

    @property
    def answers(self) -> list[Answer]:
        """The answers to the probes so far."""
        return [turn.answer for turn in self.turns if turn.answer]

    @property
    def recall(self) -> float:
        """The part of the expected facts that the answers hold, from 0 to 1; 0 before the first probe."""
        expected = sum(len(answer.probe.expected) for answer in self.answers)
        return sum(answer.held for answer in self.answers) / expected if expected else 0.0

    @property
    def missed(self) -> list[Answer]:
        """The answers in which a fact is missing."""
        return [answer for answer in self.answers if answer.held < len(answer.probe.expected)]

    @property
    def cost(self) -> float:
        """What all requests cost, in dollars."""
        return float(sum((sent.cost for sent in self.sent), Decimal(0)))

    @property
    def longest(self) -> int:
        """The tokens of the longest prompt that was answered."""
        return max((sent.input_tokens for sent in self.sent), default=0)

    @property
    def refused(self) -> list[Sent]:
        """The requests that the API refused."""
        return [sent for sent in self.sent if sent.refused]

    @property
    def too_long(self) -> list[Sent]:
        """The requests over the budget."""
        return [sent for sent in self.sent if sent.input_tokens > self.budget]

    def __repr__(self) -> str:
        lines = [
            f"{len(self.turns)} turns, {len(self.sent)} requests, the longest {self.longest:,} tokens",
            f"recall {self.recall:.0%} of {len(self.answers)} probes, bill {self.cost:.4f} dollars",
            f"{len(self.refused)} refused, {len(self.too_long)} over the budget of {self.budget:,}",
        ]
        if self.error:
            lines.append(f"ended in turn {len(self.turns)} by {type(self.error).__name__}: {self.error}")
        return "\n".join(lines)


def play(
    session: Session,
    start: Start,
    *,
    budget: int,
    turns: int | None = None,
    before_turn: Callable[[], object] = lambda: None,
) -> Played:
    """Play a session with an assistant, against the scripted model of the counter (`turnkeeper.scripts.counter`).

    The API is the strict one: what any platform refuses is refused. An error that the assistant lets through ends the
    session.

    Args:
        session: The session, such as `long_day(0)`.
        start: Makes the assistant, such as the class itself.
        budget: The most input tokens that a request may have. It is handed to the assistant; nothing else keeps it.
        turns: How many turns are played; None plays all.
        before_turn: Called before each turn.
    """
    played = Played(budget)
    behind = _Behind(session, played)
    run = session.run_tool() if session.run_tool else None

    def run_tool(call: Block) -> Block:
        if played.turns:
            played.turns[-1].ran.append(str(part_of(call, "id")))
        if run is None:
            raise ValueError("this session has no tools to run")
        return run(call)

    try:
        tools = json.loads(json.dumps(list(session.tools)))  # its own, to do with as it likes
        assistant = start(connect(behind), session.system, tools, run_tool, budget)
        for turn in session.turns[:turns]:
            before_turn()
            said = Said(turn.question if isinstance(turn, Probe) else turn)
            played.turns.append(said)
            said.returned = assistant.send(said.asked)
            if isinstance(turn, Probe):
                text = said.returned if isinstance(said.returned, str) else "".join(said.replies[-1:])
                said.answer = Answer(turn, text, facts_held(text, turn.expected))
    except Exception as error:
        played.error = error
    return played


class _Behind(ScriptedModel):
    """The model behind the client, which writes down what arrives in which turn."""

    def __init__(self, session: Session, played: Played) -> None:
        # A turn every two minutes, on any machine: what is cached lives five, and each use refreshes it.
        super().__init__(self._say, target="strict", record=0, clock=lambda: len(played.turns) * 120.0)
        self._session, self._played = session, played
        self._is_extra = False

    def answer(self, method: str, path: str, headers: Mapping[str, str], body: bytes) -> Wire:
        wire = super().answer(method, path, headers, body)
        if path != "/v1/messages":
            return wire
        turn = len(self._played.turns)
        if wire.status != 200:
            refused = json.loads(b"".join(wire.chunks))["error"]["message"]
            self._played.sent.append(Sent(turn, 0, Decimal(0), refused))
            return wire
        message = json.loads(wire.chunks[0]) if len(wire.chunks) == 1 else _streamed(wire.chunks)
        usage = message["usage"]
        self._played.sent.append(Sent(turn, total_input(usage), bill(usage, message["model"]).total))
        if turn and not self._is_extra:
            calls = [block["id"] for block in message["content"] if block["type"] == "tool_use"]
            self._played.turns[-1].calls.extend(calls)
        return wire

    def _say(self, request: MessagesRequest) -> Reply:
        self._is_extra = bool(extra_call(request))
        reply = counter(request)
        if self._played.turns and not self._is_extra:
            said = self._played.turns[-1]
            said.bare = said.bare or _lost(self._session, request)
            users = (text_of(message) for message in reversed(request.messages) if message["role"] == "user")
            said.unheard = said.unheard or not any(said.asked in text for text in users)
            if isinstance(reply, str):
                said.replies.append(reply)
        return reply


def _lost(session: Session, request: MessagesRequest) -> str:
    if session.system and session.system not in system_text(request.system):
        return "the system prompt"
    names = {tool.get("name") for tool in request.tools}
    return "" if all(tool["name"] in names for tool in session.tools) else "the tools"


def _streamed(chunks: Sequence[bytes]) -> dict[str, Any]:
    """Return of a streamed message what is written down: its model, its usage and its blocks."""
    events = [json.loads(chunk.partition(b"data: ")[2]) for chunk in chunks]
    message: dict[str, Any] = {"content": []}
    for event in events:
        match event["type"]:
            case "message_start":
                message |= {"model": event["message"]["model"], "usage": event["message"]["usage"]}
            case "content_block_start":
                message["content"].append(event["content_block"])
            case "message_delta":
                message["usage"] |= event["usage"]
    return message
