"""`turnkeeper grade` and `turnkeeper export`: what instructors need."""

import argparse
import json
import os
import shutil
import sys
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path

from turnkeeper.classroom.cluster import ClusterError, grade_on_cluster
from turnkeeper.classroom.graded import Graded, as_json, pass_rates
from turnkeeper.classroom.lane import CannotStartError, grade_side_by_side
from turnkeeper.classroom.work import Limits
from turnkeeper.cli.said import WrongError, show
from turnkeeper.grading.course_order import Course, find_exercises, mend_for, read_course_order
from turnkeeper.grading.lesson_text import FenceError
from turnkeeper.grading.seal import is_sealed


def run(given: argparse.Namespace, start: Path | None = None) -> int:
    """Run one of the commands: 0 when it was done, 2 when it cannot be.

    Args:
        given: The command line.
        start: The folder from which to look for `exercises/`; None takes the current one.
    """
    try:
        folder = find_exercises(start or Path.cwd())
        if folder is None:
            raise WrongError("run this from a checkout of the course; an installed package has no exercises.")
        course = read_course_order(folder.parent)
        return _grade(given, course) if given.command == "grade" else _export(given, course)
    except (WrongError, CannotStartError, ClusterError) as problem:
        print(f"turnkeeper {given.command}: {problem}", file=sys.stderr)
        return 2
    except OSError as problem:
        name = f"{problem.filename}: " if problem.filename else ""
        print(f"turnkeeper {given.command}: {name}{problem.strerror or problem}.", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("\nStopped.", file=sys.stderr)
        return 130


def _grade(given: argparse.Namespace, course: Course) -> int:
    from turnkeeper.classroom.as_html import class_page
    from turnkeeper.classroom.as_text import class_table
    from turnkeeper.classroom.grade_class import grade_class
    from turnkeeper.classroom.submissions import find_submissions

    slugs = _known(given.exercise or course.slugs, course)
    graders = _graders(given)
    found = find_submissions(Path(given.folder), course, slugs)
    if not found.submissions:
        raise WrongError(f"{given.folder} holds no submission: no folder, and no file <student>_<exercise>.py.")
    for target in (given.report, given.json):
        if target and not Path(target).absolute().parent.is_dir():
            raise WrongError(f"{target}: there is no such folder to write to. Make it first.")
        if target and Path(target).is_dir():
            raise WrongError(f"{target} is a folder. Name a file in it.")
    _need_seals({slug for each in found.submissions for slug in each.answers}, course)
    limits = Limits(given.seconds, given.budget, given.memory)
    class_ = grade_class(course, found.submissions, limits, graders, _counter(len(found.submissions)))
    if not given.exercise:  # those that nobody handed in say nothing
        slugs = [slug for slug in slugs if any(slug in each.results for each in class_)]
    rates = pass_rates(course, slugs, class_)
    if given.report:
        Path(given.report).write_text(class_page(class_, slugs, rates, found.notes), encoding="utf-8")
    if given.json:
        data = as_json(course, slugs, class_, found.notes)
        Path(given.json).write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
    width = min(shutil.get_terminal_size().columns - 1, 119)
    show(class_table(class_, rates, found.notes, max(width, 40)))
    show([f"{sum(each.passed for each in class_)} of {sum(len(each.results) for each in class_)} answers pass."])
    return 0


def _export(given: argparse.Namespace, course: Course) -> int:
    from turnkeeper.classroom.bundle import Settings
    from turnkeeper.classroom.exports import classroom_repository, gradescope_archive

    if given.kind == "qti":
        return _quizzes(given, course)
    if not (course.root / "requirements.lock").is_file():
        raise WrongError("run this from a checkout of the course; an installed package has no requirements.lock.")
    slugs, out = tuple(_known(given.slug, course)), Path(given.out)
    _need_seals(slugs, course)
    if given.kind == "gradescope":
        settings = Settings(slugs, given.points, given.visibility, Limits())
        out.write_bytes(gradescope_archive(course, settings))
        show([f"{out} grades {', '.join(slugs)}."])
        return 0
    if out.exists() and any(out.iterdir()):
        raise WrongError(f"{out} is not empty. Name a new folder: --out FOLDER")
    for name, content in classroom_repository(course, Settings(slugs, 10.0, "visible", Limits())).items():
        (out / name).parent.mkdir(parents=True, exist_ok=True)
        (out / name).write_bytes(content)
    show([f"{out}/ is a template repository for {', '.join(slugs)}."])
    return 0


def _quizzes(given: argparse.Namespace, course: Course) -> int:
    from turnkeeper.classroom.quizzes import qti_package, questions_of

    lessons = {lesson.slug: lesson for lesson in course.lessons if lesson.title}
    for slug in given.lesson:
        if slug not in lessons:
            raise WrongError(f"there is no lesson {slug!r}. {mend_for(slug, list(lessons))}")
    out = Path(given.out)
    out.mkdir(parents=True, exist_ok=True)
    for slug in given.lesson or lessons:
        try:
            questions = questions_of(course, slug)
            content = qti_package(lessons[slug], questions)
        except FenceError as problem:
            raise WrongError(f"lessons/{slug}.md: {problem}") from problem
        except ModuleNotFoundError as missing:
            raise WrongError("text2qti is missing. Install it: pip install -e '.[qti]'") from missing
        (out / f"{slug}.zip").write_bytes(content)
        show([f"{out / slug}.zip: {len(questions)} questions of {lessons[slug].title!r}"])
    return 0


def _graders(given: argparse.Namespace) -> "Callable[..., object]":
    if given.scheduler:
        return partial(grade_on_cluster, scheduler=given.scheduler)
    if os.name != "posix":
        raise WrongError("this needs Linux or macOS, whose processes can be limited. On Windows run it in WSL.")
    return partial(grade_side_by_side, lanes=given.jobs or _cores())


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _known(slugs: Iterable[str], course: Course) -> list[str]:
    """Return slugs in the order of the course."""
    for slug in slugs:
        if slug not in course.slugs:
            raise WrongError(f"there is no exercise {slug!r}. {mend_for(slug, course.slugs)}")
    return [slug for slug in course.slugs if slug in set(slugs)]


def _need_seals(slugs: Iterable[str], course: Course) -> None:
    for slug in sorted(slugs):
        if not is_sealed(course.grader(slug)):
            name = f"exercises/test_{slug}.py"
            raise WrongError(
                f"{name} is not as it was sealed, so no answer would count. `git checkout {name}` brings it back; "
                "if the change is yours, record it: turnkeeper seal"
            )


def _counter(total: int) -> Callable[[Graded], None]:
    done = 0

    def count(_: Graded) -> None:
        nonlocal done
        done += 1
        if sys.stderr.isatty():
            print(f"\r{done} of {total} submissions", end="\n" if done == total else "", file=sys.stderr, flush=True)

    return count
