"""A history made ready for the rules: read once, joined once.

Messages of one role that stand next to each other are one turn (release notes of the API, 8 October 2024). A message
that does not fit the schema becomes a turn of its own, of which nothing is known: no rule draws conclusions from it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from turnkeeper.messages import Block, blocks
from turnkeeper.models import Model
from turnkeeper.signatures import Mismatch, thinking_mismatches
from turnkeeper.validity.problem import Problem, Target

UNKNOWN = "unknown"


class Placed(NamedTuple):
    """A block with its places.

    Attributes:
        block: The block.
        message_index: Its message in the list as given.
        block_index: Its place in that message's content; None when the content is a string.
        position: Its place in the joined turn.
    """

    block: Block
    message_index: int
    block_index: int | None
    position: int

    @property
    def type(self) -> str:
        """The type of the block."""
        kind: str = self.block["type"]
        return kind


class Turn(NamedTuple):
    """Neighbouring messages of one role.

    Attributes:
        role: user, assistant, or `UNKNOWN`.
        number: Its place in the joined list, as the API counts.
        messages: The messages it is made of, as places in the list as given.
        blocks: All their blocks. An empty string is no block.
    """

    role: str
    number: int
    messages: list[int]
    blocks: list[Placed]

    def of(self, kind: str) -> list[Placed]:
        """Return the blocks of one type."""
        return [placed for placed in self.blocks if placed.type == kind]

    def path(self, placed: Placed) -> str:
        """Return the path of a block, as the API writes it."""
        return f"messages.{self.number}.content.{placed.position}"


NOTHING = Turn("nothing", -1, [], [])
"""What stands before the first turn and after the last."""


@dataclass(frozen=True)
class History:
    """What the rules are asked about.

    Attributes:
        messages: The messages as lists and dicts.
        malformed: The places of those that do not fit the schema.
        system: The system prompt; None also when it does not fit the schema.
        tools: The tool definitions that fit the schema.
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

    def role(self, index: int) -> str:
        """Return the role of a message, `UNKNOWN` for a malformed one."""
        return UNKNOWN if index in self.malformed else str(self.messages[index]["role"])

    @cached_property
    def turns(self) -> list[Turn]:
        """The turns of user and assistant. Messages of the role system are left out, but counted."""
        turns: list[Turn] = []
        system = 0
        for index, message in enumerate(self.messages):
            role = self.role(index)
            if role == "system":
                system += 1
                continue
            if not turns or turns[-1].role != role:
                turns.append(Turn(role, len(turns) + system, [], []))
            turns[-1].messages.append(index)
            if role != UNKNOWN:
                _add(turns[-1], index, message)
        return turns

    def around(self, place: int) -> tuple[Turn, Turn]:
        """Return the turns before and after one of `turns`; `NOTHING` where there is none."""
        turns = self.turns
        return turns[place - 1] if place else NOTHING, turns[place + 1] if place + 1 < len(turns) else NOTHING

    @cached_property
    def paths(self) -> dict[tuple[int, int], str]:
        """The path of every block, as the API writes it, by its message and its place in there."""
        return {
            (placed.message_index, placed.block_index or 0): turn.path(placed)
            for turn in self.turns
            for placed in turn.blocks
        }

    @cached_property
    def mismatches(self) -> list[Mismatch]:
        """The thinking blocks that do not fit their signature. A malformed message counts as empty."""
        messages = [
            {"role": UNKNOWN, "content": ""} if index in self.malformed else {"content": "", **message}
            for index, message in enumerate(self.messages)
        ]
        return thinking_mismatches(messages, model=self.model, system=self.system, tools=self.tools)

    @property
    def last(self) -> Turn:
        """The last turn if the history ends with it, `NOTHING` if it ends with the role system or is empty."""
        ends = self.messages and self.role(len(self.messages) - 1) != "system"
        return self.turns[-1] if ends else NOTHING

    @cached_property
    def latest_reply(self) -> Turn:
        """The last turn of the assistant, or `NOTHING`."""
        return next((turn for turn in reversed(self.turns) if turn.role == "assistant"), NOTHING)


def _add(turn: Turn, index: int, message: Mapping[str, Any]) -> None:
    content = message["content"]
    for place, block in enumerate(blocks(message) if content else ()):
        turn.blocks.append(Placed(block, index, None if isinstance(content, str) else place, len(turn.blocks)))


def at(rule: str, placed: Placed, message: str, mend: str, ids: tuple[str, ...] = ()) -> Problem:
    """Return a problem whose place is a block."""
    return Problem(rule, message, mend, placed.message_index, placed.block_index, ids)
