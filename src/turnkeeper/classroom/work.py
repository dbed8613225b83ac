"""What is graded, with which limits, and what came of it, as plain data that passes through a pipe or a network."""

from dataclasses import asdict, dataclass, field
from typing import Any

from turnkeeper.grading.session import SECONDS

FOLDER = "turnkeeper-{}-"
"""How the name of an answer's folder begins, with the id of the process that makes it."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How much a submission may use.

    Attributes:
        seconds: The time limit of one requirement, in seconds.
        budget: The time for all answers of a submission together, in seconds. What comes after it is not graded.
        memory: How much memory an answer may take beyond what Python and the grader hold, in MiB.
    """

    seconds: float = SECONDS
    budget: float = 60.0
    memory: int = 512


@dataclass(frozen=True, slots=True)
class Job:
    """The answers of one submission, with their graders: all that a grading process needs.

    Attributes:
        student: Whose submission it is.
        answers: The text of each answer, by the exercise's slug.
        graders: The text of each grader, likewise.
        seals: The text of `graders.sha256`.
        limits: How much it may use.
    """

    student: str
    answers: dict[str, str]
    graders: dict[str, str]
    seals: str
    limits: Limits

    def to_json(self) -> dict[str, Any]:
        """Return the job as plain data."""
        return asdict(self)

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> "Job":
        """Return the job that `to_json` made into plain data."""
        return cls(**{**data, "limits": Limits(**data["limits"])})


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of one answer.

    Attributes:
        slug: The exercise.
        report: The report as plain data; None when the answer was ended before there was one.
        why: In that case, what ended it, in a sentence.
        kind: In that case, the kind of the verdict, as in `Verdict`.
        refused: What the answer tried that no exercise asks for, in the order in which it did; each was refused.
        seconds: How long it took, in seconds of wall time.
        cpu: How long it kept a processor busy, in seconds.
    """

    slug: str
    report: dict[str, Any] | None = None
    why: str = ""
    kind: str = ""
    refused: list[str] = field(default_factory=list)
    seconds: float = 0.0
    cpu: float = 0.0
