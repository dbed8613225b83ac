"""Builds the requests one by one, each from the last."""

from dataclasses import dataclass
from itertools import accumulate, repeat


@dataclass(frozen=True)
class Talk:
    system: int
    turn: int

    def __post_init__(self):
        if self.system < 0 or self.turn < 0:
            raise ValueError("sizes are 0 or more")

    def sizes(self, turns):
        return (self.system + said for said in accumulate(repeat(self.turn, turns)))


class NegativeTurns(ValueError):
    pass


def processed(turns: int, system: int, turn: int, *, talk=Talk) -> int:
    if turns < 0:
        raise NegativeTurns(turns)
    return sum(talk(system, turn).sizes(turns), start=0)
