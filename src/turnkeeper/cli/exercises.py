"""`turnkeeper watch`, `status`, `hint` and `reset`: the exercises, for a learner in a terminal."""

import argparse
import asyncio
import shutil
import sys
import textwrap
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

from turnkeeper.cli.said import WrongError, show
from turnkeeper.grading.course_order import Course, find_exercises, mend_for, read_course_order
from turnkeeper.grading.progress import ProgressError, answer_text, keep_check, read_progress
from turnkeeper.grading.report import ExerciseReport
from turnkeeper.grading.scoreboard import WIDTH, as_typed
from turnkeeper.grading.stubs import is_stub
from turnkeeper.terminal.answers import reset_answer
from turnkeeper.terminal.hints import all_hints, next_hint


def run(given: argparse.Namespace, start: Path | None = None) -> int:
    """Run one of the commands: 0 when it was done, 1 when it was not, 2 when it cannot be.

    Args:
        given: The command line.
        start: The folder from which to look for `exercises/`; None takes the current one.
    """
    try:
        return _run(given, start or Path.cwd())
    except (WrongError, ProgressError) as problem:
        print(f"turnkeeper {given.command}: {problem}", file=sys.stderr)
        return 2
    except OSError as problem:
        name = f"{problem.filename}: " if problem.filename else ""
        print(f"turnkeeper {given.command}: {name}{problem.strerror}.", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("\nStopped.", file=sys.stderr)
        return 130


def _run(given: argparse.Namespace, start: Path) -> int:
    folder = find_exercises(start)
    if folder is None:
        raise WrongError("run this from a checkout of the course; an installed package has no exercises.")
    course = read_course_order(folder.parent)
    slug = given.slug if "slug" in given else None
    if slug is not None and slug not in course.slugs:
        raise WrongError(f"there is no exercise {slug!r}. {mend_for(slug, course.slugs)}")
    commands = {"watch": _watch, "status": _status, "hint": _hint, "reset": _reset}
    return commands[given.command](given, course)


def _status(given: argparse.Namespace, course: Course) -> int:
    from turnkeeper.terminal.overview import status

    show(status(course, read_progress(course.root), as_typed("turnkeeper.cli")))
    return 0


def _watch(given: argparse.Namespace, course: Course) -> int:
    slug = given.slug or course.slugs[0]
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise WrongError(f"this needs a terminal. Without one: pytest exercises/test_{slug}.py")
    _need("prompt_toolkit", "watchfiles")
    from turnkeeper.terminal.overview import count_passed
    from turnkeeper.terminal.watch import watch

    session = asyncio.run(watch(course, read_progress(course.root), given.slug, manual=given.manual_run))
    done = count_passed(course, session.view.progress)
    print(f"{done} of {len(course.slugs)} exercises pass. To go on: {as_typed('turnkeeper.cli')} watch")
    return 0


def _hint(given: argparse.Namespace, course: Course) -> int:
    report = _checked(course, given.slug)
    if report.problem:
        show(_wrapped("", report.problem.message))
        return 1
    if report.status == "passed":
        print(f"{given.slug}: all requirements are met, so there is nothing to hint at.")
        return 0
    if given.all:
        for requirement, hints in all_hints(report):
            show(_wrapped("Not met: ", requirement.text))
            for number, text in enumerate(hints, 1):
                show(_wrapped(f"  Hint {number}: ", text))
        return 0
    hint = next_hint(course, report)
    if hint is None:
        raise WrongError(f"{given.slug} has no hints for what is not met.")
    there = len(hint.requirement.hints)
    show(_wrapped("Not met: ", hint.requirement.text))
    show(_wrapped(f"Hint {hint.number} of {there}: ", hint.requirement.hints[hint.number - 1]))
    if hint.number == there:
        show(_wrapped("", f"There is no further hint. solutions/{given.slug}.py has the solution, and says why."))
    else:
        show([f"The next one: {as_typed('turnkeeper.cli')} hint {given.slug}"])
    return 0


def _need(*modules: str) -> None:
    """Say how to install what is missing."""
    for name in modules:
        try:
            import_module(name)
        except ModuleNotFoundError as missing:
            raise WrongError(f"{name} is missing. Install it: pip install -e '.[terminal]'") from missing


def _checked(course: Course, slug: str) -> ExerciseReport:
    """Check an answer in a process of its own."""
    from turnkeeper.terminal.checker import Answer, Checker

    path = course.answer(slug)
    if not path.is_file():
        raise WrongError(f"exercises/{slug}.py is not there. To bring its stub back: turnkeeper reset {slug}")
    answer = Answer(slug, answer_text(path))
    reports: list[ExerciseReport] = []
    asyncio.run(Checker(course).check([answer], lambda _, report: reports.append(report)))
    keep_check(course, answer.source, reports[0])
    return reports[0]


def _reset(given: argparse.Namespace, course: Course) -> int:
    slug, name = given.slug, f"exercises/{given.slug}.py"
    path = course.answer(slug)
    if path.is_file() and is_stub(course.exercises_folder, slug, answer_text(path)):
        print(f"{name} is the stub already.")
        return 0
    if path.is_file() and not given.yes:
        if not sys.stdin.isatty():
            raise WrongError("this asks before it writes. Without a terminal, add --yes.")
        answer = input(f"Write the stub over {name}? A copy of yours is kept. [y/N] ")
        if answer.strip().lower() not in ("y", "yes"):
            print(f"{name} is as it was.")
            return 1
    kept = reset_answer(course, slug)
    print(f"{name} is the stub again.")
    if kept:
        print(f"Yours is kept in {kept.relative_to(course.root)}.")
    return 0


def _wrapped(label: str, text: str) -> Iterator[str]:
    width = min(shutil.get_terminal_size().columns - 1, WIDTH)
    for line in text.splitlines():
        yield from textwrap.wrap(line, max(width, 20), initial_indent=label, subsequent_indent=" " * len(label))
