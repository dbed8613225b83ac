"""From an exception to a verdict: what went wrong, in words for the person whose answer it is."""

import textwrap
import traceback
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

from turnkeeper.deadline import DeadlineExceeded
from turnkeeper.faults import kind_of, named, refusal_of
from turnkeeper.grading.expect import Unmet
from turnkeeper.plain_words import as_lines, explained, refusal_behind

_WIDTH = 75


@dataclass(frozen=True, slots=True)
class Verdict:
    """Why a requirement is not met.

    Attributes:
        kind: "assertion" (it behaves otherwise), "unwritten" (the stub is still there), "error" (it raised), "missing"
            (a name is not there), "broken" (it cannot be loaded), "deadline", "recursion", "exit", "tampered" (it
            changed the grader), or "grader" (the grader itself failed: not the learner's fault).
        message: Plain text, several lines possible.
        line: The line of the answer concerned, counted from 1, or None.
        cannot_start: True when the answer could not even be loaded, so that no requirement was really checked.
    """

    kind: str
    message: str
    line: int | None = None
    cannot_start: bool = False


class NotMet(Exception):
    """Carries a verdict out of pytest's call of a test."""

    def __init__(self, verdict: Verdict) -> None:
        super().__init__(verdict.message)
        self.verdict = verdict


def verdict_on(error: BaseException, answer: Path) -> Verdict:
    """Turn what a requirement's test raised into a verdict.

    Args:
        error: The exception, of any kind.
        answer: The file of the answer; its frames tell the learner's errors from the grader's.
    """
    if isinstance(error, NotMet):
        return error.verdict
    line, text = _place(error, answer)
    at = f"\n{textwrap.shorten(f'at {answer.name}, line {line}:  {text}', _WIDTH, placeholder=' …')}" if line else ""
    match error:
        case Unmet():
            return Verdict("assertion", str(error), line)
        case DeadlineExceeded():
            why = "Is there a loop that never ends, or one inside another?"
            return Verdict("deadline", f"It was {error}. {why}{at}", line)
        case RecursionError():
            return Verdict("recursion", f"A function called itself too many times.{at}", line)
        case NotImplementedError() if line:
            return Verdict("unwritten", f"Not written yet.{at}", line)
        case SystemExit() | KeyboardInterrupt():
            return Verdict("exit", f"The answer asked Python to exit. It should return instead.{at}", line)
        case AttributeError(obj=ModuleType()) if not line:
            said = f"There is no {error.name!r} in {answer.name}. Its name must stay as in the task."
            return Verdict("missing", said, cannot_start=True)
        case AssertionError() if not line:
            return Verdict("assertion", str(error))
    refusal = refusal_of(error)
    raised = textwrap.fill(f"{kind_of(error)}: {refusal}" if refusal else named(error), _WIDTH)
    if line or isinstance(error, TypeError | AttributeError):
        called = at or "\nwhen your code was called as the task says"
        return Verdict("error", f"{raised}{_meaning(error, answer)}{called}", line)
    return Verdict("grader", f"The grader itself failed, which is not your fault:\n{raised}\nPlease report it.")


def _meaning(error: BaseException, answer: Path) -> str:
    """Return what an error means, in lines of their own, with the table of the request where the API refused one."""
    refusal = refusal_behind(error)
    if refusal is None:
        said = [explained(error, str(answer).__eq__)]
    else:
        said = [*as_lines(refusal, _WIDTH), f"{refusal.rule} {refusal.mend}".strip()]
    return "".join(f"\n{line if line[:2] in ('✗ ', '  ') else textwrap.fill(line, _WIDTH)}" for line in said if line)


def _place(error: BaseException, answer: Path) -> tuple[int | None, str]:
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        if frame.filename == str(answer):
            return frame.lineno, frame.line or ""
    return None, ""
