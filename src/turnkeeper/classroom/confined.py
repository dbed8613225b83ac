"""The process of one answer: it takes limits on itself, then runs the grader, and says what came of it."""

import contextlib
import json
import os
import resource
import signal
import ssl  # noqa: F401  (loaded before the limits hold; the SDK's client asks for it)
import sys
import sysconfig
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NoReturn

import turnkeeper
from turnkeeper.classroom import landlock
from turnkeeper.classroom.refusals import Refusals
from turnkeeper.classroom.work import Job
from turnkeeper.grading.grade import graded

_LARGEST_FILE = 16 << 20
_FILES = 256
_MORE_PROCESSES = 256
_DIES_WITH_ITS_PARENT = 1  # PR_SET_PDEATHSIG, prctl(2)
_MIB = 1 << 20
_SYSTEM = (
    "/usr/lib",
    "/usr/lib64",
    "/lib",
    "/lib64",
    "/usr/share",
    "/etc/ld.so.cache",
    "/etc/localtime",
    "/dev/urandom",
)


def main(job: Job, slug: str, folder: Path, channel: int, password: str) -> NoReturn:
    """Grade one answer in this process, which is its own, and end it.

    Args:
        job: The submission.
        slug: Which of its answers.
        folder: A folder of this process alone: `exercises/` in it holds the grader, `own/` is the answer's.
        channel: Where to write what happens, a line of JSON each.
        password: What stands before each line, so that a line of the answer's is told apart.
    """
    status = 1
    try:
        _leave(channel)
        own = folder / "own"
        os.chdir(own)
        os.environ.clear()  # it may hold keys
        os.environ.update(PATH=os.defpath, HOME=str(own), TMPDIR=str(own))
        tempfile.tempdir = str(own)
        sys.dont_write_bytecode = True

        def tell(**line: object) -> None:
            os.write(channel, f"{password}{json.dumps(line)}\n".encode())

        _limit(job)
        may_read = [*_python(), folder]
        landlock.restrict(may_read, [own, Path(os.devnull)])
        Refusals(may_read, [own], lambda deed: tell(refused=deed)).begin()
        try:
            report = graded(
                slug,
                job.answers[slug],
                folder=folder / "exercises",
                seconds=job.limits.seconds,
                begin=lambda: tell(began=True),
            )
        except Exception as error:
            tell(failed=f"{type(error).__name__}: {error}")
        else:
            tell(report=report.to_json())
        status = 0
    finally:
        os._exit(status)  # at once: a thread of the answer may be left, and what follows is not this process's


def _leave(channel: int) -> None:
    """Leave the group of the process that started this one, and all its files but the channel."""
    os.setsid()
    nothing = os.open(os.devnull, os.O_RDWR)
    for number in (0, 1, 2):
        os.dup2(nothing, number)
    os.closerange(3, channel)
    os.closerange(channel + 1, resource.getrlimit(resource.RLIMIT_NOFILE)[0])
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    landlock.prctl(_DIES_WITH_ITS_PARENT, signal.SIGKILL)


def _limit(job: Job) -> None:
    seconds = int(job.limits.budget) + 2
    _set(resource.RLIMIT_CPU, seconds)
    _set(resource.RLIMIT_FSIZE, _LARGEST_FILE)
    _set(resource.RLIMIT_CORE, 0)
    _set(resource.RLIMIT_NOFILE, _FILES)
    if sys.platform == "linux":
        _set(resource.RLIMIT_AS, _memory() + job.limits.memory * _MIB)
        if os.getuid():  # root has no such limit
            _set(resource.RLIMIT_NPROC, _processes() + _MORE_PROCESSES)


def _set(what: int, most: int) -> None:
    _, hard = resource.getrlimit(what)
    value = most if hard == resource.RLIM_INFINITY else min(most, hard)
    with contextlib.suppress(ValueError, OSError):  # a system that has no such limit
        resource.setrlimit(what, (value, value))


def _memory() -> int:
    """Return how much address space this process has, in bytes."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
    return pages * resource.getpagesize()


def _processes() -> int:
    """Return how many processes and threads this user has."""
    there = 0
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if folder.stat().st_uid == os.getuid():
                there += sum(1 for _ in (folder / "task").iterdir())
    return there


def _python() -> Iterator[Path]:
    """Yield what Python, the engine and the grader are read from."""
    for name in ("stdlib", "platstdlib", "purelib", "platlib"):
        yield Path(sysconfig.get_path(name))
    for entry in map(Path, sys.path):
        if entry.is_absolute() and not (entry / "solutions").is_dir():  # a checkout is no folder of modules
            yield entry
    yield Path(sys.base_prefix, "lib")
    yield Path(turnkeeper.__file__).parent
    yield from map(Path, _SYSTEM)
