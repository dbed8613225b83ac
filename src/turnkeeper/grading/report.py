"""The report on an exercise: what the scoreboard, the page and the notebook draw."""

from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any, Literal

from turnkeeper.grading.score import Score
from turnkeeper.grading.verdict import Verdict

SCHEMA = 1


@dataclass(slots=True)
class Requirement:
    """One requirement of an exercise, and how the answer did.

    Attributes:
        id: The name of its test.
        text: The requirement in plain words.
        hints: What may help, from a nudge to the line of thought.
        verdict: Why it is not met; None when it is.
        output: What the answer printed meanwhile, with an end.
    """

    id: str
    text: str
    hints: list[str] = field(default_factory=list)
    verdict: Verdict | None = None
    output: str = ""

    def to_json(self) -> dict[str, Any]:
        """Return the requirement as the report has it."""
        verdict = asdict(self.verdict or Verdict("", ""))
        status = "failed" if self.verdict else "passed"
        return {
            "id": self.id,
            "text": self.text,
            "status": status,
            "hints": self.hints,
            "output": self.output,
            **verdict,
        }


@dataclass(slots=True)
class ExerciseReport:
    """How an answer did in one exercise.

    Attributes:
        exercise: Its slug.
        grader: The file of the grader.
        answer: The file of the answer.
        sealed: Whether the grader is as the course made it.
        total: How many requirements the grader has.
        requirements: Those that were checked; fewer than `total` when only some were asked for.
        measured: What the grader measured, whether or not the answer passes; None where it measures nothing.
    """

    exercise: str
    grader: Path
    answer: Path
    sealed: bool
    total: int
    requirements: list[Requirement] = field(default_factory=list)
    measured: Score | None = None

    @property
    def passed(self) -> int:
        """How many requirements are met."""
        return sum(requirement.verdict is None for requirement in self.requirements)

    @property
    def problem(self) -> Verdict | None:
        """What keeps the answer from being checked at all; None when it can be."""
        verdicts = [requirement.verdict for requirement in self.requirements]
        return verdicts[0] if verdicts and all(verdict and verdict.cannot_start for verdict in verdicts) else None

    @property
    def started(self) -> bool:
        """Whether the stub was touched: some requirement is met, or fails in another way than being unwritten."""
        return any(r.verdict is None or r.verdict.kind != "unwritten" for r in self.requirements)

    @property
    def status(self) -> Literal["passed", "failed", "broken"]:
        """The verdict on the whole answer."""
        if self.problem:
            return "broken"
        return "passed" if self.passed == self.total > 0 and self.sealed else "failed"

    @property
    def score(self) -> Score | None:
        """The score of an answer that meets every requirement; None without a score, or while something is not met."""
        return self.measured if self.status == "passed" else None

    @classmethod
    def from_json(cls, data: dict[str, Any], grader: Path, answer: Path) -> "ExerciseReport":
        """Return the report that `to_json` made into plain data.

        Args:
            data: The plain data.
            grader: The file of the grader, which the data does not hold.
            answer: The file of the answer.
        """
        requirements = [
            Requirement(
                entry["id"],
                entry["text"],
                entry["hints"],
                Verdict(*(entry[item.name] for item in fields(Verdict))) if entry["status"] == "failed" else None,
                entry["output"],
            )
            for entry in data["requirements"]
        ]
        score = Score.from_json(data["score"]) if data["score"] else None
        return cls(data["exercise"], grader, answer, data["sealed"], data["total"], requirements, score)

    def to_json(self) -> dict[str, Any]:
        """Return the report as plain data."""
        return {
            "schema": SCHEMA,
            "exercise": self.exercise,
            "status": self.status,
            "passed": self.passed,
            "total": self.total,
            "sealed": self.sealed,
            "problem": asdict(self.problem) if self.problem else None,
            "requirements": [requirement.to_json() for requirement in self.requirements],
            "score": self.score.to_json() if self.score else None,
        }
