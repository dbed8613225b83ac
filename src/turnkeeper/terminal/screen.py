"""What `turnkeeper watch` shows: from what is known to lines of text. Nothing here draws."""

import textwrap
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from turnkeeper.grading.course_order import Course
from turnkeeper.grading.progress import Progress, next_exercise
from turnkeeper.grading.report import ExerciseReport
from turnkeeper.grading.score_plot import score_lines
from turnkeeper.grading.scoreboard import WIDTH, details
from turnkeeper.terminal.answers import BACKUPS
from turnkeeper.terminal.hints import first_unmet
from turnkeeper.terminal.overview import count_passed, exercise_line, lesson_line

KEYS = "h hint  n next  l list  c check all  x reset  r run  q quit"
LIST_KEYS = "up, down, number choose  Enter open  c check all  l back"
_NARROWEST = 20
_ROWS_WITH_HEAD = 12  # with fewer, the report needs them all


class Line(NamedTuple):
    """A line of text in one of the styles that `turnkeeper.terminal.front` knows."""

    style: Literal["", "passed", "unmet", "hint", "head", "faint", "chosen", "key"]
    text: str


@dataclass
class View:
    """All that the screen depends on, apart from its size.

    Attributes:
        course: The course.
        progress: The learner's progress.
        slug: The exercise that is shown.
        manual: Whether a saved file is checked only when the learner asks for it.
        report: How its answer does; None when that is not known.
        hints: How many hints to show, by the requirement's id.
        mode: What the keys do: the report is shown, an exercise is chosen, or a reset is asked for.
        doing: What goes on at the moment, or "".
        note: What is to be said of the last key, or "".
        chosen: In the list, the place of the exercise that is chosen.
        top: The first line of the report that is shown; None to show what matters most.
        to_hint: Whether that is the last hint.
    """

    course: Course
    progress: Progress
    slug: str
    manual: bool = False
    report: ExerciseReport | None = None
    hints: dict[str, int] = field(default_factory=dict)
    mode: Literal["report", "list", "reset"] = "report"
    doing: str = ""
    note: str = ""
    chosen: int = 0
    top: int | None = None
    to_hint: bool = False


class Screen(NamedTuple):
    """The lines of a screen.

    Attributes:
        head: Where the learner is.
        body: The report or the list: all of it, however long.
        keys: What was said last, and the keys.
    """

    head: list[Line]
    body: list[Line]
    keys: list[Line]


def screen(view: View, columns: int) -> Screen:
    """Return all there is to show, in lines of at most `columns` columns."""
    width = max(columns, _NARROWEST)
    body = _list(view) if view.mode == "list" else _report(view, min(width, WIDTH))
    return Screen(_head(view, width), _within(body, width), _within(_keys(view, width), width))


class Shown(NamedTuple):
    """What part of the body is on the screen: the place of its first line, and how many there is room for."""

    top: int
    room: int


def window(view: View, lines: Screen, rows: int) -> tuple[list[Line], int, int]:
    """Cut the body to the rows that are left for it.

    Args:
        view: What is shown.
        lines: All its lines.
        rows: How many rows the terminal has.

    Returns:
        The lines of the body that are shown, the place of the first, and how many there is room for.
    """
    room = max(rows - len(lines.head) - len(lines.keys), 1)
    last = max(len(lines.body) - room, 0)
    top = _most_important(view, lines.body, room) if view.top is None else view.top
    top = min(max(top, 0), last)
    return lines.body[top : top + room], top, room


def drawn(view: View, columns: int, rows: int) -> tuple[list[Line], Shown]:
    """Return the lines that fill a terminal, and what part of the body is among them.

    Args:
        view: What is shown.
        columns: How many columns the terminal has.
        rows: How many rows it has.
    """
    lines = screen(view, columns)
    if rows < _ROWS_WITH_HEAD:
        lines = lines._replace(head=[])
    part, top, room = window(view, lines, rows)
    filled = [*part, *[Line("", "")] * (room - len(part))]
    rule, *keys = lines.keys
    if len(lines.body) > room:
        said = f"-- lines {top + 1} to {top + len(part)} of {len(lines.body)}: arrow keys and space scroll "
        rule = Line("faint", said[:columns].ljust(columns, "-"))
    return [*lines.head, *filled, rule, *keys], Shown(top, room)


def _within(lines: Iterable[Line], width: int) -> list[Line]:
    return [Line(line.style, line.text if len(line.text) <= width else f"{line.text[: width - 2]} …") for line in lines]


def _head(view: View, width: int) -> list[Line]:
    done, total = count_passed(view.course, view.progress), len(view.course.slugs)
    said = f"{done} of {total} exercises pass"
    room = min(width - len(said) - 4, 40)
    filled = room * done // total
    bar = f"  [{'#' * filled}{'-' * (room - filled)}]" if room >= 10 else ""
    lesson = view.course.lesson_of(view.slug)
    place = [Line("head", f"Exercise  {view.slug}, in exercises/{view.slug}.py")]
    if lesson.title:
        place.append(Line("", f"Lesson    {lesson.title}, in lessons/{lesson.slug}.md"))
    return [*_within([Line("", f"{said}{bar}"), *place], width), Line("faint", "-" * width)]


def _keys(view: View, width: int) -> Iterator[Line]:
    yield Line("faint", "-" * width)
    if view.mode == "reset":
        ask = f"Write the stub over exercises/{view.slug}.py? A copy of yours goes to .turnkeeper/{BACKUPS}/."
        yield from (Line("hint", line) for line in textwrap.wrap(ask, width))
        yield Line("key", "y reset  any other key: leave it")
        return
    said = view.doing or view.note
    yield from (Line("hint", line) for line in textwrap.wrap(said, width))
    yield from (Line("key", line) for line in wrapped_keys(LIST_KEYS if view.mode == "list" else KEYS, width))


def wrapped_keys(keys: str, width: int) -> list[str]:
    """Break a line of keys between two of them, and never inside one."""
    lines = [""]
    for key in keys.split("  "):
        longer = f"{lines[-1]}  {key}" if lines[-1] else key
        if len(longer) <= width:
            lines[-1] = longer
        else:
            lines.append(key)
    return lines


def _list(view: View) -> Iterator[Line]:
    number = 0
    for lesson in view.course.lessons:
        yield Line("head", lesson_line(lesson))
        for slug in lesson.exercises:
            mark, style = (">", "chosen") if number == view.chosen else (" ", "")
            number += 1
            yield Line(style, f"{mark} {number:>2} {exercise_line(view.course, slug, view.progress)}")  # type: ignore[arg-type]


def _report(view: View, width: int) -> Iterator[Line]:
    if view.report is None:
        return
    if view.report.status == "passed":
        yield from _after_a_pass(view, width)
    elif not view.report.started:
        when = "Press r to have it checked." if view.manual else "It is checked whenever you save it."
        yield from _wrapped(f"The task stands in exercises/{view.slug}.py, above the code to write. {when}", width)
        yield Line("", "")
    if view.report.score:
        for line in score_lines(view.report.score, view.progress.record(view.slug).best_score):
            yield Line("", line)
        yield Line("", "")
    for line in details(view.report, hints=view.hints, width=width):
        yield Line(_style(line), line)


def _style(line: str) -> Literal["", "passed", "unmet", "hint"]:
    if line.startswith("  passed"):
        return "passed"
    if line.startswith("  not yet"):
        return "unmet"
    return "hint" if line.startswith("    Hint ") else ""


def _after_a_pass(view: View, width: int) -> Iterator[Line]:
    yield Line("passed", f"{view.slug} passes.")
    remember = view.course.lesson_of(view.slug).remember
    if remember:
        yield from _wrapped(f"To remember: {remember}", width)
    if (view.course.root / "solutions" / f"{view.slug}.py").is_file():
        yield from _wrapped(f"Compare: solutions/{view.slug}.py, which says why it is so.", width)
    target = next_exercise(view.course, view.progress, after=view.slug)
    yield Line("", f"Press n for the next exercise, {target}." if target else "All exercises pass.")
    yield Line("", "")


def _wrapped(text: str, width: int) -> Iterator[Line]:
    return (Line("", line) for line in textwrap.wrap(text, width))


def _most_important(view: View, body: list[Line], room: int) -> int:
    """Return the first line to show, so that the requirement that is not met is seen, or the hint asked for."""
    if view.mode == "list":
        return next((place for place, line in enumerate(body) if line.style == "chosen"), 0) - room // 2
    unmet = first_unmet(view.report) if view.report else None
    starts = [place for place, line in enumerate(body) if line.style == "unmet"]
    if unmet is None or not starts:
        return 0
    ends = [place for place, line in enumerate(body) if line.style in ("unmet", "passed") and place > starts[0]]
    end = ends[0] if ends else len(body)
    # All of it if there is room, with what comes before; its start if not, unless the hint at its end was asked for.
    return end - room if end - room <= starts[0] or view.to_hint else starts[0]
