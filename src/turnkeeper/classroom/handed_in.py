"""Grading one submission away from the course, as Gradescope and GitHub Classroom do, with what `bundle` made."""

import argparse
import json
import sys
import time
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

from turnkeeper.classroom.bundle import SETTINGS, Settings
from turnkeeper.classroom.grade_class import grade_class
from turnkeeper.classroom.graded import Graded
from turnkeeper.classroom.lane import grade_side_by_side
from turnkeeper.classroom.submissions import read_submission
from turnkeeper.grading.course_order import Course, read_course_order
from turnkeeper.grading.report import ExerciseReport, Requirement
from turnkeeper.grading.scoreboard import details
from turnkeeper.grading.stopped import stopped
from turnkeeper.history_table import printable

_LONGEST_OUTPUT = 10_000


def main(arguments: Sequence[str] | None = None) -> int:
    """Grade the submission in a folder, and print or write what came of it.

    Args:
        arguments: The command line: the folder, and `--gradescope FILE` to write that file; None takes the process's.

    Returns:
        0 when the verdicts were written, or when all exercises pass; 1 when one does not.
    """
    parser = argparse.ArgumentParser(prog="grade")
    parser.add_argument("folder", type=Path, help="the folder of the submission")
    parser.add_argument("--bundle", type=Path, required=True, help=f"the folder with exercises/ and {SETTINGS}")
    parser.add_argument("--gradescope", type=Path, metavar="FILE", help="write the verdicts in Gradescope's format")
    given = parser.parse_args(arguments)
    began = time.monotonic()
    settings, course = Settings.read(given.bundle / SETTINGS), read_course_order(given.bundle.resolve())
    each = _grade(given.folder, course, settings)
    if given.gradescope:
        results = gradescope_results(each, course, settings, time.monotonic() - began)
        given.gradescope.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
        print(f"{each.passed} of {len(settings.slugs)} exercises pass.")
        return 0
    _print(each, settings)
    return 0 if each.passed == len(settings.slugs) else 1


def _grade(folder: Path, course: Course, settings: Settings) -> Graded:
    submission = read_submission(folder, course, settings.slugs)

    def one(jobs: Any, tell: Any) -> None:
        grade_side_by_side(jobs, tell, lanes=1)

    (each,) = grade_class(course, [submission], settings.limits, one)
    return each


def gradescope_results(each: Graded, course: Course, settings: Settings, seconds: float) -> dict[str, Any]:
    """Return what `results.json` holds.

    The fields are those of Gradescope's "Autograder Specifications", Output format (gradescope-autograders on Read the
    Docs, read 2026-11-30).

    Args:
        each: The graded submission.
        course: Where the graders are.
        settings: Which exercises, and what they are worth.
        seconds: How long grading took, in seconds.
    """
    tests = []
    for number, slug in enumerate(settings.slugs, 1):
        result = each.results.get(slug)
        report = result.report if result else stopped(course, slug, f"{slug}.py was not handed in.")
        first = ""
        if result and result.refused:
            first = f"It tried to {'; '.join(result.refused)}. So nothing of this exercise counts.\n"
        counts = bool(result and not result.refused and report.sealed)
        shares = _shares(settings.points, len(report.requirements))
        for place, (requirement, share) in enumerate(zip(report.requirements, shares, strict=True), 1):
            met = counts and requirement.verdict is None
            tests.append(
                {
                    "name": f"{slug}: {requirement.text}",
                    "number": f"{number}.{place}",
                    "score": share if met else 0.0,
                    "max_score": share,
                    "status": "passed" if met else "failed",
                    "output": _shown(first + _said(requirement)),
                    "output_format": "text",
                    "visibility": settings.visibility,
                }
            )
    notes = [f"{note}\n" for note in each.notes[:20]]
    return {
        "execution_time": round(seconds),
        "output": _shown("".join(notes)),
        "output_format": "text",
        "stdout_visibility": "hidden",
        "tests": tests,
    }


def _shares(points: float, number: int) -> list[float]:
    """Return the points of each requirement, to two places, so that they are the exercise's together."""
    hundredths = [round(points * 100 * place / number) for place in range(number + 1)]
    return [(after - before) / 100 for before, after in pairwise(hundredths)]


def _said(requirement: Requirement) -> str:
    if requirement.verdict is None:
        return ""
    printed = f"\nIt printed:\n{requirement.output.strip()}" if requirement.output.strip() else ""
    return f"{requirement.verdict.message}{printed}"


def _shown(text: str) -> str:
    return "\n".join(map(printable, text[:_LONGEST_OUTPUT].splitlines()))


def _print(each: Graded, settings: Settings) -> None:
    for slug in settings.slugs:
        result = each.results.get(slug)
        if result is None:
            print(f"{slug}: {slug}.py was not handed in")
            continue
        for deed in result.refused:
            print(f"{slug}: it tried to {printable(deed)}, so it does not count")
        _print_details(result.report)
    for note in each.notes:
        print(printable(note))
    print(f"{each.passed} of {len(settings.slugs)} exercises pass.")


def _print_details(report: ExerciseReport) -> None:
    for line in details(report, hints=0):
        print(printable(line))


if __name__ == "__main__":
    sys.exit(main())
