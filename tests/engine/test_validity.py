import copy

import pytest
from hypothesis import given
from hypothesis import strategies as st

from turnkeeper import check_history

CALL = {"role": "assistant", "content": [{"type": "tool_use", "id": "toolu_1", "name": "find_order", "input": {}}]}
RESULT = {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "toolu_1", "content": "none"}]}
HELLO = {"role": "user", "content": "Hello"}


@pytest.mark.parametrize("history", ["Hello", None, 3, {"role": "user", "content": "Hello"}, b"x"])
def test_what_is_not_a_list_is_a_problem_and_no_exception(history):
    (problem,) = check_history(history)
    assert problem.rule == "not_a_list"
    assert problem.message == "messages: Input should be a valid array"
    assert "list of messages" in problem.mend


def test_an_empty_list():
    (problem,) = check_history([])
    assert (problem.rule, problem.message) == ("no_messages", "messages: at least one message is required")


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("Hello", "messages.1: Input should be an object"),
        ({"content": "x"}, "messages.1.role: Field required"),
        ({"role": "user"}, "messages.1.content: Field required"),
        ({"role": "tool", "content": "x"}, 'messages: Unexpected role "tool". Allowed roles are "user" or "assistant"'),
        ({"role": "user", "content": 3}, "messages.1.content: Input should be a valid array"),
        ({"role": "user", "content": ["x"]}, "messages.1.content.0: Input should be an object"),
        ({"role": "user", "content": [{"text": "x"}]}, "messages.1.content.0.type: Field required"),
    ],
)
def test_the_shape_of_a_message(message, said):
    (problem,) = check_history([HELLO, message])
    assert problem.message == said
    assert problem.message_index == 1
    assert "1" in problem.mend


def test_every_fault_is_reported_and_not_only_the_first():
    assert [p.message_index for p in check_history([HELLO, "x", {"role": "user"}])] == [1, 2]


def test_a_pair_is_fine():
    assert check_history([HELLO, CALL, RESULT]) == []


def test_a_result_whose_call_was_cut_away():
    (problem,) = check_history([RESULT, HELLO])
    assert problem.rule == "tool_result_without_use"
    assert (problem.message_index, problem.block_index, problem.ids) == (0, 0, ("toolu_1",))
    assert problem.message == (
        "messages.0.content.0: unexpected `tool_use_id` found in `tool_result` blocks: toolu_1. Each `tool_result` "
        "block must have a corresponding `tool_use` block in the previous message."
    )


def test_messages_of_one_role_are_joined_before_the_pairs_are_checked():
    assert check_history([HELLO, {"role": "assistant", "content": "Let me look."}, CALL, RESULT, HELLO]) == []
    (problem,) = check_history([HELLO, HELLO, RESULT])
    assert (problem.message_index, problem.block_index) == (2, 0)
    assert problem.message.startswith("messages.0.content.2: ")


def test_a_call_answered_twice_in_different_turns_leaves_an_orphan():
    (problem,) = check_history([HELLO, CALL, RESULT, {"role": "assistant", "content": "Done."}, RESULT])
    assert problem.message_index == 4


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(["role", "content", "type", "id", "tool_use_id", "text"]), inner, max_size=4)
    ),
    max_leaves=12,
)


@given(values)
def test_anything_at_all_gets_an_answer_and_is_left_alone(value):
    before = copy.deepcopy(value)
    for problem in check_history(value):
        assert problem.message
        assert problem.mend
    assert value == before
