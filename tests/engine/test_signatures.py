"""Thinking blocks are signed, and what was changed since is named."""

import copy

import pytest
from hypothesis import given
from hypothesis import strategies as st

from turnkeeper import check_history
from turnkeeper.models import MODELS
from turnkeeper.signatures import digest, sign_reply, thinking_mismatches

from .blocks import HI, MARK, assistant, call, result, text, thought, told, tool, user

BOUND, FREE = MODELS["claude-opus-5-5"], MODELS["claude-opus-5"]
SYSTEM, TOOLS = "Be brief.", [tool("look")]
THINK = {"type": "thinking", "thinking": "Hm."}
HIDDEN = {"type": "redacted_thinking", "data": ""}


def conversation(*replies, model=BOUND, system=SYSTEM, tools=TOOLS):
    """Return a history whose replies were signed one after the other, each behind a question."""
    history = []
    for number, reply in enumerate(replies):
        history.append(user(f"Question {number}"))
        signed = sign_reply(reply, messages=history, model=model, system=system, tools=tools)
        history.append({"role": "assistant", "content": signed})
    return [*history, HI]


def reasons(history, model=BOUND, system=SYSTEM, tools=TOOLS):
    return [tuple(found) for found in thinking_mismatches(history, model=model, system=system, tools=tools)]


def three():
    """Return a history with a thinking block in each of three replies, at 1, 3 and 5."""
    return conversation(*([{**THINK, "thinking": f"Hm {n}."}, text(f"Answer {n}")] for n in range(3)))


def without_thinking(history, *indices):
    return [
        {**message, "content": message["content"][1:]} if index in indices else message
        for index, message in enumerate(history)
    ]


def test_a_block_without_a_signature_of_its_own_is_passed_by():
    odd = {"type": "fallback", "": "offline.x", "signature": "offline.x", "data": 5}
    assert reasons([HI, assistant(thought("Hm."), odd, text("x")), HI]) == []
    odd[""] = 5
    assert check_history([HI, assistant(thought("Hm."), odd, text("x")), HI]) == []


@pytest.mark.parametrize("behavior", ["drop_block", "error", None])
def test_a_block_bound_elsewhere_is_no_fault_where_it_is_to_be_dropped(behavior):
    history = [user("Another question"), *three()[1:]]
    asked = {"type": "adaptive", "block_binding": {"prefix_mismatch_behavior": behavior}}
    found = check_history(history, model=BOUND, system=SYSTEM, tools=TOOLS, thinking=asked)
    assert [problem.rule for problem in found] == ["thinking_bound_elsewhere"] * (0 if behavior == "drop_block" else 3)


def test_a_reply_is_signed_and_not_changed():
    reply = [THINK, HIDDEN, text("x")]
    before = copy.deepcopy(reply)
    signed = sign_reply(reply, messages=[HI], model=BOUND, system=SYSTEM, tools=TOOLS)
    assert reply == before
    assert signed[0]["signature"].startswith("offline.")
    assert signed[1]["data"].startswith("offline.")
    assert signed[0]["signature"] != signed[1]["data"]
    assert signed[2] == text("x")
    assert signed == sign_reply(reply, messages=[HI], model=BOUND, system=SYSTEM, tools=TOOLS)


@pytest.mark.parametrize("model", [BOUND, FREE])
def test_what_comes_back_as_it_was_fits(model):
    history = conversation([THINK, text("a")], [HIDDEN, THINK, text("b")], model=model)
    assert reasons(history, model) == []
    assert check_history(history, model=model, system=SYSTEM, tools=TOOLS) == []


def edited(history, place, **change):
    history = copy.deepcopy(history)
    message, block = place
    history[message]["content"][block] |= change
    return history


ALLOWED = {
    "more messages": lambda h: [*h, assistant("More."), HI],
    "the first thinking left out": lambda h: without_thinking(h, 1),
    "the first two left out": lambda h: without_thinking(h, 1, 3),
    "the last left out": lambda h: without_thinking(h, 5),
    "the last two left out": lambda h: without_thinking(h, 3, 5),
    "all left out": lambda h: without_thinking(h, 1, 3, 5),
    "a string as a block, with a marker": lambda h: [user(text("Question 0", cache_control=MARK)), *h[1:]],
    "a marker": lambda h: edited(h, (1, 1), cache_control=MARK),
    "a message in two": lambda h: [h[0], assistant(h[1]["content"][0]), assistant("Answer 0"), *h[2:]],
}
REFUSED = {
    "a question": (
        lambda h: [user("Question?"), *h[1:]],
        [(1, 0, "messages"), (3, 0, "messages"), (5, 0, "messages")],
    ),
    "the start is gone": (lambda h: h[2:], [(1, 0, "messages"), (3, 0, "messages")]),
    "a turn is gone": (lambda h: [*h[:2], *h[4:]], [(3, 0, "messages")]),
    "another order": (
        lambda h: [h[2], h[3], h[0], h[1], *h[4:]],
        [(1, 0, "messages"), (3, 0, "messages"), (5, 0, "messages")],
    ),
    "an answer": (
        lambda h: [h[0], assistant(*h[1]["content"], text("!")), *h[2:]],
        [(3, 0, "messages"), (5, 0, "messages")],
    ),
    "the middle left out": (lambda h: without_thinking(h, 3), [(5, 0, "thinking")]),
    "a thought": (lambda h: edited(h, (3, 0), thinking="Ha."), [(3, 0, "text")]),
    "a signature": (lambda h: edited(h, (3, 0), signature="offline.x"), [(3, 0, "text"), (5, 0, "thinking")]),
}


@pytest.mark.parametrize("change", ALLOWED)
def test_what_may_be_changed(change):
    assert reasons(ALLOWED[change](three())) == []


@pytest.mark.parametrize("change", REFUSED)
def test_what_may_not_be_changed(change):
    changed, expected = REFUSED[change]
    assert reasons(changed(three())) == expected


def test_what_stands_around_the_messages_may_not_be_changed():
    history = conversation([THINK, text("a")])
    assert reasons(history, system="Be long.") == [(1, 0, "system")]
    assert reasons(history, system=None) == [(1, 0, "system")]
    assert reasons(history, tools=[]) == [(1, 0, "tools")]
    assert reasons(history, tools=[tool("look", description="d")]) == [(1, 0, "tools")]
    assert reasons(history, MODELS["claude-fable-5-2"]) == [(1, 0, "model")]


def test_what_stands_around_the_messages_may_be_written_another_way():
    history = conversation([THINK, text("a")])
    assert reasons(history, system=[text(SYSTEM, cache_control=MARK)]) == []
    assert reasons(history, tools=[tool("look", cache_control=MARK), tool("more", defer_loading=True)]) == []
    bare = conversation([THINK, text("a")], system=None, tools=())
    assert reasons(bare, system="", tools=()) == []
    assert reasons(bare, system=[], tools=()) == []


def test_thinking_that_comes_back_after_it_was_left_out():
    first = conversation([THINK, text("a")])[:-1]
    asked = [*without_thinking(first, 1), user("And?")]
    reply = sign_reply([THINK, text("b")], messages=asked, model=BOUND, system=SYSTEM, tools=TOOLS)
    assert reasons([*asked, assistant(*reply)]) == []
    assert reasons([*first, user("And?"), assistant(*reply)]) == [(3, 0, "thinking")]


def test_results_of_tools_are_a_part_of_what_comes_before():
    start = [HI, {"role": "assistant", "content": [call("t1")]}, user(result("t1", content=[text("long")]))]
    reply = sign_reply([THINK, text("a")], messages=start, model=BOUND, system=SYSTEM, tools=TOOLS)
    marked = copy.deepcopy(start)
    marked[2]["content"][0]["content"][0]["cache_control"] = MARK
    cut = copy.deepcopy(start)
    cut[2]["content"][0]["content"][0]["text"] = "l"
    assert reasons([*marked, assistant(*reply), HI]) == []
    assert reasons([*cut, assistant(*reply), HI]) == [(3, 0, "messages")]


@pytest.mark.parametrize("content", ["All of it.", None])
def test_a_summary_stands_for_everything_before_it(content):
    summary = assistant({"type": "compaction", "content": content}, thought("old"))
    start = [*conversation([THINK, text("a")]), summary, user("And?")]
    reply = sign_reply([THINK, text("b")], messages=start, model=BOUND, system=SYSTEM, tools=TOOLS)
    whole = [*start, assistant(*reply), HI]
    assert reasons(whole) == []
    shorter = [whole[-4] | {"content": whole[-4]["content"][:1]}, *whole[-3:]]
    # A summary that failed stands for nothing.
    assert reasons(shorter) == ([] if content else [(2, 0, "messages")])


def test_models_that_do_not_bind_look_at_the_block_alone():
    history = conversation([THINK, text("a")], [THINK, text("b")], model=FREE)
    assert reasons(history[2:], FREE, system=None, tools=[]) == []
    assert reasons(without_thinking(history, 1), FREE) == []
    assert reasons(history, MODELS["claude-opus-4-8"]) == []
    assert reasons(edited(history, (1, 0), thinking="Ha."), FREE) == [(1, 0, "text")]


def test_blocks_from_elsewhere_are_taken_on_trust():
    history = [HI, assistant(thought("Hm.", "EqMB"), {"type": "redacted_thinking", "data": "offline"}, text("a")), HI]
    assert reasons(history) == []


def test_the_words_for_a_changed_block():
    history = conversation([THINK, text("a")], [THINK, text("b")], model=FREE)
    changed = edited(edited(history, (1, 0), thinking="Ha."), (3, 0), thinking="Ha.")
    assert told(check_history(changed, model=FREE)) == [
        ("thinking_modified", 3, 0, "", "messages.3.content.0"),
        ("thinking_signature", 1, 0, "", "messages.1.content.0"),
    ]
    latest, older = check_history(changed, model=FREE)
    assert latest.message == (
        "messages.3.content.0: `thinking` or `redacted_thinking` blocks in the latest assistant message cannot be "
        "modified. These blocks must remain as they were in the original response."
    )
    assert older.message == "messages.1.content.0: Invalid `signature` in `thinking` block"
    assert latest.mend == "Send this block back exactly as it came."
    assert older.mend == "Send this block back exactly as it came, or leave all thinking of earlier turns out."
    hidden = conversation([HIDDEN, text("a")], model=FREE)
    (problem,) = check_history(edited(hidden, (1, 0), data="offline.x"), model=FREE)
    assert (problem.rule, problem.message_index, problem.block_index) == ("thinking_modified", 1, 0)


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"system": "Be long."}, "The `system` prompt differs from the one this block was created with."),
        ({"tools": []}, "The `tools` differ from the ones this block was created with."),
        ({"model": "claude-fable-5-1"}, "The model differs from the one this block was created with."),
    ],
)
def test_the_words_for_a_block_that_is_bound_elsewhere(fields, reason):
    history = [HI, *conversation([THINK, text("a")])[1:]]
    (problem,) = check_history(
        conversation([THINK, text("a")]), **({"model": BOUND, "system": SYSTEM, "tools": TOOLS} | fields)
    )
    assert problem.rule == "thinking_bound_elsewhere"
    assert (problem.message_index, problem.block_index) == (1, 0)
    assert problem.message == (
        "messages.1.content.0: Invalid `signature` in `thinking` block. The block is bound to a different "
        "conversation. Remove the block, or set `thinking.block_binding.prefix_mismatch_behavior` to "
        '"drop_block". That setting requires the `thinking-binding-controls-2026-08-01` value in the '
        f"`anthropic-beta` header. {reason}"
    )
    assert problem.mend == (
        "Leave this thinking block out, or send everything before it as it was when the block was made."
    )
    (moved,) = check_history(history, model=BOUND, system=SYSTEM, tools=TOOLS)
    assert moved.message.endswith(" The messages before it differ from the ones this block was created with.")


def test_a_removed_block_in_the_middle_is_named():
    problems = check_history(without_thinking(three(), 3), model=BOUND, system=SYSTEM, tools=TOOLS)
    assert told(problems) == [("thinking_bound_elsewhere", 5, 0, "", "messages.5.content.0")]
    assert problems[0].message.endswith(
        " The thinking before it differs from the thinking this block was created with."
    )


def test_behind_a_malformed_message_nothing_is_said_about_the_place():
    history = three()
    history[2] = {"role": "user"}
    problems = check_history(history, model=BOUND, system=SYSTEM, tools=TOOLS)
    assert told(problems) == [("missing_field", 2, None, "", "messages.2.content")]
    history[1] = assistant({**history[1]["content"][0], "thinking": "Ha."}, text("Answer 0"))
    assert "thinking_signature" in [p.rule for p in check_history(history, model=BOUND, system=SYSTEM, tools=TOOLS)]


def test_a_digest_is_the_same_for_what_is_equal_as_json():
    assert digest({"a": 1, "b": [2]}) == digest({"b": [2], "a": 1})
    assert digest({"a": 1}) != digest({"a": 2})
    assert len(digest(None)) == 16
    endless = []
    endless.append(endless)
    assert digest(endless) == digest({1: 2, "a": 3}) == "0" * 16
    assert digest(object)


texts = st.text(max_size=4)
histories = st.lists(st.tuples(texts, st.lists(texts, max_size=2), texts), min_size=1, max_size=4)


@given(histories, st.sampled_from([BOUND, FREE]), st.sampled_from([None, "Be brief."]))
def test_any_conversation_that_was_signed_fits_and_so_does_its_start(turns, model, system):
    history = []
    for asked, thoughts, said in turns:
        history.append(user(asked))
        reply = [*({"type": "thinking", "thinking": words} for words in thoughts), text(said)]
        history.append(assistant(*sign_reply(reply, messages=history, model=model, system=system)))
    for length in range(len(history) + 1):
        assert reasons(history[:length], model, system, ()) == []


@given(histories, st.data())
def test_on_a_model_that_binds_no_message_before_thinking_can_be_lost(turns, data):
    history = conversation(*([{**THINK, "thinking": "".join(words)}, text(said)] for _, words, said in turns))
    lost = data.draw(st.sampled_from(range(0, len(history) - 1, 2)))
    rest = history[:lost] + history[lost + 1 :]
    assert {place for place, _, reason in reasons(rest) if reason == "messages"} == {
        place for place, message in enumerate(rest) if place >= lost and message["role"] == "assistant"
    }
