"""What `exercises/compare_modes.py` has to do. Run it with `pytest exercises/test_compare_modes.py`."""

import math
import random
from collections.abc import Iterator, Sequence
from fractions import Fraction
from types import ModuleType
from typing import Any

import pytest

from turnkeeper.grading import call, expect, expect_unchanged

Pairs = tuple[Sequence[float], Sequence[float]]

FEW = 5
RULE = "Whoever takes noise for a result changes the app for nothing, or for the worse."


def in_words(full: Sequence[float], window: Sequence[float]) -> str:
    """Return the call in the learner's terms."""
    return f"compare_modes({full!r}, {window!r})"


def compared(answer: ModuleType, full: Sequence[float], window: Sequence[float]) -> tuple[Any, Any, Any]:
    """Compare two lists, and return the three results: two numbers, and True or False."""
    called = in_words(full, window)
    got = call(answer.compare_modes, full, window, called=called)
    ok = isinstance(got, tuple | list) and len(got) == 3
    ok = ok and all(isinstance(one, int | float | Fraction) for one in got) and got[2] in (True, False)
    expected = "a tuple of three: the mean, the standard deviation, and True or False"
    expect(ok, called=called, got=got, expected=expected, why="The caller unpacks three results.")
    return got[0], got[1], got[2]


def differences(full: Sequence[float], window: Sequence[float]) -> list[Fraction]:
    """Return the differences of the pairs, exactly."""
    return [Fraction(after) - Fraction(before) for before, after in zip(full, window, strict=True)]


def exact(full: Sequence[float], window: Sequence[float]) -> tuple[float, float]:
    """Return the mean and the standard deviation of the differences."""
    found = differences(full, window)
    mean = sum(found) / len(found)
    squares = sum((one - mean) ** 2 for one in found)
    return float(mean), math.sqrt(squares / (len(found) - 1)) if len(found) > 1 else 0.0


def expect_near(got: float, wanted: float, what: str, full: Sequence[float], window: Sequence[float], why: str) -> None:
    """Require a number, as far as computing with fractions is exact."""
    near = math.isclose(got, wanted, rel_tol=1e-6, abs_tol=1e-9)
    words = [f"{what} of {float(one):.6g}" for one in (got, wanted)]
    expect(near, called=in_words(full, window), got=words[0], expected=words[1], why=why)


def expect_noise(answer: ModuleType, full: Sequence[float], window: Sequence[float], noise: bool, reason: str) -> None:
    """Require whether some pairs are noise, by the mean and the deviation that came with it."""
    mean, deviation, got = compared(answer, full, window)
    right = exact(full, window)
    if not (math.isclose(abs(mean), abs(right[0])) and math.isclose(deviation, right[1])):  # requirements of their own
        noise = by_rule(differences(full, window), abs(mean), deviation)
        reason = f"that follows from the mean {mean:.4g} and the standard deviation {deviation:.4g} you returned"
    called = f"{in_words(full, window)}, where the differences are {', '.join(map(str, differences(full, window)))}"
    words = {True: "True: noise", False: "False: no noise"}
    expect(got == noise, called=called, got=words[bool(got)], expected=f"{words[noise]}, since {reason}", why=RULE)


def by_rule(found: list[Fraction], mean: float, deviation: float) -> bool:
    """Return whether differences with this mean and deviation are noise."""
    if len(set(found)) == 1:
        return len(found) == 1
    if len(found) < FEW:
        return min(found) < 0 < max(found) or mean <= deviation
    return mean <= 2 * deviation / math.sqrt(len(found))


def drawn(seed: int, counts: Sequence[int]) -> Iterator[Pairs]:
    """Draw pairs in quarters, so that their differences are exact."""
    rng = random.Random(seed)
    for count in counts:
        full = [rng.randrange(0, 400) / 4 for _ in range(count)]
        yield full, [before + rng.randrange(-40, 60) / 4 for before in full]


def against(*differing: float, start: int = 3) -> Pairs:
    """Return pairs with these differences: sessions of quite different sizes."""
    full = [start + place * place * 7 for place in range(len(differing))]
    return full, [before + more for before, more in zip(full, differing, strict=True)]


@pytest.mark.hint(
    "Which of the two lists is taken from the other, and what do you divide the sum by?",
    "Make a list of the differences, window[i] - full[i], one for each pair. Its mean is the first result.",
)
def test_the_mean_of_the_differences(answer: ModuleType) -> None:
    """The first result is the mean of window less full, pair by pair, with its sign."""
    why = "Above 0 the window has more. With the sign turned round, a loss is taken for a gain."
    examples: list[Pairs] = [
        ([1, 2, 3], [3, 5, 7]),
        ([0.5], [0.25]),
        ((4, 4), (1, 2)),
        against(0, 0, 0, 0, 9),
        ([0, 0], [0, 0]),
    ]
    for full, window in (*examples, *drawn(1, [2, 3, 5, 8, 30])):
        expect_near(compared(answer, full, window)[0], exact(full, window)[0], "a mean", full, window, why)


@pytest.mark.hint(
    "Is it the spread of the differences, or of one of the lists? By what number is the sum of squares divided?",
    "Take the differences again, their distances from their mean, squared. Divide the sum by the number of pairs less "
    "one, and take the root. statistics.stdev does this for two values or more.",
)
def test_the_deviation_of_the_differences(answer: ModuleType) -> None:
    """The second result is the standard deviation of the differences, divided by their number less one; 0 for one."""
    why = "What differs between sessions is in both lists. Only the differences tell how much the modes differ."
    examples: list[Pairs] = [
        ([1, 2, 3], [3, 5, 7]),
        ([1, 2], [5, 1]),
        ([7], [9]),
        ([1, 50, 900], [2, 51, 901]),
        against(1, 2, 3, 9),
    ]
    for full, window in (*examples, *drawn(2, [2, 3, 4, 5, 6, 30])):
        expect_near(compared(answer, full, window)[1], exact(full, window)[1], "a deviation", full, window, why)


@pytest.mark.hint(
    "With 2, 3 or 4 pairs: do all of them point the same way? Is the mean larger than the deviation?",
    "Either of two things makes it noise: a difference above 0 beside one below 0, or abs(mean) <= deviation. A "
    "difference of 0 points neither way.",
)
def test_few_pairs(answer: ModuleType) -> None:
    """With 2 to 4 pairs it is noise when they point both ways, or when the mean is no larger than the deviation."""
    both, small = "some are above 0 and others below", "the mean is no larger than the standard deviation"
    clear = "they point one way, and the mean is larger than the standard deviation"
    for pairs, noise, reason in (
        (against(2, 3, 4), False, clear),
        (against(-2, -3, -4), False, clear),
        (against(5, 6), False, clear),
        (against(3, 3, 2, 0), False, clear),
        (against(-3, -3, -2, 0), False, clear),
        (against(-1, 9, 9, 9), True, both),
        (against(1, -9, -9, -9), True, both),
        (against(-1, 40, 40), True, both),
        (against(2, 0, 1), True, small),
        (against(-2, 0, -1), True, small),
        (against(8, 1, 0, 0), True, small),
        (against(5, 0), True, small),
    ):
        expect_noise(answer, *pairs, noise, reason)


@pytest.mark.hint(
    "With five pairs or more, what does the mean have to be larger than?",
    "Two standard errors: 2 * deviation / sqrt(number of pairs). It grows smaller with more pairs, and the signs of "
    "single pairs do not matter any more.",
)
def test_five_pairs_or_more(answer: ModuleType) -> None:
    """With 5 pairs or more it is noise when the mean is no larger than two standard errors."""
    small, clear = "the mean is no larger than two standard errors", "the mean is larger than two standard errors"
    for pairs, noise, reason in (
        (against(-1, 9, 9, 9, 9), False, clear),
        (against(1, -9, -9, -9, -9), False, clear),
        (against(0, 0, 1, 1, 0.5), False, clear),
        (against(9, 0, 0, 0, 0), True, small),
        (against(-9, 0, 0, 0, 0), True, small),
        (against(3, -3, 2, -2, 1, -1, 0), True, small),
        (against(*[2, 1, -1] * 6), False, clear),
        (against(*[-2, -1, 1] * 6), False, clear),
        (against(*[3, 0, -2] * 5), True, small),
        (against(6, -4, *[2, 0] * 5, 1, 1, 1, 1), True, f"{small}: both are 1"),
        (against(-6, 4, *[-2, 0] * 5, -1, -1, -1, -1), True, f"{small}: both are 1"),
        (against(7, -3, *[3, 1] * 5, 1, 1, 1, 1), False, clear),
    ):
        expect_noise(answer, *pairs, noise, reason)


@pytest.mark.hint(
    "What can a single pair tell of the spread? And what is noise about pairs that all say the same?",
    "Look at these two cases first: one pair is noise, whatever it says; two or more equal differences are none, and 0 "
    "is a difference like any other.",
)
def test_one_pair_and_equal_differences(answer: ModuleType) -> None:
    """One pair is noise; two or more equal differences are none, also when they are 0."""
    for full, window in (([1], [100]), ([5], [5]), ([9], [2.5])):
        expect_noise(answer, full, window, True, "one pair shows no spread")
    for differing in ([4, 4], [-3, -3, -3], [0, 0], [0, 0, 0, 0], [0] * 5, [2.5] * 6, [-1] * 20):
        expect_noise(answer, *against(*differing), False, "all differences are equal")


@pytest.mark.hint(
    "What does zip do with the end of the longer list?",
    "zip(full, window, strict=True) raises a ValueError by itself when the lengths differ. No pair at all needs a "
    "ValueError of your own.",
)
def test_what_does_not_pair_is_refused(answer: ModuleType) -> None:
    """Lists of different lengths, and lists without a pair, are a ValueError."""
    for full, window in (([1, 2, 3], [1, 2]), ([1, 2], [1, 2, 3]), ([1], []), ([], [1]), ([], []), ([1] * 9, [1] * 8)):
        called = in_words(full, window)
        try:
            got = f"no error, but {call(answer.compare_modes, full, window, called=called)!r}"
        except ValueError as error:
            if isinstance(error, ArithmeticError):
                raise
            continue
        except (ArithmeticError, LookupError, TypeError) as error:
            got = f"{type(error).__name__}: {error}"
        why = "A session that ran in one mode alone is no pair. Whoever leaves it out in silence compares other things."
        expect(False, called=called, got=got, expected="a ValueError", why=why)


@pytest.mark.hint(
    "Which list do you sort, shorten or write to?",
    "Build a list of your own for the differences, and leave both lists alone.",
)
def test_the_lists_are_left_alone(answer: ModuleType) -> None:
    """The two lists stay as they are."""
    for full, window in (([5, 1, 3], [2, 9, 4]), against(4, 4, 4), ([3], [1]), against(9, 0, -2, 5, 5, 1)):
        expect_unchanged(answer.compare_modes, list(full), list(window), called=in_words(full, window))
