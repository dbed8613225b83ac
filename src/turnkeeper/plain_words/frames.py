"""A traceback with the reader's own lines only, whoever else's code the error went through."""

import textwrap
import traceback
from collections.abc import Callable, Iterator

from turnkeeper.faults import LONGEST, kind_of, message_of

Mine = Callable[[str], object]
"""Tells whether a file name is that of the reader's own code."""

_CALLS_AT_EACH_END = 8
_MOST_IN_A_CHAIN = 4
_MOST_IN_A_GROUP = 8
_DEEPEST_GROUP = 3
_CAUSE = "The above exception was the direct cause of the following exception:"
_CONTEXT = "During handling of the above exception, another exception occurred:"


def frames_of(error: BaseException, mine: Mine) -> list[traceback.FrameSummary]:
    """Return the reader's own frames of an error, the outermost first; none when they cannot be read."""
    try:
        return [frame for frame in traceback.extract_tb(error.__traceback__) if mine(frame.filename)]
    except Exception:  # an exception of the reader's may have a __traceback__ of its own
        return []


def traceback_of(error: BaseException, mine: Mine, ending: str) -> str:
    """Return a traceback of the reader's own lines, with the errors that came before it and those in a group.

    Args:
        error: The error.
        mine: Which files are the reader's.
        ending: The last line of the error itself.
    """
    parts = [_one(error, mine, ending)]
    for link, earlier in _chain(error):
        if frames_of(earlier, mine) or link == _CAUSE:
            parts += [link, _one(earlier, mine, _ending(earlier))]
    return "\n\n".join(reversed(parts))


def _chain(error: BaseException) -> Iterator[tuple[str, BaseException]]:
    """Yield the errors that came before an error, the nearest first, each with what Python says of the two."""
    seen = {id(error)}
    for _ in range(_MOST_IN_A_CHAIN):
        try:
            cause, context, hidden = error.__cause__, error.__context__, error.__suppress_context__
        except Exception:  # a name of Python's on an exception of the reader's
            return
        earlier = cause or (None if hidden else context)
        if not isinstance(earlier, BaseException) or id(earlier) in seen:
            return
        seen.add(id(earlier))
        yield (_CAUSE if cause else _CONTEXT), earlier
        error = earlier


def _one(error: BaseException, mine: Mine, ending: str, depth: int = 0) -> str:
    said = "".join(_calls(frames_of(error, mine))) + ending
    notes = getattr(error, "__notes__", ())
    if isinstance(notes, list):
        said += "".join(f"\n{note[:LONGEST]}" for note in notes if isinstance(note, str))
    if isinstance(error, BaseExceptionGroup) and depth < _DEEPEST_GROUP:
        for number, inner in enumerate(error.exceptions[:_MOST_IN_A_GROUP], 1):
            told = _one(inner, mine, _ending(inner), depth + 1)
            said += f"\n  {number}. in the group:\n{textwrap.indent(told, '    ')}"
        if (more := len(error.exceptions) - _MOST_IN_A_GROUP) > 0:
            said += f"\n  {more:,} more in the group are left out."
    return said


def _calls(frames: list[traceback.FrameSummary]) -> list[str]:
    calls = traceback.StackSummary.from_list(frames).format()
    if (between := len(calls) - 2 * _CALLS_AT_EACH_END) <= 1:
        return calls
    left_out = f"  [{between:,} more calls are left out.]\n"
    return [*calls[:_CALLS_AT_EACH_END], left_out, *calls[-_CALLS_AT_EACH_END:]]


def _ending(error: BaseException) -> str:
    kind, message = kind_of(error), message_of(error)
    return f"{kind}: {message}" if message else kind
