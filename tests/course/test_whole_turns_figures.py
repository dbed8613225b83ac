"""The figures of the lesson `whole_turns`, as its cells print them."""

import re

from lesson_cells import cells, output

ORPHAN = (
    "400 messages.0.content.0: unexpected `tool_use_id` found in `tool_result` blocks: {id}. Each `tool_result` block "
    "must have a corresponding `tool_use` block in the previous message."
)


def printed_with(part: str) -> str:
    (said,) = (cell.output for cell in cells("whole_turns") if part in cell.output)
    return said


def test_the_first_of_three_turns_has_six_of_ten_messages() -> None:
    assert printed_with("0 user text\n") == (
        "0 user text\n1 assistant tool_use\n2 user tool_result\n3 assistant tool_use\n4 user tool_result\n"
        "5 assistant text\n6 user text\n7 assistant text\n8 user text\n9 assistant text\n"
    )


def test_the_last_8_and_6_are_refused_and_the_last_7_are_not() -> None:
    lines = printed_with("last 8: ").split("\n")
    assert lines[:3] == [
        f"last 8: {ORPHAN.format(id='toolu_offline_000001_0')}",
        "last 7: accepted",
        f"last 6: {ORPHAN.format(id='toolu_offline_000002_0')}",
    ]


def test_the_place_of_the_fault_and_its_rule() -> None:
    assert "\n0 tool_result_without_use\nKeep the assistant message with the call " in output("whole_turns")


def test_where_results_may_stand() -> None:
    said = printed_with("results in any order")
    assert dict(re.findall(r"^(.*): (.*)$", said, re.MULTILINE)) == {
        "results in any order": "accepted",
        "text behind them": "accepted",
        "text in front": "tool_result_not_first",
        "one result missing": "tool_use_without_result",
    }


def test_a_stricter_platform_refuses_the_last_7_and_two_questions_in_a_row() -> None:
    assert printed_with("roles_alternate") == (
        "claude: accepted\nclaude: accepted\nstrict: first_role\nstrict: roles_alternate\n"
        '400 messages: first message must use the "user" role\n'
    )


def test_the_last_2_turns_are_4_messages_and_valid_everywhere() -> None:
    said = printed_with("4 messages")
    assert "4 messages, claude: accepted\n4 messages, strict: accepted\n" in said
    assert said.count(">dropped<") == 6
    assert said.count(">sent<") == 4


def test_a_conversation_without_tools_shows_no_fault() -> None:
    assert "plain: 10 messages, refused: []\ntools: 10 messages, refused: [6, 8]\n" in output("whole_turns")
