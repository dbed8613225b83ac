"""The figures of the lesson `prompt_caching`, as its cells print them."""

import re

import pytest
from lesson_cells import cells, output

SLUG = "prompt_caching"
ROW = re.compile(r"(\d+) +(\d+) +(\d+) +(\d+)$", re.MULTILINE)
FIGURES = re.compile(r"^  (.+?) +([\d,]+)$", re.MULTILINE)


def rows_of(words):
    """The rows of usage that the first cell with these words prints: fresh, written, read, and their sum."""
    printed = next(cell.output for cell in cells(SLUG) if words in cell.source)
    return [tuple(map(int, row)) for row in ROW.findall(printed)]


def test_without_a_cache_most_of_a_request_was_sent_before():
    numbers = re.findall(r"^ *(\d+) tokens, +(\d+) new$", output(SLUG), re.MULTILINE)
    sent, new = (sum(map(int, column)) for column in zip(*numbers, strict=True))
    assert (len(numbers), new) == (4, int(numbers[-1][0]))
    assert sent > 3 * new


def test_each_call_reads_what_the_one_before_sent():
    rows = rows_of("usages.append(usage)")
    assert [fresh for fresh, *_ in rows] == [0] * 4
    assert [read for *_, read, _ in rows] == [0, *(whole for *_, whole in rows[:3])]
    assert all(fresh + written + read == whole for fresh, written, read, whole in rows)


def test_another_customer_reads_nothing_without_a_mark_on_the_system_prompt():
    automatic, marked = rows_of("for marks in ({}")[1], rows_of("for marks in ({}")[3]
    assert automatic[2] == 0
    assert marked[2] > 1_000
    assert sum(marked[:2]) < 20


def test_the_multiples():
    for row in ("haiku-5-5   1.25  2  0.1", "opus-5-5    1.25  2  0.05", "fable-5-2   1.25  2  0.025"):
        assert f"claude-{row}" in output(SLUG)


def test_five_minutes_last_no_six():
    rows = rows_of("clock=lambda")
    assert [read > 0 for *_, read, _ in rows] == [False, True, True, False, False, True, True, True]


def test_below_the_minimum_both_fields_are_0():
    rows = rows_of("cache_minimum")
    assert [bool(written or read) for _, written, read, _ in rows] == [True, True, False, False, False, False]
    for line in ("claude-haiku-5-5: 512", "claude-opus-4-7: 2,048", "claude-haiku-4-5: 4,096"):
        assert line in output(SLUG)


def test_a_change_spoils_its_level_and_those_behind_it():
    (printed,) = [cell.output for cell in cells(SLUG) if "CHANGES" in cell.source]
    read = {what: int(n) for what, n in re.findall(r"^(.+?) +(\d+) read$", printed, re.MULTILINE)}
    assert read["nothing"] > read["an old message"] == read["tool_choice"] > read["system prompt"] > read["a tool"]
    assert read["a tool"] == read["the model"] == 0


def test_a_clock_in_the_system_prompt_reads_0_on_every_call():
    rows = rows_of("in_system")
    assert [read for *_, read, _ in rows[:4]] == [0, 0, 0, 0]
    assert all(read > 0 for *_, read, _ in rows[5:])


@pytest.mark.parametrize(
    "line",
    [
        "79,000 tokens without a cache",
        "read at 0.1×:     14,628 = 19%",
        "read at 0.05×:    10,970 = 14%",
        "read at 0.025×:    9,141 = 12%",
        "written for 1 h:  19,015 = 24%",
        "turn 20: 5,650 read, 200 written,\n5,850 tokens in the window",
    ],
)
def test_twenty_turns(line):
    assert line in output(SLUG)


def test_the_chart_has_four_ways_and_the_reader_chooses_price_and_turns():
    (drawn,) = [cell.output for cell in cells(SLUG) if "chart.switch" in cell.source]
    assert "Read price: 0.1×, 0.05×, 0.025×; Turns: 40 turns, 100 turns, 200 turns, 800 turns" in drawn
    assert re.search(r"^turns +send all +last 2 +last 10 +20, cut to 2$", drawn, re.MULTILINE)
    assert re.search(r"^ +20 +14,628 +14,700 +36,300 +14,628$", drawn, re.MULTILINE)
    assert re.search(r"^ +40 +35,128 +27,700 +81,300 +28,195$", drawn, re.MULTILINE)


@pytest.mark.parametrize(
    ("read", "two", "ten"), [("0.1", "3–20", "3–176"), ("0.05", "3–40", "3–356"), ("0.025", "3–80", "3–716")]
)
def test_the_crossovers(read, two, ten):
    assert f"last  2 at {read}×: {two} turns\nlast 10 at {read}×: {ten} turns" in output(SLUG)


@pytest.mark.parametrize(
    ("read", "figures"),
    [
        ("0.1", ["487,128", "131,700", "441,300", "134,702"]),
        ("0.05", ["269,720", "111,800", "421,400", "95,070"]),
        ("0.025", ["161,016", "101,850", "411,450", "75,254"]),
    ],
)
def test_two_hundred_turns(read, figures):
    printed = output(SLUG).partition(f"read at {read}×\n")[2]
    assert [number for _, number in FIGURES.findall(printed)][:4] == figures
