from anthropic.types import ToolUseBlock

from turnkeeper.grading.histories import side_by_side

CALL = {"type": "tool_use", "id": "toolu_1", "name": "look_up", "input": {"order": "3107"}}


def marked(table):
    return [line for line in table.splitlines() if line.startswith(">")]


def test_equal_messages_are_not_marked_whatever_the_order_of_their_fields():
    got = [{"role": "assistant", "content": [ToolUseBlock(**CALL)]}, {"content": "Yes.", "role": "user"}]
    expected = [{"content": [dict(reversed(CALL.items()))], "role": "assistant"}, {"role": "user", "content": "No."}]
    left, right = side_by_side(got, expected)
    assert [line.split()[1] for line in marked(left)] == ["1"]
    assert [line.split()[1] for line in marked(right)] == ["1"]
    assert not marked(side_by_side(got[:1], expected[:1])[0])
