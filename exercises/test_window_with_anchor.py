"""What `exercises/window_with_anchor.py` has to do. Run it with `pytest exercises/test_window_with_anchor.py`."""

import copy
import random
from types import ModuleType
from typing import Any

import pytest
from anthropic.types import TextBlock, ToolUseBlock

from turnkeeper.grading import call, expect, expect_same, expect_unchanged, history_in, plain, shown
from turnkeeper.history_table import history_table

Message = dict[str, Any]
Turn = list[Message]

IMAGE = {"type": "image", "source": {"type": "url", "url": "https://example.com/bicycle.png"}}
CALLED = "window_with_anchor(history, n)"
GREETING = {"role": "assistant", "content": "Welcome to the workshop."}


def user(content: Any) -> Message:
    """Return a message of the user."""
    return {"role": "user", "content": content}


def assistant(content: Any) -> Message:
    """Return a message of the assistant."""
    return {"role": "assistant", "content": content}


def text(words: str) -> Message:
    """Return a text block."""
    return {"type": "text", "text": words}


def talk(number: int) -> Turn:
    """Return a question and its answer."""
    return [user(f"Question {number}?"), assistant(f"Answer {number}.")]


def exchange(*ids: str, words: str = "", beside: str = "") -> list[Message]:
    """Return a message with parallel calls, and one with their results; perhaps with words in front, or behind."""
    calls = [{"type": "tool_use", "id": id, "name": "look_up", "input": {"order": id}} for id in ids]
    results = [{"type": "tool_result", "tool_use_id": id, "content": f"result of {id}"} for id in ids]
    return [
        assistant([text(words), *calls] if words else calls),
        user([*results, text(beside)] if beside else results),
    ]


def tools(number: int, *counts: int, words: str = "", beside: str = "") -> Turn:
    """Return a turn with an exchange for each count: so many parallel calls."""
    messages = [user(f"Question {number}?")]
    for place, count in enumerate(counts):
        ids = [f"{number}_{place}_{which}" for which in range(count)]
        messages += exchange(*ids, words=words, beside=beside)
    return [*messages, assistant(f"Answer {number}.")]


def joined(turns: list[Turn]) -> list[Message]:
    """Return the history of some turns."""
    return [message for turn in turns for message in turn]


def told(history: list[Message], n: int) -> str:
    """Return the call in words, with the history as a table."""
    return f"window_with_anchor(history, {n}), where history is\n{history_table(history)}"


def table(messages: list[Any]) -> str:
    """Return messages as a table, a string as the text block it stands for, as what came back is shown."""
    return history_table([plain(message) for message in messages])


def tail(got: list[Any], history: list[Message]) -> int:
    """Return how many messages at the end of both lists are the same."""
    size = 0
    other = [plain(message) for message in history]
    while size < min(len(got), len(other)) and got[-1 - size] == other[-1 - size]:
        size += 1
    return size


def expect_window(answer: ModuleType, turns: list[Turn], n: int, kept: int, why: str) -> None:
    """Require that the window has the last `kept` turns; of what stands in front, only that it is no more window.

    The first turn has to be apart from the window, so that its question and reply are not taken for a part of it.
    """
    history = joined(turns)
    got = history_in(call(answer.window_with_anchor, history, n, called=CALLED), called=CALLED)
    size = len(joined(turns[-kept:]))
    if tail(got, history) != size:
        window = joined(turns[-kept:])
        expect(
            False,
            called=told(history, n),
            got=history_table(got) or "no messages",
            expected=f"at the end these, and no more of the turns before them:\n{table(window)}",
            why=why,
        )


def front_of(answer: ModuleType, history: list[Message], n: int) -> list[Any]:
    """Return what stands in front of the window, however many turns the answer has put into it."""
    messages = history_in(call(answer.window_with_anchor, history, n, called=CALLED), called=CALLED)
    return messages[: len(messages) - tail(messages, history)]


def expect_front(answer: ModuleType, turns: list[Turn], n: int, anchor: list[Message], why: str) -> None:
    """Require what stands in front of the window."""
    history = joined(turns)
    front = front_of(answer, history, n)
    if front != [plain(message) for message in anchor]:
        expect(
            False,
            called=told(history, n),
            got=f"in front of the window:\n{history_table(front)}" if front else "nothing in front of the window",
            expected=f"in front of the window:\n{table(anchor)}" if anchor else "nothing in front of the window",
            why=why,
        )


@pytest.mark.hint(
    "Which whole turns have n messages or fewer together, counted from the end?",
    "Take turns from the end, one by one, as long as the next one still fits into n. A turn fits whole or not at all.",
)
def test_the_window_holds_the_newest_whole_turns(answer: ModuleType) -> None:
    """The window is the newest whole turns with n messages or fewer together: as many as fit, and no half of one."""
    why = "A turn that fits stays. Half of one tells less than nothing."
    ended = [talk(k) for k in range(8)]
    asking = [*(talk(k) for k in range(8)), [user("And now?")]]
    for n in range(2, 11):
        expect_window(answer, ended, n, n // 2, why)
        expect_window(answer, asking, n, (n - 1) // 2 + 1, why)


@pytest.mark.hint(
    "What stands in front of the window when the first turns are no longer in it?",
    "The first question and the reply to it, in this order, as they stand in the history.",
)
def test_the_anchor_stands_in_front(answer: ModuleType) -> None:
    """In front of the window stand the first question and its reply, and nothing else of what was dropped."""
    why = "The anchor keeps how the talk began, and the question in front makes the list valid everywhere."
    chance = random.Random(41)
    for length in (4, 5, 9):
        turns = [[user(f"Hello, {chance.randrange(100, 1_000)} here."), assistant([text("Good "), text("day.")])]]
        turns += [talk(k) for k in range(1, length)]
        for n in (2, 3, 4):
            expect_front(answer, turns, n, turns[0], why)
            expect_front(answer, [*turns, [user("And now?")]], n, turns[0], why)
        welcomed = [[GREETING], *turns]
        expect_front(answer, welcomed, 4, turns[0], "A greeting answers nothing: nobody has asked yet.")
    same = [[user("Hello."), assistant("Good day.")] for _ in range(2)]
    for n in (4, 5):
        turns = [same[0], *(talk(k) for k in range(3)), same[1]]
        expect_front(answer, turns, n, same[0], "The window ends with the same words, and they are another turn.")
    history = joined([[GREETING], *(talk(k) for k in range(3))])
    got = history_in(call(answer.window_with_anchor, history, 6, called=told(history, 6)), called=told(history, 6))
    expect(
        plain(GREETING) not in got and len(got) >= 6,
        called=told(history, 6),
        got=history_table(got) or "no messages",
        expected="the three turns, which fit, without the greeting, which does not",
        why="The greeting stands in front of the first turn, and belongs to none.",
    )


@pytest.mark.hint(
    "Where is the first turn when n is large? Could it stand in your list twice?",
    "Look for the anchor only in the turns that are not in the window. With n messages or fewer, return them all.",
)
def test_what_is_in_the_window_is_not_said_twice(answer: ModuleType) -> None:
    """When the first turn is in the window there is no anchor; a history of n messages or fewer comes back whole."""
    why = "Nothing has to go, so nothing is put in front, and nothing gets lost."
    plain_talk = [talk(k) for k in range(3)]
    cases: list[tuple[list[Turn], int]] = [([], 2), ([], 4), ([[user("Hello.")]], 2), ([[GREETING]], 2)]
    cases += [(plain_talk, n) for n in (6, 7, 50)]
    cases += [([[GREETING], *plain_talk], n) for n in (7, 8)]
    cases += [([tools(0, 1), talk(1)], n) for n in (6, 9)]
    for turns, n in cases:
        history = joined(turns)
        called = told(history, n) if history else f"window_with_anchor([], {n})"
        got = call(answer.window_with_anchor, history, n, called=called)
        expect_same(got, history, called=called, why=why)
    unanswered = [[user("Hello?")], [user("Is somebody there?")], *plain_talk]
    for n in (6, 7):
        expect_front(answer, unanswered, n, [], "The first turn with a reply is in the window.")


@pytest.mark.hint(
    "How many messages has a turn with tool calls, and where does it start?",
    "Only a message of the user without a tool_result starts a turn, whatever its content is: ask types_of(message), "
    "and not whether it is a string.",
)
def test_turns_with_tools_stay_whole(answer: ModuleType) -> None:
    """Turns with calls, parallel ones too, with words beside results, and turns that begin with blocks are whole."""
    why = "A result without its call is refused, and a question in blocks is a question."
    # What does not fit is long, so that one message more or less in n makes no difference: that has a test of its own.
    front = [talk(0), tools(1, 1, 1, 1, 1)]
    cases: list[tuple[list[Turn], int, int]] = []
    for turn in (tools(2, 1), tools(2, 3), tools(2, 1, beside="Be quick."), tools(2, 2, words="One moment.")):
        cases += [([*front, turn], n, 1) for n in (6, 7)]
        cases += [([*front, turn, talk(3)], n, kept) for n, kept in ((4, 1), (5, 1), (8, 2), (9, 2))]
    cases += [([*front, tools(2, 1, 2), talk(3)], n, kept) for n, kept in ((5, 1), (7, 1), (10, 2), (11, 2))]
    begins = [[IMAGE], [text("And this?")], [IMAGE, text("What is it?")], [TextBlock(type="text", text="So?")]]
    for blocks in (*begins, "What is a tool_result?", [text("What is a tool_result?")]):
        asked = [user(blocks), assistant([TextBlock(type="text", text="A chain.")])]
        cases += [([*front, asked, talk(3)], n, 2) for n in (6, 7)]
    cases.append(([*front, [user("Is it ready?"), *exchange("x"), *exchange("y")]], 7, 1))
    for turns, n, kept in cases:
        expect_window(answer, turns, n, kept, why)
    history = joined([talk(0), talk(1), tools(2, 1, 1), talk(3)])
    for n in (5, 7):
        got = history_in(call(answer.window_with_anchor, history, n, called=CALLED), called=CALLED)
        if plain(talk(1)[0]) in got:
            expect(
                False,
                called=told(history, n),
                got=history_table(got),
                expected="nothing of the second turn: the third does not fit, so the window ends there",
                why="A window without a turn in the middle lets an answer stand behind another question.",
            )


@pytest.mark.hint(
    "Your newest turn has seven messages, and n is 4. What do you send?",
    "The newest turn is taken first, without asking whether it fits. Only the turns before it have to.",
)
def test_the_newest_turn_always_stays(answer: ModuleType) -> None:
    """The newest turn stays, whole, also when it alone has more than n messages, and then it is the window."""
    why = "It is what is being talked about, and half of it would not be valid."
    patient = [user("Well?"), assistant("One moment."), assistant("Still looking."), assistant("A chain.")]
    ended = [patient, tools(3, 1), tools(3, 2, 1)]
    for newest in (*ended, tools(3, 1, 1, 1)[:-1], [user("Well?"), *exchange("a", "b")]):
        for n in {2, len(newest) - 1}:
            turns = [talk(0), talk(1), talk(2), newest]
            history = joined(turns)
            got = history_in(call(answer.window_with_anchor, history, n, called=CALLED), called=CALLED)
            if tail(got, history) != len(newest):
                expect(
                    False,
                    called=told(history, n),
                    got=history_table(got) or "no messages",
                    expected=f"at the end the newest turn, and no other:\n{table(newest)}",
                    why=why,
                )


@pytest.mark.hint(
    "What does the assistant say first in a turn with a tool call, and is it an answer?",
    "Go through the turns from the first. The reply to keep holds a text and no tool_use; the question is the message "
    "that starts its turn. A turn without such a reply gives no anchor, so go on to the next.",
)
def test_the_anchor_is_a_question_and_a_plain_reply(answer: ModuleType) -> None:
    """The anchor is a question and the plain reply in its turn, without the calls between; or of a later turn."""
    why = "A call in the anchor would be alone, and a reply belongs to its own question."
    rest = [talk(k) for k in range(4, 9)]
    usual = front_of(answer, joined([talk(0), *rest]), 4)  # how an anchor of two messages looks has a test of its own
    which = next((w for w in ([], [0], [1]) if usual == [plain(talk(0)[place]) for place in w]), [0, 1])

    def expect_anchor(turns: list[Turn], pair: list[Message], why: str) -> None:
        expect_front(answer, turns, 4, [pair[place] for place in which], why)

    answered = [tools(0, 1), tools(0, 2, 1), tools(0, 1, words="One moment.")]
    for turn in answered:
        expect_anchor([turn, *rest], [turn[0], turn[-1]], why)
    twice = [user("Hello."), assistant("Good day."), assistant("What can I do for you?")]
    expect_anchor([twice, *rest], twice[:2], "The first plain reply is the one that is kept.")
    cut_short = [tools(0, 1)[:-1], [user("Hello?")], [user("So?"), assistant([text(" \n")])]]
    for turn in cut_short:
        later = "The first turn has no reply that says something, so a later one gives the anchor."
        expect_anchor([turn, talk(1), *rest], talk(1), later)
        expect_anchor([turn, tools(1, 2), *rest], tools(1, 2)[::3], later)
    objects = [
        user("What is this?"),
        assistant(
            [TextBlock(type="text", text="Let me see."), ToolUseBlock(type="tool_use", id="t", name="f", input={})]
        ),
        exchange("t")[1],
        assistant([TextBlock(type="text", text="A chain.")]),
    ]
    expect_anchor([objects, *rest], objects[::3], why)
    thought = {"type": "thinking", "thinking": "A greeting.", "signature": "c2lnbmVk"}
    thoughtful = [user("Hello."), assistant([thought, text("Good day.")])]
    expect_anchor([thoughtful, *rest], thoughtful, "What it thought stands in front of what it says.")
    for content in ([text("\n\n"), text("Good day.")], [text("A tool_use is a call.")], "A tool_use is a call."):
        replied = [user("Hello."), assistant(content)]
        expect_anchor([replied, *rest], replied, "The reply has no call, and a text that can be read.")


@pytest.mark.hint(
    "What is left of a turn when n is 0?",
    "Look at n before anything else, and raise a ValueError.",
)
def test_less_than_one_message_is_refused(answer: ModuleType) -> None:
    """An n less than 1 is a ValueError, also for an empty history; an n of 1 is none."""
    for turns in ([talk(k) for k in range(3)], []):
        for n in (0, -1, -6):
            called = f"window_with_anchor(history, {n}), where history has {len(joined(turns))} messages"
            try:
                got = f"no error, but {shown(call(answer.window_with_anchor, joined(turns), n, called=called))}"
            except ValueError:
                continue
            expect(
                False,
                called=called,
                got=got,
                expected="a ValueError",
                why="A window of nothing is a mistake in the caller, and should not pass unnoticed.",
            )
    for turns in ([talk(0), talk(1), [user("And now?")]], [talk(0), talk(1)], [[user("Hello.")]]):
        called = told(joined(turns), 1)
        try:
            call(answer.window_with_anchor, joined(turns), 1, called=called)
        except ValueError:
            expect(
                False,
                called=called,
                got="a ValueError",
                expected="the newest turn, with or without an anchor",
                why="A window of 1 is small, and still a window.",
            )


@pytest.mark.hint(
    "Whose list do you change, and whose do you return?",
    "Build a new list in every case: list(messages) is one, and so is [*anchor, *window].",
)
def test_the_history_is_left_alone(answer: ModuleType) -> None:
    """The list that is given stays as it is, and what comes back is another list, also when all is kept."""
    later = [talk(k) for k in range(1, 4)]
    for turns in ([tools(0, 1), *later], [talk(0)], [[GREETING], *later]):
        for n in (2, 4, len(joined(turns))):
            called = f"window_with_anchor(history, {n})"
            expect_unchanged(answer.window_with_anchor, joined(turns), n, called=called)
            given = copy.deepcopy(joined(turns))
            returned = answer.window_with_anchor(given, n)
            expect(
                returned is not given,
                called=called,
                got="the very list that was given",
                expected="a new list with the messages in it",
                why="Whoever appends to what you return would else append to the whole history.",
            )
