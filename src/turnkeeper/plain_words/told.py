"""What a cell shows of an error: its kind and message, the line, a plain sentence, and the reader's own calls."""

import ast
import re
import traceback
from collections.abc import Sequence
from typing import Any

from turnkeeper.deadline import DeadlineExceeded
from turnkeeper.faults import kind_of, message_of
from turnkeeper.plain_words.explained import explained
from turnkeeper.plain_words.frames import frames_of, traceback_of
from turnkeeper.plain_words.refused import Refusal, refusal_behind
from turnkeeper.plain_words.refused_table import as_data
from turnkeeper.plain_words.unreadable import mend_of

_ONE_PROCESS = re.compile(r"does not support processes|can't start new thread|\bfork\(")
_CELL = re.compile(r"<cell (\d+)>")
_OF_A_NOTEBOOK = re.compile(r"\s*(\w+\s*=\s*)?[%!]|[^#]*\?\s*$")


def cell_name(number: int) -> str:
    """Return the name that the code of a cell is compiled under, as it stands in tracebacks."""
    return f"<cell {number}>"


def explain(error: BaseException, number: int) -> dict[str, Any]:
    """Describe an error for the person who wrote the code. Never raises, whatever the error is like.

    Args:
        error: What was raised.
        number: The cell that ran. Of the frames only those of cells are shown, and the last one of this cell is blamed.

    Returns:
        `kind`, `message`, `line` (counted from 1; None when no line of this cell is to blame), `plain` and `traceback`;
        and `refused`, the table of `refused_table.as_data`, where the API has refused a message.
    """
    frames = frames_of(error, _CELL.fullmatch)
    mine = [frame for frame in frames if frame.filename == cell_name(number)]
    line = mine[-1].lineno if mine else None
    at = _look_at(line, frames, number)
    refusal = refusal_behind(error)
    try:
        plain = _plain(error, at, (frames[-1].line or "") if frames else "", refusal)
    except Exception:  # an exception of the reader's may have any name of Python's
        plain = _stopped(error, at)
    told = _told(error, refusal.said if refusal else message_of(error), line, plain)
    if refusal and (table := as_data(refusal)):
        told["refused"] = table
    return told


def explain_unreadable(error: BaseException, source: str, lines: Sequence[str]) -> dict[str, Any]:
    """Describe why a cell could not be compiled, in the form of `explain`.

    Args:
        error: What the compiler raised.
        source: The text of the cell.
        lines: The same, line by line.
    """
    message = why = message_of(error)
    line = None
    if isinstance(error, SyntaxError):
        message = why = error.msg
        line = error.lineno and min(error.lineno, len(lines))
    elif isinstance(error, MemoryError | RecursionError):
        why = "it is nested too deeply, with too many brackets or signs inside one another"
    code, at = (lines[line - 1], f" Look at line {line}.") if line else ("", "")
    mend = _notebook_only(error, source, code) or mend_of(error, code)
    plain = f"Python cannot read this code: {_ended(why or kind_of(error))}{mend and f' {mend}'}{at}"
    return _told(error, message, line or None, plain)


def _told(error: BaseException, message: str, line: int | None, plain: str) -> dict[str, Any]:
    ending = f"{kind_of(error)}: {message}" if message else kind_of(error)
    return {
        "kind": kind_of(error),
        "message": message,
        "line": line,
        "plain": plain,
        "traceback": traceback_of(error, _CELL.fullmatch, ending),
    }


def _look_at(line: int | None, frames: Sequence[traceback.FrameSummary], number: int) -> str:
    if not line:
        return ""
    last = frames[-1]
    if last.filename == cell_name(number):
        return f" Look at line {line}."
    return f" Look at line {line}. It came up in line {last.lineno} of {last.filename.strip('<>')}."


def _plain(error: BaseException, at: str, code: str, refusal: Refusal | None) -> str:
    match error:
        case DeadlineExceeded():
            return (
                f"This was still running when its time was up, so it was {error}. Is there a loop that never ends?{at}"
            )
        case RecursionError():
            return f"A function called itself too many times. What should make it stop?{at}"
        case KeyboardInterrupt():
            return "Stopped."
        case SystemExit():
            return "The code asked Python to exit. That ends this cell only."
        case EOFError() | OSError() if "input(" in code:
            return f"There is nobody to answer input() here. Put the text into the code instead.{at}"
        case OSError() | RuntimeError() if _ONE_PROCESS.search(f"{message_of(error)} {code}"):
            return f"This page's Python is one process with one thread, and can start no other.{at}"
        case MemoryError():
            return f"The code asked for more memory than there is.{at}"
    if said := refusal.sentence if refusal else explained(error, _CELL.fullmatch):
        return f"{_ended(said)}{at}"
    match error:
        case NameError(name=str(name)):
            return f"Nothing is called {name!r} yet. Is it spelt as where you made it, and has that cell been run?{at}"
        case ModuleNotFoundError(name=str(name)):
            return f"There is no module {name!r} here. This page has Python's own modules, anthropic and turnkeeper."
    return _stopped(error, at)


def _stopped(error: BaseException, at: str) -> str:
    kind, message = kind_of(error), message_of(error)
    article = "An" if kind[0] in "AEIOU" else "A"
    return f"{article} {kind} stopped the code{f': {_ended(message)}' if message else '.'}{at}"


def _ended(sentence: str) -> str:
    return sentence if sentence.endswith((".", "?", "!", "…")) else f"{sentence}."


def _notebook_only(error: BaseException, source: str, code: str) -> str:
    """Return a sentence when the code is fine in a notebook, and empty text otherwise."""
    if not isinstance(error, SyntaxError):
        return ""
    if error.msg == "invalid syntax" and _OF_A_NOTEBOOK.match(code):
        what = 'Lines with "%", "!" or "?" like this one are commands of a notebook'
        return f"{what}. This page runs plain Python: take the line out, or open the lesson as a notebook."
    if "outside" in error.msg and _awaits_at_the_top(source):
        what = "Outside a function, await works in a notebook only"
        return f"{what}. This page runs plain Python: use anthropic.Anthropic, whose calls need no await."
    return ""


def _awaits_at_the_top(source: str) -> bool:
    try:
        compile(source, "<cell>", "exec", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
    except Exception:
        return False
    return True
