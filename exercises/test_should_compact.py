"""What `exercises/should_compact.py` has to do. Run it with `pytest exercises/test_should_compact.py`."""

import random
from functools import cache
from types import ModuleType
from typing import Any

import anthropic
import pytest
from anthropic.types import TextBlock

from turnkeeper import ScriptedModel, connect
from turnkeeper.faults import refusal_of
from turnkeeper.grading import call, expect, expect_unchanged, shown
from turnkeeper.scripts import reader, shop

MODEL = "claude-haiku-5-5"
OLD_MODEL = "claude-haiku-4-5"
EMPTY: dict[str, Any] = {
    "system": "",
    "tools": [],
}  # there, and nothing in them: what is left out has a requirement of its own
WORDS = ("the", "front", "wheel", "of", "my", "bicycle", "makes", "a", "noise", "again", "since", "yesterday")


class Watched(ScriptedModel):
    """A model that counts every call that reaches it, also those that it refuses."""

    asked = 0

    def answer(self, *given: Any) -> Any:
        self.asked += 1
        return super().answer(*given)


def said(*texts: str) -> list[dict[str, Any]]:
    """Return a history in which the user and the model take turns."""
    return [{"role": ("user", "assistant")[place % 2], "content": text} for place, text in enumerate(texts)]


def talk(messages: int, words: int, seed: int) -> list[dict[str, Any]]:
    """Return a history of so many messages, each of so many words."""
    draw = random.Random(seed)
    return said(*(" ".join(draw.choices(WORDS, k=words)) for _ in range(messages)))


@cache
def offline() -> Any:
    """Return a client for questions in which nothing is looked up afterwards."""
    return connect(ScriptedModel(reader))


def counted(model: str, messages: list[dict[str, Any]], **fields: Any) -> int:
    """Return what the offline API counts."""
    tokens: int = offline().messages.count_tokens(model=model, messages=messages, **fields).input_tokens
    return tokens


def decided(answer: ModuleType, about: str, expected: bool, why: str, **given: Any) -> None:
    """Ask the answer, and require its decision."""
    called = f"should_compact(client, …, budget={given['budget']}), {about}"
    got = call(answer.should_compact, offline(), called=called, **given)
    expect(
        isinstance(got, bool) and got is expected,
        called=called,
        got=str(got) if isinstance(got, bool) else f"{shown(got)}, which is neither True nor False",
        expected=str(expected),
        why=why,
    )


@pytest.mark.hint(
    "What is long: a history of many messages, or one of many tokens?",
    "Ask client.messages.count_tokens, and compare the input_tokens of its answer with the budget.",
)
def test_the_tokens_decide(answer: ModuleType) -> None:
    """It returns True for far more tokens than the budget, False for far fewer, whatever the number of messages."""
    why = "The window, the price and the waiting are measured in tokens. A message can be two words or a whole file."
    for messages in (talk(1, 900, seed=1), talk(3, 400, seed=2), talk(61, 2, seed=3), talk(101, 12, seed=4)):
        tokens = counted(MODEL, messages)
        about = f"a history of {len(messages)} messages and {tokens} tokens"
        decided(answer, about, True, why, model=MODEL, messages=messages, budget=tokens // 8, **EMPTY)
        decided(answer, about, False, why, model=MODEL, messages=messages, budget=tokens * 2, **EMPTY)


@pytest.mark.hint(
    "A budget of 100 tokens: does a request of 100 tokens keep within it?",
    "Look at your comparison. Only more than the budget is too much.",
)
def test_exactly_the_budget_still_fits(answer: ModuleType) -> None:
    """A request of exactly the budget still fits, and with one token more it does not."""
    why = "A budget is what may be used, to the last token. With one more it is exceeded."
    for seed in range(5, 9):
        messages = talk(2 * seed + 1, 9, seed=seed)
        tokens = counted(MODEL, messages)
        about = f"for a request of {tokens} tokens"
        for budget in (tokens + 1, tokens, tokens - 1):
            decided(answer, about, tokens > budget, why, model=MODEL, messages=messages, budget=budget, **EMPTY)


@pytest.mark.hint(
    "Is the list of messages all that the call will hold?",
    "Hand `system` on to count_tokens. It is a field of its own, beside the messages.",
)
def test_the_system_prompt_counts(answer: ModuleType) -> None:
    """The system prompt counts."""
    messages = said("Is it ready?")
    for system in (shop.SYSTEM, " ".join(talk(1, 700, seed=9)[0]["content"].split())):
        tokens = counted(MODEL, messages, system=system)
        decided(
            answer,
            f"{counted(MODEL, messages)} tokens of messages, {tokens} with the system prompt",
            True,
            "The system prompt is sent, read and billed with every request.",
            model=MODEL,
            messages=messages,
            system=system,
            tools=[],
            budget=tokens // 2,
        )


@pytest.mark.hint(
    "Which other field of the call does the model read?",
    "Hand `tools` on to count_tokens. Their descriptions are a part of the request.",
)
def test_the_tools_count(answer: ModuleType) -> None:
    """The tools count."""
    messages = said("Is it ready?")
    for tools in (shop.TOOLS, shop.TOOLS[:1]):
        tokens = counted(MODEL, messages, tools=tools)
        decided(
            answer,
            f"{counted(MODEL, messages)} tokens of messages, {tokens} with {len(tools)} tools",
            True,
            "Tools are text to the model: their names, descriptions and schemas are sent with every request.",
            model=MODEL,
            messages=messages,
            system="",
            tools=tools,
            budget=tokens // 2,
        )


@pytest.mark.hint(
    "Which model is counted for? Two models can count one text differently.",
    "Hand the `model` that you were given on to count_tokens.",
)
def test_it_counts_for_the_model_it_is_given(answer: ModuleType) -> None:
    """It counts for the model it is given: the same request can be too long for one and not for another."""
    messages = said("\n\n".join(f"{' ' * 40}{line['content']}" for line in talk(30, 9, seed=10)))
    new, old = counted(MODEL, messages), counted(OLD_MODEL, messages)
    for model, expected in ((MODEL, True), (OLD_MODEL, False)):
        decided(
            answer,
            f"model={model!r}, for which the request has {new if expected else old} tokens",
            expected,
            "Models cut text into tokens differently, so each has its own count.",
            model=model,
            messages=messages,
            budget=(new + old) // 2,
            **EMPTY,
        )


@pytest.mark.hint(
    "Which of the fields may be None, and what becomes of None on its way to the API?",
    "Build the call's fields first, and put in only those that are there. Or use anthropic.omit.",
)
def test_a_field_that_is_none_is_left_out(answer: ModuleType) -> None:
    """Without a system prompt, without tools, and without both, the call goes through, and holds neither."""
    messages = talk(5, 9, seed=11)
    for names in (("system",), ("tools",), ("system", "tools")):
        there = {name: value for name, value in EMPTY.items() if name not in names}
        for fields in (there, {**there, **dict.fromkeys(names)}):
            decided(
                answer,
                f"{' and '.join(names)} {'left out' if fields is there else 'None'}",
                True,
                "None is sent as null, and the API refuses null there. What is left out is not sent.",
                model=MODEL,
                messages=messages,
                budget=counted(MODEL, messages) // 2,
                **fields,
            )
    tokens = counted(MODEL, messages)
    given = {"model": MODEL, "messages": messages, "budget": tokens + 100}
    call(answer.should_compact, offline(), called="should_compact(…)", **given, system=shop.SYSTEM, tools=shop.TOOLS)
    decided(
        answer,
        f"for a request of {tokens} tokens without system and tools, after one that had both",
        False,
        "Nothing of one request belongs into the next.",
        **given,
    )


@pytest.mark.hint(
    "What would a reply cost that you need only to learn its usage?",
    "count_tokens answers without a reply. Nothing else has to be called, and nothing local knows the model's count.",
)
def test_it_asks_the_api_and_asks_for_no_reply(answer: ModuleType) -> None:
    """It asks the API to count, and never asks for a reply; an error of the API goes through."""
    why = "A count is free. A reply is billed, takes seconds, and is thrown away here."
    for messages, budget in ((talk(3, 5, seed=12), 1), (talk(3, 5, seed=13), 9_999), (talk(90, 30, seed=14), 50)):
        model = ScriptedModel(reader)
        called = f"should_compact(client, …, budget={budget})"
        client = connect(model)
        call(
            answer.should_compact,
            client,
            called=called,
            model=MODEL,
            messages=messages,
            budget=budget,
            system="",
            tools=[],
        )
        asked, replies = len(model.counts), len(model.requests)
        expect(
            asked >= 1 and not replies,
            called=called,
            got=f"{asked} calls of count_tokens, {replies} of messages.create",
            expected="a call of count_tokens, and none of messages.create",
            why=why if replies else "Only the API knows how it counts. What you work out yourself is an estimate.",
        )
    called = "should_compact(client, model='claude-nope', …), for which the API answers 404"
    ask = {"model": "claude-nope", "messages": talk(3, 5, seed=12), "budget": 50, **EMPTY}
    try:
        got = shown(call(answer.should_compact, offline(), called=called, **ask))
    except anthropic.NotFoundError:
        return
    expect(False, called=called, got=got, expected="the SDK's error", why="Without a count there is no decision.")


@pytest.mark.hint(
    "Does anything in your function write into the list it was given?",
    "Counting needs no change. If you want another list, build a new one.",
)
def test_the_list_stays_as_it_was(answer: ModuleType) -> None:
    """The list of messages is the same before and after, also when it is too long."""
    blocks = talk(3, 9, seed=17)
    blocks[1]["content"] = [TextBlock(type="text", text="I will see.")]
    for messages, budget in ((talk(9, 9, seed=15), 20), (talk(9, 9, seed=16), 9_999), (blocks, 5)):
        expect_unchanged(
            answer.should_compact,
            offline(),
            called=f"should_compact(client, model={MODEL!r}, messages=history, budget={budget})",
            model=MODEL,
            messages=messages,
            budget=budget,
            **EMPTY,
        )


@pytest.mark.hint(
    "What does the API say to an empty list?",
    "Answer for the empty list before you call anything.",
)
def test_an_empty_list_needs_no_call(answer: ModuleType) -> None:
    """An empty list is never too long: it returns False without a call."""
    for budget in (0, 500):
        called = f"should_compact(client, model={MODEL!r}, messages=[], budget={budget}, system='Be brief.')"
        ask: dict[str, Any] = {"model": MODEL, "messages": [], "budget": budget, "system": "Be brief.", "tools": []}
        model = Watched(reader)
        try:
            got = shown(call(answer.should_compact, connect(model), called=called, **ask))
        except anthropic.BadRequestError as refused:
            got = refusal_of(refused)
        expect(
            got == "False" and not model.asked,
            called=called,
            got=f"False, after {model.asked} {'call' if model.asked == 1 else 'calls'}" if got == "False" else got,
            expected="False, without a call",
            why="There is nothing to compact yet, and the API refuses to count nothing.",
        )
