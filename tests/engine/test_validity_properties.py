"""What holds for any history."""

import copy
from types import MappingProxyType

from hypothesis import given, settings
from hypothesis import strategies as st

from turnkeeper import check_history
from turnkeeper.validity import RULES

from .blocks import HI, NEW, OLD, REPLY, assistant, call, result, user
from .histories import json_values, spoil, valid_histories

anything = st.recursive(
    json_values | st.binary(max_size=2) | st.builds(object),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.tuples(inner, inner)
        | st.dictionaries(
            st.sampled_from(["role", "content", "type", "id", "tool_use_id", "text", "cache_control", "source", 3]),
            inner | st.sampled_from(["user", "assistant", "system", "text", "tool_use", "tool_result", "thinking"]),
            max_size=4,
        ).flatmap(lambda value: st.sampled_from([value, MappingProxyType(value)]))
    ),
    max_leaves=20,
)


@settings(deadline=None)
@given(anything, anything, anything, anything, st.sampled_from(["claude", "strict"]))
def test_anything_at_all_gets_an_answer(messages, system, tools, more, target):
    for model in (OLD, NEW):
        problems = check_history(
            messages, system=system, tools=tools, thinking=more, cache_control=more, model=model, target=target
        )
        for problem in problems:
            assert problem.message
            assert problem.mend
            assert problem.rule in {rule.id for rule in RULES}


@settings(deadline=None)
@given(st.data())
def test_a_history_is_left_alone(data):
    history = spoil(data.draw, data.draw(valid_histories(thinks=True)))
    before = copy.deepcopy(history)
    check_history(history, model=OLD)
    assert history == before


@settings(deadline=None)
@given(valid_histories(), st.sampled_from(["claude", "strict"]))
def test_a_valid_exchange_in_front_of_a_valid_history_is_valid(history, target):
    front = [HI, assistant(call("front")), user(result("front")), REPLY]
    assert check_history(history, target=target) == []
    assert check_history([*front, *history], target=target) == []


@settings(deadline=None)
@given(st.data())
def test_a_message_split_in_two_is_judged_like_the_whole(data):
    history = spoil(data.draw, data.draw(valid_histories(thinks=True, prefill=True)))
    split = []
    for message in history:
        content = message.get("content") if isinstance(message, dict) else None
        if isinstance(content, list) and content and message.get("role") != "system":
            cut = data.draw(st.integers(0, len(content)))
            split += [{**message, "content": part} for part in (content[:cut], content[cut:]) if part]
        else:
            split.append(message)
    whole, parts = check_history(history, model=OLD), check_history(split, model=OLD)
    # What a malformed message would be split into is another message.
    assert _said(whole) == _said(parts) or _malformed(whole)


def _said(problems):
    """Return what the API says: the sentence about calls once for each of them, for it may name several."""
    unanswered = "immediately after"
    return {
        (p.message.split(unanswered)[0], id) if unanswered in p.message else p.message
        for p in problems
        for id in p.ids or [""]
    }


def _malformed(problems):
    schema = {rule.id for rule in RULES if rule.stage == "schema"}
    return any(problem.rule in schema for problem in problems)
