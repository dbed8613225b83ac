"""The figures of the lesson `facts_and_window`, as its cells print them."""

import re

from lesson_cells import cells, output


def printed_with(part: str) -> str:
    (said,) = (cell.output for cell in cells("facts_and_window") if part in cell.output)
    return said


def rows_of(title: str) -> list[list[int]]:
    said = printed_with(title)
    return [[int(n) for n in line.split()] for line in said.splitlines() if re.fullmatch(r"[\d\s]+", line)]


def test_the_call_that_replies_returns_the_facts() -> None:
    assert "('Noted.', ['name: Noor', 'bicycle: a tourer'], 178)\n" in output("facts_and_window")


def test_everything_costs_more_with_each_call_and_a_window_levels_off() -> None:
    rows = rows_of("Input tokens of each call")
    everything, window = [row[1] for row in rows], [row[2] for row in rows]
    assert len(rows) == 19
    assert everything == sorted(everything)
    assert (everything[0], everything[-1]) == (178, 699)
    assert (window[0], window[-1], max(window)) == (178, 329, 336)
    assert max(window[8:]) - min(window[8:]) < 40


def test_three_messages_stay_of_four_and_two_are_the_anchor() -> None:
    said = printed_with(">dropped<")
    assert said.count(">sent<") == 5
    assert "2 accepted\n1 first_role\n" in output("facts_and_window")
    assert "5 ['name: Noor', 'bicycle: a tourer']\n3 []\n" in output("facts_and_window")


def test_facts_said_again_with_everything_and_with_a_window() -> None:
    said = output("facts_and_window")
    assert "everything: 8 new, 103 said again\nwindow of 4: 8 new, 39 said again\n" in said
    rows = rows_of("Facts that were said again")
    assert [row[1] for row in rows] == [0, 2, 3, 3, 4, 4, 5, 5, 6, 6, 6, 6, 7, 7, 7, 8, 8, 8, 8]
    assert [row[2] for row in rows] == [0, 2, 3, 2, 2, 2, 3, 2, 2, 2, 2, 2, 2, 2, 2, 3, 2, 2, 2]
    assert sum(row[1] for row in rows) == 103
    assert sum(row[2] for row in rows) == 39


def test_a_short_answer_is_asked_for_again_in_the_next_turn() -> None:
    assert printed_with("['wheel size', 'brake type', 'street', ") == (
        "['wheel size', 'brake type', 'street', 'wheel size', 'brake type']\n"
        "['name', 'bicycle', 'phone', 'limit', 'day']\n"
        "user      Which tyre do I need?\nassistant What is your wheel size?\n"
        "user      28 inches.\nassistant For the tyre: wheel size 28 inches.\n"
        "user      And which tube?\nassistant What is your wheel size?\n"
        "user      28 inches.\nassistant For the tube: wheel size 28 inches.\n"
        "user      My limit is 90 euros.\nassistant Noted.\n"
    )


def test_questions_asked_again_with_windows_of_2_4_6_and_8() -> None:
    said = printed_with("Questions asked again in one visit")
    counted = re.findall(r"^(.+), window (\d): asked again (\d),\n  (\d) of 9 wishes served$", said, re.MULTILINE)
    assert [tuple(map(int, row[1:])) for row in counted] == [
        *((2, 5, 1), (4, 5, 9), (6, 4, 9), (8, 3, 9)),
        *((2, 5, 1), (4, 0, 9), (6, 0, 9), (8, 0, 9)),
    ]
    assert rows_of("Questions asked again in one visit") == [[2, 5, 5], [4, 5, 0], [6, 4, 0], [8, 3, 0]]


def test_the_facts_begin_the_next_session_and_old_ones_fade() -> None:
    said = output("facts_and_window")
    assert "8 facts: For the tube: wheel size 28 inches.\n0 facts: What is your wheel size?\n" in said
    assert said.rstrip().endswith("['name', 'allergy']")
