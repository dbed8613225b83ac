"""What `exercises/assistant.py` has to do. Run it with `pytest exercises/test_assistant.py`.

A day is played once, and several requirements look at what came of it. Where the answer raises something, the day
ends: the first requirement tells, and the others judge the turns before.
"""

import json
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import ModuleType
from typing import Any

import anthropic
import pytest

from turnkeeper import ScriptedModel, connect
from turnkeeper.bench import BUDGET, Played, long_day, play, unseen_seed
from turnkeeper.bench.baselines import baselines
from turnkeeper.bench.day_words import LETTER
from turnkeeper.bench.play import Said
from turnkeeper.grading import Baseline, Score, call, expect, shown
from turnkeeper.messages import text_of
from turnkeeper.offline.request import MessagesRequest, Reply
from turnkeeper.scripts import Shop, counter
from turnkeeper.scripts.counter import extra_call
from turnkeeper.scripts.shop import SYSTEM, TOOLS

OPEN = 0
SMALL = 2_300
ENOUGH = 0.8
NOTE = "There is a note on the door:\n\n    two  chains\n    one  tube"
PASTED = " ".join(LETTER[place % len(LETTER)] for place in range(16))
Begin = Callable[[], None]

PLAYED: dict[tuple[str | None, int], Played] = {}


def day(answer: ModuleType, begin_piece: Begin, seed: int = OPEN) -> Played:
    """Return what came of a day; it is played once."""
    key = answer.__file__, seed
    if key not in PLAYED:
        PLAYED[key] = play(long_day(seed), answer.Assistant, budget=BUDGET, before_turn=begin_piece)
    played = PLAYED[key]
    if played.error and not any(said.replies for said in played.turns):
        raise played.error  # nothing at all came of it
    return played


def turn_of(played: Played, said: Said, seed: int) -> str:
    """Name a turn of a day."""
    number = next(number for number, turn in enumerate(played.turns, 1) if turn is said)
    return f"send({shown(said.asked)}), turn {number} of long_day({seed})"


def expect_answered(played: Played, seed: int) -> None:
    """Require that each turn was answered with the text of the reply."""
    for said in played.turns:
        called = turn_of(played, said, seed)
        if played.error and said is played.turns[-1]:
            break
        expect(
            not said.unheard,
            called=called,
            got="a request in which what the customer says does not stand as it was said",
            expected="the customer's text, word for word, in a message of the user",
            why="Any word of it may be the one that counts.",
        )
        last = said.replies[-1] if said.replies else None
        expect(
            last is not None,
            called=called,
            got=f"{shown(said.returned)}, without a reply of the model that calls no tool",
            expected="calls of the model until a reply calls no tool, and its text",
            why="What the assistant says comes from the model.",
        )
        returned = said.returned
        expect(
            isinstance(returned, str) and returned.split() == str(last).split(),
            called=called,
            got=returned,
            expected=last,
            why="The reply's text is what the customer reads.",
        )


@pytest.mark.hint(
    "Write the plain loop first, as in run_turn: ask, run the calls, send their results, until a reply calls no tool.",
    "The reply that counts is the last of the turn, and not that of an extra call. Return its text, and let nothing "
    "but the model write it.",
)
def test_every_turn_is_answered(answer: ModuleType, begin_piece: Begin) -> None:
    """Each of the 200 turns sends what the customer says as it is, and returns the text of the last reply."""
    played = day(answer, begin_piece)
    expect_answered(played, OPEN)
    if played.error and not isinstance(played.error, anthropic.APIError):
        raise played.error
    expect_patience(answer)


def expect_patience(answer: ModuleType) -> None:
    """Require that a turn goes on until a reply calls no tool, and that the text is sent with its white space."""
    orders, last = [str(number) for number in range(3105, 3111)], "I have looked all of them up."
    left = iter(orders)

    def thorough(request: MessagesRequest) -> Reply:
        if extra_call(request):
            return counter(request)
        order = next(left, None) if request.tools else None
        if order is None:
            return last
        look = {"type": "tool_use", "name": "look_up", "input": {"order": order}}
        return [{"type": "text", "text": "I look it up."}, look]

    model = ScriptedModel(thorough, target="strict")
    called = f"send({NOTE!r}), where the model calls a tool in {len(orders)} replies, one after the other"
    returned = call(started(answer, connect(model)).send, NOTE, called=called)
    expect(
        isinstance(returned, str) and returned.split() == last.split(),
        called=called,
        got=returned,
        expected=last,
        why="A turn is over when a reply calls no tool, and its text alone is the answer.",
    )
    said = (message for sent in model.requests for message in sent.messages if message["role"] == "user")
    expect(
        any(NOTE in text_of(message) for message in said),
        called=called,
        got="no request in which the text stands as it was said",
        expected="the customer's text, with its line breaks and spaces, in a message of the user",
        why="In a list, a table or a program, white space has a meaning.",
    )


def expect_accepted(played: Played, seed: int) -> None:
    """Require that no request was refused."""
    refused = played.refused
    expect(
        not refused,
        called=f"send(...), turn {refused[0].turn} of long_day({seed})" if refused else "",
        got=f"a request that is refused: {refused[0].refused}" if refused else "",
        expected="requests that every platform takes",
        why="The customer waits for an answer, and an invalid request never gets one.",
    )


@pytest.mark.hint(
    "Print the roles and block types of the list that was refused. What stands at its beginning?",
    "Cut only where a turn starts, in front of a message of the user without tool results. Then no pair is parted, and "
    "the list begins with the user.",
)
def test_no_request_is_refused(answer: ModuleType, begin_piece: Begin) -> None:
    """No request of the open day is refused, by the rules of the strictest platform."""
    expect_accepted(day(answer, begin_piece), OPEN)


def expect_short(played: Played, seed: int) -> None:
    """Require that no request was over its budget."""
    long = played.too_long
    expect(
        not long,
        called=f"send(...), turn {long[0].turn} of long_day({seed}), with a budget of {played.budget:,}"
        if long
        else "",
        got=f"a request of {long[0].input_tokens:,} input tokens, one of {len(long)} over the budget" if long else "",
        expected=f"at most {played.budget:,}: system prompt, tools and all messages together",
        why="In the course's day this is what you may pay for a request; in a real one the window has an end.",
    )


@pytest.mark.hint(
    "Count before you send: the messages, the system prompt as it is sent, and the tools.",
    "A pasted letter is a fifth of the budget. Count again after each message that you add, the tools' results too, "
    "and make room before the request. An extra call has to be counted as well.",
)
def test_no_request_is_over_the_budget(answer: ModuleType, begin_piece: Begin) -> None:
    """No request has more input tokens than the budget, neither on the open day nor with a budget of 2,300."""
    expect_short(day(answer, begin_piece), OPEN)
    played = play(long_day(1), answer.Assistant, budget=SMALL, turns=80, before_turn=begin_piece)
    expect_short(played, 1)
    if isinstance(played.error, ValueError):
        raise played.error


def expect_run_once(played: Played, seed: int) -> None:
    """Require that each call was run once, in order."""
    for said in played.turns:
        if played.error and said is played.turns[-1]:
            break
        expect(
            said.ran == said.calls,
            called=turn_of(played, said, seed),
            got=f"run_tool was called for {', '.join(said.ran) or 'no call'}",
            expected=f"once for each call of the replies, in order: {', '.join(said.calls) or 'there was none'}",
            why="A call that runs twice adds a job twice, and a result that no tool gave is made up.",
        )


@pytest.mark.hint(
    "How many tool_use blocks has a reply, and for how many of them is run_tool called?",
    "Go through the blocks of each reply once, and call run_tool for every tool_use. Its results all go into one "
    "message of the user.",
)
def test_every_call_is_run_once(answer: ModuleType, begin_piece: Begin) -> None:
    """Every tool call of a reply is run once, in the order of the calls."""
    expect_run_once(day(answer, begin_piece), OPEN)


def expect_whole(played: Played, seed: int) -> None:
    """Require that the system prompt and the tools were in every request of a turn."""
    for said in played.turns:
        expect(
            not said.bare,
            called=turn_of(played, said, seed),
            got=f"a request that has lost {said.bare}",
            expected="the whole system prompt in the system prompt, and all the tools",
            why="Without them the model knows no price, and cannot look an order up.",
        )


@pytest.mark.hint(
    "Compare the request's fields with what the assistant was given.",
    "Trim the messages, and never the system prompt or the tools. What you add to the system prompt goes behind it.",
)
def test_the_system_prompt_and_the_tools_are_always_there(answer: ModuleType, begin_piece: Begin) -> None:
    """Every request of a turn has the whole system prompt, and offers all the tools."""
    expect_whole(day(answer, begin_piece), OPEN)


class Line(ScriptedModel):
    """The counter's model, behind a line on which a turn's requests can fail, after so many have passed."""

    def __init__(self) -> None:
        super().__init__(counter, target="strict")
        self.passing: int | None = None
        self.status = 400

    def answer(self, method: str, path: str, headers: Any, body: bytes) -> Any:
        is_extra = not json.loads(body).get("tools") and b'"tool_result"' not in body
        if path == "/v1/messages" and not is_extra and self.passing is not None:
            if self.passing == 0:
                self.fail_next(self.status)
                self.passing = None
            else:
                self.passing -= 1
        return super().answer(method, path, headers, body)


def started(answer: ModuleType, client: anthropic.Anthropic, budget: int = BUDGET) -> Any:
    """Return an assistant of the shop, with a shop of its own."""
    return answer.Assistant(client, SYSTEM, json.loads(json.dumps(TOOLS)), Shop().run, budget)


@pytest.mark.hint(
    "What is in your list after a call that failed?",
    "Remember what you keep as it was before the turn. When a call raises, put it back, and let the error pass: "
    "try … except anthropic.APIError: …; raise.",
)
def test_a_failed_call_leaves_nothing_behind(answer: ModuleType, begin_piece: Begin) -> None:
    """When a call fails, its error goes through, and nothing of the turn is kept: the text can be sent again."""
    for asked, status, passing in (
        ("How far is order 3112?", 400, 0),
        ("Is order 3112 ready?", 403, 0),
        ("Is order 3107 ready?", 400, 1),
    ):
        begin_piece()
        model = Line()
        assistant = started(answer, connect(model))
        assistant.send("My password for the loft is heron cedar.")
        model.passing, model.status = passing, status
        called = f"send({asked!r}), while call {passing + 1} of the turn fails with status {status}"
        try:
            returned = call(assistant.send, asked, called=called)
        except anthropic.APIStatusError:
            pass
        else:
            expect(
                False,
                called=called,
                got=f"no error, but {shown(returned)}",
                expected="the SDK's error",
                why="Whoever calls has to know that there is no answer.",
            )
        try:
            assistant.send(asked)
            assistant.send("What is my password for the loft?")
            sent = model.requests[-1]
            said = [text_of(message) for message in sent.messages if message["role"] == "user"]
            found = f"a list that holds it {sum(asked in text for text in said)} times"
            once = sum(asked in text for text in said) <= 1 and "heron cedar" in str(sent.fields)
            if "heron cedar" not in str(sent.fields):
                found = "a request without what was told before the call that failed"
        except anthropic.APIStatusError as error:
            found, once = f"{type(error).__name__}: {error}", False
        expect(
            once,
            called=f"{called}, and then twice more, without a fault",
            got=found,
            expected="the text of the failed turn once, and all from before it",
            why="A question that was kept without its answer stands there twice, or makes the list invalid.",
        )
    begin_piece()
    expect_fact_gone(answer)


def expect_fact_gone(answer: ModuleType) -> None:
    """Require that a fact of a failed turn is in no later request."""
    model = Line()
    assistant = started(answer, connect(model), SMALL)
    model.passing = 0
    told = "My courier is Kaja Elvey."
    with suppress(anthropic.APIStatusError):
        assistant.send(told)
    before = len(model.requests)
    for _ in range(6):
        assistant.send(PASTED)
    expect(
        "Kaja Elvey" not in str([sent.fields for sent in model.requests[before:]]),
        called=f"send({told!r}), which fails, and then six letters",
        got="a request with the fact of the turn that failed",
        expected="nothing of that turn",
        why="Whoever got an error takes it that the text was not heard, and may say something else.",
    )


@pytest.mark.hint(
    "Where do the list and the facts of an assistant live, and when are they made?",
    "Make them in __init__, as attributes of self. What stands in the class or in the module belongs to all.",
)
def test_two_assistants_share_nothing(answer: ModuleType, begin_piece: Begin) -> None:
    """Two assistants that answer in turn know nothing of each other."""
    names = {"Ada Birk": "landlord", "Finn Calder": "landlord", "Kaja Elvey": "courier"}
    for one_client in (False, True):
        models = [ScriptedModel(counter, target="strict") for _ in names]
        clients = [connect(model) for model in models]
        if one_client:
            models, clients = models[:1] * len(names), clients[:1] * len(names)
        assistants = [started(answer, client, SMALL) for client in clients]
        for turn in range(6):
            begin_piece()
            for (name, thing), assistant, model in zip(names.items(), assistants, models, strict=True):
                text = f"My {thing} is {name}." if turn == 0 else f"{PASTED} It is {name} who writes so."
                before = len(model.requests)
                call(assistant.send, text, called=f"send({shown(text)})")
                others = [other for other in names if other != name]
                sent = str([request.fields for request in model.requests[before:]])
                found = [other for other in others if other in sent]
                expect(
                    not found,
                    called=f"turn by turn with three assistants, send({shown(text)}) of one of them",
                    got=f"a request with what another was told: {', '.join(found)}",
                    expected="a request with what this assistant was told, and nothing else",
                    why="It would tell one customer what another has said.",
                )


def expect_recall(played: Played, seed: int, enough: float) -> None:
    """Require that enough of the facts were in the answers."""
    if played.error and not played.answers:
        raise played.error
    missed = "\n".join(
        f"{answer.probe.question} Expected {' and '.join(answer.probe.expected)}: {shown(answer.text)}"
        for answer in played.missed[:3]
    )
    expect(
        played.recall >= enough,
        called=f"the whole day: play(long_day({seed}), Assistant, budget={BUDGET})",
        got=f"{played.recall:.0%} of {len(played.answers)} facts. {len(played.missed)} are missed, such as\n{missed}",
        expected=f"at least {enough:.0%}",
        why="An assistant that forgets asks again, or says what is no longer so.",
    )


@pytest.mark.hint(
    "Look at .missed: are they old facts, corrected ones, or orders?",
    "Before a turn goes, keep what it told: the newest value of each fact, and, by code, the order that a tool's "
    "result has confirmed (current_order). Send both as <known_facts>.",
)
def test_the_open_day_is_remembered(answer: ModuleType, begin_piece: Begin) -> None:
    """On the open day, at least 80 % of the facts asked for are in the answers."""
    expect_recall(day(answer, begin_piece), OPEN, ENOUGH)


@pytest.mark.hint(
    "What does your code know of the open day that it was not told in a message?",
    "Play the day that the verdict names, as on the open day, and look at .missed.",
)
def test_an_unseen_day_goes_as_well(
    answer: ModuleType, begin_piece: Begin, record_score: Callable[[Score], None]
) -> None:
    """On a day that nobody has seen, all of this holds too; where the open day falls short, it is no worse by 10 %."""
    seed = unseen_seed(Path(str(answer.__file__)).read_text(encoding="utf-8-sig"))
    known, played = day(answer, begin_piece), day(answer, begin_piece, seed)
    for expect_all in (expect_answered, expect_accepted, expect_short, expect_run_once, expect_whole):
        if not _falls_short(expect_all, known):
            expect_all(played, seed)  # what the open day lacks is told there
    if played.error and not known.error:
        raise played.error
    expect_recall(played, seed, ENOUGH if known.recall >= ENOUGH else known.recall - 0.1)
    record_score(Score(played.recall, played.cost, tuple(Baseline(*row) for row in baselines())))


def _falls_short(expect_all: Callable[[Played, int], Any], played: Played) -> bool:
    try:
        expect_all(played, OPEN)
    except AssertionError:
        return True
    return False
