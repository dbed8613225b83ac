"""What `exercises/pick_prompt.py` has to do. Run it with `pytest exercises/test_pick_prompt.py`."""

import copy
import random
from types import ModuleType

import pytest

from turnkeeper.grading import call, expect

Prompts = dict[str, str]

SHOP: Prompts = {
    "core": "You answer for a workshop.",
    "opening": "Find out what it is about.",
    "offer": "Reply with the name of a kind.",
    "repair": "Ask for photos.",
    "order": "Look the order up.",
    "complaint": "Say sorry first.",
    "advice": "Ask how far they ride.",
}
LIBRARY: Prompts = {
    "loan": "Name the last day.",
    "core": "You answer for a library.\nBe brief. ",
    "fine": "Explain the fee {once}.",
    "opening": "Greet.",
    "offer": "loan or fine?",
}
ALONE: Prompts = {"offer": "Say: help.", "help": "Help.", "opening": "Listen.", "core": "Core."}
_CHANCE = random.Random(8)
DRAWN: Prompts = {
    **{"".join(_CHANCE.sample("abcdefgh", 5)): f"Rule {number}." for number in range(3)},
    **{name: f"{name} {_CHANCE.randint(10, 99)}" for name in ("offer", "core", "opening")},
}
ALL = (SHOP, LIBRARY, ALONE, DRAWN)


def kinds_of(prompts: Prompts) -> list[str]:
    """Return the names that are kinds."""
    return [name for name in prompts if name not in ("core", "opening", "offer")]


def picked(
    answer: ModuleType, prompts: Prompts, kind: str, switched: bool, heard: str | None
) -> tuple[str, list[object]]:
    """Return a call in the learner's own terms, and the three values that came back."""
    names = ", ".join(kinds_of(prompts))
    called = f"pick_prompt(prompts, {kind!r}, {switched!r}, {heard!r}), where the kinds in prompts are: {names}"
    got = call(answer.pick_prompt, prompts, kind, switched, heard, called=called)
    expect(
        isinstance(got, tuple | list) and len(got) == 3,
        called=called,
        got="None: nothing is returned" if got is None else got,
        expected="three values: the system prompt, the kind, and whether the session has switched",
        why="The next call needs the last two.",
    )
    return called, list(got)


def expect_state(
    answer: ModuleType,
    prompts: Prompts,
    before: tuple[str, bool],
    heard: str | None,
    after: tuple[str, bool],
    why: str,
) -> None:
    """Require the kind and whether the session has switched; the prompt has a requirement of its own."""
    called, got = picked(answer, prompts, *before, heard)
    expect(
        got[1] == after[0] and got[2] == after[1],
        called=called,
        got=f"kind {got[1]!r}, switched {got[2]!r}",
        expected=f"kind {after[0]!r}, switched {after[1]!r}",
        why=why,
    )


def outcome(answer: ModuleType, prompts: Prompts, given: tuple[str, bool, str | None]) -> object:
    """Return what came back, or that an error came: what should come has requirements of its own."""
    try:
        return answer.pick_prompt(prompts, *given)
    except (ValueError, TypeError, LookupError, AssertionError, AttributeError) as error:
        return f"an error: {type(error).__name__}"


@pytest.mark.hint(
    "Which three texts make the prompt of a session that has a kind and may still switch?",
    "Decide the kind first. Then join the texts of core, of that kind and, while no switch was made, of offer with an "
    "empty line between them.",
)
def test_the_prompt_fits_the_kind(answer: ModuleType) -> None:
    """The prompt is the core, the text of the kind that is returned and, until the session has switched, the offer."""
    why = "The model should have the rules of this session, and those of no other."
    for prompts in ALL:
        kinds = kinds_of(prompts)
        cases = [
            ("opening", False, "Hello."),
            *((kind, switched, "Yes.") for kind in kinds for switched in (False, True)),
        ]
        cases += [("opening", False, kind) for kind in kinds]
        cases += [(kind, False, other) for kind in kinds for other in kinds if other != kind]
        for kind, switched, heard in cases:
            called, got = picked(answer, prompts, kind, switched, heard)
            names = ["core", got[1] if got[1] in [*kinds, "opening"] else kind, *([] if got[2] else ["offer"])]
            expected = "\n\n".join(prompts[str(name)] for name in names)
            expect(
                got[0] == expected,
                called=f"{called}; it returned the kind {got[1]!r} and switched {got[2]!r}",
                got=repr(got[0]),
                expected=repr(expected),
                why=why,
            )


@pytest.mark.hint(
    "A session starts, and nobody has said anything yet. Which kind has it?",
    "Let 'opening' stay when nothing was heard, and when the reply is an ordinary one.",
)
def test_the_opening_stays_until_a_kind_is_known(answer: ModuleType) -> None:
    """In the opening, None and an ordinary reply leave the session where it is."""
    for prompts in ALL:
        for heard in (None, "Hello. What is it about?", "Let me see.\nIs it urgent?"):
            why = "As long as nothing is known, the model has to find out."
            expect_state(answer, prompts, ("opening", False), heard, ("opening", False), why)


@pytest.mark.hint(
    "How often may a session that has just left the opening still change its kind?",
    "From 'opening' take the kind that was heard, and leave switched as it is.",
)
def test_the_first_kind_is_no_switch(answer: ModuleType) -> None:
    """In the opening the session takes the kind that is asked for, whichever it is, and has not switched yet."""
    for prompts in ALL:
        for kind in kinds_of(prompts):
            why = "The first understanding is what the opening is for. One switch is still left."
            expect_state(answer, prompts, ("opening", False), kind, (kind, False), why)


@pytest.mark.hint(
    "The first understanding was wrong. What may the model do once?",
    "From one kind to another: take the other one, and return True.",
)
def test_one_more_switch_is_allowed(answer: ModuleType) -> None:
    """A session that has a kind takes another one that is asked for, and has then switched."""
    for prompts in (SHOP, LIBRARY, DRAWN):
        for kind in kinds_of(prompts):
            for other in kinds_of(prompts):
                if other != kind:
                    why = "The first understanding can be wrong, or the real matter comes late."
                    expect_state(answer, prompts, (kind, False), other, (other, True), why)


@pytest.mark.hint(
    "What tells you that the one switch is used up?",
    "Look at switched before you take a kind.",
)
def test_a_third_kind_is_not_taken(answer: ModuleType) -> None:
    """A session that has switched keeps its kind and stays switched, whatever is asked for, also its first kind."""
    for prompts in (SHOP, LIBRARY, DRAWN):
        for kind in kinds_of(prompts):
            others = [name for name in kinds_of(prompts) if name != kind]
            for heard in (*others, *(f" {name.title()}" for name in others)):
                why = "Each switch rewrites the cached prefix, and a session that goes back and forth pays each time."
                expect_state(answer, prompts, (kind, True), heard, (kind, True), why)


@pytest.mark.hint(
    "Is every reply in which the word 'repair' stands the wish for another kind?",
    "Only the exact name of a kind counts, and only when it is another one than the session has. core, opening and "
    "offer are texts of yours, and no kinds.",
)
def test_all_else_changes_nothing(answer: ModuleType) -> None:
    """None, an ordinary reply, an unknown name, the session's own kind, or core, opening or offer change nothing."""
    for prompts in ALL:
        kinds = kinds_of(prompts)
        no_kinds = [
            "core",
            "opening",
            "offer",
            "delivery",
            "rep",
            "",
            " ",
            "None",
            "kind",
            "Core",
            " OFFER\n",
            "Opening",
        ]
        replies = [
            f"You mean {kinds[-1]}, do you?",
            f"{kinds[-1]} it is",
            f"{kinds[-1][:2]} {kinds[-1][2:]}",
            f"{kinds[-1]}.",
            f"kind: {kinds[-1]}",
            " ".join(["so", *kinds]),
            *no_kinds,
        ]
        for heard in (None, *replies):
            why = "Only a reply that is the name of a kind asks for one. All others go to the customer."
            if heard is not None:
                expect_state(answer, prompts, ("opening", False), heard, ("opening", False), why)
            for kind in kinds:
                for switched in (False, True):
                    expect_state(answer, prompts, (kind, switched), heard, (kind, switched), why)
        for kind in kinds:
            for switched in (False, True):
                why = "The session has this kind already, so there is nothing to switch, and the switch is not used up."
                expect_state(answer, prompts, (kind, switched), kind, (kind, switched), why)


@pytest.mark.hint(
    "What does a model write when it is asked for one word?",
    "Take away the white space at both ends, and make the letters small, before you compare.",
)
def test_a_name_counts_in_any_wording(answer: ModuleType) -> None:
    """White space around a name, and upper or lower case, do not count."""
    why = "A model may well begin its word with a capital, or end it with a line break."
    for prompts in ALL:
        for kind in kinds_of(prompts):
            for before in ("opening", kinds_of(prompts)[0], kinds_of(prompts)[-1]):
                _, plain = picked(answer, prompts, before, False, kind)
                for heard in (kind.upper(), kind.title(), f" {kind}", f"{kind}\n", f"\n\t {kind.title()} \n"):
                    called, got = picked(answer, prompts, before, False, heard)
                    expect(
                        got[1:] == plain[1:],
                        called=called,
                        got=f"kind {got[1]!r}, switched {got[2]!r}",
                        expected=f"the same as for {kind!r}: kind {plain[1]!r}, switched {plain[2]!r}",
                        why=why,
                    )


@pytest.mark.hint(
    "Where does your function keep what it needs in the next call?",
    "Keep nothing: all it has to know comes in as arguments, and goes out as values. Do not write into prompts.",
)
def test_nothing_is_kept(answer: ModuleType) -> None:
    """The prompts that are given stay as they are, and a call gives the same, whatever was called before it."""
    chance = random.Random(3)
    for prompts in ALL:
        kinds = kinds_of(prompts)
        calls: list[tuple[str, bool, str | None]] = [("opening", False, None)]
        calls += [("opening", False, kind) for kind in kinds]
        calls += [(kind, switched, heard) for kind in kinds for switched in (False, True) for heard in (*kinds, "Yes.")]
        chance.shuffle(calls)
        given = copy.deepcopy(prompts)
        first = [outcome(answer, given, each) for each in calls]
        expect(
            given == prompts,
            called="pick_prompt(prompts, …) some times, then looked at prompts",
            got=given,
            expected=prompts,
            why="All sessions use the same prompts.",
        )
        again = [outcome(answer, copy.deepcopy(prompts), each) for each in reversed(calls)]
        for each, one, other in zip(calls, first, reversed(again), strict=True):
            expect(
                one == other,
                called=f"pick_prompt(prompts, {', '.join(map(repr, each))}) twice, with other calls in between",
                got=f"first {one!r}, then {other!r}",
                expected="the same both times",
                why="Two customers write at the same time. What is kept of one would turn up with the other.",
            )
        changed = {name: f"New: {text}" for name, text in prompts.items()}
        kind = kinds[0]
        newer = outcome(answer, changed, (kind, False, "Yes."))
        fresh = outcome(answer, copy.deepcopy(prompts), (kind, False, "Yes."))
        expect(
            newer != fresh or isinstance(fresh, str),
            called=f"pick_prompt(changed, {kind!r}, False, 'Yes.'), where changed has other texts under the same names",
            got=repr(newer),
            expected="a prompt of the texts in this call",
            why="A prompt that is mended has to be used in the next call.",
        )
