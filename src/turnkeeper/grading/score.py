"""A score: how well an answer does that meets every requirement, beside the course's baselines."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import isfinite
from typing import Any, Self


@dataclass(frozen=True, slots=True)
class Baseline:
    """What a strategy of the course came to in the same task.

    Attributes:
        name: Its name, such as "send all".
        recall: The part of the probes that it answered right, from 0 to 1.
        cost: Its bill, in US dollars.

    Raises:
        ValueError: If the recall is no part of 1, or the cost is negative or no number.
    """

    name: str
    recall: float
    cost: float

    def __post_init__(self) -> None:
        _check(self.recall, self.cost)


@dataclass(frozen=True, slots=True)
class Score:
    """What an answer came to: recall and bill, beside the baselines.

    The bill is in US dollars: tokens read from the cache, tokens written to it, output and the calls of a cheaper model
    have prices of their own, and only money adds them up.

    Attributes:
        recall: The part of the probes that the answer got right, from 0 to 1.
        cost: Its bill, in US dollars.
        baselines: What the course's strategies came to.

    Raises:
        ValueError: If the recall is no part of 1, or the cost is negative or no number.
    """

    recall: float
    cost: float
    baselines: tuple[Baseline, ...] = ()

    def __post_init__(self) -> None:
        _check(self.recall, self.cost)

    def beats(self, other: "Score") -> bool:
        """Return whether this score is the better one: more recall, or as much for less money."""
        return (self.recall, -self.cost) > (other.recall, -other.cost)

    def __str__(self) -> str:
        return f"recall {self.recall * 100:.0f} %, bill {self.cost:.4f} dollars"

    def to_json(self) -> dict[str, Any]:
        """Return the score as the report has it."""
        rows = [{"name": row.name, "recall": row.recall, "cost": row.cost} for row in self.baselines]
        return {"recall": self.recall, "cost": self.cost, "unit": "dollars", "baselines": rows}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """Return the score that `to_json` made into plain data."""
        baselines = tuple(Baseline(row["name"], row["recall"], row["cost"]) for row in data["baselines"])
        return cls(data["recall"], data["cost"], baselines)


def _check(recall: float, cost: float) -> None:
    if not 0 <= recall <= 1:
        raise ValueError(f"recall is a part of 1, from 0 to 1, not {recall!r}")
    if not (isfinite(cost) and cost >= 0):
        raise ValueError(f"a cost is a number of dollars, 0 or more, not {cost!r}")
