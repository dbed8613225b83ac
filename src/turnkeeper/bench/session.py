"""A scripted conversation for the bench: what the user says, and the questions whose answers are looked at."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from turnkeeper.messages import Block

_THINGS = [
    f"{which} {thing}"
    for which in ("old", "new", "summer", "winter", "second")
    for thing in ("address", "bus stop", "garden", "meeting place", "mooring", "school", "shop", "workshop")
]
_PLACES = [
    f"{name} {kind}"
    for name in ("Alder", "Birch", "Fern", "Heron", "Juniper", "Larch", "Otter", "Plover", "Rowan", "Sorrel")
    for kind in ("Bay", "Court", "Lane", "Mill", "Row", "Yard")
]
_TALK = (
    "The rain has stopped, and the street is quiet again.",
    "Somebody left the gate open, so the hens were in the road all morning.",
    "The bread came out well this time, with a good crust and an even crumb.",
    "It took three tries to get the stove going, and then the whole house was warm within the hour.",
    "The neighbours are painting their fence, and they are arguing about the colour, as they did the year before.",
)


@dataclass(frozen=True, slots=True)
class Probe:
    """A question whose answer must hold what was told before.

    Attributes:
        question: What the user asks. It is a turn of the conversation like any other.
        expected: The facts that a good answer holds, word for word; at least one.
    """

    question: str
    expected: tuple[str, ...]

    def __post_init__(self) -> None:
        if isinstance(self.expected, str) or not all(self.expected) or not self.expected:
            raise ValueError(f"expected is a tuple of facts, none of them empty, not {self.expected!r}")


@dataclass(frozen=True, slots=True)
class Session:
    """One conversation, as it is replayed under every strategy.

    Attributes:
        turns: What the user says, oldest first: a text, or a probe.
        system: The system prompt, or None.
        tools: The tool definitions.
        run_tool: Called for each run, and returns what `Conversation` takes as `run_tool`: every run has a world of
            its own. None without tools.
    """

    turns: tuple[str | Probe, ...]
    system: str | None = None
    tools: Sequence[Mapping[str, Any]] = ()
    run_tool: Callable[[], Callable[[Block], Block]] | None = None

    def __post_init__(self) -> None:
        if not any(isinstance(turn, Probe) for turn in self.turns):
            raise ValueError("a session without a probe measures no recall: put a Probe among its turns")


Script = Callable[[int], Session]
"""A session for each seed, which varies its names and its order."""


def told_and_asked(turns: int = 40, facts: int = 6, *, corrected: int = 1) -> Script:
    """Return a script in which facts are told among talk, and each of them is asked for at some later turn.

    A seed decides which facts there are, and where each is told and asked for. Every strategy of one seed meets the
    same session. The sentences are of the form "my … is …", which the scripted reader understands.

    Args:
        turns: How many turns, the probes among them.
        facts: How many facts are told, and asked for: from 1 to 40.
        corrected: How many of the facts are told once more, changed, before they are asked for. Only the newer one is
            right.

    Raises:
        ValueError: If the facts, the corrections and the probes do not fit into the turns.
    """
    if not (1 <= facts <= len(_THINGS) and 0 <= corrected <= facts and 2 * facts + corrected <= turns):
        raise ValueError(
            f"{facts} facts, each told and asked for, and {corrected} corrections take {2 * facts + corrected} turns "
            f"of {turns}: give more turns; facts may be 1 to {len(_THINGS)}, and corrected no more than facts"
        )

    def session(seed: int) -> Session:
        random = Random(seed)
        things = random.sample(_THINGS, facts)
        places = iter(random.sample(_PLACES, facts + corrected))
        # Each thing comes up twice, or three times: it is told, perhaps corrected, and at last asked for.
        coming = things * 2 + things[:corrected]
        random.shuffle(coming)
        said: list[str | Probe] = [random.choice(_TALK) for _ in range(turns)]
        known: dict[str, str] = {}
        for number, turn in enumerate(sorted(random.sample(range(turns), len(coming)))):
            thing = coming[number]
            if thing not in coming[number + 1 :]:
                said[turn] = Probe(f"What is my {thing}?", (known[thing],))
                continue
            again = "That has changed. " if thing in known else ""
            known[thing] = next(places)
            said[turn] = f"{again}My {thing} is {known[thing]}."
        return Session(tuple(said), system="You remember addresses for the user. Answer in one sentence.")

    return session
