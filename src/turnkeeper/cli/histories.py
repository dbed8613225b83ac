"""`turnkeeper check` and `turnkeeper trim`: a file is read, and a report printed."""

import argparse
import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from turnkeeper.history_table import printable


def run(given: argparse.Namespace) -> int:
    """Check or trim a file, as the command says; 2 also when what is told cannot be written, as on a full disk."""
    try:
        return check(given) if given.command == "check" else trim(given)
    except _CannotWriteError as problem:
        return _failed(given.command, str(problem))


def check(given: argparse.Namespace) -> int:
    """Check a file: 0 when it is valid, 1 when it is not, 2 when there is nothing to check."""
    from turnkeeper.check_file import as_json, check_given, report
    from turnkeeper.history_file import UnreadableError, read_given

    name = _name(given.file)
    try:
        checked = check_given(read_given(_read(given.file)), target=given.target, model=given.model)
    except OSError as problem:
        return _failed("check", f"{name} cannot be read: {problem.strerror}.")
    except UnreadableError as problem:
        return _failed("check", f"{name}: {problem}.")
    _print([as_json(checked.problems)] if given.json else report(name, checked, colour=_colour()))
    return 1 if checked.problems else 0


def trim(given: argparse.Namespace) -> int:
    """Trim a file: 0 when what is kept is valid, 1 when it is not, 2 when nothing was trimmed."""
    from turnkeeper.check_file import check_given
    from turnkeeper.history_file import Given, UnreadableError, read_given
    from turnkeeper.trim_file import OPTIONS, as_json, picture, report, save, trim_given, written, wrong_options
    from turnkeeper.trimming import BudgetTooSmall

    name, target, to_stdout = _name(given.file), given.target, given.out == "-"
    amounts = {option: value for option, value in vars(given).items() if option in OPTIONS}
    if wrong := wrong_options(given.strategy, amounts):
        given.refuse(wrong)
    if given.json and to_stdout:
        given.refuse("--json and --out - both want standard output: name a file for --out")
    if given.out == "":
        given.refuse("--out names no file: give it a name, or - for standard output")
    try:
        content = _read(given.file)
    except OSError as problem:
        return _failed("trim", f"{name} cannot be read: {problem.strerror}.")
    try:
        history = read_given(content)
        before = check_given(history, target=target, model=given.model)
        trimmed = trim_given(history, given.strategy, amounts, model=before.model, problems=before.problems)
        after = check_given(Given(trimmed.kept, history.fields), target=target, model=given.model)
        text = written(content, trimmed.kept) if given.out else ""
        if given.out and not to_stdout:
            save(text, Path(given.out), source=None if given.file == "-" else Path(given.file))
    except (UnreadableError, BudgetTooSmall) as problem:
        return _failed("trim", f"{name}: {problem}.")
    except OSError as problem:
        return _failed("trim", f"{given.out} cannot be written: {problem.strerror}.")
    if given.json:
        _print([as_json(trimmed, before.problems, after.problems)])
        return 1 if after.problems else 0
    out = sys.stderr if to_stdout else sys.stdout
    window = amounts.get("budget", amounts.get("high"))
    _print(report(name, trimmed, before.problems, after.problems, target=target), out)
    _print(picture(trimmed, history.fields, window=window, colour=_colour(out)), out)
    if to_stdout:
        with _writing(sys.stdout):
            sys.stdout.buffer.write(text.encode())  # as a file would hold it, whatever a terminal can show
    elif given.out:
        _print(["", f"Written to {printable(given.out)}."])
    return 1 if after.problems else 0


class _CannotWriteError(Exception):
    """A stream takes nothing more; the message says which, and why."""


def _name(file: str) -> str:
    return "standard input" if file == "-" else file


def _read(file: str) -> bytes:
    return sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()


def _failed(command: str, why: str) -> int:
    with _writing(sys.stderr):
        print(printable(f"turnkeeper {command}: {why}"), file=sys.stderr)
    return 2


def _colour(out: TextIO | None = None) -> bool:
    return (out or sys.stdout).isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def _print(lines: Iterable[str], out: TextIO | None = None) -> None:
    """Print, to standard output if nothing else is said."""
    out = out or sys.stdout
    encoding = out.encoding or "utf-8"
    with _writing(out):
        for line in lines:
            # A terminal that cannot show a letter gets a question mark, and not a traceback.
            print(line.encode(encoding, "replace").decode(encoding), file=out)


@contextmanager
def _writing(out: TextIO) -> Iterator[None]:
    try:
        yield
        out.flush()
    except OSError as problem:
        os.dup2(os.open(os.devnull, os.O_WRONLY), out.fileno())  # Python flushes once more as it ends
        if not isinstance(problem, BrokenPipeError):  # there the reader has seen enough, as `head` has
            stream = "standard error" if out is sys.stderr else "standard output"
            raise _CannotWriteError(f"{stream} cannot be written: {problem.strerror}.") from None
