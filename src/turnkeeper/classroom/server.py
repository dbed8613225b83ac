"""A process that has Python, pytest and the SDK loaded, and forks one for each answer: that takes no time to start.

It reads a job a line from standard input, and writes a line for each answer to standard output. No code of an answer
runs in it.
"""

import ctypes  # noqa: F401  (loaded before a hook refuses what it does on import)
import gc
import json
import os
import secrets
import select
import signal
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Any

from turnkeeper.classroom import confined, landlock
from turnkeeper.classroom.folders import holds_more, remove
from turnkeeper.classroom.work import FOLDER, Job, Outcome
from turnkeeper.client import connect
from turnkeeper.conversation import Conversation
from turnkeeper.grading.seal import SEALS
from turnkeeper.offline import ScriptedModel
from turnkeeper.scripts import reader

_GRACE = 3.0  # seconds beyond a requirement's time limit, in which Python may still end it from inside
_START = 60.0  # seconds for the grader to load, on a machine that is busy
_LOOK = 0.5  # seconds between two looks at what an answer has written
_MOST_WRITTEN = 64 << 20  # bytes on the disk, of all files of an answer together
_MOST_FILES = 2_000
_MOST = 8 << 20  # bytes an answer's process may say
_TAKES_ORPHANS = 36  # PR_SET_CHILD_SUBREAPER, prctl(2)


def main() -> None:
    """Grade what comes on standard input until it ends."""
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 1)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever started this ends it
    landlock.prctl(_TAKES_ORPHANS, 1)
    _load()

    def say(**line: object) -> None:
        out.write(f"{json.dumps(line)}\n")
        out.flush()

    say(ready=True)
    for line in sys.stdin:
        for outcome in grade_job(Job.from_json(json.loads(line))):
            say(outcome=asdict(outcome))
        say(done=True)


def _load() -> None:
    """Load all that grading needs, so that no answer's process has to: the SDK does much at its first call."""
    import_module("anthropic.types")
    import_module("pytest")

    Conversation(connect(ScriptedModel(reader))).send("Hello.")
    gc.collect()
    gc.freeze()  # what is there now is shared with every process that is forked


def grade_job(job: Job) -> Iterator[Outcome]:
    """Grade the answers of a submission, each in a process of its own, one after the other.

    Args:
        job: The submission.

    Yields:
        What came of each answer, in their order.
    """
    left = job.limits.budget
    for slug in job.answers:
        if left <= 0:
            said = f"The {job.limits.budget:g} seconds of the whole submission were used up before its turn came."
            yield Outcome(slug, why=said, kind="deadline")
            continue
        outcome = _grade(job, slug, left)
        left -= outcome.seconds
        yield outcome


@dataclass
class _Watched:
    """What is known of a process while it runs."""

    folder: Path
    channel: int
    password: bytes
    report: dict[str, Any] | None = None
    failed: str = ""
    refused: list[str] = field(default_factory=list)
    ended: tuple[str, str] = ("", "")


def _grade(job: Job, slug: str, left: float) -> Outcome:
    folder = Path(tempfile.mkdtemp(prefix=FOLDER.format(os.getpid())))
    began, password = time.monotonic(), secrets.token_hex(16)
    try:
        for name in ("exercises", "own"):
            (folder / name).mkdir()
        (folder / "exercises" / f"test_{slug}.py").write_text(job.graders[slug], encoding="utf-8", newline="")
        (folder / "exercises" / SEALS).write_text(job.seals, encoding="utf-8")
        reads, writes = os.pipe()
        pid = os.fork()
        if pid == 0:
            confined.main(job, slug, folder, writes, password)
        os.close(writes)
        watched = _Watched(folder / "own", reads, password.encode())
        try:
            _watch(watched, job.limits.seconds + _GRACE, began + left, job.limits.budget)
        finally:
            os.close(reads)
            status, cpu = _end(pid)
    finally:
        remove(folder)
    return _outcome(slug, watched, status, time.monotonic() - began, cpu)


def _watch(watched: _Watched, silence: float, ends: float, budget: float) -> None:
    """Take in what a process says until it has said all, or has to be ended."""
    said, total, quiet_until = b"", 0, time.monotonic() + _START
    while True:
        wait = min(quiet_until, ends) - time.monotonic()
        if wait <= 0:
            never_ends = "Is there a loop that never ends?"
            over = f"The {budget:g} seconds of the whole submission were used up here. {never_ends}"
            still = f"It kept running and could not be stopped from inside. {never_ends}"
            watched.ended = ("deadline", over if time.monotonic() >= ends else still)
            return
        if holds_more(watched.folder, size=_MOST_WRITTEN, files=_MOST_FILES):
            watched.ended = ("broken", f"It wrote more than {_MOST_WRITTEN >> 20} MiB or {_MOST_FILES:,} files.")
            return
        if not select.select([watched.channel], [], [], min(wait, _LOOK))[0]:
            continue
        chunk = os.read(watched.channel, 1 << 16)
        total += len(chunk)
        if not chunk:
            return
        *lines, said = (said + chunk).split(b"\n")
        for line in lines:
            told = _read(line, watched)
            if told is None or total > _MOST:
                watched.ended = ("tampered", "It wrote to the grader's own channel.")
                return
            if "began" in told:
                quiet_until = time.monotonic() + silence
            if watched.report or watched.failed:
                return


def _read(line: bytes, watched: _Watched) -> dict[str, Any] | None:
    """Take in one line; None when it is none of the grader's."""
    if not line.startswith(watched.password):
        return None
    try:
        told = json.loads(line.removeprefix(watched.password))
    except (ValueError, RecursionError):
        return None
    kinds = {"report": dict, "failed": str, "refused": str, "began": bool}
    if not isinstance(told, dict) or not all(isinstance(told[key], kinds.get(key, type(None))) for key in told):
        return None  # the answer found the password
    watched.report = told.get("report", watched.report)
    watched.failed = told.get("failed", watched.failed)
    if "refused" in told:
        watched.refused.append(told["refused"])
    return told


def _end(pid: int) -> tuple[int, float]:
    """End a process and what it started; return how it ended, and its CPU time in seconds."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(pid, signal.SIGKILL)
    with suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)  # it may not have left this one's group yet
    _, status, used = os.wait4(pid, 0)
    with suppress(OSError):  # a process it started may have left its group; on Linux it is this one's now
        children = Path(f"/proc/self/task/{os.getpid()}/children")
        while orphans := children.read_text(encoding="ascii").split():  # and then those that they started
            for orphan in map(int, orphans):
                os.kill(orphan, signal.SIGKILL)
                os.waitpid(orphan, 0)
    return os.waitstatus_to_exitcode(status), used.ru_utime + used.ru_stime


def _outcome(slug: str, watched: _Watched, status: int, seconds: float, cpu: float) -> Outcome:
    kind, why = watched.ended
    if watched.failed:
        kind, why = "grader", f"The grader itself failed, which is not your fault: {watched.failed}."
    elif not watched.report and not why:
        by = f"by {signal.Signals(-status).name}" if status < 0 else f"exit status {status}"
        kind, why = "broken", f"The answer ended Python itself ({by}), so that nothing could be checked."
    report = None if why else watched.report
    return Outcome(slug, report, why, kind, watched.refused, round(seconds, 3), round(cpu, 3))


if __name__ == "__main__":
    main()
