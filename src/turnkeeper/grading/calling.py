"""Calling an answer the way a grader does: with copies, and with a clear word when nothing useful comes back."""

import copy
import inspect
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from turnkeeper.grading.expect import expect
from turnkeeper.grading.histories import is_history, plain
from turnkeeper.history_table import history_table, shown
from turnkeeper.messages import types_of
from turnkeeper.validity import Target, check_history

if TYPE_CHECKING:
    from turnkeeper.offline import ScriptedModel


def call(function: Callable[..., Any], *arguments: Any, called: str, **named: Any) -> Any:
    """Call a function of the answer with copies of lists and mappings, so that no requirement spoils the next.

    Args:
        function: The function.
        *arguments: Its arguments; clients and functions among them are handed on as they are.
        called: The call in the learner's own terms, for the report.
        **named: Its named arguments.

    Returns:
        What it returned.

    Raises:
        Unmet: If it is an async function.
        BaseException: Whatever the function raises.
    """
    returned = function(*map(_copied, arguments), **{name: _copied(value) for name, value in named.items()})
    if inspect.iscoroutine(returned):
        returned.close()
        expect(
            False,
            called=called,
            got="a coroutine, so nothing was done",
            expected="a plain function: def, without async",
            why="The client of this course is the plain one, whose calls return when the reply is there.",
        )
    return returned


def history_in(returned: object, *, called: str, why: str = "The API takes a list of messages.") -> list[Any]:
    """Return the messages that an answer returned, each with its content as plain blocks.

    Args:
        returned: What came back; a list, or a tuple.
        called: The call.
        why: Why it has to be a list of messages.

    Raises:
        Unmet: If it is no list of messages.
    """
    expect(
        is_history(returned),
        called=called,
        got=_no_history(returned),
        expected="a list of messages, each a mapping with role and content",
        why=why,
    )
    return [plain(message) for message in returned]  # type: ignore[attr-defined]


def expect_same(got: object, expected: Sequence[Any], *, called: str, why: str) -> None:
    """Require a list of messages; a string and the one text block it stands for are the same.

    Args:
        got: What came back.
        expected: The messages that should have come.
        called: The call.
        why: Why it matters.

    Raises:
        Unmet: If it is another list; the report shows both, with the difference marked.
    """
    messages = history_in(got, called=called, why=why)
    wanted = [plain(message) for message in expected]
    expect(messages == wanted, called=called, got=list(got), expected=list(expected), why=why)  # type: ignore[call-overload]


def expect_unchanged(function: Callable[..., Any], *arguments: Any, called: str, **named: Any) -> Any:
    """Call a function, and require that the lists it was given are as they were, down to the blocks in them.

    Args:
        function: The function.
        *arguments: Its arguments; each list among them is looked at afterwards.
        called: The call.
        **named: Its named arguments, likewise.

    Returns:
        What it returned.

    Raises:
        Unmet: If one of the lists was changed.
    """
    given = [_copied(argument) for argument in arguments]
    named = {name: _copied(value) for name, value in named.items()}
    lists = [(mine, copy.deepcopy(mine)) for mine in (*given, *named.values()) if isinstance(mine, list)]
    returned = function(*given, **named)
    for mine, before in lists:
        same_words = len(mine) == len(before) and [plain(item) for item in mine] == [plain(item) for item in before]
        expect(
            mine == before,
            called=f"{called}, then looked at the list it was given",
            got="the same words in another form, such as a mapping in place of an SDK block" if same_words else mine,
            expected="the very messages it was given" if same_words else before,
            why="The list is the caller's, who needs it as it was. Build a new list instead.",
        )
    return returned


def expect_valid(messages: Sequence[Any], *, called: str, why: str, target: Target = "strict") -> None:
    """Require that a platform takes a list of messages.

    Args:
        messages: The messages. When they end with a reply, they are judged with the user's next message behind them.
        called: The call.
        why: Why it matters.
        target: "claude" for today's Claude API, "strict" for every platform.

    Raises:
        Unmet: With the table of the messages, and what is wrong with them.
    """
    judged = [plain(message) for message in messages]
    if judged and judged[-1].get("role") == "assistant" and "tool_use" not in types_of(judged[-1]):
        judged.append({"role": "user", "content": "And then?"})
    problems = check_history(judged, target=target)
    faults = "\n".join(f"{problem.message} Mend: {problem.mend}" for problem in problems[:2])
    expect(
        not problems,
        called=called,
        got=f"{history_table(messages)}\n{faults}",
        expected="messages that every platform takes" if target == "strict" else "messages that the API takes",
        why=why,
    )


def messages_sent(model: "ScriptedModel", number: int, *, called: str, why: str) -> list[dict[str, Any]]:
    """Return the messages of the newest request, and require how many requests there were in all.

    Args:
        model: The scripted model, which writes down every request.
        number: How many calls of messages.create there have to be so far.
        called: What was called.
        why: Why it has to be that many.

    Raises:
        Unmet: If there were more or fewer.
    """
    expect(
        len(model.requests) == number,
        called=called,
        got=f"{_calls(len(model.requests))} of messages.create in all",
        expected=_calls(number),
        why=why,
    )
    return model.requests[-1].messages if number else []


def _no_history(returned: object) -> str:
    if returned is None:
        return "None: nothing is returned"
    for place, item in enumerate(returned if isinstance(returned, list | tuple) else ()):
        if not isinstance(item, Mapping):
            return f"a {type(returned).__name__} in which item {place} is no message, but {shown(item)}"
    return shown(returned)


def _calls(number: int) -> str:
    return "no call" if number == 0 else "1 call" if number == 1 else f"{number} calls"


def _copied(value: Any) -> Any:
    return copy.deepcopy(value) if isinstance(value, list | dict) else value
