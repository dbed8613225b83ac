"""Build steps: run what has changed, in order, two at once where they may, and tell people what goes on.

doit decides by content what has changed. A step's outputs are listed with their hashes in one file, its
target; the next step depends on that list. So a step that runs again and makes the same files costs no other.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
import subprocess
import sys
import sysconfig
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TextIO

from doit.cmd_base import ModuleTaskLoader
from doit.doit_cmd import DoitMain
from doit.exceptions import BaseFail, TaskFailed
from doit.tools import config_changed


class StepError(Exception):
    """A step cannot go on.

    Args:
        message: What went wrong and the mend, or the failed command's own output.
    """


@dataclass(frozen=True)
class Step:
    """One step of the build.

    Attributes:
        name: Short name, for files.
        title: What it does, for people.
        action: Does it; raises StepError.
        inputs: The files it reads.
        outputs: The folder it fills, and nobody else.
        after: The steps whose outputs it reads.
        awaits: Steps that must be over before it begins, though a change of their outputs is no reason to run it.
        settings: What else decides its outputs, for example a variable of the environment.
        is_done: Tells by itself whether there is nothing to do, instead of the inputs.
    """

    name: str
    title: str
    action: Callable[[], None]
    inputs: tuple[Path, ...]
    outputs: Path
    after: tuple[Step, ...] = ()
    awaits: tuple[Step, ...] = ()
    settings: str = ""
    is_done: Callable[[], bool] | None = None


def files(root: Path, *patterns: str, without: Sequence[str] = ()) -> tuple[Path, ...]:
    """Files of the repository by glob patterns, without hidden ones and Python's caches.

    Args:
        root: The repository.
        patterns: Globs below it.
        without: Folders below it to leave out.
    """
    left_out = [root / folder for folder in without]
    return tuple(
        path
        for path in sorted({path for pattern in patterns for path in root.glob(pattern)})
        if path.is_file()
        and not any(part.startswith(".") or part == "__pycache__" for part in path.relative_to(root).parts)
        and not any(path.is_relative_to(folder) for folder in left_out)
    )


def environment() -> dict[str, str]:
    """Return our environment variables, with the venv's own programs first: node and npm come from there."""
    scripts = sysconfig.get_path("scripts")
    return {
        **os.environ,
        "PATH": os.pathsep.join([scripts, os.environ.get("PATH", os.defpath)]),
        "NO_MKDOCS_2_WARNING": "1",
        # Jupyter warns about debugging with frozen modules, which nobody does here.
        "PYDEVD_DISABLE_FILE_VALIDATION": "1",
    }


def run(*command: str, cwd: Path, env: dict[str, str] | None = None) -> str:
    """Run a command quietly.

    Args:
        command: The program and its arguments.
        cwd: Folder to run it in.
        env: Its environment; None for ours.

    Returns:
        What it printed.

    Raises:
        StepError: It failed; the message is its name and its own output.
    """
    done = subprocess.run(
        command, cwd=cwd, env=env, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False
    )
    if done.returncode != 0:
        raise StepError(failure(command, done.returncode, done.stdout))
    return done.stdout


def failure(command: Sequence[str], status: int, output: str) -> str:
    """What to tell about a failed command: its name, its exit status and its own output."""
    return f"{' '.join(command)}\nended with {status} and this output:\n\n{output}"


def list_outputs(folder: Path) -> dict[str, list[Any]]:
    """Every file below a folder, with its size in bytes and its SHA-256."""
    return {
        path.relative_to(folder).as_posix(): [
            path.stat().st_size,
            hashlib.sha256(path.read_bytes()).hexdigest(),
        ]
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def outputs_are_there(folder: Path, listing: Path) -> bool:
    """Whether all listed files exist with their listed size."""
    try:
        listed: dict[str, list[Any]] = json.loads(listing.read_text(encoding="utf-8"))
        sizes = {name: size for name, (size, _) in listed.items()}
        return bool(sizes) and all((folder / name).stat().st_size == size for name, size in sizes.items())
    except (OSError, ValueError):
        return False


@dataclass
class Reporter:
    """Tells people which step runs, how long it took, and why it failed.

    Attributes:
        outstream: Where to write.
        titles: Numbered titles of the steps, by task name.
        ran: How many steps have run.
    """

    outstream: TextIO
    titles: dict[str, str]
    ran: int = 0
    _started: dict[str, float] = field(default_factory=dict, repr=False)

    def write(self, line: str) -> None:
        """Write one line at once."""
        print(line, file=self.outstream, flush=True)

    def execute_task(self, task: Any) -> None:
        """A step begins."""
        self.ran += 1
        self._started[task.name] = time.monotonic()
        self.write(self.titles[task.name])

    def add_success(self, task: Any) -> None:
        """A step has ended well."""
        self.write(f"      {task.name}: {time.monotonic() - self._started[task.name]:.1f} s")

    def add_failure(self, task: Any, fail: BaseFail) -> None:
        """A step has failed."""
        self.write(f"\nFailed: {self.titles.get(task.name, task.name)}\n{fail.get_msg().strip()}\n")

    def runtime_error(self, msg: str) -> None:
        """Something outside the steps has failed."""
        self.write(msg)

    def cleanup_error(self, exception: BaseFail) -> None:
        """Cleaning up has failed."""
        self.write(exception.get_msg())

    def _nothing(self, *_: Any) -> None:
        """What needs no word."""

    initialize = get_status = skip_uptodate = skip_ignore = teardown_task = complete_run = _nothing


def run_steps(steps: Iterable[Step], state: Path, outstream: TextIO = sys.stdout) -> int:
    """Run the steps that are not up to date, in order, and stop at the first failure.

    Args:
        steps: All steps, in order.
        state: Folder that holds what doit remembers and the lists of outputs.
        outstream: Where progress is written.

    Returns:
        How many steps ran.

    Raises:
        StepError: A step failed; the reporter has said why.
    """
    steps = list(steps)
    state.mkdir(parents=True, exist_ok=True)
    titles = {step.name: f"[{n}/{len(steps)}] {step.title}" for n, step in enumerate(steps, 1)}
    reporter = Reporter(outstream, titles)
    config = {
        "dep_file": str(state / "doit.json"),
        "backend": "json",
        "reporter": reporter,
        "default_tasks": [step.name for step in steps],
        "verbosity": 0,
        # The steps work in processes of their own, so threads are enough to wait for them.
        "num_process": 2,
        "par_type": "thread",
    }
    tasks = {f"task_{step.name}": lambda step=step: _task(step, state) for step in steps}
    if DoitMain(ModuleTaskLoader({**tasks, "DOIT_CONFIG": config})).run(["run"]) != 0:
        raise StepError("The build has stopped.")
    return reporter.ran


@contextmanager
def alone(lock: Path) -> Iterator[None]:
    """Wait until no other build is under way in the same folder, and hold others off while the block runs.

    Args:
        lock: A file for it; it stays.
    """
    with lock.open("w") as held:
        try:
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            print("Another build is under way in this folder; waiting for it.", flush=True)
            fcntl.flock(held, fcntl.LOCK_EX)
        yield


def listing_of(step: Step, state: Path) -> Path:
    """The file that lists a step's outputs."""
    return state / f"{step.name}.outputs.json"


def _task(step: Step, state: Path) -> dict[str, Any]:
    """A step as doit wants it."""
    listing = listing_of(step, state)

    def action() -> TaskFailed | None:
        listing.unlink(missing_ok=True)  # a step that is broken off half-way must run again
        try:
            step.action()
        except StepError as problem:
            return TaskFailed(str(problem))
        if step.is_done is None:
            listing.write_text(json.dumps(list_outputs(step.outputs), indent=0), encoding="utf-8")
        return None

    # doit captures by replacing sys.stdout, which two threads would do to each other.
    quiet = {"capture": False}
    if step.is_done is not None:
        return {"actions": [action], "io": quiet, "uptodate": [step.is_done]}
    return {
        "actions": [action],
        "io": quiet,
        "task_dep": [earlier.name for earlier in step.awaits],
        "file_dep": [*map(str, step.inputs), *(str(listing_of(earlier, state)) for earlier in step.after)],
        "targets": [str(listing)],
        "uptodate": [config_changed(step.settings), lambda: outputs_are_there(step.outputs, listing)],
    }
