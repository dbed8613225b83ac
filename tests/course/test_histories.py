import pytest
from anthropic.types import ToolUseBlock

from turnkeeper.grading import expect_unchanged, history_in
from turnkeeper.grading.expect import Unmet
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


def test_what_is_no_history_is_named_by_the_item_that_is_no_message():
    message = {"role": "user", "content": "Hello."}
    for returned, told in (
        (None, "None: nothing is returned"),
        ("Hello.", "'Hello.'"),
        ([message, "Hello."], "a list in which item 1 is no message, but 'Hello.'"),
        (([message], "Hello."), "a tuple in which item 0 is no message"),
    ):
        with pytest.raises(Unmet) as raised:
            history_in(returned, called="f()")
        assert told in " ".join(str(raised.value).split())


def test_a_change_of_form_is_told_as_one():
    def makes_it_plain(messages):
        messages[0]["content"] = [dict(CALL)]

    with pytest.raises(Unmet, match="the same words in another form"):
        expect_unchanged(makes_it_plain, [{"role": "assistant", "content": [ToolUseBlock(**CALL)]}], called="f()")
