"""What `exercises/check_history.py` has to do. Run it with `pytest exercises/test_check_history.py`."""

import random
from types import ModuleType
from typing import Any

import pytest
from anthropic.types import ToolUseBlock

from turnkeeper.grading import call, expect, expect_unchanged, shown
from turnkeeper.history_table import history_table
from turnkeeper.validity import check_history as engine

ORPHAN, UNANSWERED, BEHIND = "tool_result_without_use", "tool_use_without_result", "tool_result_not_first"
FIRST_ROLE = "first_role"

Fault = tuple[Any, ...]
Message = dict[str, Any]

IMAGE = {"type": "image", "source": {"type": "url", "url": "https://example.com/bicycle.png"}}


def text(words: str) -> Message:
    """Return a text block."""
    return {"type": "text", "text": words}


def user(content: Any) -> Message:
    """Return a message of the user."""
    return {"role": "user", "content": content}


def assistant(content: Any) -> Message:
    """Return a message of the assistant."""
    return {"role": "assistant", "content": content}


def calls(*ids: str) -> Message:
    """Return a message of the assistant that calls a tool once for each id."""
    return assistant([{"type": "tool_use", "id": id, "name": "look_up", "input": {"order": id}} for id in ids])


def sdk_call(id: str) -> Message:
    """Return the same with the SDK's object, as a reply brings it."""
    return assistant([ToolUseBlock(type="tool_use", id=id, name="look_up", input={"order": id})])


def results(*ids: str) -> list[Message]:
    """Return a result for each id."""
    return [{"type": "tool_result", "tool_use_id": id, "content": "in the workshop"} for id in ids]


PLAIN = [user("When do you close?"), assistant([text("At 18:00.")])]
ANSWERED = [user("Is 3107 ready?"), calls("a"), user(results("a")), assistant("It is ready.")]
PARALLEL = [user("And these?"), calls("b", "c", "d"), user(results("d", "b", "c")), assistant("All ready.")]
LONG = [user("My number is 555-0171."), calls("e"), user(results("e")), calls("f"), user(results("f"))]
STEERED = [user("Look again."), calls("g"), user([*results("g"), text("Be quick."), IMAGE]), assistant("Yes."), *PLAIN]
OBJECTS = [user([text("And this?"), IMAGE]), sdk_call("h"), user(results("h")), assistant([text("Not yet.")])]
IN_ORDER = [
    [],
    PLAIN[:1],
    PLAIN,
    ANSWERED,
    [*PLAIN, *PARALLEL],
    LONG,
    [*OBJECTS, *PLAIN],
    [user([text("Look:"), IMAGE]), *PLAIN[1:]],
    [*ANSWERED, *PARALLEL, *PLAIN],
]

# One fault each.
ORPHANS = [
    ANSWERED[2:],
    LONG[4:],
    [*PLAIN, *LONG[2:]],
    [*ANSWERED[:2], user(results("a", "z")), ANSWERED[3]],
    [*PARALLEL[:2], user(results("b", "c", "d", "y", "z")), PARALLEL[3]],
    [*ANSWERED, user(results("a")), assistant("As I said.")],
    [*ANSWERED, user([text("Here it is again."), *results("a")]), assistant("As I said.")],
]
UNANSWEREDS = [
    ANSWERED[:2],
    [*PLAIN, *LONG[:4]],
    [*ANSWERED[:2], *PLAIN],
    [*PARALLEL[:2], user(results("b", "d")), PARALLEL[3]],
    [*PARALLEL[:2], user([*results("c", "d"), text("The rest failed.")])],
]
REVERSED = [user(results("a")), *ANSWERED[1:2]]
LATE = [*ANSWERED[:2], *PLAIN, user(results("a")), assistant("It is ready.")]
BEHINDS = [
    [*ANSWERED[:2], user([text("Be quick."), *results("a")]), ANSWERED[3]],
    [*PLAIN, *PARALLEL[:2], user([IMAGE, *results("b", "c", "d")]), PARALLEL[3]],
    [*PARALLEL[:2], user([*results("b"), text("And then"), *results("c", "d")])],
    [*PARALLEL[:2], user([*results("b", "c"), text("at last"), *results("d")]), PARALLEL[3]],
]


def check(answer: ModuleType, messages: list[Message], **named: str) -> tuple[list[Fault], str]:
    """Call check_history(), and return the faults that it told and the call in words."""
    given = "".join(f", {name}={value!r}" for name, value in named.items())
    called = f"check_history(history{given}), where history is\n{history_table(messages)}"
    got = call(answer.check_history, messages, called=called, **named)
    expect(
        isinstance(got, list | tuple) and all(isinstance(pair, list | tuple) and len(pair) == 2 for pair in got),
        called=called,
        got="None: nothing is returned" if got is None else shown(got),
        expected="a list of tuples: (place, rule)",
        why="Whoever reads the list wants to know where to look, and for what.",
    )
    return [tuple(pair) for pair in got], called


def truth(messages: list[Message], target: Any = "claude") -> list[Fault]:
    """Return the faults of the four rules as the engine knows them."""
    rules = (ORPHAN, UNANSWERED, BEHIND, FIRST_ROLE)
    found = {(p.message_index, p.rule) for p in engine(messages, target=target) if p.rule in rules}
    return sorted(found, key=str)


def told(faults: list[Fault]) -> str:
    """Return faults as a list has them."""
    return shown(faults) if faults else "no fault: []"


def one_rule(answer: ModuleType, rule: str, histories: list[list[Message]], why: str, **named: str) -> None:
    """Require that the places at which a rule is broken are found, whatever the answer says of other rules."""
    for messages in histories:
        got, called = check(answer, messages, **named)
        found = [fault for fault in got if fault[1] == rule]
        expected = [fault for fault in truth(messages, **named) if fault[1] == rule]
        expect(
            all(fault in expected for fault in found) and all(fault in found for fault in expected),
            called=called,
            got=f"{told(found)}, looking at {rule} alone",
            expected=told(expected),
            why=why,
        )


@pytest.mark.hint(
    "Which of the messages in the report did your function take for a fault, and which rule did it think of?",
    "A content can be a string, and a block can be one of the SDK's objects. blocks(message) makes mappings of both. "
    "The results of parallel calls may come in any order.",
)
def test_a_history_in_order_has_no_faults(answer: ModuleType) -> None:
    """A history in order gives an empty list, with parallel calls, images and SDK objects too."""
    for messages in IN_ORDER:
        got, called = check(answer, messages)
        expect(got == [], called=called, got=told(got), expected="[]", why="The API takes this history as it is.")


@pytest.mark.hint(
    "For each result: where does its call have to be?",
    "Collect the ids of the calls in the message right before, and see whether each result's tool_use_id is among "
    "them. The first message has no message before it.",
)
def test_a_result_without_its_call_is_found(answer: ModuleType) -> None:
    """A tool_result whose call is not in the message right before is found, wherever in the history it stands."""
    why = "The API refuses a result whose call is not in the message right before."
    one_rule(answer, ORPHAN, [*ORPHANS, REVERSED, *UNANSWEREDS, *BEHINDS, STEERED], why)


@pytest.mark.hint(
    "For each call: where does its result have to be, and what if the list ends there?",
    "Collect the ids that the message right behind answers. Every call's id has to be among them, each of several "
    "parallel calls too.",
)
def test_a_call_without_its_result_is_found(answer: ModuleType) -> None:
    """A tool_use without a result in the message right behind is found: parallel ones, and at the end, too."""
    why = "The API wants every call of a message answered in the next message."
    one_rule(answer, UNANSWERED, [*UNANSWEREDS, LATE, *ORPHANS, *BEHINDS, STEERED], why)


@pytest.mark.hint(
    "In which order do the blocks of the user's message come?",
    "Go through the blocks and remember whether one was no result. A result that comes after it, and whose call is in "
    "the message before, breaks the rule.",
)
def test_results_stand_first(answer: ModuleType) -> None:
    """A result that stands behind a text or an image in its message is found; text behind all results is no fault."""
    why = "Results come first in the user's message, and other blocks behind them."
    one_rule(answer, BEHIND, [*BEHINDS, *ORPHANS, *UNANSWEREDS, STEERED], why)


@pytest.mark.hint(
    "Who speaks first, and who minds?",
    "Look at the role of the first message, if there is one, and only when target is 'strict'.",
)
def test_the_target_decides_on_the_first_role(answer: ModuleType) -> None:
    """A history that the assistant opens is a fault with target="strict", and comes first; without, it is none."""
    opened = [PLAIN[1:], [*ANSWERED[1:], *PLAIN], ANSWERED[3:] + PLAIN]
    why = "The Claude API has taken such a history since October 2024; stricter platforms refuse it."
    one_rule(answer, FIRST_ROLE, [*opened, PLAIN], why)
    one_rule(answer, FIRST_ROLE, [*opened, PLAIN], why, target="claude")
    one_rule(answer, FIRST_ROLE, [*opened, PLAIN, ANSWERED, [*PLAIN, *ANSWERED], []], why, target="strict")
    goes_on = len(check(answer, [*SINGLE[ORPHAN], *SINGLE[UNANSWERED]])[0]) > 1  # that has a requirement of its own
    for messages in (
        *opened,
        PLAIN,
        [*ANSWERED[3:], *SINGLE[ORPHAN]],
        [*ANSWERED[3:], *SINGLE[UNANSWERED]],
        SINGLE[UNANSWERED][1:],
    ):
        got, called = check(answer, messages, target="strict")
        expect(
            all(rule in (ORPHAN, UNANSWERED, BEHIND, FIRST_ROLE) for _, rule in got),
            called=called,
            got=told(got),
            expected="no rule but the four of the task",
            why="Whoever reads the list knows these four.",
        )
        missing = [fault for fault in check(answer, messages)[0] if fault not in got and goes_on]
        expect(
            not missing,
            called=called,
            got=told(got),
            expected=f"{told(missing)} too, which is told without target",
            why="A stricter platform minds what the Claude API minds, too.",
        )
        first = (0, FIRST_ROLE)
        expect(
            first not in got or all(place == 0 for place, _ in got[: got.index(first)]),
            called=called,
            got=told(got),
            expected=f"{shown(first)} in front of the faults of later messages",
            why="The list is in the order of the messages.",
        )


# Each rule alone, away from both ends of the history: by this the next test knows which rules an answer knows at all.
SINGLE = {
    ORPHAN: [*PLAIN, user(results("x")), assistant("What was that?")],
    UNANSWERED: [user("Is it ready?"), calls("x"), *PLAIN],
    BEHIND: [*PLAIN, user("Is it ready?"), calls("x"), user([text("Quick."), *results("x")]), assistant("Yes.")],
}


TWO_RULES = [
    [*ANSWERED[:2], user(results("a", "z")), *PLAIN[1:]],
    [*ANSWERED[:2], user([text("Quick."), *results("a")]), *PLAIN[1:]],
    [*ANSWERED[:2], user([text("Quick."), *results("a", "z")]), *PLAIN[1:], *SINGLE[UNANSWERED]],
]


def several(chance: random.Random) -> list[Message]:
    """Return a history with faults in many places, and sometimes two of a kind in one message."""
    messages: list[Message] = []
    for number in range(4):
        ids = [f"{number}{letter}" for letter in "pq"[: chance.randint(1, 2)]]
        asked = [user("Is it ready?"), calls(*ids)]
        parts: list[list[Message]] = [
            [user(results(*ids)), assistant("What was that?")],
            [*asked, user("Never mind."), assistant("As you like.")],
            [*asked, user([text("Quick."), *results(*ids)]), assistant("It is.")],
            [*asked, user(results(*ids)), assistant("It is.")],
        ]
        messages += chance.choice(parts)
    return messages


@pytest.mark.hint(
    "Does your function go on after the first fault? And what does it do when two blocks of one message are at fault?",
    "Walk through the messages once, from the first to the last, and ask each rule once for each message.",
)
def test_every_fault_is_told_once_and_in_order(answer: ModuleType) -> None:
    """All faults of a history are in the list, in the order of the messages, each pair of place and rule once."""
    known = [rule for rule, messages in SINGLE.items() if truth(messages)[0] in check(answer, messages)[0]]
    expect(
        bool(known),
        called="check_history() with histories that break one rule each",
        got="no fault in any of them",
        expected="a fault in each",
        why="The order of the faults can only be judged when there are some.",
    )
    # Two rules in one message can only be asked of an answer that finds each of them there alone.
    sees_both = all(truth(one)[0] in check(answer, one)[0] for one in TWO_RULES[:2])
    for messages in (*map(several, map(random.Random, range(8))), *TWO_RULES[2 if sees_both else 3 :]):
        faults, called = check(answer, messages)
        expected = sorted((f for f in truth(messages) if f[1] in known), key=lambda fault: fault[0])
        got = [fault for fault in faults if fault in expected]  # a false alarm is the matter of its own rule
        places = [fault[0] for fault in expected]
        all_told = all(fault in got for fault in expected)
        expect(
            [fault[0] for fault in got] == places and all_told,
            called=called,
            got=told(got),
            expected=told(expected),
            why="Whoever mends a history goes from its beginning to its end, and to each place once."
            if all_told
            else "A history with two faults that is mended in one place is refused once more.",
        )


@pytest.mark.hint(
    "Does your function take something out of the list while it looks, or put something in?",
    "Read from messages and write to a list of your own. A neighbour can be read by its place.",
)
def test_the_history_is_left_alone(answer: ModuleType) -> None:
    """The list that is given, its messages and their blocks stay as they are."""
    for messages in ([*ANSWERED, *PARALLEL], ANSWERED[2:], PARALLEL[:2], [*BEHINDS[0], *PLAIN]):
        for target in ("claude", "strict"):
            called = f"check_history(history, target={target!r})"
            named = {} if target == "claude" else {"target": target}  # a missing parameter has a requirement of its own
            try:
                expect_unchanged(answer.check_history, messages, called=called, **named)
            except TypeError:
                if not named:
                    raise
