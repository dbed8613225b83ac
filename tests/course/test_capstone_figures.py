"""The figures of the lesson `capstone`, as its cells print them."""

import re

from lesson_cells import output

from turnkeeper.bench.baselines import baselines


def test_the_day_begins_with_what_is_asked_for_in_the_evening() -> None:
    said = output("capstone")
    assert "1: My place for the torque wrench is the red tray.\n" in said
    assert re.search(r"102: And the order that was found by phone, is it ready\?\n     expected: 31\d\d\n", said)


def test_sending_everything_is_over_the_budget() -> None:
    assert (
        "50 turns, 61 requests, the longest 5,256 tokens\n"
        "recall 100% of 7 probes, bill 0.0207 dollars\n"
        "0 refused, 46 over the budget of 2,500\n"
    ) in output("capstone")


def test_the_five_baselines_of_a_quarter_day() -> None:
    assert (
        "send all        100%  0.0032 dollars  longest 5,256\n"
        "sliding window    0%  0.0088 dollars  longest 2,199\n"
        "summary          43%  0.0075 dollars  longest 2,301\n"
        "facts + window   57%  0.0099 dollars  longest 1,965\n"
        "cut rarely       14%  0.0027 dollars  longest 2,491\n"
    ) in output("capstone")


def test_the_kept_baselines_are_printed_and_drawn() -> None:
    said = output("capstone")
    for row in baselines():
        assert f"{row.strategy:15} {100 * row.recall:5.1f} %  {100 * row.cost:.2f} cents\n" in said
    cost = {row.strategy: row.cost for row in baselines()}
    assert sorted(cost, key=cost.__getitem__) == [
        "cut rarely", "send all", "summary", "sliding window", "facts + window",
    ]  # fmt: skip


def test_a_note_outlives_the_day() -> None:
    said = output("capstone")
    assert "Your place for the spare key is the blue tin.\n" in said
    assert "[the counter, 2026-11-30] place for the spare key: the blue tin\n</known_facts>" in said
