"""What `exercises/trim.py` has to do. Run it with `pytest exercises/test_trim.py`."""

import random
from collections.abc import Sequence
from types import ModuleType
from typing import Any

import pytest

from turnkeeper.grading import call, expect, expect_same, expect_unchanged, history_in
from turnkeeper.models import model_row
from turnkeeper.tokens import request_tokens

ROLES = ("user", "assistant")
SIZES = range(1, 13)


def history(*sizes: int, first: int = 0) -> list[Any]:
    """Return messages of so many tokens each, by turns; `first` says whose the first one is."""
    letters = "abcdefghijklmnopqrstuvwxyz"
    return [
        {"role": ROLES[(place + first) % 2], "content": letters[place % 26] * 4 * size}
        for place, size in enumerate(sizes)
    ]


def quarters(messages: Sequence[Any]) -> int:
    """Return a quarter of the characters: exact for the messages above."""
    return sum(len(message["content"]) for message in messages) // 4


def called(messages: Sequence[Any], limit: int) -> str:
    """Return the call in words."""
    number = f"{len(messages)} message{'' if len(messages) == 1 else 's'}"
    return f"trim(history of {number} and {quarters(messages)} tokens, {limit}, count)"


def drawn(seed: int) -> list[Any]:
    """Return a history of odd length, so that it begins and ends with the user."""
    draw = random.Random(seed)
    return history(*(draw.choice(SIZES) for _ in range(2 * draw.randint(2, 9) + 1)))


@pytest.mark.hint(
    "From which end do messages leave, and when do you stop?",
    "Ask count about the rest after each message that leaves, and stop as soon as the rest fits.",
)
def test_the_oldest_go_until_the_rest_fits(answer: ModuleType) -> None:
    """The oldest messages go one by one, and no more of them than it takes."""
    for seed in range(12):
        messages = drawn(seed)
        # Some room is left over, and not enough for one message more.
        cuts = [cut for cut in range(2, len(messages), 2) if quarters(messages[cut - 1 : cut]) > 1]
        cut = random.Random(seed).choice(cuts)
        # So it is with a greeting of the assistant in front, which goes alone.
        for before in ([], history(9, first=1)):
            given, limit = [*before, *messages], quarters(messages[cut:]) + 1
            expect_same(
                call(answer.trim, given, limit, quarters, called=called(given, limit)),
                messages[cut:],
                called=called(given, limit),
                why="What is newest is needed most, and what fits may stay.",
            )


@pytest.mark.hint(
    "A limit of 30, and a rest of 30 tokens: is that too much?",
    "Look at the comparison in your loop: exactly the limit still fits.",
)
def test_exactly_the_limit_still_fits(answer: ModuleType) -> None:
    """A rest of exactly the limit still fits."""
    for seed in range(20, 28):
        messages = drawn(seed)
        cut = 2 * random.Random(seed).randint(1, len(messages) // 2)
        limit = quarters(messages[cut:])
        got = call(answer.trim, messages, limit, quarters, called=called(messages, limit))
        expect_same(
            got,
            messages[cut:],
            called=f"{called(messages, limit)}: the newest {len(messages) - cut} have exactly {limit}",
            why="A limit is what may be used, to the last token.",
        )


@pytest.mark.hint(
    "Does anything have to go when everything fits?",
    "Ask about the whole history first, before any other rule.",
)
def test_a_history_that_fits_comes_back_whole(answer: ModuleType) -> None:
    """A history that fits comes back whole, also when it begins with the assistant's greeting."""
    for messages in (history(3), history(5, 6, 7), history(4, 5, 6, 7, first=1), history(*SIZES, first=1)):
        for limit in (quarters(messages) + 1, 10_000):
            got = call(answer.trim, messages, limit, quarters, called=called(messages, limit))
            expect_same(got, messages, called=called(messages, limit), why="What fits need not lose anything.")


@pytest.mark.hint(
    "Whose is the first message of the rest?",
    "When the rest fits, go on dropping while its first message is not the user's.",
)
def test_the_rest_begins_with_the_user(answer: ModuleType) -> None:
    """After a cut, what is left begins with a message of the user, also when the assistant spoke twice."""
    why = "A reply without its question helps no model, and some platforms refuse such a list."
    for seed in range(30, 40):
        messages = drawn(seed)
        cut = 2 * random.Random(seed).randint(1, len(messages) // 2) - 1
        limit = quarters(messages[cut:])
        got = call(answer.trim, messages, limit, quarters, called=called(messages, limit))
        expect_same(
            got,
            messages[cut + 1 :],
            called=f"{called(messages, limit)}: the newest {len(messages) - cut} fit, and begin with the assistant",
            why=why,
        )
    messages = [*history(8, 3), *history(4, first=1), *history(5, first=1), *history(6, 7, 8)]
    for fit in (4, 5, 6):
        limit = quarters(messages[-fit:])
        expect_same(
            call(answer.trim, messages, limit, quarters, called=called(messages, limit)),
            messages[-3:],
            called=f"{called(messages, limit)}: the newest {fit} fit, and begin with the assistant",
            why=why,
        )


@pytest.mark.hint(
    "What is left when even the last message is too long?",
    "Your loops must end before the last message leaves.",
)
def test_the_newest_message_always_stays(answer: ModuleType) -> None:
    """The newest message stays, however long it is."""
    for messages, limit in ((history(50), 10), (history(3, 4, 50), 49), (history(1, 1, 1, 1, 7), 0)):
        got = call(answer.trim, messages, limit, quarters, called=called(messages, limit))
        expect_same(
            got,
            messages[-1:],
            called=f"{called(messages, limit)}: the newest alone has {quarters(messages[-1:])}",
            why="It is the question. Without it there is nothing to answer.",
        )


@pytest.mark.hint(
    "Who else holds the list that you are given?",
    "Work on a copy or on slices. `pop` and `del` change the caller's list.",
)
def test_the_callers_list_stays_as_it_was(answer: ModuleType) -> None:
    """The list it is given stays as it was, and what it returns is another list."""
    for messages, limit in ((drawn(41), 9), (history(50), 10), (drawn(42), 10_000)):
        given = list(messages)
        returned = expect_unchanged(answer.trim, given, limit, quarters, called=called(messages, limit))
        again = answer.trim(given, limit, quarters)
        expect(
            again is not given,
            called=called(messages, limit),
            got="the very list that was given",
            expected="a new list",
            why="Whoever adds a message to what you return would add it to the full history, too.",
        )
        history_in(returned, called=called(messages, limit))


@pytest.mark.hint(
    "Which function knows how tokens are counted here?",
    "Give count the whole rest, and believe what it says. Do not add up single messages, and do not look into a "
    "content yourself.",
)
def test_it_measures_with_count(answer: ModuleType) -> None:
    """It measures whole lists with `count`, whatever that counts, and whether a content is a string or blocks."""
    model = model_row("claude-haiku-5-5")

    def words(messages: Sequence[Any]) -> int:
        return sum(len(message["content"].split()) for message in messages)

    def tokens(messages: Sequence[Any]) -> int:
        return 40 + request_tokens(messages, model=model)

    told = [
        {"role": ROLES[place % 2], "content": text}
        for place, text in enumerate(
            (
                "My bicycle is a blue tourer.",
                "Noted: a tourer, and blue.",
                "Is it ready, and what does it cost?",
                "Yes. 42 euros.",
                "When?",
            )
        )
    ]

    def threes(messages: Sequence[Any]) -> int:
        return 3 * len(messages)

    for name, measure in (("words", words), ("tokens of a whole request", tokens), ("three for each message", threes)):
        limit = measure(told[1:]) - 1
        expect_same(
            call(answer.trim, told, limit, measure, called=f"trim(history, {limit}, count)"),
            told[2:],
            called=f"trim(history, {limit}, count), where count counts {name}: {measure(told)} in all",
            why="Only the caller knows how its model counts, and a request has some tokens of its own.",
        )
    image = {"type": "image", "source": {"type": "url", "url": "https://example.com/bicycle.png"}}
    seen = [{**message, "content": [image, {"type": "text", "text": message["content"]}]} for message in told]
    limit = threes(seen[1:]) - 1
    expect_same(
        call(answer.trim, seen, limit, threes, called=f"trim(history, {limit}, count)"),
        seen[2:],
        called=f"trim(history, {limit}, count), where each content is a list of blocks, and count counts three for "
        f"each message: {threes(seen)} in all",
        why="A content is a string or a list of blocks, and count knows both.",
    )


@pytest.mark.hint(
    "What is the first message of an empty list?",
    "Answer for the empty history before you look at any message.",
)
def test_an_empty_history_stays_empty(answer: ModuleType) -> None:
    """An empty history comes back as an empty list, also when an empty request has tokens of its own."""
    for limit, measure in ((10, quarters), (0, quarters), (2, lambda messages: 3 + quarters(messages))):
        got = call(answer.trim, [], limit, measure, called=f"trim([], {limit}, count)")
        expect_same(got, [], called=f"trim([], {limit}, count)", why="A conversation begins with nothing to drop.")
