import json
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

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
        ("raise OSError(138, 'This does not support processes.')", "OSError", 1, "one process with one thread"),
        ('raise RuntimeError("can\'t start new thread")', "RuntimeError", 1, "one process with one thread"),
        ("raise KeyboardInterrupt", "KeyboardInterrupt", 1, "Stopped."),
        ("\nraise MemoryError", "MemoryError", 2, "asked for more memory than there is. Look at line 2."),
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
        "The API refused the request. What is said goes into a list of messages, even a single one: "
        'messages=[{"role": "user", "content": "…"}]. Look at line 2.'
    )
    assert error["message"] == "messages: Input should be a valid array"
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


CROWDS = {
    "values": ("for n in range(20_000): display(n)", 5_000),
    "turns of stdout and stderr": (
        "import sys\nfor n in range(20_000): print('.', end='', file=(sys.stdout, sys.stderr)[n % 2])",
        5_000,
    ),
    "tags": (
        "class Many:\n    _repr_html_ = lambda self: '<b></b>' * 900\nfor n in range(9): display(Many())",
        5,
    ),
    "colours": ("for n in range(20_000): print('\\x1b[31m.', end='')", 5_000),
}


@pytest.mark.parametrize("crowd", CROWDS)
def test_a_page_gets_no_more_elements_than_it_can_bear(crowd):
    code, most = CROWDS[crowd]
    outcome, emitted = run(code)
    assert outcome == {"ok": True}
    assert emitted[-1] == ("stderr", "\n[Some of it is left out: it is more than a page can show at once.]\n")
    assert most - 1 <= len(emitted) - 1 <= most


def test_a_drawing_of_too_many_elements_is_left_out_and_the_rest_is_shown():
    _, emitted = run(DRAWS.format("'<b></b>' * 9_000", "html") + "display(Drawn(), Drawn(), 5)\nprint('on')")
    assert [name for name, _ in emitted] == ["stderr", "result", "stdout", "stdout"]


def test_a_long_value_has_an_end_too():
    assert len(text(run("'x' * 10_000_000")[1], "result")) < 101_000


def failing(source, namespace=None, **more):
    outcome, _ = run(source, namespace, **more)
    assert outcome["ok"] is False
    json.dumps(outcome)  # this is how it goes to the page
    return outcome["error"]


def test_an_error_in_a_function_of_an_earlier_cell_blames_the_line_that_called_it():
    namespace = {}
    run("\n\n\ndef half(number):\n  return 1 / number", namespace, number=1)
    error = failing("zero = 0\nhalf(zero)", namespace, number=2)
    assert error["line"] == 2
    assert error["plain"] == (
        "A ZeroDivisionError stopped the code: division by zero. Look at line 2. It came up in line 5 of cell 1."
    )
    assert [line.strip() for line in error["traceback"].splitlines() if "~" not in line and "^" not in line] == [
        'File "<cell 2>", line 2, in <module>',
        "half(zero)",
        'File "<cell 1>", line 5, in half',
        "return 1 / number",
        "ZeroDivisionError: division by zero",
    ]
    assert failing("\n1 / 0", namespace, number=3)["line"] == 2


SAYS = "class Odd(Exception):\n  def __str__(self): {0}\nraise Odd"


@pytest.mark.parametrize(
    ("source", "kind", "message", "line", "plain"),
    [
        (SAYS.format("raise ValueError"), "Odd", "", 3, "An Odd stopped the code. Look at line 3."),
        (SAYS.format("return 5"), "Odd", "", 3, "An Odd stopped the code. Look at line 3."),
        (
            "raise type('', (Exception,), {})('x')",
            "Exception",
            "x",
            1,
            "An Exception stopped the code: x. Look at line 1.",
        ),
        ("raise SyntaxError(5)", "SyntaxError", "5", 1, "A SyntaxError stopped the code: 5. Look at line 1."),
        ("raise NameError(5)", "NameError", "5", 1, "A NameError stopped the code: 5. Look at line 1."),
        (
            "class Odd(Exception):\n  status_code = property(lambda self: 1 / 0)\nraise Odd('x')",
            "Odd",
            "x",
            3,
            "An Odd stopped the code: x. Look at line 3.",
        ),
        (
            "class Odd(NameError):\n  name = property(lambda self: 1 / 0)\nraise Odd('x')",
            "Odd",
            "x",
            3,
            "An Odd stopped the code: x. Look at line 3.",
        ),
        (
            "class Odd(Exception):\n  __traceback__ = property(lambda self: 1 / 0, lambda *_: 0)\nraise Odd('x')",
            "Odd",
            "x",
            None,
            "An Odd stopped the code: x.",
        ),
    ],
)
def test_an_exception_that_misbehaves_is_told_all_the_same(source, kind, message, line, plain):
    error = failing(source)
    assert (error["kind"], error["message"], error["line"], error["plain"]) == (kind, message, line, plain)


@pytest.mark.parametrize("source", ["-" * 100_000 + "1", "(" * 300 + ")" * 300, "[" * 5000])
def test_code_that_python_cannot_read_for_its_depth_ends_in_a_sentence(source):
    assert failing(source)["plain"].startswith("Python cannot read this code: ")


pieces = st.sampled_from(
    [*"()[]{}:;=+-%!?'\"#\\ \n\r\t\f\0é", "\u2028", '"' * 3, "1", "x", "if ", "def f", "await ", "lambda", "f'"]
)


@given(st.one_of(st.text(), st.lists(pieces).map("".join)))
def test_whatever_is_typed_ends_in_a_verdict(source):
    outcome, _ = run(source)
    assert outcome["ok"] or 1 <= (outcome["error"]["line"] or 1) <= source.count("\n") + source.count("\r") + 1


def test_code_with_half_a_character_ends_in_a_sentence():
    assert failing("'\ud800'")["kind"] == "UnicodeEncodeError"


def test_a_long_message_has_an_end():
    error = failing("raise ValueError('x' * 10_000_000)")
    assert all(len(error[part]) < 5_000 for part in ("message", "plain", "traceback"))


def test_a_sentence_has_one_full_stop():
    assert failing("raise OSError('Connection error.')")["plain"] == (
        "An OSError stopped the code: Connection error. Look at line 1."
    )


def test_a_syntax_error_of_other_code_is_blamed_on_the_line_that_had_it_read():
    error = failing("\n\neval('1 +')")
    assert error["line"] == 3
    assert error["plain"] == "A SyntaxError stopped the code: invalid syntax (<string>, line 1). Look at line 3."


@pytest.mark.parametrize(
    ("source", "line", "said"),
    [
        ("await x", 1, "await works in a notebook only"),
        ("x = 1\nasync with x: pass", 2, "await works in a notebook only"),
        ("[i async for i in x]", 1, "await works in a notebook only"),
        ("%pip install x", 1, "commands of a notebook"),
        ("%%time\nx", 1, "commands of a notebook"),
        ("x = 1\n  \n!ls", 3, "commands of a notebook"),
        ("files = !ls", 1, "commands of a notebook"),
        ("print?", 1, "commands of a notebook"),
    ],
)
def test_what_only_a_notebook_can_do_is_named(source, line, said):
    error = failing(source)
    assert (error["kind"], error["line"]) == ("SyntaxError", line)
    assert said in error["plain"]
    assert "This page runs plain Python" in error["plain"]


def test_code_in_an_async_function_needs_no_notebook():
    assert run("async def f():\n  await g()")[0] == {"ok": True}
    assert "notebook" not in failing("def f():\n  await g()")["plain"]
    assert "notebook" not in failing("x = 5 %")["plain"]


@pytest.mark.parametrize(
    ("source", "value"),
    [
        ("1 + 1  # hi;", "2"),
        ("1 + 1\n# the end;", "2"),
        ("'a;'", "'a;'"),
        ("'é;' # é", "'é;'"),
        ("(1 + 1\n)", "2"),
        ("x = '''\x0c\u2028\n'''\n1 + 1", "2"),
        ("1 + 1;  # quiet", ""),
        ("(1 +\n1) ; # quiet\n\n# more", ""),
        ("'é' ;", ""),
        ("1 + 1;\r\n", ""),
    ],
)
def test_a_semicolon_in_the_code_keeps_a_value_quiet(source, value):
    outcome, emitted = run(source)
    assert outcome == {"ok": True}
    assert text(emitted, "result") == value


@pytest.mark.parametrize("between", ["\n", "\r\n", "\r", "\x0c\n", "\n'\u2028'\n"])
def test_lines_are_counted_as_python_counts_them(between):
    error = failing(f"x = 0{between}1 / x  # here")
    assert "1 / x  # here" in error["traceback"]


def test_calls_inside_calls_are_told_in_short():
    error = failing("def one(): two()\ndef two(): one()\none()")
    assert error["kind"] == "RecursionError"
    assert len(error["traceback"]) < 3_000
    assert "line 3, in <module>" in error["traceback"]
    assert "more calls are left out" in error["traceback"]


def test_all_that_a_cell_shows_has_one_end():
    outcome, emitted = run("for _ in range(1000): display('x' * 50_000)")
    assert outcome == {"ok": True}
    shown = text(emitted, "result")
    assert len(shown) < 101_000
    assert shown.count("more than 100,000 characters") == 1


DRAWS = "class Drawn:\n  def __repr__(self): return 'plain'\n  def _repr_{1}_(self): return {0}\n"


@pytest.mark.parametrize("kind", ["html", "svg"])
def test_a_drawing_that_is_too_long_is_not_cut_but_left_out(kind):
    source = DRAWS.format("'<p>' + 'x' * 89_997", kind)
    emitted = run(source + "display(Drawn(), Drawn(), 5)\nprint('on')")[1]
    assert [name for name, _ in emitted] == [kind, "result", "stdout", "stdout"]
    assert emitted[0][1] == "<p>" + "x" * 89_997
    assert emitted[1][1].strip() == "[The rest is left out: more than 100,000 characters were printed.]"


@pytest.mark.parametrize("drawn", ["None", "5", "b'<p>'", "Drawn"])
def test_a_drawing_that_is_no_text_is_not_shown(drawn):
    assert run(DRAWS.format(drawn, "html") + "Drawn()")[1] == [("result", "plain")]


def test_a_class_is_no_drawing_of_its_own():
    shown = text(run(DRAWS.format("'<p>'", "html") + "Drawn")[1], "result")
    assert shown == "<class '__main__.Drawn'>"


BUNDLES = (
    "class Bundled:\n  def __repr__(self): return 'plain'\n  def _repr_mimebundle_(self, **_): return {}\nBundled()"
)


def test_a_chart_is_handed_on_with_its_text():
    source = (
        "from turnkeeper import chart\nrows = [{'a': 'x', 'b': 2}]\nchart.bars(rows, label='a', value='b', title='T')"
    )
    ((kind, shown),) = run(source)[1]
    assert kind == "chart"
    chart = json.loads(shown)
    assert chart["text"] == "T\n\na  b\nx  2"
    assert chart["spec"]["data"]["values"][0]["number"] == 2


@pytest.mark.parametrize("version", [5, 6])
def test_another_librarys_chart_is_handed_on_too(version):
    bundle = f"({{'application/vnd.vegalite.v{version}+json': {{'mark': 'bar'}}}}, {{'some': 'metadata'}})"
    ((kind, shown),) = run(BUNDLES.format(bundle))[1]
    assert (kind, json.loads(shown)) == ("chart", {"spec": {"mark": "bar"}, "text": "plain"})


@pytest.mark.parametrize(
    "bundle",
    [
        "None",
        "{}",
        "{'text/plain': 'other'}",
        "'text'",
        "{'application/vnd.vegalite.v5+json': {'x': float('nan')}}",
        "{'application/vnd.vegalite.v5+json': {'x': object()}}",
    ],
)
def test_a_bundle_without_a_chart_is_shown_as_before(bundle):
    assert run(BUNDLES.format(bundle))[1] == [("result", "plain")]


def test_a_chart_that_is_too_long_is_left_out():
    emitted = run(BUNDLES.format("{'application/vnd.vegalite.v5+json': {'x': 'y' * 100_000}}"))[1]
    assert [kind for kind, _ in emitted] == ["result"]
    assert "more than 100,000 characters" in emitted[0][1]


def test_a_mock_is_shown_as_a_mock():
    assert text(run("from unittest.mock import MagicMock\nMagicMock(name='m')")[1], "result").startswith("<MagicMock")


def test_a_flood_that_begins_after_a_full_stream_has_its_sentence_too():
    shown = text(run("print('x' * 100_000, end='')\nprint('y')")[1])
    assert shown == "x" * 100_000 + "\n[The rest is left out: more than 100,000 characters were printed.]\n"


def test_only_text_is_written():
    assert "write() takes a str, not int" in failing("import sys\nsys.stdout.write(5)")["message"]


def test_the_output_is_a_stream_that_can_be_written_to():
    assert text(run("import sys\nsys.stdout.writable(), sys.stdout.readable()")[1], "result") == "(True, False)"
