"""A deadline for code that may never end, in a terminal and in the browser.

A terminal has an alarm signal. The browser has neither signals nor threads, so there the running code itself is asked
for the time, by `sys.monitoring` at every jump and call (it makes a tight loop about twice as slow). What runs inside
one call of C code cannot be seen that way; the page ends its worker for that, and the terminal has `hard_stop`.

The page interrupts, too, where it shares memory with its worker: `hear_interrupts` has the code inside a deadline hear
it, and nothing else of ours be torn by it.
"""

import contextlib
import faulthandler
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from types import CodeType
from typing import Any

_EVENTS_BETWEEN_LOOKS = 1024
_SECONDS_BETWEEN_ALARMS = 0.1
_AT_ONCE = 1e-6  # seconds; 0 would take the alarm off
_exit = os._exit  # as it was, whatever graded code makes of it
_open = 0  # deadlines that are open


class DeadlineExceeded(BaseException):
    """The code ran longer than it may.

    Not an `Exception`, so that an `except Exception` in the code does not swallow it.
    """


@contextlib.contextmanager
def deadline(seconds: float) -> Iterator[None]:
    """Raise `DeadlineExceeded` inside the block once it has run for too long.

    Deadlines may stand inside one another: the earliest end counts, and the outer one goes on after the inner one.
    On Windows with Python 3.11 there is neither an alarm nor `sys.monitoring`: there only `hard_stop` ends a loop.

    Args:
        seconds: How long the block may run, in seconds of wall time.

    Raises:
        DeadlineExceeded: In the code that runs at that moment, and again while it is swallowed.
    """
    limit: contextlib.AbstractContextManager[None] = contextlib.nullcontext()
    if hasattr(signal, "setitimer") and sys.platform != "emscripten" and _in_main_thread():
        limit = _alarm(seconds)
    elif sys.version_info >= (3, 12):
        limit = _monitored(seconds)
    with limit:
        yield


def hear_interrupts() -> None:
    """Have SIGINT raise KeyboardInterrupt inside a deadline only, for the page: it sends the signal more than once.

    Code that has a handler of its own goes on; then the page ends its worker.
    """

    def on_interrupt(number: int, frame: object) -> None:
        if _open:
            raise KeyboardInterrupt

    signal.signal(signal.SIGINT, on_interrupt)


def _in_main_thread() -> bool:
    return threading.current_thread() is threading.main_thread()


def _exceeded(seconds: float) -> DeadlineExceeded:
    return DeadlineExceeded(f"stopped after {seconds:g} seconds")


@contextlib.contextmanager
def _alarm(seconds: float) -> Iterator[None]:
    def on_alarm(number: int, frame: object) -> None:
        raise _exceeded(seconds)

    began = time.monotonic()
    left, every = signal.getitimer(signal.ITIMER_REAL)  # of the deadline around this one, 0 when there is none
    if 0 < left <= seconds:
        yield  # that one ends first
        return
    previous = signal.signal(signal.SIGALRM, on_alarm)
    signal.setitimer(signal.ITIMER_REAL, seconds, _SECONDS_BETWEEN_ALARMS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, previous)
        if left:
            spent = time.monotonic() - began
            signal.setitimer(signal.ITIMER_REAL, max(left - spent, _AT_ONCE), every)


if sys.version_info >= (3, 12):
    _slots: list[int] = []  # of `sys.monitoring`, one for each open deadline

    @contextlib.contextmanager
    def _monitored(seconds: float) -> Iterator[None]:
        # Each deadline has a slot of its own, so one inside another takes nothing away from it: both look at the time.
        global _open
        monitoring = sys.monitoring
        ends = time.monotonic() + seconds
        left = _EVENTS_BETWEEN_LOOKS

        def on_event(code: CodeType, *_: Any) -> None:
            nonlocal left
            left -= 1
            if left <= 0:
                left = _EVENTS_BETWEEN_LOOKS
                if time.monotonic() > ends:
                    raise _exceeded(seconds)

        events = (monitoring.events.JUMP, monitoring.events.PY_START, monitoring.events.PY_RESUME)
        tool = _take_slot()
        try:
            for event in events:
                monitoring.register_callback(tool, event, on_event)
            monitoring.set_events(tool, events[0] | events[1] | events[2])
            _open += 1
            yield
        finally:
            _open -= 1
            _slots.remove(tool)
            with contextlib.suppress(ValueError):  # the code may have freed it
                monitoring.set_events(tool, 0)
                monitoring.free_tool_id(tool)

    def _take_slot() -> int:
        """Take a slot that no deadline has: a free one, else the one of whoever took them all."""
        monitoring = sys.monitoring
        others = [slot for slot in (4, 3, 5, 2, 1, 0) if slot not in _slots]
        tool = next((slot for slot in others[:3] if monitoring.get_tool(slot) is None), None)
        if tool is None:
            if not others:
                raise RuntimeError("six deadlines inside one another: no slot in sys.monitoring is left")
            tool = others[0]
            monitoring.free_tool_id(tool)
        monitoring.use_tool_id(tool, "turnkeeper deadline")
        _slots.append(tool)
        return tool


@contextlib.contextmanager
def hard_stop(seconds: float, say: Callable[[], None]) -> Iterator[None]:
    """End the whole process when the block has not ended in time, for code that `deadline` cannot stop.

    For a terminal only: the browser has no threads, and ends its worker instead.

    Args:
        seconds: How long the block may run, in seconds.
        say: Called before the process ends with status 1, to print why.
    """

    def end() -> None:
        say()
        _exit(1)

    timer = threading.Timer(seconds, end)
    timer.daemon = True
    timer.start()
    # C code that never lets go of the interpreter keeps the timer from running; this one needs no interpreter.
    faulthandler.dump_traceback_later(seconds + 5, exit=True, file=sys.__stderr__ or 2)
    try:
        yield
    finally:
        timer.cancel()
        faulthandler.cancel_dump_traceback_later()
