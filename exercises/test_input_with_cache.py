"""What `exercises/input_with_cache.py` has to do. Run it with `pytest exercises/test_input_with_cache.py`."""

import random
from decimal import Decimal
from fractions import Fraction
from types import ModuleType
from typing import Any

import pytest

from turnkeeper.grading import call, expect, shown

Numbers = tuple[int, int, int, int]

DEFAULTS = {"read": 0.1, "write": 1.25}


def called(numbers: Numbers, **prices: Any) -> str:
    """Return the call in words."""
    turns, system, user, assistant = numbers
    named = "".join(f", {name}={value}" for name, value in prices.items())
    return f"input_with_cache({turns}, system={system}, user={user}, assistant={assistant}{named})"


def returned(answer: ModuleType, numbers: Numbers, **prices: Any) -> Any:
    """Return what the answer makes of the numbers."""
    turns, system, user, assistant = numbers
    named: dict[str, Any] = {"system": system, "user": user, "assistant": assistant, **prices}
    return call(answer.input_with_cache, turns, called=called(numbers, **prices), **named)


def total(answer: ModuleType, numbers: Numbers, **prices: Any) -> Fraction:
    """Return what the answer makes of the numbers, and require a number."""
    got = returned(answer, numbers, **prices)
    number = isinstance(got, int | float | Decimal | Fraction) and not isinstance(got, bool)
    expect(
        number and got == got and abs(got) != float("inf"),
        called=called(numbers, **prices),
        got="None: nothing is returned" if got is None else shown(got),
        expected="a number of base tokens",
        why="Whoever calls it wants to add it up, and to put a price on it.",
    )
    return Fraction(got)


def reads(turns: int, system: int, user: int, assistant: int) -> int:
    """Return the tokens that are read: all that each turn but the last one sent."""
    return sum(system + user + before * (user + assistant) for before in range(turns - 1))


def writes(turns: int, system: int, user: int, assistant: int) -> int:
    """Return the tokens that are written: each once."""
    return system + user + (turns - 1) * (user + assistant) if turns else 0


def right(numbers: Numbers, read: float = 0.1, write: float = 1.25) -> Fraction:
    """Return the price of the whole conversation."""
    return exact(read) * reads(*numbers) + exact(write) * writes(*numbers)


def exact(multiple: float) -> Fraction:
    """Return a multiple as the decimal that it prints as."""
    return Fraction(str(multiple))


def near(one: Fraction, other: Fraction) -> bool:
    """Tell whether two numbers differ by a millionth part at most."""
    return abs(one - other) <= Fraction(1, 10**6) * max(abs(other), Fraction(1, 10**3))


def told(number: Fraction) -> str:
    """Return a number as it is best read."""
    return f"{float(number):,.4f}".rstrip("0").rstrip(".")


def drawn(seed: int, low: int, high: int) -> list[Numbers]:
    """Return some conversations: turns between two numbers, and sizes of which no two are the same."""
    chance = random.Random(seed)
    sizes = (tuple(chance.sample(range(4, 3_000), 3)) for _ in range(6))
    return [(chance.randint(low, high), *three) for three in sizes]  # type: ignore[misc]


def heeded(answer: ModuleType) -> dict[str, bool]:
    """Return of which prices an answer takes notice. That it does is a requirement of its own."""
    numbers = (4, 700, 30, 90)
    one = total(answer, numbers, read=1, write=1)
    return {
        "read": total(answer, numbers, read=2, write=1) != one,
        "write": total(answer, numbers, read=1, write=2) != one,
    }


def parts(answer: ModuleType, numbers: Numbers) -> tuple[Fraction, Fraction, Fraction]:
    """Return what an answer charges as read, as written and as neither, in tokens.

    Of a price that it takes no notice of, it charges the default.
    """
    heeds = heeded(answer)
    both = total(answer, numbers, read=1, write=1)
    read = total(answer, numbers, read=2, write=1) - both
    written = total(answer, numbers, read=1, write=2) - both
    if not any(heeds.values()):
        written = Fraction(writes(*numbers))
        return (both - written * exact(DEFAULTS["write"])) / exact(DEFAULTS["read"]), written, Fraction(0)
    if not heeds["read"]:
        return (both - written) / exact(DEFAULTS["read"]), written, Fraction(0)
    if not heeds["write"]:
        return read, (both - read) / exact(DEFAULTS["write"]), Fraction(0)
    return read, written, both - read - written


def behind_first(answer: ModuleType, numbers: Numbers) -> tuple[Fraction, Fraction]:
    """Return what an answer charges as read and as written in the turns behind the first."""
    read, written, _ = parts(answer, numbers)
    first_read, first_written, _ = parts(answer, (1, *numbers[1:]))
    return read - first_read, written - first_written


@pytest.mark.hint(
    "Of the first request, what was in the cache before?",
    "Nothing: all of it is written, the system prompt and the question. The reply is not sent yet.",
)
def test_the_first_turn_writes_what_it_sends(answer: ModuleType) -> None:
    """One turn writes the system prompt and the question, and reads nothing."""
    for numbers in ((1, 2_000, 40, 150), (1, 0, 60, 150), (1, 300, 0, 150), *drawn(1, 1, 1)):
        # A multiple of 4 costs whole tokens, and what an answer does with parts of a token is another requirement.
        numbers = (numbers[0], numbers[1] - (numbers[1] + numbers[2]) % 4, *numbers[2:])
        got = total(answer, numbers, **DEFAULTS)
        expect(
            near(got, right(numbers)),
            called=called(numbers, **DEFAULTS),
            got=told(got),
            expected=f"{told(right(numbers))}, which is 1.25 * ({numbers[1]} + {numbers[2]})",
            why="The first request finds an empty cache, and its reply comes when the request has been paid for.",
        )


@pytest.mark.hint(
    "What does turn 3 read? Write down what turn 2 sent, part by part.",
    "Turn k reads the request of turn k - 1: the system prompt, k - 2 whole turns, and the question of turn k - 1.",
    "Keep the length of the request before in a variable, and let it grow by one reply and one question a turn.",
)
def test_later_turns_read_what_the_one_before_sent(answer: ModuleType) -> None:
    """Each turn but the first reads all that the one before it sent: the system prompt, the turns and the question."""
    for numbers in ((2, 2_000, 50, 150), (3, 0, 50, 150), (5, 400, 0, 70), *drawn(2, 2, 60)):
        got, _ = behind_first(answer, numbers)
        wanted = Fraction(reads(*numbers))
        expect(
            near(got, wanted),
            called=f"{called(numbers)}, and the same with other prices",
            got=f"{told(got)} tokens that are read",
            expected=f"{told(wanted)} tokens that are read",
            why="The whole request before stands in the cache, and this one begins with it.",
        )


@pytest.mark.hint(
    "What stands in the request of turn 2 that did not stand in the one of turn 1?",
    "Two things: the reply to turn 1, and the question of turn 2. The system prompt was written in turn 1.",
)
def test_later_turns_write_what_is_new(answer: ModuleType) -> None:
    """Each turn but the first writes the reply to the turn before and its own question, and nothing again."""
    for numbers in ((2, 2_000, 50, 150), (3, 0, 50, 150), (5, 400, 0, 70), *drawn(3, 2, 60)):
        _, got = behind_first(answer, numbers)
        wanted = Fraction(writes(*numbers) - writes(1, *numbers[1:]))
        expect(
            near(got, wanted),
            called=f"{called(numbers)}, and the same with other prices",
            got=f"{told(got)} tokens that are written behind turn 1",
            expected=f"{told(wanted)} tokens that are written behind turn 1",
            why="A token is written once. From then on it is read.",
        )


@pytest.mark.hint(
    "Your numbers 0.1 and 1.25: where in the function do they stand?",
    "They stand in the first line only, as defaults. The sum uses the names read and write.",
)
def test_other_prices(answer: ModuleType) -> None:
    """Reads and writes cost what `read` and `write` say, 0.1 and 1.25 when they are not given."""
    numbers = (20, 2_000, 40, 160)  # whole tokens at all of these prices: rounding is a requirement of its own
    a_read, a_write, plain = parts(answer, numbers)
    why = "Models have other prices, and an hour costs more than five minutes."
    for name, heeds in heeded(answer).items():
        expect(
            heeds or not (a_read if name == "read" else a_write),
            called=f"{called(numbers)} with {name}=1, then with {name}=2",
            got="the same number both times",
            expected="two numbers",
            why=why,
        )
    given: list[dict[str, float]] = [
        {},
        {"read": 0.05},
        {"read": 0.025},
        {"write": 2},
        {"read": 0.5, "write": 0.75},
        {"read": 0, "write": 1.5},
        {"read": 0.2, "write": 0},
    ]
    for prices in given:
        read, write = (exact(value) for value in {**DEFAULTS, **prices}.values())
        wanted = read * a_read + write * a_write + plain
        got = total(answer, numbers, **prices)
        expect(
            abs(got - wanted) <= 1,
            called=called(numbers, **prices),
            got=told(got),
            expected=f"{told(wanted)}: {told(a_read)} tokens read at {told(read)}, {told(a_write)} written at "
            f"{told(write)}",
            why=why,
        )


@pytest.mark.hint(
    "How many requests has a conversation in which nobody has said anything yet?",
    "None, so nothing is written either, not even the system prompt. Does your function say 0?",
)
def test_no_turns_cost_nothing(answer: ModuleType) -> None:
    """With 0 turns it returns 0, whatever the sizes and the prices are."""
    cases: list[tuple[Numbers, dict[str, float]]] = [
        ((0, 2_000, 50, 150), {}),
        ((0, 0, 50, 0), {}),
        ((0, 7, 0, 400), {"read": 1, "write": 1}),
        ((0, 0, 0, 0), {}),
    ]
    for numbers, prices in cases:
        got = total(answer, numbers, **prices)
        expect(
            got == 0,
            called=called(numbers, **prices),
            got=told(got),
            expected="0",
            why="What is not sent costs nothing. A system prompt alone is no request.",
        )


@pytest.mark.hint(
    "Does a line of your function round, or make an int of the sum?",
    "Leave the sum as it is: 14627.5 stays 14627.5. Whoever prints it may round it.",
    "For many turns: one loop, and no function that calls itself for each turn.",
)
def test_the_sum_is_not_rounded(answer: ModuleType) -> None:
    """The sum is exact to a millionth part at any size, also for 10,000 turns."""
    cases: list[tuple[Numbers, dict[str, float]]] = [
        ((20, 2_000, 50, 150), {}),
        ((2, 1, 1, 1), {}),
        ((3, 1, 2, 1), {"read": 0.025}),
        ((2, 3, 1, 0), {"read": 0.003, "write": 1.251}),
        ((10_000, 2_001, 51, 153), {}),
    ]
    heeds = heeded(answer)
    for numbers, prices in cases:
        at = DEFAULTS | {name: price for name, price in prices.items() if heeds[name]}
        got = total(answer, numbers, **at)
        wanted = right(numbers, **at)
        if not near(got, wanted):  # what is read and what is written are requirements of their own
            a_read, a_write, plain = parts(answer, numbers)
            wanted = exact(at["read"]) * a_read + exact(at["write"]) * a_write + plain
        expect(
            near(got, wanted),
            called=called(numbers, **at),
            got=told(got),
            expected=told(wanted),
            why="Sums of sums are built on it. What is rounded here is multiplied by every customer.",
        )


@pytest.mark.hint(
    "What should the caller learn who has mixed up two numbers, and hands over -5 turns?",
    "Look at all six numbers before you add anything, and raise ValueError when one is less than 0.",
)
def test_a_number_below_zero_is_an_error(answer: ModuleType) -> None:
    """It raises ValueError when any of the six numbers is less than 0."""
    cases: list[tuple[Numbers, dict[str, float]]] = [
        ((-1, 2_000, 50, 150), {}),
        ((5, -1, 50, 150), {}),
        ((5, 2_000, -1, 150), {}),
        ((5, 2_000, 50, -1), {}),
        ((5, 2_000, 50, 150), {"read": -0.1}),
        ((5, 2_000, 50, 150), {"write": -1.25}),
        ((0, -2_000, 50, 150), {}),
        ((0, 2_000, 50, 150), {"read": -1}),
        ((1, 2_000, 50, -150), {}),
    ]
    for numbers, prices in cases:
        try:
            got = f"no error, but {shown(returned(answer, numbers, **prices))}"
        except ValueError:
            continue
        except NotImplementedError:
            raise
        except Exception as error:
            got = f"another error: {type(error).__name__}: {error}"
        expect(
            False,
            called=called(numbers, **prices),
            got=got,
            expected="a ValueError",
            why="A number below 0 comes from a mistake elsewhere, and a sum made of it looks like a result.",
        )
