"""What `exercises/new_facts.py` has to do. Run it with `pytest exercises/test_new_facts.py`."""

import random
from types import ModuleType
from typing import Any

import pytest

from turnkeeper.grading import call, expect, expect_unchanged, shown


def written(got: object) -> str:
    """Return what came back as text, a list of facts with its white space."""
    plain = isinstance(got, list | tuple) and len(got) < 20 and all(isinstance(fact, str) for fact in got)
    return repr(got) if plain else shown(got)


def found(answer: ModuleType, known: list[str], told: list[str]) -> Any:
    """Return what the answer finds new."""
    return call(answer.new_facts, known, told, called=f"new_facts({shown(known)}, {shown(told)})")


def expect_new(answer: ModuleType, known: list[str], told: list[str], expected: list[str], why: str) -> None:
    """Require exactly these facts; that they come in their order, and as they were told, has a test of its own."""
    got = found(answer, known, told)
    expect(
        isinstance(got, list | tuple) and sorted(map(bare, got)) == sorted(map(bare, expected)),
        called=f"new_facts({known!r}, {told!r})",
        got=written(got),
        expected=repr(expected),
        why=why,
    )


def bare(fact: object) -> str:
    """Return a fact without its wording."""
    return " ".join(str(fact).casefold().split()).rstrip(" .,;:!?")


def expect_as_told(answer: ModuleType, known: list[str], told: list[str], expected: list[str], why: str) -> None:
    """Require these very texts in this order, when they are the facts that are found: that has other tests."""
    got = found(answer, known, told)
    same = isinstance(got, list | tuple) and sorted(map(bare, got)) == sorted(map(bare, expected))
    expect(
        not same or list(got) == expected,
        called=f"new_facts({known!r}, {told!r})",
        got=written(got),
        expected=repr(expected),
        why=why,
    )


def expect_same_as_known(answer: ModuleType, fact: str, wording: str, why: str) -> None:
    """Require that another wording of a known fact is not new; what is changed for certain is looked at as well."""
    expect_new(answer, [fact], [wording], [], why)
    expect_new(answer, [wording], [fact], [], why)


@pytest.mark.hint(
    "Which names are known, and which of the told names are not among them?",
    "Split each fact into name and value. A told fact whose name is not among the known names is new.",
)
def test_a_name_that_is_not_known_is_new(answer: ModuleType) -> None:
    """A fact whose name is not known is new: all of them when nothing is known, none when nothing is told."""
    why = "Nothing was known by this name."
    expect_new(answer, ["name: Noor"], ["day: Friday"], ["day: Friday"], why)
    expect_new(
        answer, ["name: Noor", "limit: 90"], ["first name: Noor", "day: 90"], ["first name: Noor", "day: 90"], why
    )
    expect_new(answer, [], ["name: Noor", "spare tubes: 0"], ["name: Noor", "spare tubes: 0"], why)
    expect_new(answer, [], [], [], "Nothing was told.")
    expect_new(answer, ["name: Noor"], [], [], "Nothing was told.")
    chance = random.Random(5)
    names = [f"thing {number}" for number in chance.sample(range(100, 1_000), 12)]
    known, new = [f"{name}: yes" for name in names[:6]], [f"{name}: yes" for name in names[6:]]
    expect_new(answer, known, new, new, why)


@pytest.mark.hint(
    "What does an extractor do that sees the same messages again?",
    "A told fact whose name is known with the same value is left out.",
)
def test_what_is_said_again_is_not_new(answer: ModuleType) -> None:
    """A known fact that is told again, word for word, is left out, however many are known, and wherever it stands."""
    why = "The extractor saw the same message again."
    known = ["name: Noor", "bicycle: a blue tourer", "limit: 90 euros", "spare tubes: 0"]
    for told in (known, known[:1], known[2:], known[::-1], [known[3], "day: Friday", known[0]]):
        got = found(answer, known, told)
        again = [fact for fact in known if isinstance(got, list | tuple) and fact in got]
        expect(
            isinstance(got, list | tuple) and not again,
            called=f"new_facts({known!r}, {told!r})",
            got=written(got),
            expected="none of the known facts",
            why=why,
        )


@pytest.mark.hint(
    "The limit was 90 euros, and now it is 120. What does your function say?",
    "A known name is not enough to leave a fact out. Compare the value with the known one as well.",
)
def test_a_changed_value_is_told(answer: ModuleType) -> None:
    """A known name with another value is a change, and is returned: also when only a digit or a word differs."""
    why = "Whoever goes on with the old value does what is no longer wanted."
    changes = [
        ("limit: 90 euros", "limit: 120 euros"),
        ("limit: 90 euros", "limit: 9 euros"),
        ("width: 1.5 cm", "width: 15 cm"),
        ("gears: 7", "gears: seven"),
        ("gears: 7", "gears: 7.0"),
        ("gears: 7", "gears: 07"),
        ("name: René", "name: Rene"),
        ("lamp: the old one", "lamp: old one"),
        ("lock: red and blue", "lock: blue and red"),
        ("spare tubes: 2", "spare tubes: 0"),
        ("day: Friday", "day: not Friday"),
        ("colour: dark blue", "colour: darkblue"),
        ("lamp: -3", "lamp: 3"),
        ("sign: (old)", "sign: old"),
        ("sign: (old)", "sign: (old"),
        ("share: 50%", "share: 50"),
        ("gap: .5", "gap: 5"),
    ]
    for before, after in changes:
        expect_new(answer, [before], [after], [after], why)
        expect_new(answer, [after, "name: Noor"], [before], [before], why)
    swapped = ["street: Lime Road", "shop: Tannery Lane"], ["street: Tannery Lane", "shop: Lime Road"]
    expect_new(answer, *swapped, swapped[1], "Both values are known, each under the other name.")


@pytest.mark.hint(
    "A model writes the same fact once with a capital and once without. Is that news?",
    "Compare what casefold() makes of name and value, and not what was written.",
)
def test_case_does_not_count(answer: ModuleType) -> None:
    """Upper and lower case makes no difference, neither in the name nor in the value."""
    why = "Only the wording is another. What is known is the same."
    expect_same_as_known(answer, "name: Noor", "name: noor", why)
    expect_same_as_known(answer, "name: Noor", "NAME: Noor", why)
    expect_same_as_known(answer, "Wheel Size: 28 Inches", "wheel size: 28 inches", why)
    expect_same_as_known(answer, "street: Lange Straße", "street: LANGE STRASSE", why)


@pytest.mark.hint(
    "How many blanks stand between two words, and what stands behind the last one?",
    "' '.join(text.split()) makes one blank of any white space, and none at either end. Do it to name and value.",
)
def test_white_space_does_not_count(answer: ModuleType) -> None:
    """How much white space stands between words, in front or behind makes no difference, in name and value."""
    why = "Only the wording is another. What is known is the same."
    expect_same_as_known(answer, "wheel size: 28 inches", "wheel  size: 28   inches", why)
    expect_same_as_known(answer, "wheel size: 28 inches", "  wheel size :   28\tinches \n", why)
    expect_same_as_known(answer, "wheel size: 28 inches", "wheel size:\n28 inches", why)


@pytest.mark.hint(
    'Is "Noor." another name than "Noor"?',
    "Take the characters . , ; : ! ? off the end, as many as there are, also with white space among them. Those within "
    "the text stay.",
)
def test_punctuation_at_the_end_does_not_count(answer: ModuleType) -> None:
    """Any of . , ; : ! ? at the end makes no difference, one or several; within the text it does."""
    why = "A sign at the end of a sentence is no news."
    for ending in (".", ",", ";", ":", "!", "?", "...", "?!", " !", ". ", ".;", " ! ."):
        expect_same_as_known(answer, "name: Noor", f"name: Noor{ending}", why)
    expect_same_as_known(answer, "bicycle: a tourer, blue", "bicycle: a tourer, blue.", why)
    expect_same_as_known(answer, "name: Noor", "name?: Noor", why)
    before, after = ["wish: mend, then sell"], ["wish: mend then sell"]
    expect_new(answer, before, after, after, "The comma is not at the end.")


@pytest.mark.hint(
    "How many colons may a fact have, and which of them ends the name?",
    "Split once, at the first colon with white space behind it. A colon within a time or an address stays where it is.",
)
def test_the_name_ends_at_the_first_colon_with_white_space(answer: ModuleType) -> None:
    """The name ends before the first colon that white space follows; other colons are a part of name or value."""
    why = "The colon of a time, or a second one, parts nothing."
    expect_new(answer, ["hours: 9:00 to 18:00"], ["hours: 9:30 to 18:00"], ["hours: 9:30 to 18:00"], why)
    expect_new(answer, ["hours: 9:00 to 18:00"], ["hours: 9:00 to 18:00"], [], why)
    expect_new(answer, ["note: bell: left"], ["note: bell: right"], ["note: bell: right"], why)
    expect_new(answer, ["note: bell: left"], ["note: lamp: left"], ["note: lamp: left"], why)
    expect_new(answer, ["gear 3:1: worn"], ["gear 3:2: loose"], ["gear 3:2: loose"], why)
    gears = ["gear 3:1: worn", "gear 3:2: loose"]
    expect_new(
        answer, ["day: Friday"], gears, gears, "These are two names, since no white space follows the first colon."
    )
    expect_new(answer, ["note: bell: left"], ["note: bell!: left"], ["note: bell!: left"], "The ! is not at the end.")
    expect_new(answer, ["gear 3:1: worn"], ["gear 3:1: new"], ["gear 3:1: new"], why)


@pytest.mark.hint(
    "Somebody says Oslo first, and Bergen a moment later. What is known then, and what is new?",
    "For known facts the last value of a name is the known one: a dict keeps it. Of told facts with one name, look at "
    "the last alone.",
)
def test_the_last_word_on_a_name_counts(answer: ModuleType) -> None:
    """Of a name that stands there more than once the last counts: in what is known, and in what is told."""
    why = "Whoever corrects himself means what he said last."
    oslo, bergen, rome = "city: Oslo", "city: Bergen", "city: Rome"
    expect_new(answer, [oslo, bergen], [bergen], [], why)
    expect_new(answer, [oslo, bergen], [oslo], [oslo], why)
    expect_new(answer, [], [oslo, bergen], [bergen], why)
    expect_new(answer, [rome], [oslo, "day: Friday", bergen], ["day: Friday", bergen], why)
    expect_new(answer, [oslo], [bergen, oslo], [], why)
    expect_new(answer, [oslo], [oslo, bergen], [bergen], why)
    expect_new(answer, [], [oslo, oslo], [oslo], why)


@pytest.mark.hint(
    "What do you return: the texts as they came, or what you compare them with?",
    "Compare in one form, and return the other. And build a new list in each call: do not write into known or told.",
)
def test_the_texts_come_back_as_they_were_told(answer: ModuleType) -> None:
    """What comes back is the very texts of told in their order; both lists stay as they are, call after call."""
    why = "The texts are for people and for the model. Only the comparison leaves the wording out."
    told = ["Wheel  Size: 28 Inches.", "name: Noor", "Brake: Disc!", "a: b"]
    order = "They come back in the order in which they were told."
    expect_new(answer, ["lamp: none"], told, told, why)
    expect_new(answer, [], told, told, "Each call stands for itself, and knows what it is given.")
    for some in (told, [" lamp: a dynamo\n", "Saddle :  Leather ."]):
        expect_as_told(answer, ["lamp: none"], some, some, why)
        expect_as_told(answer, ["lamp: none"], some[::-1], some[::-1], order)
    repeated = ["city: Oslo", "day: Friday", "City: Bergen", "name: Noor"]
    expect_as_told(answer, [], repeated, repeated[1:], "The last word on a name stands where it was said.")
    for known, some in ((["name: Noor"], told), ([], told), (["name: Noor"], ["name: Noor"]), ([], []), ([], repeated)):
        expect_unchanged(answer.new_facts, list(known), list(some), called="new_facts(known, told)")
    given = list(told)
    expect(
        answer.new_facts([], given) is not given,
        called="new_facts([], told)",
        got="the very list that was given",
        expected="a new list with the texts in it",
        why="Whoever appends to what you return would else append to the caller's list.",
    )
