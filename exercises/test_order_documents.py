"""What `exercises/order_documents.py` has to do. Run it with `pytest exercises/test_order_documents.py`."""

import copy
import random
from types import ModuleType
from typing import Any

import pytest

from turnkeeper.grading import call, expect, expect_unchanged, shown

WHY = "What stands in the middle of a long request is overlooked most easily."


def names(number: int) -> list[str]:
    """Return the names of so many documents, in an order of no meaning."""
    made = [f"{chr(ord('a') + place % 26)}{place}" for place in range(number)]
    random.Random(number).shuffle(made)
    return made


def tenths(number: int, seed: int) -> list[float]:
    """Return so many different scores of one decimal, up to nine of them."""
    return random.Random(seed).sample([0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9], number)


def to_the_ends(best_first: list[Any]) -> list[Any]:
    """Return ranked documents as they should be sent."""
    return [*best_first[::2], *reversed(best_first[1::2])]


def ranked(documents: list[Any], scores: list[float]) -> list[Any]:
    """Return documents from the best to the worst, of equal ones the earlier first."""
    return [documents[place] for place in sorted(range(len(documents)), key=lambda place: (-scores[place], place))]


def told(documents: list[Any], scores: list[float], **named: Any) -> str:
    """Return the call in the learner's own terms."""
    more = "".join(f", {name}={value}" for name, value in named.items())
    return f"order_documents({shown(documents)}, {shown(scores)}{more})"


def run(answer: ModuleType, documents: list[Any], scores: list[float], **named: Any) -> list[Any]:
    """Call the answer, and return the list that came back."""
    called = told(documents, scores, **named)
    got = call(answer.order_documents, documents, scores, called=called, **named)
    expect(
        isinstance(got, list | tuple),
        called=called,
        got="None: nothing is returned" if got is None else shown(got),
        expected="a list with the documents",
        why="The documents go into the request one after the other.",
    )
    return list(got)


def own_order(answer: ModuleType, best_first: list[Any]) -> list[Any]:
    """Return ranked documents as the answer orders so many plain ones: how it does that has a test of its own."""
    number = len(best_first)
    if number < 2:
        return to_the_ends(best_first)
    plain = [f"d{place}" for place in range(number)]
    got = run(answer, plain, [float(number - place) for place in range(number)])
    right = sorted(map(shown, got)) == sorted(map(shown, plain))
    return [best_first[plain.index(name)] for name in got] if right else to_the_ends(best_first)


def expect_order(answer: ModuleType, documents: list[Any], scores: list[float], why: str, **named: Any) -> None:
    """Require that the best of some documents are returned, each in its place."""
    got = run(answer, documents, scores, **named)
    best_first = ranked(documents, scores)[: named.get("most")]
    if got != own_order(answer, best_first):
        expect(
            got == to_the_ends(best_first),
            called=told(documents, scores, **named),
            got=shown(got),
            expected=shown(to_the_ends(best_first)),
            why=why,
        )


@pytest.mark.hint(
    "Where does the best document go, where the second best, and the third?",
    "Rank them first. Then the first, third, fifth … come in front, and the others behind them, turned round.",
)
def test_the_best_stand_at_both_ends(answer: ModuleType) -> None:
    """The best comes first, the second best last, the third second, and so on, for odd and even numbers."""
    for number, seed in [(5, 1), (4, 2), (3, 3), (8, 4), (7, 5), (9, 6), (6, 7)]:
        documents, scores = names(number), tenths(number, seed)
        got, expected = run(answer, documents, scores), to_the_ends(ranked(documents, scores))
        expect(got == expected, called=told(documents, scores), got=shown(got), expected=shown(expected), why=WHY)


@pytest.mark.hint(
    "Two documents have the same score. Which of them is ranked first?",
    "Sort by the score alone: what is equal then keeps its order. Turning a sorted list round turns equal ones, too.",
)
def test_of_equal_scores_the_earlier_is_better(answer: ModuleType) -> None:
    """Of documents with the same score the earlier one counts as better, also where most draws the line."""
    cases: list[tuple[list[Any], list[float]]] = [
        (["z", "m", "a"], [0.5, 0.5, 0.5]),
        (["a", "m", "z", "k"], [0.5, 0.5, 0.5, 0.5]),
        (["b", "z", "a", "y", "c"], [0.3, 0.9, 0.3, 0.9, 0.1]),
        (["z", "a", "m", "b"], [0.2, 0.7, 0.7, 0.2]),
    ]
    for documents, scores in cases:
        why = "A search gives equal ones in an order that means something."
        expect_order(answer, documents, scores, why)
        for most in range(1, len(documents)):
            best_first = ranked(documents, scores)
            apart = [float(-best_first.index(document)) for document in documents]  # the same ranking, without ties
            got, same = run(answer, documents, scores, most=most), run(answer, documents, apart, most=most)
            right = to_the_ends(best_first[:most])
            expect(
                got in (same, right),
                called=told(documents, scores, most=most),
                got=shown(got),
                expected=shown(right),
                why=why,
            )


@pytest.mark.hint(
    "What happens to a document that is a mapping, or that is there twice?",
    "Do not look a document up by what it holds. Rank the places from 0 to len(documents) - 1, and fetch them at last.",
)
def test_documents_of_any_kind_stay(answer: ModuleType) -> None:
    """Mappings, lists and texts are all kept, empty ones and those that are there twice, each with its own score."""
    block = {"type": "text", "text": "Oil the chain."}
    cases: list[tuple[list[Any], list[float]]] = [
        ([block, {"type": "text", "text": "Wipe it."}, {"type": "text", "text": ""}], [0.2, 0.9, 0.5]),
        ([[block], [], [block, block]], [0.1, 0.2, 0.3]),
        (["same", "other", "same", "third", "last"], [0.9, 0.5, 0.1, 0.7, 0.3]),
        (["a", "a", "b", "b"], [0.1, 0.9, 0.2, 0.8]),
        ([block, "text", {"type": "text", "text": "Oil the chain."}, ""], [0.4, 0.3, 0.2, 0.1]),
    ]
    for documents, scores in cases:
        expect_order(answer, documents, scores, "A document is what you get: nothing in it says how good it is.")


@pytest.mark.hint(
    "Which numbers can a score be?",
    "Compare the scores as they are: 0 is a score, and -3 is less than -2.",
)
def test_scores_are_any_numbers(answer: ModuleType) -> None:
    """Scores may be 0, less than 0, whole or broken, close together or far above 1."""
    for scores in (
        [0, 0.5, -0.5],
        [-3, -1, -2, -7],
        [0.0, 0.0001, 0.0002, 0.00015],
        [9, 10, 100, 11, 2],
        [1.2, 1.9, 1.5, 1.1],
        [-0.9, 0.2, 0.8, -0.1, 0],
        [1e9, 3, 1e-9, 250.5],
    ):
        expect_order(
            answer, names(len(scores)), list(scores), "Some searches score from -1 to 1, others without a limit."
        )


@pytest.mark.hint(
    "Which documents are left out with most=3, and when do you take them out?",
    "Rank, then keep the first most of the ranking, then order what is kept. Without most nothing is left out.",
)
def test_most_keeps_the_best(answer: ModuleType) -> None:
    """With most only so many of the best are returned, wherever they stood; without it, or with room, all."""
    why = "The fewer there are, the less is overlooked; but it has to be the best that are sent."
    for number, most in ((5, 1), (5, 2), (5, 3), (6, 4), (9, 5), (9, 8)):
        expect_order(answer, names(number), tenths(number, number + most), why, most=most)
    for number, most in ((4, 4), (4, 5), (3, 50)):
        expect_order(answer, names(number), tenths(number, number), "All of them fit.", most=most)
    for number in (11, 25, 60):
        chance = random.Random(number)
        scores = chance.sample(range(1, 1_000), number)
        got = run(answer, names(number), list(scores))
        expect(
            sorted(map(shown, got)) == sorted(map(shown, names(number))),
            called=f"order_documents(documents, scores), with {number} documents",
            got=f"{len(got)} documents",
            expected=f"all {number}, each once",
            why="Without most nothing was asked to be left out.",
        )


@pytest.mark.hint(
    "What comes back for no document, for one, and for two?",
    "A list of one has only one end. Look at what your slices or your loop do there.",
)
def test_short_lists(answer: ModuleType) -> None:
    """No document gives an empty list, one gives that one once, and of two the better comes first."""
    cases: list[tuple[list[str], list[float], list[str]]] = [
        ([], [], []),
        (["a"], [0.3], ["a"]),
        (["a"], [0], ["a"]),
        (["a", "b"], [0.2, 0.7], ["b", "a"]),
        (["a", "b"], [0.7, 0.2], ["a", "b"]),
    ]
    for documents, scores, expected in cases:
        got = run(answer, documents, scores)
        why = "A search may find one thing, or nothing."
        expect(got == expected, called=told(documents, scores), got=shown(got), expected=shown(expected), why=why)


@pytest.mark.hint(
    "What does zip do when one list is longer than the other?",
    "Look at the lengths and at most before all else. most=0 is no way to say that all are wanted: that is None.",
)
def test_what_does_not_fit_is_refused(answer: ModuleType) -> None:
    """A ValueError for too few or too many scores, and for a most of 0 or less, also without documents."""
    cases: list[tuple[list[str], list[float], dict[str, int]]] = [
        (["a", "b", "c"], [0.1, 0.2], {}),
        (["a", "b"], [0.1, 0.2, 0.3], {}),
        (["a"], [], {}),
        ([], [0.5], {}),
        (["a", "b", "c"], [0.1, 0.2], {"most": 1}),
        (["a", "b", "c"], [0.1, 0.2, 0.3], {"most": 0}),
        (["a", "b", "c"], [0.1, 0.2, 0.3], {"most": -1}),
        ([], [], {"most": 0}),
    ]
    for documents, scores, named in cases:
        called = told(documents, scores, **named)
        try:
            got = f"no error, but {shown(call(answer.order_documents, documents, scores, called=called, **named))}"
        except ValueError:
            continue
        expect(
            False,
            called=called,
            got=got,
            expected="a ValueError",
            why="Else a document would be lost without a word, or the best be sent with another's score.",
        )


@pytest.mark.hint(
    "Does list.sort change the list that it sorts?",
    "Sort a list of your own, such as sorted(...) makes, and return a new list in every case.",
)
def test_the_lists_are_left_alone(answer: ModuleType) -> None:
    """Both lists that are given stay as they are, and what comes back is another list, also when nothing changes."""
    cases: list[tuple[list[Any], list[float]]] = [
        (["a", "b", "c", "d"], [0.1, 0.4, 0.2, 0.3]),
        (["a", "b", "c"], [0.3, 0.1, 0.2]),
        (["a", "b"], [0.9, 0.1]),
        (["a"], [0.5]),
        ([], []),
    ]
    for documents, scores in cases:
        called = told(documents, scores)
        try:
            expect_unchanged(answer.order_documents, documents, scores, called=called)
            given = copy.deepcopy(documents)
            returned = answer.order_documents(given, list(scores))
        except (ValueError, IndexError, TypeError):
            if len(documents) > 2:
                raise
            continue
        expect(
            returned is not given,
            called=called,
            got="the very list that was given",
            expected="a new list",
            why="Whoever appends the question to what you return would else append to the documents.",
        )
