"""What graders share: calling an answer, comparing lists of messages, and what a learner reads when they differ."""

import copy
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from turnkeeper import ScriptedModel, connect
from turnkeeper.grading import (
    call,
    expect,
    expect_same,
    expect_unchanged,
    expect_valid,
    history_in,
    messages_sent,
    plain,
)
from turnkeeper.grading.answer import load_answer
from turnkeeper.grading.expect import Unmet
from turnkeeper.grading.histories import side_by_side
from turnkeeper.grading.verdict import Verdict, verdict_on
from turnkeeper.scripts import reader


def user(content: Any) -> dict[str, Any]:
    return {"role": "user", "content": content}


def assistant(content: Any) -> dict[str, Any]:
    return {"role": "assistant", "content": content}


def told(function, *arguments: Any, **named: Any) -> str:
    with pytest.raises(Unmet) as caught:
        function(*arguments, **named)
    text = str(caught.value)
    assert all(len(line) <= 75 for line in text.splitlines()), text
    return text


HISTORY = [user("Is it ready?"), assistant("Yes."), user("Thank you.")]


def test_a_string_and_its_block_are_the_same() -> None:
    block = {"type": "text", "text": "Yes.", "citations": None}
    expect_same((user("Is it ready?"), assistant([block]), HISTORY[2]), HISTORY, called="f()", why="w")
    response = connect(ScriptedModel(["Yes."])).messages.create(
        model="claude-haiku-5-5", max_tokens=9, messages=[user("Is it ready?")]
    )
    expect_same([assistant(response.content)], [assistant("Yes.")], called="f()", why="w")


def test_what_is_no_message_is_left_as_it_is() -> None:
    assert plain(3) == 3
    assert plain({"role": "user"}) == {"role": "user"}
    assert plain(user([3])) == user([3])
    assert plain(user(None)) == user(None)


def test_a_message_that_is_missing_is_marked_where_it_should_be() -> None:
    text = told(expect_same, HISTORY[1:], HISTORY, called="trim(history)", why="Nothing had to go.")
    assert text == (
        "Called     trim(history)\n"
        "Got           0  assistant  string       'Yes.'\n"
        "              1  user       string       'Thank you.'\n"
        "Expected   >  0  user       string       'Is it ready?'\n"
        "              1  assistant  string       'Yes.'\n"
        "              2  user       string       'Thank you.'\n"
        "Why        Nothing had to go."
    )


@pytest.mark.parametrize(
    ("got", "expected", "said"),
    [
        (user("a" * 99 + "b"), user("a" * 99 + "c"), ("content.0.text: '…aaaaaaaaaaaab'", "'…aaaaaaaaaaaac'")),
        (user("a" * 99), user("a" * 98), ("text: '…aaaaaaaaaaaaa'", "text: '…aaaaaaaaaaaa'")),
        (
            user([{"type": "tool_result", "tool_use_id": "t", "content": "1"}]),
            user([{"type": "tool_result", "tool_use_id": "t", "content": "2"}]),
            ("here content.0.content: '1'", "here content.0.content: '2'"),
        ),
        (
            user([{"type": "tool_result", "tool_use_id": "t", "is_error": True}]),
            user([{"type": "tool_result", "tool_use_id": "t"}]),
            ("content.0.is_error: True", "content.0.is_error: nothing"),
        ),
    ],
)
def test_what_the_table_does_not_show_is_said_below_it(got: Any, expected: Any, said: tuple[str, str]) -> None:
    left, right = side_by_side([got], [expected])
    assert said[0] in left
    assert said[1] in right


def test_lists_of_other_lengths_inside_a_message_are_told() -> None:
    text = told(expect_same, [user(["x", {"type": "a"}])], [user(["x"])], called="f()", why="w")
    assert "> " in text


@given(st.lists(st.sampled_from(HISTORY), max_size=6), st.lists(st.sampled_from(HISTORY), max_size=6))
def test_marks_stand_exactly_where_two_lists_differ(got: list[Any], expected: list[Any]) -> None:
    left, right = side_by_side(got, expected)
    assert (">" in left or ">" in right) == (got != expected)
    assert left.count("\n") + 1 == max(1, len(got))
    assert right.count("\n") + 1 == max(1, len(expected))


def test_what_is_no_list_is_named() -> None:
    assert "None: nothing is returned" in told(history_in, None, called="f()")
    assert "Got        3" in told(history_in, 3, called="f()")
    assert "a list of messages" in told(history_in, ["a"], called="f()")
    assert "no messages" in told(expect_same, [], HISTORY, called="f()", why="w")


def test_an_answer_works_on_copies() -> None:
    mine = copy.deepcopy(HISTORY)

    def spoil(messages: list[Any], *, more: dict[str, Any]) -> int:
        messages[0]["content"] = "gone"
        more.clear()
        return len(messages)

    more = {"a": 1}
    assert call(spoil, mine, called="spoil(history)", more=more) == 3
    assert (mine, more) == (HISTORY, {"a": 1})


def test_an_async_answer_is_told_to_be_plain() -> None:
    async def answer() -> None: ...

    assert "a plain function: def, without async" in told(call, answer, called="answer()")


@pytest.mark.parametrize("named", [False, True])
def test_a_list_that_was_changed_is_shown_as_it_is_and_as_it_was(named: bool) -> None:
    def spoil(messages: list[Any]) -> list[Any]:
        return [messages.pop(0)]

    arguments, more = ([], {"messages": HISTORY}) if named else ([HISTORY], {})
    text = told(expect_unchanged, spoil, *arguments, called="spoil(history)", **more)
    assert "spoil(history), then looked at the list it was given" in text
    assert "Expected   >  0  user       string       'Is it ready?'" in text
    assert len(HISTORY) == 3


def test_what_was_not_changed_comes_back() -> None:
    assert expect_unchanged(lambda messages: messages[1:], HISTORY, called="f(history)") == HISTORY[1:]


def test_a_list_that_is_refused_is_shown_with_the_refusal() -> None:
    text = told(expect_valid, HISTORY[1:], called="f(history)", why="w")
    assert 'first message must use the "user" role' in text
    assert "Expected   messages that every platform takes" in text
    expect_valid(HISTORY[1:], called="f(history)", why="w", target="claude")
    lone = [user([{"type": "tool_result", "tool_use_id": "t", "content": "1"}])]
    assert "messages that the API takes" in told(expect_valid, lone, called="f()", why="w", target="claude")


def test_a_history_that_ends_with_a_reply_is_judged_with_the_next_question() -> None:
    expect_valid(HISTORY[:2], called="f(history)", why="w")
    call_only = [*HISTORY, assistant([{"type": "tool_use", "id": "t", "name": "look_up", "input": {}}])]
    assert "`tool_use` ids were found without" in told(expect_valid, call_only, called="f()", why="w")


def test_too_many_or_too_few_calls_are_counted() -> None:
    model = ScriptedModel(reader)
    assert messages_sent(model, 0, called="f()", why="w") == []
    connect(model).messages.create(model="claude-haiku-5-5", max_tokens=9, messages=HISTORY)
    assert messages_sent(model, 1, called="f()", why="w") == HISTORY
    assert "1 call of messages.create in all" in told(messages_sent, model, 2, called="f()", why="w")
    assert "no call" in told(messages_sent, model, 0, called="f()", why="w")


def test_words_and_values_need_no_table() -> None:
    text = told(expect, False, called="f()", got=3, expected="four " * 30, why="w")
    assert "Got        3\nExpected   four four" in text
    expect(True, called="", got="", expected="", why="")


def verdict_of(tmp_path: Path, code: str) -> Verdict:
    """The verdict on an answer that fails when it is loaded."""
    answer = tmp_path / "send.py"
    answer.write_text(code, encoding="utf-8")
    try:
        load_answer(answer)
    except Exception as error:
        return verdict_on(error, answer)
    raise AssertionError("nothing failed")


def test_an_error_of_an_answer_is_told_with_its_meaning(tmp_path: Path) -> None:
    verdict = verdict_of(tmp_path, 'message = {"content": "hi"}\nmessage["role"]\n')
    assert (verdict.kind, verdict.line) == ("error", 2)
    assert verdict.message.splitlines() == [
        "KeyError: 'role'",
        "`message` has no key 'role'. Its keys: 'content'. A message has both:",
        '{"role": "user", "content": "…"}.',
        'at send.py, line 2: message["role"]',
    ]


def test_a_refused_request_of_an_answer_is_shown_with_the_block_at_fault(tmp_path: Path) -> None:
    verdict = verdict_of(
        tmp_path,
        "from turnkeeper import connect\n"
        'result = {"type": "tool_result", "tool_use_id": "toolu_1", "content": "shipped"}\n'
        'history = [{"role": "user", "content": f"Question {n}"} for n in range(30)]\n'
        'history.append({"role": "user", "content": [{"type": "text", "text": "Well?"}, result]})\n'
        'connect().messages.create(model="claude-haiku-5-5", max_tokens=9, messages=history)\n',
    )
    assert verdict.line == 5
    table = verdict.message[verdict.message.index("The refused request") :]
    *lines, place = table.splitlines()
    assert place.startswith("at send.py, line 5: connect()")
    assert lines == [
        "The refused request: 31 messages. The one at fault is marked:",
        "      … 28 messages not shown",
        "  28  user       string       'Question 28'",
        "  29  user       string       'Question 29'",
        "  30  user       text         'Well?'",
        "✗                tool_result  for toolu_1",
        "A result has its call in the turn before. Keep the assistant message with",
        "the call toolu_1 right before its result, or leave both out.",
    ]


def test_an_answer_that_does_not_parse_is_told_with_the_mend(tmp_path: Path) -> None:
    verdict = verdict_of(tmp_path, "def send(history)\n    return history\n")
    assert (verdict.kind, verdict.line) == ("broken", 1)
    assert verdict.message == (
        "Python cannot read the answer: expected ':' (line 1). A line that begins a block (def, if, else, for, while, "
        "with, class, try) ends with a colon."
    )
