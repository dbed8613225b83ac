"""What a check says: a fault with its place, and the rule that it breaks."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from turnkeeper.validity.history import History

Target = Literal["claude", "strict"]
"""Who is to accept the history: the Claude API as it is now, or every platform that speaks its format."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One fault in a history.

    Attributes:
        rule: The id of the rule that is broken.
        message: What the API answers. Its indices count as the API does: neighbouring messages of one role are one.
        mend: What to do about it.
        message_index: The message at fault, counted from 0 in the list as given; None when it is no single message.
        block_index: The content block at fault, counted from 0; None when it is the message itself.
            A string is one text block: its place is 0.
        ids: The tool ids concerned.
    """

    rule: str
    message: str
    mend: str
    message_index: int | None = None
    block_index: int | None = None
    ids: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule of a history.

    Attributes:
        id: Its name, as in `Problem.rule`.
        about: What it asks, in a sentence.
        sources: Where that is written or was seen.
        check: Finds every breach; None for a rule of the schema, which pydantic checks.
        sure: False where the rule, its wording or its limits are not documented and no answer of the API was seen.
        targets: Who holds to it.
    """

    id: str
    about: str
    sources: tuple[str, ...]
    check: "Callable[[History], Iterator[Problem]] | None" = None
    sure: bool = True
    targets: tuple[Target, ...] = ("claude", "strict")

    @property
    def stage(self) -> Literal["schema", "conversation"]:
        """When the API asks it: with the fields of the request, or only when all of these are in order."""
        return "conversation" if self.check else "schema"
