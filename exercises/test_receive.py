"""What `exercises/receive.py` has to do. Run it with `pytest exercises/test_receive.py`."""

import copy
import random
from collections.abc import Callable
from types import ModuleType
from typing import Any

import pytest
from anthropic.types import TextBlock, ToolUseBlock

from turnkeeper.grading import call, expect, expect_same, expect_unchanged, shown
from turnkeeper.grading.histories import is_history

Messages = list[Any]
Pick = Callable[[Messages], Messages]
PICKS: dict[str, Pick] = {
    "messages[-2:]": lambda messages: messages[-2:],
    "messages[-4:]": lambda messages: messages[-4:],
    "messages": lambda messages: messages,
    "[]": lambda messages: [],
}
SUMMARY: Messages = [
    {"role": "user", "content": "A summary: the customer has asked for order 3107."},
    {"role": "assistant", "content": "Understood."},
]


def user(text: str) -> dict[str, Any]:
    return {"role": "user", "content": text}


def assistant(*content: Any) -> dict[str, Any]:
    return {"role": "assistant", "content": list(content)}


def turn_of(text: str, calls: int = 0, *, answer: str = "At your service.") -> Messages:
    """Return the messages of a turn with some tool calls, one after the other."""
    messages: Messages = [user(text)]
    for number in range(calls):
        id = f"toolu_{len(text)}_{number}"
        messages += [
            assistant(ToolUseBlock(type="tool_use", id=id, name="look_up", input={"order": "3107"})),
            {"role": "user", "content": [{"type": "tool_result", "tool_use_id": id, "content": "ready at 16:30"}]},
        ]
    return [*messages, assistant(TextBlock(type="text", text=answer))]


HISTORY = [*turn_of("Is order 3107 ready?", 1, answer="It will be at 16:30."), *turn_of("Thank you.")]


class Turns:
    """A run_turn that answers from a list of tool calls, and remembers what it was given."""

    def __init__(self, *calls: int) -> None:
        self.given: list[tuple[Any, Any]] = []
        self._calls = calls or (0,)

    def run(self, history: Any, text: Any) -> Messages:
        self.given.append((copy.deepcopy(history), text))
        calls = self._calls[min(len(self.given), len(self._calls)) - 1]
        return [*history, *turn_of(text, calls)]


def named(history: Messages, text: str, pick: str) -> str:
    """Return the call as a learner would write it."""
    given = f"{len(history)} messages" if history else "[]"
    return f"receive({given}, {text!r}, …) with a pick_history that returns {pick}"


@pytest.mark.hint(
    "Who says which messages are sent, and what has to be sent when that is none?",
    "Hand what pick_history returned to run_turn as it is. An empty list is a choice as well.",
)
def test_what_was_picked_is_sent(answer: ModuleType) -> None:
    """Each is called once: pick_history, and run_turn with the list that it returned and the customer's text."""
    picks: dict[str, Pick] = {**PICKS, "a summary and messages[-2:]": lambda messages: [*SUMMARY, *messages[-2:]]}
    for text, history in (("When do you close?", HISTORY), ("Hello.", [])):
        for words, pick in picks.items():
            ran = Turns(1)
            picked: list[int] = []

            def picks_once(messages: Messages, pick: Pick = pick, picked: list[int] = picked) -> Messages:
                picked.append(len(messages))
                return pick(messages)

            called = named(history, text, words)
            call(answer.receive, history, text, called=called, pick_history=picks_once, run_turn=ran.run)
            expect(
                len(picked) == 1,
                called=called,
                got=_called(len(picked), "pick_history"),
                expected="pick_history was called once",
                why="It may write a summary, which costs a call, and it may choose otherwise the next time.",
            )
            expect(
                len(ran.given) == 1,
                called=called,
                got=_called(len(ran.given)),
                expected="run_turn was called once",
                why="Each call of run_turn is a turn: it costs money, and its tools change things.",
            )
            sent, said = ran.given[0]
            expect(
                said == text,
                called=called,
                got=f"run_turn was given the text {shown(said)}",
                expected=f"the text {text!r}",
                why="The model answers what the customer says now.",
            )
            why = "What is sent is the choice of pick_history, and nobody else's."
            expect_same(sent, pick(history), called=f"{called}, then looked at what run_turn was given", why=why)


@pytest.mark.hint(
    "Where in the list that run_turn returned does this turn begin?",
    "run_turn returns what it was given, and then what is new. How many messages was it given? Take what stands behind "
    "that many, and put it behind the full history.",
)
def test_this_turn_is_appended_once(answer: ModuleType) -> None:
    """The full history comes back, with this turn behind it once: when a part is sent, all, nothing, or a summary."""
    drawn = random.Random(11)
    repeated = [*turn_of("Thank you."), *turn_of("Thank you.")]
    picks: dict[str, Pick] = {
        **PICKS,
        "messages[2:-2]": lambda messages: messages[2:-2],
        "a summary and messages[-2:]": lambda messages: [*SUMMARY, *messages[-2:]],
        "a summary and all messages": lambda messages: [*SUMMARY, *messages],
    }
    long = [message for number in range(6) for message in turn_of(f"Question {number}.", drawn.randint(0, 2))]
    for history in (HISTORY, [], repeated, long):
        for words, pick in picks.items():
            text, calls = drawn.choice(("Thank you.", "Is it ready?")), drawn.randint(0, 3)
            called = f"{named(history, text, words)}, and a turn of {2 + 2 * calls} messages"
            returned = call(answer.receive, history, text, called=called, pick_history=pick, run_turn=Turns(calls).run)
            why = "The history is all that was said, each message once. What is lost here, no later choice can send."
            expect_same(returned, [*history, *turn_of(text, calls)], called=called, why=why)


@pytest.mark.hint(
    "What does pick_history get: your list, or one of its own?",
    "A copy of the list still holds the same messages. copy.deepcopy copies the messages as well.",
)
def test_pick_history_cannot_damage_the_history(answer: ModuleType) -> None:
    """Whatever pick_history does to the list it gets, and to the messages in it, the full history stays whole."""

    def cuts(messages: Messages) -> Messages:
        del messages[:-2]
        return messages

    def empties(messages: Messages) -> Messages:
        sent = messages[-2:]
        messages.clear()
        return sent

    def shortens(messages: Messages) -> Messages:
        for message in messages:
            message["content"] = str(message["content"])[:10]
        return messages

    def clears_results(messages: Messages) -> Messages:
        for message in messages:
            for block in message["content"] if isinstance(message["content"], list) else ():
                if isinstance(block, dict) and block["type"] == "tool_result":
                    block["content"] = "cleared"
        return messages

    def rewrites_blocks(messages: Messages) -> Messages:
        for message in messages:
            for block in message["content"] if isinstance(message["content"], list) else ():
                if isinstance(block, TextBlock):
                    block.text = "cleared"
                elif isinstance(block, ToolUseBlock):
                    block.input.clear()
        return messages

    spoilers: dict[str, Pick] = {
        "deletes all messages of its list but two": cuts,
        "clears its list": empties,
        "shortens the messages in its list": shortens,
        "clears the tool results in its list": clears_results,
        "clears the text and the calls in the SDK's blocks": rewrites_blocks,
    }
    text = "When do you close?"
    for words, pick in spoilers.items():
        given, seen = copy.deepcopy(HISTORY), []

        def runs(history: Any, text: Any) -> Messages:
            seen.append(copy.deepcopy(given))  # noqa: B023 - it is called before the next round
            return Turns(0).run(history, text)

        called = f"receive(6 messages, {text!r}, …) with a pick_history that {words}"
        returned = answer.receive(given, text, pick_history=pick, run_turn=runs)
        why = "It is there to choose what is sent. What was said does not change by that."
        expect(
            bool(seen),
            called=called,
            got="run_turn was not called",
            expected="run_turn was called once",
            why="What the customer says wants an answer.",
        )
        expect_same(seen[0], HISTORY, called=f"{called}, then looked at the list it was given", why=why)
        choice = pick(copy.deepcopy(HISTORY))
        harmless = call(
            answer.receive,
            HISTORY,
            text,
            called=called,
            pick_history=lambda _, choice=choice: choice,
            run_turn=Turns(0).run,
        )
        if is_history(harmless):  # that it is, is a requirement of its own
            expect_same(returned, list(harmless), called=called, why=why)


@pytest.mark.hint(
    "Does your code change the list it was given, or build another?",
    "Put the old history and what is new into a new list, and return that one.",
)
def test_the_old_history_stays_as_it_was(answer: ModuleType) -> None:
    """The list that was given stays as it was, when a part of it is sent and when all of it is."""
    for history in (HISTORY, []):
        for words, pick in PICKS.items():
            expect_unchanged(
                answer.receive,
                history,
                "Is order 3112 ready?",
                called=named(history, "Is order 3112 ready?", words),
                pick_history=pick,
                run_turn=Turns(1).run,
            )


@pytest.mark.hint(
    "What should whoever called receive learn, when there is no answer?",
    "Let the error of run_turn go through: no try around it is needed.",
)
def test_an_error_goes_through(answer: ModuleType) -> None:
    """When run_turn raises an error, that error goes through; nothing is tried a second time."""

    class Refused(Exception):
        pass

    tries: list[Any] = []

    def refuses(history: Any, text: Any) -> Messages:
        tries.append(history)
        raise Refused("The API refused the call.")

    called = "receive(6 messages, 'Hello.', …) with a run_turn that raises an error"
    pick = PICKS["messages[-2:]"]
    try:
        returned = call(answer.receive, HISTORY, "Hello.", called=called, pick_history=pick, run_turn=refuses)
        what = f"a list of {len(returned)} messages" if isinstance(returned, list) else shown(returned)
        got = f"no error, but {what}"
    except Refused:
        got = "" if len(tries) == 1 else _called(len(tries))
    expect(
        not got,
        called=called,
        got=got,
        expected="the error, unchanged, after one call of run_turn",
        why="A turn that failed is not in the history. Only the caller can decide what happens next.",
    )


def _called(number: int, name: str = "run_turn") -> str:
    return f"{name} was not called" if number == 0 else f"{name} was called {number} times"
