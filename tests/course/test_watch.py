"""`turnkeeper watch` as a learner has it: in a terminal of its own, with real files, keys and grading."""

import os
import signal
import sys
import time

import pytest
from pseudo_terminal import PseudoTerminal
from three_exercises import make_course, right, stub

from turnkeeper.grading.progress import change_progress, read_progress

KEYS = "h hint  n next  l list  c check all  x reset  r run  q quit"


@pytest.fixture
def course(tmp_path):
    return make_course(tmp_path)


@pytest.fixture
def start(course):
    terminals = []

    def run(*options, command="watch", term="xterm-256color", size=(80, 24), **environment):
        terminal = PseudoTerminal(
            [sys.executable, "-P", "-m", "turnkeeper.cli", command, *options],
            columns=size[0], rows=size[1], cwd=course.root, env={**os.environ, "TERM": term, **environment},
        )  # fmt: skip
        terminals.append(terminal)
        return terminal

    yield run
    for terminal in terminals:
        terminal.close()


def test_an_exercise_from_the_stub_to_the_next_one(course, start):
    terminal = start()
    text = terminal.wait_for("three: 0 of 2 requirements pass", "Checked in", KEYS)
    assert "Lesson    Begin with: three, in lessons/late.md" in text
    assert "It is checked whenever you save it." in " ".join(text.split())
    terminal.press("h")
    terminal.wait_for("Hint 1: Think.")
    course.answer("three").write_text("def three():\n    return 2\n")
    terminal.wait_for("three: 1 of 2 requirements pass", "It is not 3.", "Checked in")
    course.answer("three").write_text(right("three"))
    text = terminal.wait_for("three passes.", "Press n for the next exercise, one.", "1 of 3 exercises")
    assert "To remember: Three is three." in text
    # The window gets smaller, and then wider.
    terminal.resize(60, 12)
    text = terminal.wait_for("-- lines 1 to 5 of 8")
    assert text.splitlines()[-1] == KEYS
    terminal.resize(100, 30)
    terminal.wait_for("-" * 100)
    terminal.press("l\x1b[B")
    terminal.wait_for(">  2 [ ] one", "1 [x] three")
    terminal.press("\x1b")
    terminal.wait_for("three passes.")
    terminal.press("x")
    terminal.wait_for("y reset")
    terminal.press("y")
    terminal.wait_for("The stub is back.", "0 of 3 exercises pass", "three: 0 of 2")
    (kept,) = (course.root / ".turnkeeper/backups").iterdir()
    assert kept.read_text() == right("three")
    assert course.answer("three").read_text() == stub("three")
    terminal.press("q")
    assert terminal.end() == 0
    assert terminal.is_as_it_was
    assert "0 of 3 exercises pass. To go on: " in terminal.text
    record = read_progress(course.root).record("three")
    assert (record.tries, bool(record.passed)) == (2, True)


HANGS = "while True:\n    try:\n        while True: pass\n    except BaseException: pass\n"
ENDS = "import os, signal\nos.kill(os.getpid(), signal.SIGKILL)\n"


def test_an_answer_that_ends_python_ends_nothing_else_and_a_save_goes_on(course, start):
    course.answer("one").write_text(ENDS)
    terminal = start("one")
    text = terminal.wait_for("one: 0 of 2 requirements pass", "ended Python itself (by SIGKILL)")
    assert KEYS in text
    # A loop that nothing can stop from inside: while it is checked, the next save is what counts.
    course.answer("one").write_text(HANGS)
    terminal.wait_for("Checking one")
    time.sleep(0.2)
    course.answer("one").write_text(right("one"))
    terminal.wait_for("one passes.")
    assert read_progress(course.root).record("one").tries == 2
    terminal.press("\x03")
    assert terminal.end() == 0
    assert terminal.is_as_it_was


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_told_to_end_it_leaves_the_terminal_as_it_was(start, number):
    terminal = start("--manual-run")
    terminal.wait_for(KEYS)
    terminal.send(number)
    assert terminal.end() == 0
    assert terminal.is_as_it_was


def test_by_hand_without_colour(course, start):
    terminal = start("two", "--manual-run", NO_COLOR="1", size=(60, 24))
    terminal.wait_for("two: 0 of 2", "Press r to have it checked.")
    course.answer("two").write_text(right("two"))
    time.sleep(0.3)
    terminal.read()
    assert "two: 0 of 2" in terminal.text
    terminal.press("r")
    terminal.wait_for("two passes.")
    assert b"\x1b[0;3" not in terminal.raw  # no colour in the foreground
    assert all(len(line) <= 60 for line in terminal.text.splitlines())


def test_a_dumb_terminal_gets_lines(course, start):
    terminal = start("one", term="dumb", size=(80, 60))
    terminal.wait_for("one: 0 of 2 requirements pass", "Checked in")
    course.answer("one").write_text(right("one"))
    terminal.wait_for("one passes.")
    terminal.press("q")
    assert terminal.end() == 0
    assert b"\x1b" not in terminal.raw
    assert terminal.is_as_it_was


def test_a_newer_progress_is_left_alone(course, start):
    change_progress(course.root, lambda progress: None)
    path = course.root / ".turnkeeper/progress.json"
    path.write_text('{"version": 3}')
    terminal = start()
    assert terminal.end() == 2
    assert "has version 3" in terminal.text
    assert path.read_text() == '{"version": 3}'


def test_a_reset_asks(course, start):
    course.answer("one").write_text("mine = 1\n")
    for reply, status, said in (
        ("n\r", 1, "exercises/one.py is as it was."),
        ("y\r", 0, "Yours is kept in .turnkeeper/"),
    ):
        terminal = start("one", command="reset")
        terminal.wait_for("A copy of yours is kept. [y/N]")
        terminal.press(reply)
        assert terminal.end() == status
        assert said in terminal.text
    assert course.answer("one").read_text() == stub("one")
