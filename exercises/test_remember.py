"""What `exercises/remember.py` has to do. Run it with `pytest exercises/test_remember.py`."""

import copy
import random
from collections.abc import Mapping
from types import ModuleType

import pytest

from turnkeeper.grading import call, expect, shown

Facts = dict[str, str]

NAMES = ("name", "bicycle", "size", "order", "phone", "street", "helmet", "day", "lock", "saddle")
VALUES = (
    "noor",
    "a blue tourer",
    "extra large",
    "none",
    "a chain",
    "by the river",
    "white",
    "saturday",
    "a folding lock",
    "leather",
)


def told(facts: Facts, name: str, value: str) -> str:
    """Return a call in the learner's own terms."""
    return f"remember({facts!r}, {name!r}, {value!r})"


def expect_facts(answer: ModuleType, facts: Facts, name: str, value: str, expected: Facts, why: str) -> None:
    """Require what is known after one call."""
    called = told(facts, name, value)
    got = call(answer.remember, facts, name, value, called=called)
    if not isinstance(got, Mapping):
        said = "None: nothing is returned" if got is None else got
        expect(False, called=called, got=said, expected="a dict of names and values", why=why)
    expect(dict(got) == expected, called=called, got=written(got, expected), expected=written(expected, got), why=why)


def written(facts: Mapping[str, str], other: Mapping[str, str]) -> str:
    """Return some facts as text, with their white space; of many, those that are not the same in the other ones."""
    if len(facts) + len(other) < 9:
        return repr(dict(facts))
    differing = {name: value for name, value in facts.items() if name not in other or other[name] != value}
    return f"{len(facts)} facts, and these differ: {differing}" if differing else f"{len(facts)} facts"


@pytest.mark.hint(
    "What is known after the call that was not known before?",
    "Make a new dict: all the facts that are given, and the new name with its value.",
)
def test_a_new_fact_is_added(answer: ModuleType) -> None:
    """A fact whose name is new is added, and all the others are still there."""
    why = "What is dropped here has to be asked for again."
    facts: Facts = {}
    for name, value in zip(NAMES, VALUES, strict=True):
        expected = {**facts, name: value}
        expect_facts(answer, facts, name, value, expected, why)
        facts = expected
    many = {f"fact {number}": "told" for number in range(60)}
    expect_facts(answer, many, "pump", "told", {**many, "pump": "told"}, why)
    chance = random.Random(11)
    for _ in range(5):
        names = chance.sample(NAMES, 4)
        known = {name: chance.choice(VALUES) for name in names[1:]}
        expect_facts(answer, known, names[0], "a red one", {**known, names[0]: "a red one"}, why)


@pytest.mark.hint(
    "A customer has moved. Which street does the workshop need?",
    "The new value takes the place of the old one under the same name, whatever the old one was.",
)
def test_the_newest_value_wins(answer: ModuleType) -> None:
    """When the name is known, its value becomes the new one, and the other facts stay."""
    why = "Two values of one name contradict each other, and the old one is out of date."
    known = dict(zip(NAMES, VALUES, strict=True))
    for name in NAMES:
        for value in ("a red one", "none", known[name]):
            expect_facts(answer, known, name, value, {**known, name: value}, why)
    expect_facts(answer, {"size": "extra large"}, "size", "small", {"size": "small"}, why)
    expect_facts(answer, {"size": "small"}, "size", "extra large", {"size": "extra large"}, why)


@pytest.mark.hint(
    "Are 'Bicycle' and ' bicycle ' two things that can be known?",
    "Bring the name into one form before anything else: small letters, and the words joined with one space.",
)
def test_one_name_in_any_wording(answer: ModuleType) -> None:
    """Names that differ in upper and lower case or in white space are one name, kept in small letters."""
    why = "Else one thing is known twice, and the two can contradict each other."
    for name, kept in (
        ("Name", "name"),
        ("NAME", "name"),
        (" name\n", "name"),
        ("Frame  Size", "frame size"),
        ("\tframe\n size ", "frame size"),
        ("bestDay", "bestday"),
        ("GRÜN", "grün"),
        ("Straße", "straße"),
        ("frame-size", "frame-size"),
    ):
        for known in ({}, {"order": "a chain"}, {"name": "noor", "frame size": "large"}):
            plain = call(answer.remember, known, kept, "new", called=told(known, kept, "new"))
            expected = dict(plain) if isinstance(plain, Mapping) and kept in plain else {**known, kept: "new"}
            sharp = "lower() leaves the ß as it is. casefold() makes another name of it."
            expect_facts(answer, known, name, "new", expected, sharp if kept == "straße" else why)


@pytest.mark.hint(
    "May your function change the words of a value?",
    "Take away the white space at both ends, and nothing else: strip() does that.",
)
def test_the_value_is_kept_as_it_was_said(answer: ModuleType) -> None:
    """A value keeps its letters and what stands between them; only white space around it goes."""
    why = "What was said is the fact, letter by letter. Only the white space around it is no part of it."
    for value in (
        "Noor Visser",
        "  Noor",
        "Noor \n",
        "McIntyre",
        "007",
        "0",
        "56",
        "two  wheels",
        "<b> & co",
        "a\nb",
        "Nein.",
    ):
        for known in ({}, {"size": "large"}):
            expect_facts(answer, known, "name", value, {**known, "name": value.strip()}, why)


@pytest.mark.hint(
    "What is known about a customer whose name is ' '?",
    "Raise a ValueError when nothing is left of the name or of the value once the white space is taken away.",
)
def test_a_blank_is_refused(answer: ModuleType) -> None:
    """A name or a value that is nothing but white space is a ValueError."""
    for known in ({}, {"name": "Noor"}, {"size": "56", "name": "Noor"}):
        for name, value in (("name", ""), ("name", " "), ("size", "\n\t"), ("", "Noor"), ("  ", "Noor"), ("", " ")):
            called = told(known, name, value)
            try:
                got = f"no error, but {shown(call(answer.remember, known, name, value, called=called))}"
            except ValueError:
                continue
            expect(
                False,
                called=called,
                got=got,
                expected="a ValueError",
                why="A blank tells nothing, and it would take the place of something that is known.",
            )


@pytest.mark.hint(
    "Whose dict do you change, and whose do you return?",
    "facts[name] = value changes the caller's dict. Build a new one, also when nothing is new.",
)
def test_the_given_facts_are_left_alone(answer: ModuleType) -> None:
    """The dict that is given stays as it is, and what comes back is always another dict that stays as it is, too."""
    for facts, name, value in (
        ({}, "name", "Noor"),
        ({"name": "Noor"}, "size", "56"),
        ({"name": "Noor", "size": "56"}, "size", "54"),
        ({"name": "Noor"}, "name", "Noor"),
        ({"name": "Noor"}, "name", " "),
    ):
        given = copy.deepcopy(facts)
        called = told(facts, name, value)
        try:
            returned = answer.remember(given, name, value)
        except (ValueError, TypeError, LookupError):  # which values are refused, and how, has one of its own
            returned = None
        expect(
            given == facts,
            called=f"{called}, then looked at the dict it was given",
            got=given,
            expected=facts,
            why="Whoever holds the old facts, for another request, would find new ones in them.",
        )
        expect(
            returned is not given,
            called=called,
            got="the very dict that was given",
            expected="a new dict",
            why="Whoever adds to what you return would else add to the facts that were given.",
        )
        before = dict(returned) if isinstance(returned, Mapping) else returned
        for other in ({}, facts):
            answer.remember(dict(other), "street", "Mill Street 4")
        expect(
            returned == before,
            called=f"{called}, then two more calls",
            got=returned,
            expected=before,
            why="The facts of one customer would turn up in those of another.",
        )
