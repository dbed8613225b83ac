"""A history made ready for the rules: read once, joined once, and what several rules ask worked out once."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Self

from turnkeeper.messages import Block
from turnkeeper.models import Model
from turnkeeper.signatures import Mismatch, thinking_mismatches
from turnkeeper.validity.exchanges import Answers, Exchange, answers, exchanges
from turnkeeper.validity.markers import Marker, markers
from turnkeeper.validity.pictures import Picture, pictures
from turnkeeper.validity.problem import Problem, Target
from turnkeeper.validity.turns import NOTHING, UNKNOWN, Joined, Kinds, Placed, Turn, joined


@dataclass(frozen=True)
class History:
    """What the rules are asked about.

    Attributes:
        messages: The messages as lists and dicts.
        malformed: The places of those that do not fit the schema.
        system: The system prompt; None also when it does not fit the schema.
        tools: The tool definitions; none when they do not fit the schema.
        model: The row of the model.
        target: Who is to accept the history.
        thinking: The request's `thinking`.
        cache_control: The request's automatic cache marker.
    """

    messages: list[Any]
    malformed: frozenset[int]
    system: str | list[Block] | None
    tools: list[Block]
    model: Model
    target: Target
    thinking: Mapping[str, Any]
    cache_control: Mapping[str, Any] | None

    def with_messages(self, messages: list[Any]) -> Self:
        """Return the same with other messages, all of which fit the schema."""
        return replace(self, messages=messages, malformed=frozenset())

    def role(self, index: int) -> str:
        """Return the role of a message, `UNKNOWN` for a malformed one."""
        return UNKNOWN if index in self.malformed else str(self.messages[index]["role"])

    @cached_property
    def _joined(self) -> Joined:
        return joined(self.messages, self.malformed)

    @property
    def turns(self) -> list[Turn]:
        """The turns of user and assistant."""
        return self._joined.turns

    @property
    def kinds(self) -> Kinds:
        """The blocks of all turns by their type, each with its turn."""
        return self._joined.kinds

    @property
    def system_messages(self) -> list[Turn]:
        """The messages of the role system."""
        return self._joined.system

    @cached_property
    def all_turns(self) -> list[Turn]:
        """The turns and the messages of the role system, in their order."""
        return sorted([*self.turns, *self.system_messages], key=lambda turn: turn.number)

    def of(self, kind: str) -> list[tuple[Turn, Placed]]:
        """Return the blocks of one type, each with its turn."""
        return self.kinds.get(kind, [])

    @cached_property
    def exchanges(self) -> list[Exchange]:
        """The turns with calls."""
        return list(exchanges(self.turns)) if self.of("tool_use") else []

    @cached_property
    def answers(self) -> list[Answers]:
        """The user's turns with results."""
        return list(answers(self.turns)) if self.of("tool_result") else []

    @cached_property
    def markers(self) -> list[Marker]:
        """The cache markers, in the order of the prompt."""
        return list(markers(self.tools, self.system, self.all_turns))

    @cached_property
    def pictures(self) -> list[Picture]:
        """The images and PDFs."""
        return list(pictures([*self.of("image"), *self.of("document"), *self.of("tool_result")]))

    @cached_property
    def mismatches(self) -> list[Mismatch]:
        """The thinking blocks that do not fit their signature. A malformed message counts as empty."""
        if not self.of("thinking") and not self.of("redacted_thinking"):
            return []
        messages = [
            {"role": UNKNOWN, "content": ""} if index in self.malformed else {"content": "", **message}
            for index, message in enumerate(self.messages)
        ]
        return thinking_mismatches(messages, model=self.model, system=self.system, tools=self.tools)

    @property
    def last(self) -> Turn:
        """The last turn if the history ends with it; `NOTHING` if it ends with the role system or is empty."""
        ends = self.messages and self.role(len(self.messages) - 1) != "system"
        return self.turns[-1] if ends else NOTHING

    @cached_property
    def latest_reply(self) -> Turn:
        """The last turn of the assistant, or `NOTHING`."""
        return next((turn for turn in reversed(self.turns) if turn.role == "assistant"), NOTHING)

    def unsure(self, turn: Turn) -> bool:
        """Tell whether a turn stands next to a malformed message, which may have been a part of it."""
        return not self.malformed.isdisjoint((turn.messages[0] - 1, turn.messages[-1] + 1))


def at(rule: str, placed: Placed, message: str, mend: str, ids: tuple[str, ...] = ()) -> Problem:
    """Return a problem whose place is a block."""
    return Problem(rule, message, mend, placed.message_index, placed.block_index, ids)
