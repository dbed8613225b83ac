"""The figures of the lesson `resending_cost`, as its cells print them."""

import re

import pytest
from lesson_cells import cells, output

SLUG = "resending_cost"


def test_the_morning_makes_35_calls_and_70_messages():
    assert "35 calls of the model\n70 messages in the history" in output(SLUG)


def test_what_the_last_call_for_a_message_sends():
    (printed,) = [cell.output for cell in cells(SLUG) if cell.output.startswith("message  sent")]
    table = re.findall(r"^ +(\d+) +(\d+) +\d+ +[\d,]+$", printed, re.MULTILINE)
    assert table == [("1", "3"), ("5", "11"), ("10", "23"), ("15", "35"), ("20", "47"), ("25", "59"), ("30", "69")]


def test_three_times_the_messages_are_about_eight_times_the_tokens():
    tokens, characters = re.findall(r"^(?:tokens|characters): +([\d.]+) times$", output(SLUG), re.MULTILINE)
    assert (tokens, characters) == ("7.9", "8.2")


@pytest.mark.parametrize(("turns", "text", "processed"), [(10, "1,000", "5,500"), (20, "2,000", "21,000")])
def test_turns_of_a_hundred_tokens(turns, text, processed):
    assert re.search(rf"^{turns} turns: {text} tokens of text,\n +{processed} processed$", output(SLUG), re.MULTILINE)


def test_half_of_the_input_is_instructions():
    assert "79,000 input tokens in 20 turns,\n40,000 of them instructions: 50.6%" in output(SLUG)


def test_the_picture_has_the_count_the_square_and_what_was_said():
    (drawn,) = [cell.output for cell in cells(SLUG) if "chart.lines" in cell.source]
    assert re.search(r"^call +counted +formula +said$", drawn, re.MULTILINE)
    counted, formula, said = (int(n.replace(",", "")) for n in re.findall(r"^ +35 +(.+)$", drawn, re.M)[0].split())
    assert formula == said * 36 // 2
    assert abs(counted - formula) < formula / 20


def test_the_bill_comes_before_the_limit():
    assert "longest request: 0.25% of the window" in output(SLUG)
    assert re.search(r"ten times the calls: 47 times the tokens,\nand 1\.6% of the window filled", output(SLUG))


def test_a_cache_changes_the_price_and_not_the_length():
    plain, cached = re.findall(r"^(?:plain|cached) +([\d,]+) input tokens, \$([\d.]+)$", output(SLUG), re.MULTILINE)
    assert plain[0] == cached[0]
    assert float(cached[1]) < float(plain[1]) / 4
