"""What goes wrong in a cell is told in plain words, and the next Run works."""

import pytest
from playwright.sync_api import expect

from .reading import Lesson

# The page's patience with a cell, 30 + 5 seconds, runs out after one: the test does not sit it out.
HURRY = """() => {
  const wait = window.setTimeout;
  window.setTimeout = (act, ms, ...more) => wait(act, ms === 35_000 ? 1_000 : ms, ...more);
}"""
BAD = {
    "a syntax error": (
        "print('a'\nprint('b')",
        "Python cannot read this code: '(' was never closed. Look at line 1.",
    ),
    "a name that is not there": (
        "total = 1\nprint(totl)",
        "Nothing is called 'totl' yet. Is it spelt as where you made it, and has that cell been run? Look at line 2.",
    ),
    "deep recursion": (
        "def again(n):\n    return again(n + 1)\n\nagain(0)",
        "A function called itself too many times. What should make it stop?",
    ),
    "an exit": ("import sys\nsys.exit(1)", "The code asked Python to exit. That ends this cell only."),
    "a question to the reader": (
        "name = input('Your name? ')",
        "There is nobody to answer input() here. Put the text into the code instead. Look at line 1.",
    ),
    "a module that is not there": (
        "import numpy",
        "There is no module 'numpy' here. This page has Python's own modules, anthropic and turnkeeper.",
    ),
}


@pytest.mark.parametrize("what", BAD)
def test_a_mistake_is_told_in_a_sentence_and_the_next_run_works(running: Lesson, what: str) -> None:
    code, sentence = BAD[what]
    cell = running.cell(1)
    cell.try_out(code)
    expect(cell.status).to_have_text("It stopped with an error, shown below.")
    expect(cell.plain).to_contain_text(sentence)
    expect(cell.output).not_to_contain_text("pyodide")
    cell.try_out("print('works', 1 + 1)")
    expect(cell.output).to_have_text("works 2")


def test_a_flood_of_output_is_cut_and_says_so(running: Lesson) -> None:
    cell = running.cell(1)
    cell.try_out("print('x' * 10_000_000)\nprint('the end')")
    expect(cell.status).to_have_text("Done.")
    expect(cell.output).to_contain_text("[The rest is left out: more than 100,000 characters were printed.]")
    assert len(cell.output.text_content()) < 110_000
    cell.try_out("print('works', 1 + 1)")
    expect(cell.output).to_have_text("works 2")


HOSTILE = """
class Hostile:
    def _repr_html_(self):
        return '''<script>hacked = 1</script><style>body { display: none }</style>
            <img src="x" onerror="hacked = 2"><img src="https://example.org/p.png">
            <a href="javascript:hacked = 3">link</a><a href="https://example.org/">away</a>
            <form action="https://example.org/"><input name="q"><button>Send</button></form>
            <div style="position: absolute; inset: -5000px; z-index: 999">cover</div>
            <div style="--p: fixed; position: var(--p); inset: 0; z-index: 999">cover</div>'''
Hostile()
"""
ON_TOP = """main => {
  const { x, y } = main.getBoundingClientRect();
  return main.contains(document.elementFromPoint(x + 5, y + 5));
}"""


def test_what_a_cell_shows_runs_nothing_and_stays_in_its_box(running: Lesson) -> None:
    cell = running.cell(1)
    cell.try_out(HOSTILE)
    expect(cell.output).to_contain_text("cover")
    expect(cell.output.locator("script, style, form, input, button, [onerror], [src], [href^='java']")).to_have_count(0)
    expect(cell.output.get_by_role("link", name="away")).to_have_attribute("rel", "noopener noreferrer nofollow")
    assert cell.main.evaluate(ON_TOP)
    assert running.page.evaluate("typeof hacked") == "undefined"
    cell.try_out("print('<b onclick=1>&amp;')")
    expect(cell.output).to_have_text("<b onclick=1>&amp;")


def test_a_history_that_is_not_a_list_is_refused_in_a_sentence(lesson: Lesson) -> None:
    lesson.cell(1).run()
    cell = lesson.cell(2)
    cell.try_out("client.messages.create(model='claude-haiku-5-5', max_tokens=9, messages='hi')")
    expect(cell.status).to_have_text("It stopped with an error, shown below.")
    expect(cell.plain).to_contain_text(
        "The API refused the call with status 400: messages: Input should be a valid array"
    )
    cell.try_out("print(text_of(first))")
    expect(cell.output).to_contain_text("Noor")


def test_a_loop_that_nothing_inside_can_stop_is_ended_by_the_page(lesson: Lesson) -> None:
    lesson.page.evaluate(HURRY)
    cell = lesson.cell(1)
    cell.try_out("sum(iter(int, 1))")  # a loop in C: no line of Python runs in it
    expect(cell.status).to_have_text(
        "This ran longer than 30 seconds and could not be stopped gently, so it was ended. "
        "Is there a loop that never ends, or one that catches every exception? Python starts again."
    )
    cell.try_out("print('works', 1 + 1)")
    expect(cell.output).to_have_text("works 2")
