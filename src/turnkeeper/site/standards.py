"""What every lesson and exercise of the course must have; each complaint names the file, the fault and the mend."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from turnkeeper.grading.grader import tests_in
from turnkeeper.grading.lesson_text import FenceError, find_fences, section, without_fences
from turnkeeper.grading.seal import SEALS, is_sealed, read_seals
from turnkeeper.grading.stubs import STUBS, stub_path
from turnkeeper.site.course import CourseError, Lesson, read_course
from turnkeeper.site.covers import gaps
from turnkeeper.site.exercise import read_exercise
from turnkeeper.site.fences import check_fences

WORDS = (700, 1400)
REQUIREMENTS = (4, 9)
QUESTIONS = (3, 5)
RIGHT, WRONG, HINTS = 3, 5, 2
HEADINGS = ("Check yourself", "One line to remember", "Sources")
UNFINISHED = "Write this"


def complaints(root: Path) -> Iterator[str]:
    """Yield everything that is still missing in the course.

    Args:
        root: The checkout.
    """
    try:
        lessons = [lesson for part in read_course(root / "lessons") for lesson in part.lessons]
    except CourseError as error:
        yield str(error)
        return
    used: set[str] = set()
    for lesson in lessons:
        yield from _of_lesson(lesson, used)
    slugs = {path.stem.removeprefix("test_") for path in (root / "exercises").glob("*.py")}
    for slug in sorted(slugs | used):
        yield from _of_exercise(root, slug)
        if slug not in used:
            yield f"exercises/{slug}.py is in no lesson: put an `exercise` fence with {slug} into one."
    for name in read_seals(root / "exercises"):
        if not (root / "exercises" / name).is_file():
            yield f"exercises/{SEALS} seals {name}, which is not there: run `make seal`."
    for path in sorted((root / "exercises" / STUBS).glob("*.py")):
        if path.stem not in slugs:
            yield f"exercises/{STUBS}/{path.name} is the stub of no exercise: remove it."


def _of_lesson(lesson: Lesson, used: set[str]) -> Iterator[str]:
    place = f"lessons/{lesson.path.name}"
    text = lesson.path.read_text(encoding="utf-8")
    yield from gaps(lesson.path.parent.parent, lesson)
    yield from _unfinished(place, text)
    yield from _of_sections(place, text)
    try:
        check_fences(text, lesson.path.parent.parent / "exercises")
    except FenceError as error:
        yield f"{place}:{error.line}: {error}"
        return
    fences = list(find_fences(text))
    kinds = [fence.language for fence in fences]
    if "predict" not in kinds:
        yield f"{place}: no `predict` fence: let the reader commit to an answer before the cell runs."
    if "exercise" not in kinds:
        yield f"{place}: no `exercise` fence: name the exercise that goes with the lesson."
    if not QUESTIONS[0] <= kinds.count("quiz") <= QUESTIONS[1]:
        low, high = QUESTIONS
        yield f"{place}: {kinds.count('quiz')} `quiz` fences: ask {low} to {high} questions under 'Check yourself'."
    if "```python" not in text:
        yield f"{place}: no cell: a figure on the page comes from a ```python cell that runs."
    used.update(fence.body.strip() for fence in fences if fence.language == "exercise")


def _of_sections(place: str, text: str) -> Iterator[str]:
    for heading in HEADINGS:
        found = section(text, heading)
        if found is None:
            yield f"{place}: no heading '## {heading}': add the section."
        elif not found:
            yield f"{place}: nothing stands under '## {heading}': write it."
    if not re.search(r"\b20\d\d\b", section(text, "Sources") or ""):
        yield f"{place}: the sources carry no date: say when each was checked."
    words = len(without_fences(text).split())
    if not WORDS[0] <= words <= WORDS[1]:
        yield f"{place}: {words} words besides the code: a lesson has {WORDS[0]} to {WORDS[1]}."


def _of_exercise(root: Path, slug: str) -> Iterator[str]:
    paths = {name: root / name / f"{slug}.py" for name in ("exercises", "solutions")}
    for name, path in paths.items():
        if not path.is_file():
            yield f"{name}/{slug}.py is missing: write the {'stub' if name == 'exercises' else 'solution'}."
        else:
            source = path.read_text(encoding="utf-8")
            yield from _unfinished(f"{name}/{slug}.py", source)
            try:
                docstring = ast.get_docstring(ast.parse(source))
            except SyntaxError as error:
                yield f"{name}/{slug}.py:{error.lineno}: Python cannot read it: {error.msg}."
                continue
            if not docstring:
                says = "the task" if name == "exercises" else "why this is the answer"
                yield f"{name}/{slug}.py has no docstring: it says {says}."
    stub = stub_path(root / "exercises", slug)
    if paths["exercises"].is_file() and not (stub.is_file() and stub.read_bytes() == paths["exercises"].read_bytes()):
        yield (
            f"exercises/{slug}.py is not the stub that is kept in exercises/{STUBS}/: run `make seal` if the stub "
            f"was changed, or `turnkeeper reset {slug}` if the file holds an answer."
        )
    yield from _of_grader(root, slug)
    for kind, least in (("right", RIGHT), ("wrong", WRONG)):
        count = len(list((root / "tests" / "answers" / slug / kind).glob("*.py")))
        if count < least:
            yield f"tests/answers/{slug}/{kind}/ has {count} answers: write at least {least}, in different ways."


def _of_grader(root: Path, slug: str) -> Iterator[str]:
    grader = root / "exercises" / f"test_{slug}.py"
    place = f"exercises/{grader.name}"
    if not grader.is_file():
        yield f"{place} is missing: write the grader, a test for each requirement."
        return
    yield from _unfinished(place, grader.read_text(encoding="utf-8"))
    try:
        exercise = read_exercise(root / "exercises", slug)
    except FenceError as error:
        yield str(error)
        return
    if not REQUIREMENTS[0] <= len(exercise.requirements) <= REQUIREMENTS[1]:
        low, high = REQUIREMENTS
        yield f"{place}: {len(exercise.requirements)} requirements: an exercise has {low} to {high}."
    for node in tests_in(grader):
        if _hints(node) < HINTS:
            yield f"{place}:{node.lineno}: {node.name} needs {HINTS} hints in pytest.mark.hint, and has {_hints(node)}."
    if not is_sealed(grader):
        yield f"{place} is not sealed as it stands: read the change once more, then run `make seal`."


def _hints(test: ast.FunctionDef) -> int:
    return max((len(d.args) for d in test.decorator_list if isinstance(d, ast.Call)), default=0)


def _unfinished(place: str, text: str) -> Iterator[str]:
    for number, line in enumerate(text.splitlines(), 1):
        if UNFINISHED in line:
            yield f"{place}:{number}: still to do: {line.strip()}"
