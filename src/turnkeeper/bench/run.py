"""What one session under one strategy came to: the answers, and every request with what it cost."""

from dataclasses import dataclass

from turnkeeper.bench.recording import Call
from turnkeeper.bench.session import Probe
from turnkeeper.costs import Bill


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back for one probe.

    Attributes:
        probe: The probe.
        text: The answer; empty when the turn was refused.
        held: How many of the expected facts stand in it.
    """

    probe: Probe
    text: str
    held: int


@dataclass(frozen=True, slots=True)
class Run:
    """One session under one strategy.

    Attributes:
        strategy: The strategy's name.
        seed: The seed that the session was made from.
        answers: The answers to the probes, in the session's order.
        calls: Every request that was sent, those of the strategy's own helpers among them.
        refused: Why each refused turn was, in the session's order. Nothing of such a turn is kept in the history.
    """

    strategy: str
    seed: int
    answers: tuple[Answer, ...]
    calls: tuple[Call, ...]
    refused: tuple[str, ...] = ()

    @property
    def recall(self) -> float:
        """The part of the expected facts that the answers hold, from 0 to 1."""
        return sum(answer.held for answer in self.answers) / sum(len(answer.probe.expected) for answer in self.answers)

    @property
    def input_tokens(self) -> int:
        """Tokens of all prompts together, cached or not."""
        return sum(call.input_tokens for call in self.calls)

    @property
    def output_tokens(self) -> int:
        """Tokens of all replies together."""
        return sum(call.output_tokens for call in self.calls)

    @property
    def longest(self) -> int:
        """Tokens of the longest prompt that was answered, be it one of the strategy's own helpers."""
        return max((call.input_tokens for call in self.calls), default=0)

    @property
    def bill(self) -> Bill:
        """What all calls cost."""
        return sum((call.bill for call in self.calls), Bill())

    @property
    def cost(self) -> float:
        """What all calls cost, in dollars, as a number to draw and to compare."""
        return float(self.bill.total)

    @property
    def invalid(self) -> int:
        """How many of the requests had a fault."""
        return sum(bool(call.problems) for call in self.calls)
