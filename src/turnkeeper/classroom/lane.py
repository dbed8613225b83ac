"""One submission after the other, in a process that stands ready; several lanes work side by side."""

import json
import os
import queue
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any

from turnkeeper.classroom.folders import remove
from turnkeeper.classroom.work import FOLDER, Job, Outcome

_START = 120.0  # seconds for Python, pytest and the SDK to load on a machine that is busy
_GRACE = 120.0  # seconds beyond a submission's budget in which the server itself names what took them
_SERVER = "from turnkeeper.classroom.server import main; main()"

_ENDED = "The process that watches over it ended, twice, so that nothing could be checked."


class CannotStartError(Exception):
    """The process that grades does not start: nothing of this is a submission's fault."""


class ClosedError(Exception):
    """The lane was closed meanwhile: nobody waits for what it grades."""


class Lane:
    """A process that grades one submission after the other; it is started when it is first needed.

    Use it as a context manager, so that nothing of it is left. It may be closed while another thread grades in it.
    """

    def __init__(self) -> None:
        self._process: subprocess.Popen[str] | None = None
        self._said: queue.Queue[str] = queue.Queue()
        self._closed = False

    def __enter__(self) -> "Lane":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def grade(self, job: Job) -> list[Outcome]:
        """Grade a submission.

        Args:
            job: The submission.

        Returns:
            What came of each answer, in their order; also of one during which the process ended twice.

        Raises:
            CannotStartError: If the process does not start.
            ClosedError: If the lane was closed.
        """
        outcomes: list[Outcome] = []
        ended_at = -1
        while left := list(job.answers)[len(outcomes) :]:
            part = Job(job.student, {slug: job.answers[slug] for slug in left}, job.graders, job.seals, job.limits)
            if self._closed:
                raise ClosedError
            if self._process is None:
                self._start()
            try:
                self._write(part)
                while "done" not in (told := self._read(job.limits.budget + _GRACE)):
                    outcomes.append(Outcome(**told["outcome"]))
            except (OSError, EOFError, queue.Empty, ValueError, KeyError, TypeError):
                self._end()
                if ended_at == len(outcomes) < len(job.answers):
                    outcomes.append(Outcome(left[0], why=_ENDED, kind="broken"))
                ended_at = len(outcomes)
        return outcomes

    def close(self) -> None:
        """End the process, and what it started; none is started any more."""
        self._closed = True
        self._end()

    def _end(self) -> None:
        process, self._process = self._process, None
        if process:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            for pipe in (process.stdin, process.stdout):
                with suppress(OSError):
                    if pipe:
                        pipe.close()
            for folder in Path(tempfile.gettempdir()).glob(f"{FOLDER.format(process.pid)}*"):
                remove(folder)

    def _write(self, job: Job) -> None:
        if not (self._process and self._process.stdin):
            raise EOFError
        self._process.stdin.write(f"{json.dumps(job.to_json())}\n")
        self._process.stdin.flush()

    def _start(self) -> None:
        self._said = queue.Queue()
        process = self._process = subprocess.Popen(
            [sys.executable, "-P", "-c", _SERVER],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=None,
            text=True,
            encoding="utf-8",
            start_new_session=True,
        )
        if self._closed:  # meanwhile, and by a thread that knows nothing of this process
            self._end()
            raise ClosedError
        assert process.stdout
        threading.Thread(target=_read_into, args=(process.stdout, self._said), daemon=True).start()
        try:
            if "ready" not in self._read(_START):
                raise EOFError
        except (EOFError, queue.Empty, ValueError) as error:
            self._end()
            if self._closed:
                raise ClosedError from error
            raise CannotStartError("the process that grades does not start; what it wrote stands above.") from error

    def _read(self, seconds: float) -> dict[str, Any]:
        line = self._said.get(timeout=seconds)
        if not line:
            raise EOFError
        return dict(json.loads(line))


def _read_into(lines: Iterable[str], said: "queue.Queue[str]") -> None:
    with suppress(ValueError, OSError):
        for line in lines:
            said.put(line)
    said.put("")


def grade_side_by_side(jobs: Iterable[Job], tell: Callable[[Job, list[Outcome]], object], *, lanes: int) -> None:
    """Grade submissions, several at once.

    Args:
        jobs: The submissions.
        tell: Called with each submission and its outcomes, when they are there. It is called in other threads, one at
            a time.
        lanes: How many at once.
    """
    ready: queue.Queue[Lane] = queue.Queue()
    one_at_a_time = threading.Lock()
    made = [Lane() for _ in range(lanes)]
    for lane in made:
        ready.put(lane)

    def grade(job: Job) -> None:
        lane = ready.get()
        try:
            outcomes = lane.grade(job)
        finally:
            ready.put(lane)
        with one_at_a_time:
            tell(job, outcomes)

    pool = ThreadPoolExecutor(lanes)
    try:
        for done in [pool.submit(grade, job) for job in jobs]:
            done.result()
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
        for lane in made:
            lane.close()
