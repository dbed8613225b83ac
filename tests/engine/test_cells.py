import sys

import pytest

from turnkeeper.cells import run_cell


def run(source, namespace=None, **more):
    emitted = []
    outcome = run_cell(source, {} if namespace is None else namespace, lambda *piece: emitted.append(piece), **more)
    return outcome, emitted


def text(emitted, kind="stdout"):
    return "".join(piece for name, piece in emitted if name == kind)


def test_output_and_the_last_value():
    outcome, emitted = run("print('hi')\n1 + 1")
    assert outcome == {"ok": True}
    assert text(emitted) == "hi\n"
    assert text(emitted, "result") == "2"


@pytest.mark.parametrize("quiet", ["1 + 1;", "None", "x = 2", "", "# only a comment"])
def test_no_value_to_show(quiet):
    assert run(quiet) == ({"ok": True}, [])


def test_cells_share_a_namespace():
    namespace = {}
    run("x = 20", namespace)
    assert text(run("x + 1", namespace)[1], "result") == "21"


def test_html_and_svg():
    source = "class {0}:\n  def _repr_{1}_(self): return '<{1}>'\ndisplay({0}())\n{0}()"
    assert run(source.format("A", "html"))[1] == [("html", "<html>")] * 2
    assert run(source.format("B", "svg"))[1] == [("svg", "<svg>")] * 2


@pytest.mark.parametrize(
    ("source", "kind", "line", "said"),
    [
        ("x = 1\ndef f(:\n  pass", "SyntaxError", 2, "Python cannot read this code"),
        ("x\x00", "SyntaxError", None, "Python cannot read this code"),
        ("\nnope", "NameError", 2, "Nothing is called 'nope' yet"),
        ("import numpy", "ModuleNotFoundError", 1, "There is no module 'numpy' here"),
        ("1 / 0", "ZeroDivisionError", 1, "A ZeroDivisionError stopped the code: division by zero. Look at line 1."),
        ("def f():\n  return f()\nf()", "RecursionError", 2, "called itself too many times"),
        ("import sys\nsys.exit(1)", "SystemExit", 2, "asked Python to exit"),
        ("\ninput('Name? ')", "OSError", 2, "nobody to answer input() here"),
        ("raise KeyboardInterrupt", "KeyboardInterrupt", 1, "Stopped."),
    ],
)
def test_an_error_is_told_in_plain_words(source, kind, line, said):
    if source == "import numpy" and "numpy" in sys.modules:
        pytest.skip("numpy is installed here")
    outcome, _ = run(source)
    error = outcome["error"]
    assert (outcome["ok"], error["kind"], error["line"]) == (False, kind, line)
    assert said in error["plain"]
    assert __file__ not in error["traceback"]
    assert "cells.py" not in error["traceback"]


def test_an_api_error_says_what_the_api_said():
    source = (
        "from turnkeeper import connect\n"
        "connect().messages.create(model='claude-haiku-5-5', max_tokens=9, messages='hi')"
    )
    error = run(source)[0]["error"]
    assert error["plain"] == (
        "The API refused the call with status 400: messages: Input should be a valid array. Look at line 2."
    )
    assert "anthropic/" not in error["traceback"]


@pytest.mark.parametrize(
    "loop",
    [
        "while True: pass",
        "while True:\n  x = 1",
        "for _ in iter(int, 1): pass",
        "try:\n  while True: pass\nexcept Exception: pass",
    ],
)
def test_an_endless_loop_ends_at_the_deadline(loop):
    outcome, _ = run(loop, seconds=0.2)
    assert outcome["error"]["kind"] == "DeadlineExceeded"
    assert "Is there a loop that never ends?" in outcome["error"]["plain"]
    assert run("1 + 1")[0] == {"ok": True}


def test_a_flood_of_output_has_an_end():
    outcome, emitted = run("print('x' * 10_000_000)")
    assert outcome == {"ok": True}
    assert len(text(emitted)) < 101_000
    assert "more than 100,000 characters were printed" in text(emitted)


def test_a_long_value_has_an_end_too():
    assert len(text(run("'x' * 10_000_000")[1], "result")) < 101_000
