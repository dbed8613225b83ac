"""The blind judge: two answers to one question, without a word about whose they are."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Literal

from turnkeeper.bench.run import Answer, Run
from turnkeeper.messages import text_of
from turnkeeper.scripts.judge import judge_question

_VERDICT = re.compile(
    r"\W*(?:(?:it is |it's )?(?:a )?(?P<tie>tie)|(?:answer:? )?(?P<one>[ab])(?: is better(?: than (?:answer )?[ab])?)?)"
    r"\W*(?:$|[.:,;\n])",
    re.IGNORECASE,
)
_NAMED = re.compile(r"\b(?:A|B|[Tt]ie)\b")

Outcome = Literal["better", "tie", "worse", "unclear"]


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the judge found in one pair of answers.

    Attributes:
        strategy: The strategy whose answer was compared with the baseline's.
        seed: The seed of both runs.
        probe: The place of the probe in its session, counted from 0 among the probes.
        outcome: "better" or "worse" than the baseline's answer, "tie", or "unclear" where the judge said nothing that
            could be read.
    """

    strategy: str
    seed: int
    probe: int
    outcome: Outcome


def judge_runs(runs: Sequence[Run], baseline: str, client: Any, *, model: str) -> list[Verdict]:
    """Let a judge compare every answer with the baseline's answer to the same probe of the same seed.

    The judge is asked twice, with the answers swapped, because models lean towards the first of two; where it then
    contradicts itself, it is a tie. Which order comes first, and which pair, is drawn from the seeds and from nothing
    else. Two answers of the same words are a tie, and are not asked about.

    A reply is read where it begins with a verdict and names no other one behind it: "A", "Answer B.", "A is better than
    B", "It is a tie: …". Anything else is unclear.

    Args:
        runs: The runs, those of the baseline among them.
        baseline: The name of the strategy that the others are compared with.
        client: The client of the judge.
        model: The model to name.

    Returns:
        The verdicts, in the order of the runs and their probes.
    """
    base = {run.seed: run for run in runs if run.strategy == baseline}
    pairs = [
        (run, place, answer, base[run.seed].answers[place])
        for run in runs
        if run.strategy != baseline
        for place, answer in enumerate(run.answers)
    ]
    outcomes: dict[int, Outcome] = {}
    random = Random(repr(sorted(base)))
    for number in random.sample(range(len(pairs)), len(pairs)):
        _, _, answer, other = pairs[number]
        outcomes[number] = _outcome(answer, other, client, model, answer_first=random.random() < 0.5)
    return [Verdict(run.strategy, run.seed, place, outcomes[number]) for number, (run, place, _, _) in enumerate(pairs)]


def _outcome(answer: Answer, other: Answer, client: Any, model: str, *, answer_first: bool) -> Outcome:
    if answer.text == other.text:
        return "tie"
    found: set[Outcome] = set()
    for first in (answer_first, not answer_first):
        a, b = (answer, other) if first else (other, answer)
        choice = _read(_ask(client, model, a, b))
        if choice is None:
            return "unclear"
        found.add("tie" if choice == "tie" else "better" if (choice == "a") == first else "worse")
    return found.pop() if len(found) == 1 else "tie"


def _read(said: str) -> str | None:
    """Return the verdict of a reply: "a", "b" or "tie"; None when it begins with none, or names another one too."""
    begins = _VERDICT.match(said)
    if begins is None:
        return None
    choice = str(begins["tie"] or begins["one"]).lower()
    named = {name.lower() for name in _NAMED.findall(said[begins.end() :])}
    return choice if named <= {choice} else None


def _ask(client: Any, model: str, a: Answer, b: Answer) -> str:
    question = judge_question(a.probe.question, a.probe.expected, a.text, b.text)
    reply = client.messages.create(model=model, max_tokens=64, messages=[{"role": "user", "content": question}])
    return text_of({"content": reply.content})
