"""The figures of the lesson `platform_help`, as its cells print them."""

import re

from lesson_cells import cells, output


def printed_with(part: str) -> str:
    (said,) = (cell.output for cell in cells("platform_help") if part in cell.output)
    return said


def test_clearing_takes_two_of_five_results_and_leaves_the_list() -> None:
    assert printed_with("in the list") == "63,609 before,\n38,442 after\nin the list: True\n"
    assert "2 results cleared,\n25,167 tokens\n" in output("platform_help")


def test_a_fact_in_a_message_survives_and_one_in_an_old_result_does_not() -> None:
    said = printed_with("results cleared")
    assert said.startswith("Your name is Noor.\nFriday: error 45\nI cannot see that.\n")


def test_old_thinking_is_cleared() -> None:
    assert "1,694 before,\n794 after\n" in output("platform_help")


def test_a_compaction_is_one_more_iteration_which_the_top_level_leaves_out() -> None:
    assert printed_with("usage: ") == (
        "compaction text\nI cannot see that.\nusage: 470\n  compaction: 63,712 in\n  message: 470 in\n"
    )


def test_a_compaction_on_demand_loses_what_its_words_do_not_hold() -> None:
    lost = "I don't know your name: it is nowhere in what I was sent."
    assert f"compaction\n{lost}\nFriday: error 45\nI cannot see that.\n" in output("platform_help")


def test_a_note_outlives_the_compaction() -> None:
    assert "view /memories/errors.md\nMonday: error 41\n" in output("platform_help")


def test_own_code_clears_as_much_as_the_edit() -> None:
    said = printed_with("What is in the context window")
    assert said.startswith("38,442 before,\n38,442 after\n")
    words = re.split(r"(?:<[^>]*>)+", said)
    assert words[words.index("Whole history") :][:2] == ["Whole history", "12"]
    assert words[words.index("What is sent") :][:2] == ["What is sent", "12"]


def test_clearing_before_every_call_costs_the_most_and_rarely_the_least() -> None:
    said = printed_with("every call: ")
    assert said.startswith("never: 6.2 cents\nevery call: 15.4 cents\nat 8,000: 5.6 cents\n")
    assert re.search(r"\n +20 +6\.23 +15\.45 +5\.64", said)
