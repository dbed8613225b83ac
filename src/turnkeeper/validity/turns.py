"""Neighbouring messages of one role, joined (release notes of the API, 8 October 2024)."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple

from turnkeeper.messages import Block, blocks

UNKNOWN = "unknown"
"""The role of a message that does not fit the schema. No rule draws conclusions from it."""


class Placed(NamedTuple):
    """A block with its places.

    Attributes:
        type: The type of the block.
        block: The block.
        message_index: Its message in the list as given.
        block_index: Its place in that message's content; 0 when the content is a string.
        position: Its place in the joined turn.
    """

    type: str
    block: Block
    message_index: int
    block_index: int
    position: int


class Turn(NamedTuple):
    """Neighbouring messages of one role.

    Attributes:
        role: user, assistant, or `UNKNOWN`; system for a message of that role, which is one by itself.
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


Kinds = dict[str, list[tuple[Turn, Placed]]]
"""The blocks of a history by their type, each with its turn."""


class Joined(NamedTuple):
    """The messages of a history as turns.

    Attributes:
        turns: The turns of user and assistant.
        kinds: Their blocks by type, each with its turn.
        system: The messages of the role system, which are counted with the turns.
    """

    turns: list[Turn]
    kinds: Kinds
    system: list[Turn]


def joined(messages: Sequence[Mapping[str, Any]], malformed: Collection[int]) -> Joined:
    """Return the messages of a history as turns. A message of the role system parts no turn of another.

    Args:
        messages: Messages as lists and dicts.
        malformed: The places of those that cannot be read.
    """
    turns: list[Turn] = []
    kinds: Kinds = {}
    system: list[Turn] = []
    current = NOTHING
    for index, message in enumerate(messages):
        role = UNKNOWN if malformed and index in malformed else message["role"]
        if role != current.role:
            if role == "system":
                system.append(Turn(role, len(turns) + len(system), [index], _placed(index, message)))
                continue
            current = Turn(role, len(turns) + len(system), [], [])
            turns.append(current)
        current.messages.append(index)
        if role == UNKNOWN:
            continue
        whole, content = current.blocks, message["content"]
        if isinstance(content, str):
            if content:
                placed = Placed("text", {"type": "text", "text": content}, index, 0, len(whole))
                whole.append(placed)
                kinds.setdefault("text", []).append((current, placed))
            continue
        for place, block in enumerate(content):
            placed = Placed(block["type"], block, index, place, len(whole))
            whole.append(placed)
            kinds.setdefault(placed.type, []).append((current, placed))
    return Joined(turns, kinds, system)


def _placed(index: int, message: Mapping[str, Any]) -> list[Placed]:
    return [Placed(block["type"], block, index, place, place) for place, block in enumerate(blocks(message))]
