"""The figures of the lesson agent_turn, as its page prints them."""

import pytest
from lesson_cells import output


@pytest.fixture(scope="module")
def lines():
    return output("agent_turn").splitlines()


def test_two_turns_with_a_call_each_are_eight_messages_and_the_order_is_known(lines):
    place = lines.index("8 messages, 2 turns")
    assert lines[place - 1] == ("Order 3107 now has: brake pads, wheel truing, inner tube. Ready today at 16:30.")


def test_a_turn_with_two_calls_and_two_plain_turns_are_ten_messages(lines):
    assert lines.count("10 messages, 3 turns") == 1


def test_two_parallel_calls_add_two_messages(lines):
    place = lines.index("4 messages, 1 turn")
    assert lines[place - 4 : place] == [
        "user ['text']",
        "assistant ['tool_use', 'tool_use']",
        "user ['tool_result', 'tool_result']",
        "assistant ['text']",
    ]


def test_without_the_old_history_the_order_is_asked_for(lines):
    assert "Could you give me your order number, or the phone number you left with us?" in lines


def test_the_apology_comes_behind_the_results(lines):
    place = next(number for number, line in enumerate(lines) if line.startswith("Sorry, I could not finish this."))
    kinds = ["text", "tool_use", "tool_result", "tool_use", "tool_result", "text"]
    assert lines[place + 1 : place + 7] == [
        f"{('user', 'assistant')[number % 2]} ['{kind}']" for number, kind in enumerate(kinds)
    ]


def test_the_history_is_kept_and_two_turns_are_sent(lines):
    assert [line.split(":")[0] for line in lines if line.startswith("kept ")] == [
        "kept  4, sent 3",
        "kept  6, sent 5",
        "kept  8, sent 3",
        "kept 10, sent 3",
    ]
