"""Checking answers in a process of their own, with an end to whatever does not end by itself."""

import asyncio
import contextlib
import json
import os
import signal
import sys
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from turnkeeper.grading.course_order import Course
from turnkeeper.grading.report import ExerciseReport
from turnkeeper.grading.stopped import stopped

SILENCE = 20.0
"""How long an answer may take for one piece of work, in seconds: far more than the time limit inside."""
START = 90.0
"""How long the process may take to load Python and the grader, in seconds, on a machine that is busy."""
_LONGEST_LINE = 1 << 24
_SECONDS_TO_END = 1.0
_CHILD = "import sys; from turnkeeper.terminal.child import main; main(*sys.argv[1:])"
_POSIX = os.name == "posix"
_KILL = getattr(signal, "SIGKILL", signal.SIGTERM)
_OWN_GROUP: dict[str, Any] = {"start_new_session": True} if _POSIX else {}


class Answer(NamedTuple):
    """The text of an answer to an exercise."""

    slug: str
    source: str


class Checker:
    """Grades answers, one process after the other; one waits ready, so that a check takes no time to start.

    Args:
        course: Where the graders are.
        silence: How long a process may say nothing before it is ended, in seconds.
    """

    def __init__(self, course: Course, *, silence: float = SILENCE) -> None:
        self.course = course
        self.silence = silence
        self._ready: asyncio.subprocess.Process | None = None

    async def check(self, answers: Sequence[Answer], tell: Callable[[Answer, ExerciseReport], object]) -> None:
        """Grade answers, one after the other.

        Args:
            answers: What to grade.
            tell: Called with each answer and its report. An answer that ended the process, or did not end, has a
                report too.
        """
        left = list(answers)
        while left:
            process = await self._take()
            try:
                await self._check_in(process, left, tell)
            except TimeoutError:
                why = "It kept running and could not be stopped from inside. Is there a loop that never ends?"
                tell(left[0], stopped(self.course, left.pop(0).slug, why))
            except _EndedError:
                why = f"The answer ended Python itself{await _status(process)}, so that nothing could be checked."
                tell(left[0], stopped(self.course, left.pop(0).slug, why))
            finally:
                await _end(process)

    async def _check_in(
        self,
        process: asyncio.subprocess.Process,
        left: list[Answer],
        tell: Callable[[Answer, ExerciseReport], object],
    ) -> None:
        """Grade answers in a process; those that have a report are taken from the list."""
        async with asyncio.timeout(START):
            while "ready" not in await _line(process):
                pass
        assert process.stdin
        process.stdin.write(f"{json.dumps([answer._asdict() for answer in left])}\n".encode())
        limit = START
        while left:
            async with asyncio.timeout(limit):
                line = await _line(process)
            limit = self.silence if "began" in line else START  # after a report, the next grader is loaded
            if "report" in line:
                tell(left.pop(0), self._report(line["report"]))
            elif "failed" in line:
                why = f"The grader itself failed, which is not your fault: {line['failed']}."
                tell(left[0], stopped(self.course, left.pop(0).slug, why))
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_SECONDS_TO_END):
                await process.wait()

    async def prepare(self, slug: str) -> None:
        """Start a process for the next check, unless one is there."""
        if self._ready is None or self._ready.returncode is not None:
            self._ready = await self._start(slug)

    async def close(self) -> None:
        """End the process that waits."""
        if self._ready:
            await _end(self._ready)

    async def _take(self) -> asyncio.subprocess.Process:
        process, self._ready = self._ready, None
        return process if process and process.returncode is None else await self._start()

    async def _start(self, *slug: str) -> asyncio.subprocess.Process:
        return await asyncio.create_subprocess_exec(
            sys.executable, "-P", "-c", _CHILD, str(self.course.exercises_folder), *slug,
            stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL,
            limit=_LONGEST_LINE, **_OWN_GROUP,
        )  # fmt: skip

    def _report(self, data: dict[str, Any]) -> ExerciseReport:
        slug = data["exercise"]
        return ExerciseReport.from_json(data, self.course.grader(slug), self.course.answer(slug))


class _EndedError(Exception):
    """The process ended before it had said everything."""


async def _line(process: asyncio.subprocess.Process) -> dict[str, Any]:
    assert process.stdout
    line = await process.stdout.readline()
    try:
        return dict(json.loads(line))
    except ValueError:
        raise _EndedError from None  # nothing, half a line, or what the answer wrote in between


async def _status(process: asyncio.subprocess.Process) -> str:
    """Return how a process ended, in brackets."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(1):
            await process.wait()
    match process.returncode:
        case None:
            return ""  # it closed what it writes to, and goes on
        case status if status < 0:
            return f" (by {signal.Signals(-status).name})"
        case status:
            return f" (exit status {status})"


async def _end(process: asyncio.subprocess.Process) -> None:
    """End a process, and what it started: in good order if it can, and at once if not."""
    for number, seconds in ((signal.SIGTERM, _SECONDS_TO_END), (_KILL, None)):
        with contextlib.suppress(ProcessLookupError, PermissionError):  # macOS refuses where all have ended
            os.killpg(process.pid, number) if _POSIX else process.send_signal(number)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await process.wait()
