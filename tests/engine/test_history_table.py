"""The table of messages that reports and graders print: one line for each block."""

import pytest

from turnkeeper.history_table import message_rows, shown


@pytest.mark.parametrize(
    ("block", "row"),
    [
        ({"type": "text", "text": "Hello."}, "text         'Hello.'"),
        ({"type": "thinking", "thinking": "Which order?"}, "thinking     'Which order?'"),
        ({"type": "tool_use", "name": "look_up", "input": {"order": "é"}}, 'tool_use     look_up {"order": "é"}'),
        ({"type": "tool_result", "tool_use_id": "toolu_7"}, "tool_result  for toolu_7"),
        ({"type": "image", "source": {"type": "url"}}, "image"),
        ({}, "?"),
    ],
)
def test_a_block_is_named_by_its_type_and_what_it_says(block, row):
    assert message_rows(3, {"role": "assistant", "content": [block]}) == [f" 3  assistant  {row}"]


def test_a_value_is_shown_on_one_short_line():
    class Broken:
        def __repr__(self):
            raise ValueError

    assert shown("a\nb") == r"'a\nb'"
    assert shown(Broken()) == "a Broken"
    assert len(shown("x" * 10_000)) < 200
