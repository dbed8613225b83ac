import contextlib
import signal
import sys
import threading
import time

import pytest

from turnkeeper.deadline import DeadlineExceeded, deadline

pytestmark = pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="there is no alarm on this system")


def spin(seconds):
    ends = time.monotonic() + seconds
    while time.monotonic() < ends:
        pass


def stopped(block):
    """Run a block that is stopped; return after how many seconds, and with what words."""
    began = time.monotonic()
    with pytest.raises(DeadlineExceeded) as stop:
        block()
    return time.monotonic() - began, str(stop.value)


@pytest.mark.parametrize("nested", [(0.2,), (0.2, 1), (1, 0.2), (1, 0.2, 1.5)])
def test_the_earliest_end_wins(nested):
    def block():
        with contextlib.ExitStack() as stack:
            for seconds in nested:
                stack.enter_context(deadline(seconds))
            spin(2)

    ran, said = stopped(block)
    assert 0.2 <= ran < 0.6
    assert said == "stopped after 0.2 seconds"


@pytest.mark.parametrize(("inner", "inside"), [(5, 0), (0.1, 0), (0.35, 0.3), (5, 0.3)])
def test_the_outer_deadline_counts_on_after_the_inner_one(inner, inside):
    def block():
        with deadline(0.4):
            with deadline(inner):
                spin(inside)
            spin(2)

    ran, said = stopped(block)
    assert 0.4 <= ran < 0.8
    assert said == "stopped after 0.4 seconds"


def test_an_outer_deadline_stops_again_what_swallowed_it_inside_the_inner_one():
    def block():
        with deadline(0.2):
            with contextlib.suppress(DeadlineExceeded), deadline(5):
                spin(2)
            spin(2)

    ran, said = stopped(block)
    assert 0.2 <= ran < 0.8
    assert said == "stopped after 0.2 seconds"


@pytest.mark.timeout(0)  # else the alarm of the test itself is there
def test_nothing_is_left_behind():
    handler = signal.getsignal(signal.SIGALRM)
    with deadline(0.1), deadline(5), deadline(0.05):
        pass
    spin(0.2)
    assert signal.getsignal(signal.SIGALRM) is handler
    assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)


def test_where_there_is_no_alarm_the_running_code_is_asked_if_python_can():
    stops = []

    def block():  # a thread has no alarm, as the browser has none
        try:
            with deadline(0.1):
                spin(0.4)
        except DeadlineExceeded as stop:
            stops.append(str(stop))

    thread = threading.Thread(target=block)
    thread.start()
    thread.join()
    assert stops == (["stopped after 0.1 seconds"] if sys.version_info >= (3, 12) else [])
