"""What `exercises/keep_last_turns.py` has to do. Run it with `pytest exercises/test_keep_last_turns.py`."""

import copy
import random
from types import ModuleType
from typing import Any

import pytest
from anthropic.types import TextBlock

from turnkeeper.grading import call, expect, expect_same, expect_unchanged, shown

Message = dict[str, Any]
Turn = list[Message]

IMAGE = {"type": "image", "source": {"type": "url", "url": "https://example.com/bicycle.png"}}


def user(content: Any) -> Message:
    """Return a message of the user."""
    return {"role": "user", "content": content}


def assistant(content: Any) -> Message:
    """Return a message of the assistant."""
    return {"role": "assistant", "content": content}


def plain_turn(number: int) -> Turn:
    """Return a question and its answer."""
    return [user(f"Question {number}?"), assistant(f"Answer {number}.")]


def results(*ids: str, beside: str = "", front: bool = False) -> Message:
    """Return a message of the user with a result for each id, and perhaps with a text behind or in front of them."""
    blocks = [{"type": "tool_result", "tool_use_id": id, "content": f"result of {id}"} for id in ids]
    said = [{"type": "text", "text": beside}] if beside else []
    return user([*said, *blocks] if front else [*blocks, *said])


def exchange(*ids: str, beside: str = "", front: bool = False) -> list[Message]:
    """Return a message with parallel calls, and the message with their results."""
    made = [{"type": "tool_use", "id": id, "name": "look_up", "input": {"order": id}} for id in ids]
    return [assistant(made), results(*ids, beside=beside, front=front)]


def tool_turn(number: int, *counts: int, beside: str = "", front: bool = False) -> Turn:
    """Return a turn with an exchange for each count: so many parallel calls."""
    messages = [user(f"Question {number}?")]
    for place, count in enumerate(counts):
        messages += exchange(*[f"{number}_{place}_{which}" for which in range(count)], beside=beside, front=front)
    return [*messages, assistant(f"Answer {number}.")]


def joined(turns: list[Turn]) -> list[Message]:
    """Return the history of some turns."""
    return [message for turn in turns for message in turn]


def told(turns: list[Turn], n: int) -> str:
    """Return the call with some turns in words."""
    size = f"{len(turns)} turn{'' if len(turns) == 1 else 's'} and {len(joined(turns))} messages"
    return f"keep_last_turns(history, {n}), where history has {size}"


def expect_last(answer: ModuleType, turns: list[Turn], n: int, why: str) -> None:
    """Require that the last n of some turns are kept."""
    called = told(turns, n)
    expect_same(
        call(answer.keep_last_turns, joined(turns), n, called=called), joined(turns[-n:]), called=called, why=why
    )


def expect_as_plain(answer: ModuleType, turns: list[Turn], n: int, why: str) -> None:
    """Require the same, or the turns that the answer keeps of as many plain ones: how many has a test of its own."""
    called = told(turns, n)
    plain = [plain_turn(number) for number in range(len(turns))]
    of_plain = call(answer.keep_last_turns, joined(plain), n, called=told(plain, n))
    got = call(answer.keep_last_turns, joined(turns), n, called=called)
    spans = [(first, end) for first in range(len(turns)) for end in range(first + 1, len(turns) + 1)]
    kept = [turns[first:end] for first, end in spans if joined(plain[first:end]) == of_plain]
    if not any(got == joined(some) for some in kept):
        expect_same(got, joined(turns[-n:]), called=called, why=why)


@pytest.mark.hint(
    "Where does the last turn start, and the one before it?",
    "Collect the places of the messages that start a turn. The n-th of them from the end is where to cut.",
)
def test_the_last_turns_are_kept(answer: ModuleType) -> None:
    """Of a history without tools the last n turns are kept, whether it ends with a question or with its answer."""
    why = "The newest turns stay, each with its question and its answer."
    for turns in ([plain_turn(k) for k in range(6)], [*(plain_turn(k) for k in range(4)), [user("And now?")]]):
        for n in range(1, len(turns)):
            expect_last(answer, turns, n, why)


@pytest.mark.hint(
    "Which of the user's messages were not written by a person?",
    "A message with a tool_result belongs to the turn in which the tool was called. Only a message of the user without "
    "one starts a turn.",
)
def test_a_turn_with_tool_calls_stays_whole(answer: ModuleType) -> None:
    """A turn with tool calls is one turn, however many calls follow one another in it or stand side by side."""
    why = "A result whose call was cut away is refused by the API."
    shop = [tool_turn(0, 1, 1), plain_turn(1), plain_turn(2)]
    for n in (1, 2):
        expect_as_plain(answer, shop, n, why)
    chance = random.Random(7)
    for length in (2, 3, 5, 8):
        counts = [[chance.randint(1, 3) for _ in range(chance.randint(0, 3))] for _ in range(length)]
        turns = [tool_turn(number, *each) for number, each in enumerate(counts)]
        for n in range(1, length):
            expect_as_plain(answer, turns, n, why)
    waiting = [plain_turn(0), tool_turn(1, 2), tool_turn(2, 1)[:-1]]
    for n in (1, 2):
        expect_as_plain(answer, waiting, n, "The last turn waits for its answer, and is a turn all the same.")


@pytest.mark.hint(
    "What does your function do when there are fewer turns than it should keep, or just as many?",
    "With n turns or fewer nothing is cut, so all the messages come back, also those in front of the first turn.",
)
def test_a_short_history_is_kept_whole(answer: ModuleType) -> None:
    """With n turns or fewer the whole history is kept, also a greeting of the assistant in front of them."""
    why = "Nothing has to go, so nothing may get lost."
    greeting = [assistant("Welcome to the workshop.")]
    for n in (1, 2, 9):
        expect_last(answer, [], n, why)
    for n in (3, 4, 50):
        expect_last(answer, [plain_turn(k) for k in range(3)], n, why)
        for turns in ([greeting, *(plain_turn(k) for k in range(3))], [greeting, plain_turn(0)], [greeting]):
            called = f"keep_last_turns(history, {n}), where history begins with a greeting of the assistant"
            got = call(answer.keep_last_turns, joined(turns), n, called=called)
            expect_same(got, joined(turns), called=called, why=why)


@pytest.mark.hint(
    "What can the content of a question be, besides a string?",
    "Do not ask whether the content is a string. Ask whether there is a tool_result in it: types_of(message) tells.",
)
def test_a_message_of_blocks_starts_a_turn(answer: ModuleType) -> None:
    """A text block, an image, or an SDK object in the user's message starts a turn, as a string does."""
    why = "Whoever sends a picture asks something, and a turn starts there."
    questions: list[list[Any]] = [
        [{"type": "text", "text": "And this one?"}],
        [IMAGE],
        [IMAGE, {"type": "text", "text": "What is this?"}],
        [TextBlock(type="text", text="And this one?")],
    ]
    for blocks in questions:
        turns = [plain_turn(0), [user(blocks), assistant("A chain.")], plain_turn(2)]
        expect_as_plain(answer, turns, 2, why)
    answered = [
        user(questions[0]),
        assistant([TextBlock(type="text", text="A "), TextBlock(type="text", text="chain.")]),
    ]
    expect_as_plain(answer, [plain_turn(0), answered, plain_turn(2)], 2, why)


@pytest.mark.hint(
    "A message holds a result and a text. Whose call would be alone if you cut in front of it?",
    "One tool_result among the blocks is enough: such a message goes on with its turn, whatever else is in it.",
)
def test_words_beside_a_result_start_no_turn(answer: ModuleType) -> None:
    """A message with a tool result goes on with its turn, also when the user says something next to the result."""
    why = "The call stands right before this message: a cut in front of it would part the two."
    for counts, front in (((1,), False), ((3,), False), ((1, 2), False), ((2,), True)):
        turns = [plain_turn(0), tool_turn(1, *counts, beside="Be quick, please.", front=front), plain_turn(2)]
        for n in (1, 2):
            expect_as_plain(answer, turns, n, why)


@pytest.mark.hint(
    "What is messages[-0:]?",
    "Look at n before anything else, and raise a ValueError that names it.",
)
def test_less_than_one_turn_is_refused(answer: ModuleType) -> None:
    """An n less than 1 is a ValueError, also for an empty history: zero must not turn into all."""
    for turns in ([plain_turn(k) for k in range(3)], [plain_turn(0)], []):
        for n in (0, -1, -2, -40):
            called = told(turns, n)
            try:
                got = f"no error, but {shown(call(answer.keep_last_turns, joined(turns), n, called=called))}"
            except ValueError:
                continue
            expect(
                False,
                called=called,
                got=got,
                expected="a ValueError",
                why="An empty list is refused by the API, and with -0 a slice in Python keeps all there is.",
            )


@pytest.mark.hint(
    "Whose list do you change, and whose do you return?",
    "Return a new list in every case: a slice of a list is one, and list(messages) is another.",
)
def test_the_history_is_left_alone(answer: ModuleType) -> None:
    """The list that is given stays as it is, and what comes back is another list, also when all is kept."""
    for turns in ([tool_turn(0, 1), *(plain_turn(k) for k in range(1, 4))], [plain_turn(0)]):
        for n in (1, len(turns)):
            called = f"keep_last_turns(history, {n})"
            expect_unchanged(answer.keep_last_turns, joined(turns), n, called=called)
            given = copy.deepcopy(joined(turns))
            returned = answer.keep_last_turns(given, n)
            expect(
                returned is not given,
                called=called,
                got="the very list that was given",
                expected="a new list with the messages in it",
                why="Whoever appends to what you return would else append to the whole history.",
            )
