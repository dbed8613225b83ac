"""Twenty kinds of code that runs away or breaks things: each ends in a sentence, and the page works on."""

import re

import pytest
from playwright.sync_api import expect

from .reading import Lesson, solution

KEPT = re.compile(r"^Stopped( at line \d+)?\. Your variables are kept\.$")
LOST = re.compile(r"^(Stopped|The code ended Python)\. Python starts again\. The variables of cell 1 are lost\.$")
DEEP = re.compile(r"^The code made calls inside calls, .* Python starts again\. The variables of cell 1 are lost\.$")
DONE = re.compile(r"^Done")
ERROR = "It stopped with an error, shown below."
CUT = "[The rest is left out: more than 100,000 characters were printed.]"
AGAIN = "A function called itself too many times."
ONE_PROCESS = "This page's Python is one process with one thread, and can start no other."
NO_MEMORY = "more memory than"

# Each: the code, whether Stop is pressed, the status, and what the output says.
KINDS = {
    "50 MB in one print": ("print('x' * 50_000_000)", False, DONE, CUT),
    "50 MB past sys.stdout": ("import os\nfor _ in range(100): os.write(1, b'x' * 500_000)", False, DONE, CUT),
    "a flood of values": ("for n in range(50_000): display(n)", False, DONE, "more than a page can show at once"),
    "deep recursion": ("def f(): f()\nf()", False, ERROR, AGAIN),
    "recursion in a repr": ("class A:\n    __repr__ = lambda self: repr([self])\nA()", False, DEEP, ""),
    "a list nested too deeply": ("a = []\nfor _ in range(200_000): a = [a]\na", False, DEEP, ""),
    "2 GB at once": ("b = bytes(2_000_000_000)", False, ERROR, NO_MEMORY),
    "memory bit by bit": ("a = []\nwhile True: a.append(bytes(100_000_000))", False, ERROR, NO_MEMORY),
    "sys.exit": ("import sys\nsys.exit(3)", False, ERROR, "The code asked Python to exit."),
    "fork": ("import os\nos.fork()", False, ERROR, ONE_PROCESS),
    "a thread": ("import threading\nthreading.Thread(target=print).start()", False, ERROR, ONE_PROCESS),
    "input": ("input()", False, ERROR, "nobody to answer input()"),
    "builtins taken away": ("import builtins\ndel builtins.print, builtins.sum", False, DONE, "print, sum"),
    "modules taken away": ("import sys\nsys.modules.clear()\nsys.path.clear()", False, DONE, ""),
    "an endless loop": ("while True: pass", True, KEPT, ""),
    "a loop that catches all": ("while True:\n    try: 1 / 0\n    except BaseException: pass", True, KEPT, ""),
    "a loop in C": ("sum(iter(int, 1))", True, LOST, ""),
    "a sleep": ("import time\ntime.sleep(1000)", True, LOST, ""),
    "a signal ignored": ("import signal\nsignal.signal(2, signal.SIG_IGN)\nwhile True: pass", True, LOST, ""),
    "os._exit": ("import os\nos._exit(0)", False, LOST, ""),
}


@pytest.mark.parametrize("kind", KINDS)
def test_the_page_works_on_after(running: Lesson, kind: str) -> None:
    code, stops, status, told = KINDS[kind]
    cell, exercise = running.cell(1), running.exercise
    cell.try_out("print('before')")
    cell.write(code)
    cell.begin()
    if stops:
        expect(cell.status).to_have_text("Running")
        cell.stop.click()
    expect(cell.status).to_have_text(status)
    expect(cell.output).to_contain_text(told)
    assert cell.output.locator("*").count() <= 5_010
    cell.try_out("print('still here')")
    expect(cell.output).to_have_text("still here")
    if kind.endswith("taken away"):
        exercise.write(solution())
        exercise.run()
        expect(exercise.failed).to_have_count(0)
        expect(exercise.status).to_contain_text("requirements pass")
