"""What `exercises/trim_keep_system.py` has to do. Run it with `pytest exercises/test_trim_keep_system.py`."""

import random
from collections.abc import Sequence
from types import ModuleType
from typing import Any

import pytest

from turnkeeper.grading import call, expect, expect_same, expect_unchanged

ROLES = ("user", "assistant")
SIZES = range(2, 13)


def history(*sizes: int, system: int = 5) -> list[Any]:
    """Return a system message and messages of so many tokens each, the user and the assistant by turns."""
    letters = "abcdefghijklmnopqrstuvwxyz"
    said = [{"role": ROLES[place % 2], "content": letters[place % 26] * 4 * size} for place, size in enumerate(sizes)]
    return [{"role": "system", "content": "!" * 4 * system}, *said]


def drawn(seed: int, *, system: int = 5) -> list[Any]:
    """Return a history that ends with the user, its sizes drawn."""
    draw = random.Random(seed)
    return history(*(draw.choice(SIZES) for _ in range(2 * draw.randint(3, 9) + 1)), system=system)


def quarters(messages: Sequence[Any]) -> int:
    """Return a quarter of the characters: exact for the messages above."""
    return sum(len(message["content"]) for message in messages) // 4


def cut_at(messages: list[Any], place: int) -> list[Any]:
    """Return the system message and what stands from a place on."""
    return [messages[0], *messages[place:]]


def a_turn(messages: list[Any], seed: int) -> int:
    """Return the place of a message of the user, but not of the first."""
    return 2 * random.Random(seed).randint(1, (len(messages) - 2) // 2) + 1


def called(messages: Sequence[Any], limit: int) -> str:
    """Return the call in words."""
    number = f"{len(messages)} message{'' if len(messages) == 1 else 's'}"
    return f"trim_keep_system({number} of {quarters(messages)} tokens, {limit}, count)"


@pytest.mark.hint(
    "Which message must never leave, and which leave first?",
    "Set the system message apart, drop from the rest, and put the two together again.",
)
def test_the_instructions_and_the_newest_stay(answer: ModuleType) -> None:
    """The system message stays, and behind it the newest messages, as many as fit."""
    for seed in range(12):
        messages = drawn(seed)
        place = a_turn(messages, seed)
        limit = quarters(cut_at(messages, place)) + 1  # some room is left over, and not enough for one message more
        expect_same(
            call(answer.trim_keep_system, messages, limit, quarters, called=called(messages, limit)),
            cut_at(messages, place),
            called=called(messages, limit),
            why="The instructions say who the model is. Among the rest, the newest is needed most.",
        )


@pytest.mark.hint(
    "What does the limit hold for: the rest, or all that is sent?",
    "Ask count about the list that you would return, with the system message in it.",
)
def test_the_instructions_are_counted(answer: ModuleType) -> None:
    """The limit holds for everything that is returned: a long system message leaves less room for the rest."""
    for seed in range(20, 26):
        messages = drawn(seed, system=300)
        place = a_turn(messages, seed)
        limit = quarters(cut_at(messages, place)) + 1
        expect_same(
            call(answer.trim_keep_system, messages, limit, quarters, called=called(messages, limit)),
            cut_at(messages, place),
            called=f"{called(messages, limit)}: the system message alone has 300",
            why="The instructions are sent with every request, and take their part of the window.",
        )

    def whole(messages: Sequence[Any]) -> int:
        return 40 + quarters(messages)

    for seed in range(26, 29):
        messages = drawn(seed, system=80)
        place = a_turn(messages, seed)
        limit = whole(cut_at(messages, place)) + 1
        in_words = f"trim_keep_system({len(messages)} messages, {limit}, count)"
        expect_same(
            call(answer.trim_keep_system, messages, limit, whole, called=in_words),
            cut_at(messages, place),
            called=f"{in_words}, where count gives 80 tokens for the system message and 40 for a list as such",
            why="Only count knows what a list has. What two parts have by themselves need not add up to it.",
        )


@pytest.mark.hint(
    "A limit of 35, and 35 tokens in all: is that too much?",
    "Look at the comparison in your loop: exactly the limit still fits.",
)
def test_exactly_the_limit_still_fits(answer: ModuleType) -> None:
    """What has exactly the limit still fits."""
    for seed in range(30, 38):
        messages = drawn(seed)
        place = a_turn(messages, seed)
        limit = quarters(cut_at(messages, place))
        expect_same(
            call(answer.trim_keep_system, messages, limit, quarters, called=called(messages, limit)),
            cut_at(messages, place),
            called=f"{called(messages, limit)}: the system message and the newest {len(messages) - place} have {limit}",
            why="A limit is what may be used, to the last token.",
        )


@pytest.mark.hint(
    "May an old message come back in when a newer one was left out?",
    "Stop at the first message that does not fit. Everything older goes with it.",
)
def test_what_stays_has_no_gap(answer: ModuleType) -> None:
    """What stays has no gap: when a long message goes, everything older goes too, however short it is."""
    for long, seed in ((60, 1), (90, 2), (200, 3)):
        draw = random.Random(seed)
        messages = history(2, 2, long, 12, *(draw.choice(SIZES) for _ in range(5)))
        limit = quarters(cut_at(messages, 5)) + 5
        expect_same(
            call(answer.trim_keep_system, messages, limit, quarters, called=called(messages, limit)),
            cut_at(messages, 5),
            called=f"{called(messages, limit)}: messages 3 and 4 have {long} and 12, 1 and 2 have 2 each",
            why="Old messages in front of a gap answer questions that are not there. What stays must hang together.",
        )


@pytest.mark.hint(
    "Whose is the first message behind the system message?",
    "When it fits, go on dropping while the first message of the rest is not the user's.",
)
def test_the_rest_begins_with_the_user(answer: ModuleType) -> None:
    """After a cut, the first message behind the system message is the user's, also when the assistant spoke twice."""
    why = "A reply without its question helps no model, and some platforms refuse such a list."
    for seed in range(40, 48):
        messages = drawn(seed)
        place = a_turn(messages, seed) - 1
        limit = quarters(cut_at(messages, place))
        expect_same(
            call(answer.trim_keep_system, messages, limit, quarters, called=called(messages, limit)),
            cut_at(messages, place + 1),
            called=f"{called(messages, limit)}: the newest {len(messages) - place} fit, the first is the assistant's",
            why=why,
        )
    messages = history(8, 3, 6, 7, 8)
    messages[3:3] = [{"role": "assistant", "content": letter * 20} for letter in "xy"]
    for fit in (4, 5, 6):
        limit = quarters(cut_at(messages, len(messages) - fit))
        expect_same(
            call(answer.trim_keep_system, messages, limit, quarters, called=called(messages, limit)),
            cut_at(messages, len(messages) - 3),
            called=f"{called(messages, limit)}: the newest {fit} fit, the first is the assistant's",
            why=why,
        )


@pytest.mark.hint(
    "What is left when the limit is smaller than the instructions?",
    "Your loop must end before the last message of the rest leaves.",
)
def test_the_newest_always_stays(answer: ModuleType) -> None:
    """The system message and the newest message stay, however small the limit is."""
    for messages, limit in ((history(50), 10), (history(3, 4, 50), 54), (history(2, 2, 2, 2, 7, system=40), 0)):
        expect_same(
            call(answer.trim_keep_system, messages, limit, quarters, called=called(messages, limit)),
            [messages[0], messages[-1]],
            called=f"{called(messages, limit)}: the two alone have {quarters([messages[0], messages[-1]])}",
            why="Without the question there is nothing to answer, and without instructions nobody to answer it.",
        )


@pytest.mark.hint(
    "Does anything have to go when everything fits?",
    "Ask about the whole list first. A list of one message is never cut.",
)
def test_a_list_that_fits_comes_back_whole(answer: ModuleType) -> None:
    """A list that fits comes back whole, also with a greeting first; so does one that is only the system message."""
    greeted = history(4, 5, 6)
    greeted.insert(1, {"role": "assistant", "content": "How can I help you today?"})
    for messages, limit in ((history(3, 4, 5), 99), (greeted, 99), (history(), 99), (history(), 2)):
        expect_same(
            call(answer.trim_keep_system, messages, limit, quarters, called=called(messages, limit)),
            messages,
            called=called(messages, limit),
            why="What fits need not lose anything, and the instructions never go.",
        )


@pytest.mark.hint(
    "Who else holds the list that you are given?",
    "Work on slices or on a copy. `pop`, `remove` and `del` change the caller's list.",
)
def test_the_callers_list_stays_as_it_was(answer: ModuleType) -> None:
    """The list it is given stays as it was, and what it returns is another list."""
    for messages, limit in ((drawn(50), 30), (history(50), 10), (drawn(51), 10_000)):
        expect_unchanged(answer.trim_keep_system, messages, limit, quarters, called=called(messages, limit))
        expect(
            answer.trim_keep_system(messages, limit, quarters) is not messages,
            called=called(messages, limit),
            got="the very list that was given",
            expected="a new list",
            why="Whoever adds a message to what you return would add it to the full history, too.",
        )
