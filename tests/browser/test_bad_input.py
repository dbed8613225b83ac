"""What goes wrong in a cell is told in plain words, and the next Run works."""

import re

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
        "Python cannot read this code: '(' was never closed. The bracket that opens there has no partner: look where "
        "it should close. Look at line 1.",
    ),
    "a name that is not there": (
        "total = 1\nprint(totl)",
        "Nothing is called 'totl' yet. Did you mean 'total'? Look at line 2.",
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


REFUSED = """from turnkeeper import connect
result = {"type": "tool_result", "tool_use_id": "toolu_1", "content": "It was shipped."}
history = [{"role": ("user", "assistant")[n % 2], "content": f"Message {n}"} for n in range(60)]
history[20] = {"role": "user", "content": [{"type": "text", "text": "<b>Well?</b>"}, result]}
def note(text, notes=[]):
    notes.append(text)
note("an order")
connect().messages.create(model="claude-haiku-5-5", max_tokens=9, messages=[*history, {"role": "user", "content": "?"}])
"""


def test_a_refused_request_is_a_table_that_marks_the_block_at_fault(running: Lesson) -> None:
    cell = running.cell(1)
    cell.try_out(REFUSED)
    expect(cell.output.get_by_role("alert")).to_contain_text("because of message 20, block 1. The rule: A result has")
    expect(cell.root.locator(".tk-line-error")).to_have_attribute("data-line", "line 8")
    table = cell.output.get_by_role("table", name="The refused request: 61 messages")
    assert table.locator("tr").all_inner_texts()[1:] == [
        "18 more messages not shown",
        "18\tuser\ttext\tMessage 18",
        "19\tassistant\ttext\tMessage 19",
        "20\tuser\ttext\t<b>Well?</b>",
        "\u2717 at fault:\ntool_result toolu_1\tIt was shipped.",
        "21\tassistant\ttext\tMessage 21",
        "22\tuser\ttext\tMessage 22",
        "38 more messages not shown",
    ]
    assert table.locator("th").evaluate_all("all => all.map(one => one.scope)") == [*["col"] * 4, *["rowgroup"] * 5]
    expect(cell.output.locator(".tk-after")).to_have_text(re.compile("^Note: note\\(\\) has changed the list that its"))
    running.page.set_viewport_size({"width": 390, "height": 900})
    assert running.page.evaluate("document.documentElement.scrollWidth") == 390
    assert table.evaluate("one => one.scrollWidth <= one.parentElement.clientWidth")
    running.page.set_viewport_size({"width": 1280, "height": 900})


def test_a_flood_of_output_is_cut_and_says_so(running: Lesson) -> None:
    cell = running.cell(1)
    cell.try_out("print('x' * 10_000_000)\nprint('the end')")
    expect(cell.status).to_have_text("Done.")
    expect(cell.output).to_contain_text("[The rest is left out: more than 100,000 characters were printed.]")
    assert len(cell.output.text_content()) < 110_000
    cell.try_out("print('works', 1 + 1)")
    expect(cell.output).to_have_text("works 2")


def test_a_history_that_is_not_a_list_is_refused_in_a_sentence(lesson: Lesson) -> None:
    lesson.cell(1).run()
    cell = lesson.cell(2)
    cell.try_out("client.messages.create(model='claude-haiku-5-5', max_tokens=9, messages='hi')")
    expect(cell.status).to_have_text("It stopped with an error, shown below.")
    expect(cell.plain).to_contain_text("The API refused the request. What is said goes into a list of messages")
    expect(cell.output).to_contain_text("BadRequestError: messages: Input should be a valid array")
    cell.try_out("print(text_of(first))")
    expect(cell.output).to_contain_text("Noor")


def test_a_loop_that_nothing_inside_can_stop_is_ended_by_the_page(running: Lesson) -> None:
    running.page.evaluate(HURRY)
    cell = running.cell(1)
    cell.try_out("sum(iter(int, 1))")  # a loop in C: no line of Python runs in it
    expect(cell.status).to_contain_text(
        "This ran longer than 30 seconds and could not be stopped gently, so it was ended. "
        "Is there a loop that never ends, or one that catches every exception? Python starts again."
    )
    cell.try_out("print('works', 1 + 1)")
    expect(cell.output).to_have_text("works 2")
