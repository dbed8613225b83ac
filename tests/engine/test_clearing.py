"""What is taken out of messages that stay in their places."""

import copy

import pytest
from anthropic.types import ToolUseBlock

from turnkeeper import check_history
from turnkeeper.clearing import CLEARED, LEFT_OUT, clear_tool_results, without_thinking

from .blocks import HIDDEN, assistant, call, result, system, text, user

LONG = "Order 17 left the harbour on Tuesday. " * 3
THOUGHT = {"type": "thinking", "thinking": "Let me see.", "signature": "from elsewhere"}


def looked(*names, content=LONG):
    """A history with one exchange a name; the name is the tool's, and its place the id's."""
    history = [user("Where are my orders?")]
    for place, name in enumerate(names):
        history.append(assistant(call(f"toolu_{place}", name=name)))
        history.append(user(result(f"toolu_{place}", content=content), text("And the next?")))
    return history


def contents(messages):
    return [block["content"] for message in messages for block in message["content"] if "content" in block]


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ({}, [CLEARED, CLEARED, LONG, LONG, LONG]),
        ({"keep": 0}, [CLEARED] * 5),
        ({"keep": 1}, [CLEARED, CLEARED, CLEARED, CLEARED, LONG]),
        ({"keep": 5}, [LONG] * 5),
        ({"keep": 9}, [LONG] * 5),
        # Results of tools that are left alone count among the newest too.
        ({"keep": 1, "exclude": ["look"]}, [LONG, CLEARED, LONG, CLEARED, LONG]),
        ({"keep": 0, "exclude": ("look", "find")}, [LONG] * 5),
    ],
)
def test_the_newest_results_and_those_of_some_tools_stay(arguments, expected):
    history = looked("look", "find", "look", "find", "look")
    before = copy.deepcopy(history)
    cleared = clear_tool_results(history, **arguments)
    assert contents(cleared[1:]) == expected
    assert history == before
    assert check_history(cleared, target="strict") == []


def test_all_but_the_content_stays():
    history = looked("look")
    history[2]["content"][0] |= {"is_error": True, "cache_control": {"type": "ephemeral"}}
    cleared = clear_tool_results(history, keep=0)
    assert cleared[2] == {
        "role": "user",
        "content": [{**history[2]["content"][0], "content": CLEARED}, text("And the next?")],
    }
    assert cleared[0] is history[0]
    assert cleared[1] is history[1]
    assert cleared[2]["content"][1] is history[2]["content"][1]


@pytest.mark.parametrize(
    ("content", "goes"),
    [
        ("sunny", False),
        ("", False),
        (CLEARED, False),
        (CLEARED + "!", True),
        ([text("sunny")], False),
        ([text(LONG)], True),
        ([{"type": "image", "source": {"type": "url", "url": "https://example.com/a"}}], True),
    ],
)
def test_a_result_that_is_no_longer_than_the_placeholder_stays(content, goes):
    history = looked("look", content=content)
    cleared = clear_tool_results(history, keep=0)
    assert contents(cleared[1:]) == [CLEARED if goes else content]
    assert (cleared[2] is history[2]) is not goes


def test_a_call_that_still_waits_does_not_count():
    history = [*looked("look", "look"), assistant(call("toolu_9"))]
    assert contents(clear_tool_results(history, keep=1)[1:-1]) == [CLEARED, LONG]


def test_a_result_without_a_call_stays():
    history = [user(result("lost", content=LONG)), *looked("look")]
    assert contents(clear_tool_results(history, keep=0)[:1]) == [LONG]


def test_parallel_results_are_taken_in_the_order_of_their_calls():
    history = [user("Hi"), assistant(call("a"), call("b")), user(result("b", content=LONG), result("a", content=LONG))]
    assert contents(clear_tool_results(history, keep=1)[2:]) == [LONG, CLEARED]


def test_calls_may_be_blocks_of_the_sdk():
    asked = ToolUseBlock(type="tool_use", id="a", name="look", input={}, caller={"type": "direct"})
    history = [user("Hi"), assistant(asked), user(result("a", content=LONG))]
    cleared = clear_tool_results(history, keep=0)
    assert cleared[1] is history[1]
    assert contents(cleared[2:]) == [CLEARED]
    assert clear_tool_results(history, keep=0, exclude={"look"}) == history


def test_a_negative_number_of_results_is_refused():
    with pytest.raises(ValueError, match=r"^keep is a number of tool results: 0 or more, not -1$"):
        clear_tool_results([], keep=-1)


def test_one_text_is_no_collection_of_names():
    with pytest.raises(TypeError, match=r"^exclude is a collection of names, and not one text: write \['look'\]$"):
        clear_tool_results(looked("look"), keep=0, exclude="look")


@pytest.mark.parametrize("change", [clear_tool_results, without_thinking])
def test_what_has_no_content_is_named(change):
    with pytest.raises(
        TypeError, match=r"^messages\.1 is no message with a role and content: a message's content is .*, not NoneType$"
    ):
        change([user("Hi"), {"role": "user", "content": None}])
    assert change([]) == []


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ([THOUGHT, text("Tuesday.")], [text("Tuesday.")]),
        ([THOUGHT, HIDDEN, call("a")], [call("a")]),
        ([text("Hm."), THOUGHT, call("a")], [text("Hm."), call("a")]),
        ([THOUGHT], [text(LEFT_OUT)]),
        ([HIDDEN, text(" \n")], [text(LEFT_OUT)]),
        ([HIDDEN, text(" "), call("a")], [text(" "), call("a")]),
    ],
)
def test_thinking_is_left_out_and_no_message_is_empty(before, after):
    history = [user("Hi"), assistant(*before), user("So?")]
    left = without_thinking(history)
    assert left == [history[0], assistant(*after), history[2]]
    assert left[0] is history[0]


@pytest.mark.parametrize(
    "message", [assistant("Hi"), assistant(), assistant(text(" ")), system("Be brief."), user(text("Hi"))]
)
def test_a_message_without_thinking_is_the_same_object(message):
    assert without_thinking([message])[0] is message
