"""What holds of every way to trim, for any history: run shortly by test_trimming_properties.py, long by `make fuzz`."""

import copy
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from hypothesis import strategies as st

from turnkeeper import check_history
from turnkeeper.clearing import LEFT_OUT
from turnkeeper.cuts import first_opening, open_calls, openings, safe_cut, turn_starts
from turnkeeper.messages import THOUGHT, Message, blocks, turns
from turnkeeper.models import MODELS
from turnkeeper.tokens import block_tokens, request_tokens
from turnkeeper.trimming import (
    BudgetTooSmall,
    clear_tool_results,
    cut_rarely,
    keep_last_turns,
    opening,
    trim_to_budget,
    window_with_anchor,
    without_thinking,
)

from .histories import History, Json, systems, text_block, tools
from .long_histories import long_histories

PLAIN, TAKES_SYSTEM, BY_HAND = "claude-haiku-5-5", "claude-opus-5", "claude-sonnet-4-6"
"""A model of today, one that takes messages of the role system, and one whose thinking can be set by hand."""
FLAVOURS: dict[str, tuple[str, dict[str, Any]]] = {
    "strict": (PLAIN, {}),
    "claude": (PLAIN, {"strict": False}),
    "system": (TAKES_SYSTEM, {"strict": False, "system_messages": True}),
    "thinking": (BY_HAND, {"must_think": True}),
}
"""Kinds of histories: the model that takes each, and how it is built."""
Case = tuple[str, str, History]
cases: st.SearchStrategy[Case] = st.sampled_from(sorted(FLAVOURS)).flatmap(
    lambda flavour: long_histories(**FLAVOURS[flavour][1]).map(lambda history: (flavour, FLAVOURS[flavour][0], history))
)
Draw = Callable[[st.SearchStrategy[Any]], Any]
Messages = Sequence[Message]
Trim = Callable[[Messages], list[Message]]


def problems(messages: Messages, flavour: str, model: str) -> list[Any]:
    """Return what is refused, once a history that ends with the assistant goes on."""
    if messages[-1]["role"] == "assistant":
        results: list[Json] = [{"type": "tool_result", "tool_use_id": id} for id in open_calls(messages)]
        messages = [*messages, {"role": "user", "content": results or "Go on."}]
    thinking = {"type": "enabled", "budget_tokens": 1024} if flavour == "thinking" else None
    found = check_history(messages, model=model, thinking=thinking)
    return found + (check_history(messages, target="strict") if flavour in ("strict", "thinking") else [])


def is_subsequence(part: Messages, whole: Messages) -> bool:
    """Whether the messages of a part are messages of the whole, the very same ones, in their order."""
    rest = iter(whole)
    return all(any(other is message for other in rest) for message in part)


def same(one: Messages, other: Messages) -> bool:
    return len(one) == len(other) and all(left is right for left, right in zip(one, other, strict=True))


def said_last(messages: Messages) -> Message | None:
    """Return the newest message in which the user says something of their own."""
    return next(
        (
            message
            for message in reversed(messages)
            if message["role"] == "user"
            and any(block["type"] != "tool_result" and block.get("text", "x").strip() for block in blocks(message))
        ),
        None,
    )


def trimmed(trim: Trim, history: Messages) -> tuple[list[Message] | None, BudgetTooSmall | None]:
    """Return what is kept, or the refusal."""
    try:
        return trim(history), None
    except BudgetTooSmall as refusal:
        return None, refusal


def check_trimmed(case: Case, trim: Trim) -> list[Message] | None:
    """Check what holds of every way that keeps some of the messages; return them, or None where it refuses."""
    flavour, model, history = case
    assert problems(history, flavour, model) == []
    before, shallow = copy.deepcopy(history), list(history)
    kept, refusal = trimmed(trim, history)
    assert history == before
    assert same(history, shallow)
    if kept is None:
        assert refusal is not None
        assert refusal.needed > refusal.budget
        return None
    assert kept is not history
    assert is_subsequence(kept, history)
    assert kept[-1] is history[-1]
    users = [message for message in history if message["role"] == "user"]
    assert any(message is users[-1] for message in kept)
    assert any(message is said_last(history) for message in kept)
    assert problems(kept, flavour, model) == []
    assert same(trim(kept), kept)
    return kept


def tokens_of(messages: Messages, around: dict[str, Any]) -> int:
    """Count a request by itself, and not as the trimming does."""
    return request_tokens(messages, **{**around, "model": MODELS[around["model"]]})


def of_turns(draw: Draw, case: Case) -> None:
    history = case[2]
    n = draw(st.integers(1, 8))
    kept = check_trimmed(case, partial(keep_last_turns, n=n))
    assert kept is not None
    assert same(kept, history[len(history) - len(kept) :])
    whole = turns(history)
    assert len(kept) >= sum(map(len, whole[-n:]))
    if n >= len(whole):
        assert same(kept, history)


def of_budgets(draw: Draw, case: Case) -> None:
    _, model, history = case
    around = {"system": draw(systems), "tools": draw(st.one_of(st.just([]), tools)), "model": model}
    reserve = draw(st.sampled_from([0, 0, 10, 500]))
    whole = tokens_of(history, around) + reserve
    budget = draw(st.one_of(st.integers(-5, whole + 5), st.just(whole)))
    trim = partial(trim_to_budget, budget=budget, reserve=reserve, **around)
    kept = check_trimmed(case, trim)
    if kept is not None:
        assert tokens_of(kept, around) + reserve <= budget
        assert same(kept, history) == (whole <= budget)
        longer = [place for place in openings(history) if len(history) - place > len(kept)]
        assert not longer or tokens_of(history[longer[-1] :], around) + reserve > budget
        return
    assert whole > budget
    _, refusal = trimmed(trim, history)
    assert refusal is not None
    least = trim_to_budget(history, refusal.needed, reserve=reserve, **around)
    assert tokens_of(least, around) + reserve == refusal.needed
    assert refusal.newest + refusal.fixed + refusal.reserve == refusal.needed


def of_a_counter(draw: Draw, case: Case) -> None:
    """With a message as the unit, and the system prompt as one more."""
    history = case[2]
    budget = draw(st.integers(-1, len(history) + 3))
    system = draw(st.sampled_from([None, "", "You sell tide tables."]))
    given = draw(st.sampled_from([(), [{"name": "find_order", "input_schema": {"type": "object"}}]]))
    count = partial(trim_to_budget, budget=budget, count=lambda message: 1, system=system, tools=given)
    kept = check_trimmed(case, count)
    if kept is not None:
        assert len(kept) + bool(system) + bool(given) <= budget


def of_windows(draw: Draw, case: Case) -> None:
    history = case[2]
    n = draw(st.integers(1, 12))
    kept = check_trimmed(case, partial(window_with_anchor, n=n))
    assert kept is not None
    if len(history) <= n:
        assert same(kept, history)
        return
    anchor = [history[place] for place in opening(history)]
    front = len(anchor) if anchor and same(kept[:2], anchor) else 0
    newest = history[max(openings(history), default=0) :]
    assert len(kept) - front <= max(n, len(newest)) + 2 * (not front)


def of_rare_cuts(draw: Draw, case: Case) -> None:
    """On a history that grows, what is kept grows with it, message by message, until the next cut."""
    history = case[2]
    around = {"system": draw(systems), "model": case[1]}
    high = draw(st.integers(1, tokens_of(history, around) + 10))
    low = draw(st.integers(0, high))
    trim = partial(cut_rarely, high=high, low=low, **around)
    kept = check_trimmed(case, trim)
    assert kept is None or tokens_of(kept, around) <= high
    before: list[Message] | None = None
    for length in range(1, len(history) + 1):
        grown = history[:length]
        kept, refusal = trimmed(trim, grown)
        assert kept is not None or (refusal is not None and refusal.budget == high)
        if kept is not None and tokens_of(grown, around) <= high:
            assert same(kept, grown)
        elif kept is not None and before is not None and not same(kept, [*before, grown[-1]]):  # a cut
            assert tokens_of([*before, grown[-1]], around) > high
            _, least = trimmed(partial(trim_to_budget, budget=0, **around), grown)
            assert least is not None
            assert tokens_of(kept, around) <= max(low, least.needed)
        before = kept


def of_cleared_results(draw: Draw, case: Case) -> None:
    flavour, model, history = case
    keep = draw(st.integers(0, 6))
    exclude = draw(st.sampled_from([(), ("find_order",), ["refund"]]))
    before = copy.deepcopy(history)
    clear = partial(clear_tool_results, keep=keep, exclude=exclude)
    kept = clear(history)
    assert history == before
    assert len(kept) == len(history)
    assert problems(kept, flavour, model) == []
    assert clear(kept) == kept
    assert request_tokens(kept, model=MODELS[PLAIN]) <= request_tokens(history, model=MODELS[PLAIN])
    changed = 0
    for message, was in zip(kept, history, strict=True):
        if message is not was:
            assert message["role"] == was["role"] == "user"
            pairs = list(zip(blocks(message), blocks(was), strict=True))
            changed += sum(block != old for block, old in pairs)
            assert all(block == old or {**old, "content": block["content"]} == block for block, old in pairs)
            assert all(block == old or block_tokens(block) < block_tokens(old) for block, old in pairs)
    results = sum(block["type"] == "tool_result" for message in history for block in blocks(message))
    assert changed <= max(0, results - keep)
    assert not (changed and "find_order" in exclude)


def of_left_out_thinking(_: Draw, case: Case) -> None:
    flavour, model, history = case
    before = copy.deepcopy(history)
    kept = without_thinking(history)
    assert history == before
    assert len(kept) == len(history)
    assert problems(kept, "strict" if flavour == "thinking" else flavour, model) == []
    assert same(without_thinking(kept), kept)
    for message, was in zip(kept, history, strict=True):
        rest = [block for block in blocks(was) if block["type"] not in THOUGHT]
        assert (message is was) == (rest == blocks(was))
        assert blocks(message) == (rest or [text_block(LEFT_OUT)] if message is not was else rest)


def of_cuts(draw: Draw, case: Case) -> None:
    """What is called an opening is one, and every opening is called so."""
    flavour, model, history = case
    alone = [
        place
        for place in turn_starts(history)
        if any(block.get("text", "x").strip() for block in blocks(history[place]))
        and problems(history[place:], flavour, model) == []
    ]
    assert openings(history) == alone
    start = draw(st.integers(0, len(history)))
    assert first_opening(history, start) == next((place for place in alone if place >= start), None)
    place = draw(st.integers(0, len(history)))
    cut = safe_cut(history, place)
    assert 0 <= cut <= place
    assert safe_cut(history, cut) == cut
    summary = {"role": "user", "content": "What was said before: nothing."}
    rest: list[Message] = [summary, *history[cut:]] if cut else [*history]
    assert problems(rest, "claude", model) == []
    assert problems([*history[:cut], {"role": "assistant", "content": "…"}], "claude", model) == [] or cut < len(
        history
    )
    assert sum(map(len, turns(history))) == len(history)


PROPERTIES: dict[str, Callable[[Draw, Case], None]] = {
    "keep_last_turns": of_turns,
    "trim_to_budget": of_budgets,
    "trim_to_budget, a counter of one's own": of_a_counter,
    "window_with_anchor": of_windows,
    "cut_rarely": of_rare_cuts,
    "clear_tool_results": of_cleared_results,
    "without_thinking": of_left_out_thinking,
    "cuts": of_cuts,
}
"""Each draws the arguments for a history, and checks what comes back."""
