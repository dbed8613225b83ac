"""What `exercises/processed.py` has to do. Run it with `pytest exercises/test_processed.py`."""

import random
from itertools import pairwise
from types import ModuleType

import pytest

from turnkeeper.grading import call, expect, shown

Numbers = tuple[int, int, int]


def called(turns: int, system: int, turn: int) -> str:
    """Return the call in words."""
    return f"processed({turns}, {system}, {turn})"


def sum_of(answer: ModuleType, turns: int, system: int, turn: int) -> int:
    """Return what the answer makes of three numbers, and require a number."""
    got = call(answer.processed, turns, system, turn, called=called(turns, system, turn))
    expect(
        isinstance(got, int | float) and not isinstance(got, bool) and got == got,
        called=called(turns, system, turn),
        got="None: nothing is returned" if got is None else shown(got),
        expected="a number of tokens",
        why="Whoever calls it wants to add it up, and to put a price on it.",
    )
    return got  # type: ignore[no-any-return]


def true_sum(turns: int, system: int, turn: int) -> int:
    """Return the sum over all turns."""
    return sum(system + k * turn for k in range(1, turns + 1))


def drawn(seed: int, low: int, high: int) -> list[Numbers]:
    """Return some conversations: turns between two numbers, a system prompt, a turn."""
    chance = random.Random(seed)
    return [(chance.randint(low, high), chance.randint(1, 4_000), chance.randint(1, 900)) for _ in range(8)]


@pytest.mark.hint(
    "What does the model work through on turn 1, when there is no system prompt?",
    "One turn: the question it reads, and the reply it writes. Is the first turn of your sum turn 0 or turn 1?",
)
def test_the_first_turn_counts_with_its_reply(answer: ModuleType) -> None:
    """A conversation of one turn without a system prompt is that one turn, question and reply."""
    for turn in (100, 1, *(turn for _, _, turn in drawn(3, 1, 1))):
        got = sum_of(answer, 1, 0, turn)
        expect(
            got == turn,
            called=called(1, 0, turn),
            got=shown(got),
            expected=str(turn),
            why="Turn 1 is processed too: there is one question to read, and one reply to write.",
        )


@pytest.mark.hint(
    "What does turn 3 send that turn 2 did not? And what did turn 2 send already?",
    "Turn k works through k turns: the k - 1 before it, and itself. Write down the first three, then add them.",
    "Let a loop go from turn 1 to the last, and add what each works through.",
)
def test_every_turn_sends_all_the_turns_before(answer: ModuleType) -> None:
    """Turn k works through k - 1 turns more than turn 1 does: 10 turns of 100 tokens make 5,500, and 20 make 21,000."""
    for turns, _, turn in ((2, 0, 100), (10, 0, 100), (20, 0, 100), *drawn(5, 3, 400)):
        first, got = sum_of(answer, 1, 0, turn), sum_of(answer, turns, 0, turn)
        right = true_sum(turns, 0, turn)
        expect(
            # Or right but for what their first turn is: that is another requirement.
            got in (right, right + turns * (first - turn)),
            called=called(turns, 0, turn),
            got=shown(got),
            expected=str(right),
            why=f"The last of these turns alone works through {turns} turns.",
        )


@pytest.mark.hint(
    "How often is the system prompt sent?",
    "It stands in every request, and there is a request for every turn.",
)
def test_the_instructions_count_on_every_turn(answer: ModuleType) -> None:
    """The system prompt counts once for every turn."""
    for turns, system, turn in ((3, 1_000, 200), (20, 2_000, 200), (1, 2_000, 200), *drawn(7, 2, 400)):
        without, got = sum_of(answer, turns, 0, turn), sum_of(answer, turns, system, turn)
        right = true_sum(turns, system, turn)
        expect(
            # Or right but for what the turns alone add up to: that is another requirement.
            got in (right, without + turns * system),
            called=called(turns, system, turn),
            got=shown(got),
            expected=f"{right}, of which {turns * system} are the system prompt",
            why="The API keeps nothing, the instructions no more than the messages: each request brings them.",
        )


@pytest.mark.hint(
    "How many requests has a conversation in which nobody has said anything yet?",
    "None. Then there is nothing to add, not even the system prompt once. Does your function say 0?",
)
def test_no_turns_cost_nothing(answer: ModuleType) -> None:
    """With 0 turns it returns 0, whatever the sizes are; so it does when all sizes are 0."""
    for numbers in ((0, 0, 0), (0, 2_000, 200), (0, 0, 100), (0, 5, 0), (12, 0, 0)):
        got = sum_of(answer, *numbers)
        expect(
            got == 0,
            called=called(*numbers),
            got=shown(got),
            expected="0",
            why="What is not sent costs nothing. A system prompt alone is no request.",
        )


@pytest.mark.hint(
    "What should the caller learn who has mixed up two numbers, and hands over -5 turns?",
    "Look at all three numbers before you add anything, and raise ValueError when one is less than 0.",
)
def test_a_number_below_zero_is_an_error(answer: ModuleType) -> None:
    """It raises ValueError when any of the three numbers is less than 0."""
    for numbers in ((-1, 2_000, 200), (5, -1, 200), (5, 2_000, -1), (0, -1, 200), (0, 2_000, -7), (-3, -3, -3)):
        try:
            got = f"no error, but {shown(call(answer.processed, *numbers, called=called(*numbers)))}"
        except ValueError:
            continue
        except NotImplementedError:
            raise
        except Exception as error:
            got = f"another error: {type(error).__name__}: {error}"
        expect(
            False,
            called=called(*numbers),
            got=got,
            expected="a ValueError",
            why="A number below 0 comes from a mistake elsewhere, and a sum made of it looks like a result.",
        )


@pytest.mark.hint(
    "Is the result a whole number at every step, or does a division make a float of it?",
    "A float holds about 16 digits. Use // where you divide, and int everywhere.",
    "For many turns: one loop, no loop inside it, and no function that calls itself for each turn.",
)
def test_large_sums_are_exact(answer: ModuleType) -> None:
    """A sum of any size is an int, exact to the last token, and 100,000 turns take no noticeable time."""
    for turns, system, turn in ((10, 0, 100), (99_999, 3, 1_000_000_007), (100_000, 10**15 + 1, 10**12 + 1)):
        got = sum_of(answer, turns, system, turn)
        right = true_sum(turns, system, turn)
        expect(
            isinstance(got, int) and (got == right or got in by_few_turns(answer, turns, system, turn, got)),
            called=called(turns, system, turn),
            got=f"{got!r}, a float" if isinstance(got, float) else shown(got),
            expected=f"{right}, an int",
            why="Tokens are counted in whole numbers, and a bill that is off by a rounding cannot be checked.",
        )


def by_few_turns(answer: ModuleType, turns: int, system: int, turn: int, got: int) -> list[int]:
    """Return what a sum that is wrong at one turn already has to be at many, if it is exact.

    Right or wrong, such a sum mostly grows with the square of the turns at most, so that a few of them tell the rest.
    Of one that grows in another way nothing can be told: what was returned is taken.
    """
    sums = [sum_of(answer, few, system, turn) for few in range(1, 7)]
    first = [after - before for before, after in pairwise(sums)]
    second = [after - before for before, after in pairwise(first)]
    if sums == [true_sum(few, system, turn) for few in range(1, 7)]:
        return []
    if len(set(second)) > 1:
        return [got]
    return [sums[0] + (turns - 1) * first[0] + (turns - 1) * (turns - 2) // 2 * second[0]]
