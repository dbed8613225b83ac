"""The figures of the lesson `summarizing`, as its cells print them."""

import re

from lesson_cells import cells, output


def printed_with(part: str) -> str:
    (said,) = (cell.output for cell in cells("summarizing") if part in cell.output)
    return said


def test_fourteen_turns_with_two_tool_calls_are_32_messages() -> None:
    assert "32 messages in 14 turns\n" in output("summarizing")


def test_the_summary_stands_in_front_of_the_two_recent_messages() -> None:
    said = printed_with("user: <conversation_summary>")
    assert "This is a summary of 30 earlier messages." in said
    assert "\n\nMy name is Noor, and my bicycle is a blue tourer. Noted: " in said
    assert said.count("\nassistant: ") == 2
    assert said.count("\nuser: ") == 1
    assert "user: Until later, then.\n\nassistant: All right." in said


def test_the_picture_shows_what_is_sent_in_place_of_the_history() -> None:
    words = re.split(r"(?:<[^>]*>)+", printed_with("What is in the context window"))
    assert words[words.index("Whole history") :][:3] == ["Whole history", "32", "671"]
    assert words[words.index("What is sent") :][:3] == ["What is sent", "4", "498"]


def test_both_facts_are_kept_at_150_words_and_lost_at_100_and_40() -> None:
    lost = "I don't know your name: it is nowhere in what I was sent. I don't know your bicycle: "
    lines = printed_with("150 words: ").splitlines()
    assert lines[0] == "150 words: Your name is Noor. Your bicycle is a blue tourer."
    assert lines[1].startswith(f"100 words: {lost}")
    assert lines[2].startswith(f"40 words: {lost}")


def test_a_pinned_line_holds_at_40_words() -> None:
    assert "\nYour name is Noor. I don't know your bicycle: " in output("summarizing")


def test_a_filter_for_strings_loses_the_replies_and_the_results() -> None:
    assert "14 of 32 messages\nTrue\nFalse\n" in output("summarizing")


def test_a_slice_behind_a_summary_parts_a_pair() -> None:
    assert "8 tool_result_without_use\n10 accepted\n" in output("summarizing")


def test_a_small_model_costs_a_fortieth() -> None:
    assert printed_with("dollars").split("\n")[:4] == [
        "claude-opus-5-5: 802 tokens in,",
        "  360 out, 10.41 dollars",
        "claude-haiku-5-5: 802 tokens in,",
        "  360 out, 0.26 dollars",
    ]


def test_a_small_window_needs_two_calls() -> None:
    assert "2 calls\n783 tokens in\n400 tokens in\n" in output("summarizing")


def test_a_failed_summary_leaves_the_history() -> None:
    assert "529 True\n" in output("summarizing")
