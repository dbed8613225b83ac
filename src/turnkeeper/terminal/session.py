"""What `turnkeeper watch` does: keys and saved files come in, checks and a changed view go out."""

import asyncio
import time
from collections.abc import Callable

from turnkeeper.grading.course_order import Course
from turnkeeper.grading.progress import (
    Progress,
    ProgressError,
    answer_text,
    change_progress,
    keep_check,
    next_exercise,
    state_of,
)
from turnkeeper.grading.report import ExerciseReport
from turnkeeper.terminal.answers import reset_answer
from turnkeeper.terminal.checker import Answer, Checker
from turnkeeper.terminal.hints import first_unmet, next_hint
from turnkeeper.terminal.screen import Shown, View

_PAGE = {"pageup": -1, "pagedown": 1, " ": 1}
_LINE = {"up": -1, "down": 1, "k": -1, "j": 1}


class Session:
    """One run of `turnkeeper watch`.

    Args:
        course: The course.
        progress: The learner's progress.
        slug: The exercise to begin with.
        checker: Grades.
        manual: Whether a saved file is checked only when the learner asks for it.

    Attributes:
        view: What to show.
        shown: What part of it is on the screen; whoever draws sets it.
        changed: Called when the view has changed.
        ended: Called when the learner has had enough.
        failed: Called with what was raised when a check could not be done: a fault of this program.
    """

    def __init__(
        self, course: Course, progress: Progress, slug: str, checker: Checker, *, manual: bool = False
    ) -> None:
        self.course = course
        self.checker = checker
        self.view = View(course, progress, slug, manual=manual)
        self.shown = Shown(0, 1)
        self.changed: Callable[[], object] = lambda: None
        self.ended: Callable[[], object] = lambda: None
        self.failed: Callable[[BaseException], object] = lambda error: None
        self._work: asyncio.Task[None] | None = None
        self._checking = ""
        self._typed = ""

    def press(self, key: str) -> None:
        """Do what a key stands for.

        Args:
            key: A character, or "up", "down", "pageup", "pagedown", "home", "end", "enter", "escape" or "ctrl-c".
        """
        if key == "ctrl-c":
            self.ended()
            return
        mode = self.view.mode
        if mode != "reset":
            self.view.note = ""
        if mode == "reset":
            self.view.mode = "report"
            if key == "y":
                self._reset()
        elif mode == "list":
            self._press_in_list(key)
        else:
            self._press_in_report(key)
        self.changed()

    def _press_in_report(self, key: str) -> None:
        view, actions = self.view, {
            "h": self._hint, "n": self._next, "l": self._list, "c": self._check_all,
            "r": self.check, "q": self.ended,
        }  # fmt: skip
        if key in actions:
            actions[key]()
        elif key == "x":
            view.mode = "reset"
        elif key in _LINE:
            view.top = self.shown.top + _LINE[key]
        elif key in _PAGE:
            view.top = self.shown.top + _PAGE[key] * max(self.shown.room - 1, 1)
        elif key in ("home", "end"):
            view.top = 0 if key == "home" else 1_000_000

    def _press_in_list(self, key: str) -> None:
        slugs, view = self.course.slugs, self.view
        typed, self._typed = self._typed, ""
        if key in _LINE:
            view.chosen = (view.chosen + _LINE[key]) % len(slugs)
        elif key.isdecimal():
            number = typed + key if 0 < int(typed + key) <= len(slugs) else key
            if 0 < int(number) <= len(slugs):
                self._typed, view.chosen = number, int(number) - 1
        elif key == "enter":
            self.open(slugs[view.chosen])
        elif key == "c":
            self._check_all()
        elif key in ("l", "q", "escape"):
            view.mode = "report"

    def open(self, slug: str) -> None:
        """Go to an exercise, and check its answer."""
        self.view.slug, self.view.mode, self.view.report = slug, "report", None
        self._keep(lambda progress: setattr(progress, "current", slug))
        self.check()

    def saved(self) -> None:
        """The file of an answer was saved: check it, unless that is what goes on already."""
        running = self._work is not None and not self._work.done()
        if not self.view.manual and not (running and self._checking == self._text()):
            self.view.note = ""
            self.check()

    def check(self) -> None:
        """Check the answer, from the start if it is being checked."""
        slug = self.view.slug
        self._checking = self._text()
        if self.view.mode == "list":
            self.view.mode = "report"
        if not self.course.answer(slug).is_file():
            self.view.report = None
            self._begin("")
            self.view.note = f"exercises/{slug}.py is not there. x brings its stub back."
            return
        self._begin(f"Checking {slug} …", Answer(slug, self._checking))

    def _check_all(self) -> None:
        answers = [
            Answer(slug, answer_text(self.course.answer(slug)))
            for slug in self.course.slugs
            if state_of(self.course, slug, self.view.progress) != "new"
        ]
        self._list()
        self._checking = ""
        if not answers:
            self.view.note = "No exercise is started yet."
            return
        self._begin(f"Checking {len(answers)} answers …", *answers)

    def _begin(self, doing: str, *answers: Answer) -> None:
        if self._work:
            self._work.cancel()
        self.view.doing = doing
        self._work = asyncio.create_task(self._run(answers)) if answers else None
        if self._work:
            self._work.add_done_callback(self._done)
        self.changed()

    async def _run(self, answers: tuple[Answer, ...]) -> None:
        began, left = time.monotonic(), len(answers)

        def tell(answer: Answer, report: ExerciseReport) -> None:
            nonlocal left
            left -= 1
            self._keep_report(answer, report)
            self.view.doing = f"Checking {left} more …" if left else ""
            if not left:
                self.view.note = f"Checked in {time.monotonic() - began:.1f} s. {self.view.note}"
            self.changed()

        await self.checker.check(answers, tell)
        await self.checker.prepare(self.view.slug)

    def _done(self, work: asyncio.Task[None]) -> None:
        error = None if work.cancelled() else work.exception()
        if error:
            self.failed(error)

    def _keep_report(self, answer: Answer, report: ExerciseReport) -> None:
        if answer.slug == self.view.slug:
            self.view.report, self.view.top, self.view.to_hint = report, None, False
        try:
            self.view.progress = keep_check(self.course, answer.source, report)
            self.view.hints = self.view.progress.record(self.view.slug).hints
        except ProgressError as error:
            self.view.note = f"The progress is not kept: {error}"

    def _keep(self, change: Callable[[Progress], object]) -> None:
        try:
            self.view.progress = change_progress(self.course.root, change)
        except ProgressError as error:
            self.view.note = f"The progress is not kept: {error}"

    def _hint(self) -> None:
        view = self.view
        if view.report is None:
            view.note = "There is no report yet: r checks the answer."
            return
        if first_unmet(view.report) is None:
            view.note = "All requirements are met: n goes on."
            return
        try:
            hint = next_hint(self.course, view.report)
        except ProgressError as error:
            view.note = f"The progress is not kept: {error}"
            return
        if hint is None:
            view.note = "First mend what stands above: nothing else could be checked."
            return
        view.hints = {**view.hints, hint.requirement.id: hint.number}
        view.top, view.to_hint = None, True
        last = hint.number == len(hint.requirement.hints)
        view.note = "This is the last hint." if last else ""
        if not hint.new:
            view.note = f"There is no further hint. The solution: solutions/{view.slug}.py"

    def _next(self) -> None:
        view = self.view
        passed = view.report is not None and view.report.status == "passed"
        target = next_exercise(self.course, view.progress, after=view.slug)
        if target is None:
            view.note = "All exercises pass."
        elif target == view.slug:
            view.note = f"{view.slug} is the only one that is left."
        else:
            before = view.slug
            self.open(target)
            view.note = "" if passed else f"{before} is left open; l leads back to it."

    def _list(self) -> None:
        self.view.mode, self._typed = "list", ""
        self.view.chosen = self.course.slugs.index(self.view.slug)

    def _reset(self) -> None:
        view = self.view
        try:
            kept = reset_answer(self.course, view.slug)
        except OSError as error:
            view.note = f"exercises/{view.slug}.py is as it was: {error.strerror}."
            return
        self.check()
        where = f" Yours is kept in {kept.relative_to(self.course.root)}." if kept else ""
        view.note = f"The stub is back.{where}"

    def _text(self) -> str:
        return answer_text(self.course.answer(self.view.slug))

    async def close(self) -> None:
        """End what goes on."""
        if self._work:
            self._work.cancel()
            await asyncio.gather(self._work, return_exceptions=True)
        await self.checker.close()
