"""Context editing: what is cleared, what it says, and that the list that was sent stays as it is."""

import copy
import itertools
from typing import Any

import anthropic
import pytest
from hypothesis import given
from hypothesis import strategies as st

from turnkeeper import ScriptedModel, connect
from turnkeeper.clearing import CLEARED
from turnkeeper.messages import blocks
from turnkeeper.offline.edits import apply_edits, check_edits, counted, without_old_thinking
from turnkeeper.offline.errors import ApiError
from turnkeeper.offline.request import MessagesRequest, as_request

EDITING = "context-management-2025-06-27"
MODEL = "claude-haiku-5-5"
ALWAYS = {"type": "tool_uses", "value": 0}


def request(messages: list[dict[str, Any]], *edits: dict[str, Any], **fields: Any) -> MessagesRequest:
    body = {"model": MODEL, "max_tokens": 100, "messages": messages, "context_management": {"edits": list(edits)}}
    return as_request({**body, **fields}, frozenset({EDITING}), "2026-10-21")


def clear_tools(**options: Any) -> dict[str, Any]:
    return {"type": "clear_tool_uses_20250919", "trigger": ALWAYS, **options}


def clear_thinking(turns: int) -> dict[str, Any]:
    return {"type": "clear_thinking_20251015", "keep": {"type": "thinking_turns", "value": turns}}


def calls(*names: str, result: str = "It is cloudy, with a little rain.") -> list[dict[str, Any]]:
    """Return a history in which these tools were called one after the other."""
    history: list[dict[str, Any]] = [{"role": "user", "content": "Do it all."}]
    for place, name in enumerate(names):
        call = {"type": "tool_use", "id": f"toolu_{place}", "name": name, "input": {"city": "Lille"}}
        answer = {"type": "tool_result", "tool_use_id": f"toolu_{place}", "content": result, "is_error": False}
        history += [{"role": "assistant", "content": [call]}, {"role": "user", "content": [answer]}]
    return history


def results(messages: list[dict[str, Any]]) -> list[Any]:
    return [block["content"] for message in messages for block in blocks(message) if block.get("type") == "tool_result"]


def test_the_oldest_results_are_cleared_and_the_newest_three_kept() -> None:
    sent = calls("a", "b", "c", "d", "e", result="sunny")
    edited = apply_edits(request(sent, clear_tools()))
    assert results(edited.messages) == [CLEARED, CLEARED, "sunny", "sunny", "sunny"]
    assert edited.applied_edits[0]["cleared_tool_uses"] == 2
    assert results(sent) == ["sunny"] * 5


def test_a_cleared_result_is_still_the_answer_to_its_call() -> None:
    edited = apply_edits(request(calls("a"), clear_tools(keep={"type": "tool_uses", "value": 0})))
    [result] = blocks(edited.messages[2])
    assert result == {"type": "tool_result", "tool_use_id": "toolu_0", "content": CLEARED, "is_error": False}
    assert edited.messages[:2] == calls("a")[:2]


@pytest.mark.parametrize(("value", "applied"), [(4, True), (5, False)])
def test_clearing_begins_above_the_number_of_tool_uses(value: int, applied: bool) -> None:
    edit = clear_tools(trigger={"type": "tool_uses", "value": value})
    edited = apply_edits(request(calls("a", "b", "c", "d", "e"), edit))
    assert bool(edited.applied_edits) is applied


@pytest.mark.parametrize(("less", "applied"), [(1, True), (0, False)])
def test_clearing_begins_above_the_number_of_input_tokens(less: int, applied: bool) -> None:
    sent = calls("a", "b", "c", "d")
    size = request(sent).input_tokens
    edit = clear_tools(trigger={"type": "input_tokens", "value": size - less})
    assert bool(apply_edits(request(sent, edit)).applied_edits) is applied


def test_without_a_trigger_clearing_begins_above_100_000_tokens() -> None:
    edit = {"type": "clear_tool_uses_20250919"}
    sent = calls("a", "b", "c", "d", result="word " * 1_000)
    assert apply_edits(request(sent, edit)).applied_edits == []
    long = calls("a", "b", "c", "d", result="word " * 15_000)
    assert apply_edits(request(long, edit)).applied_edits[0]["cleared_tool_uses"] == 1


def test_excluded_tools_are_never_cleared() -> None:
    edited = apply_edits(request(calls("a", "b", "a", "b", "c", result="x"), clear_tools(exclude_tools=["a"])))
    assert results(edited.messages) == ["x", CLEARED, "x", "x", "x"]


@pytest.mark.parametrize(("which", "emptied"), [(True, [0, 1]), (["b"], [1]), (False, []), (None, [])])
def test_inputs_of_cleared_calls_can_go_too(which: object, emptied: list[int]) -> None:
    edited = apply_edits(request(calls("a", "b", "c", "d", "e"), clear_tools(clear_tool_inputs=which)))
    inputs = [block["input"] for message in edited.messages for block in blocks(message) if block["type"] == "tool_use"]
    assert inputs == [{} if place in emptied else {"city": "Lille"} for place in range(5)]


def test_nothing_is_cleared_when_less_than_clear_at_least_would_go() -> None:
    sent = calls("a", "b", "c", "d")
    [done] = apply_edits(request(sent, clear_tools())).applied_edits
    for more, applied in ((0, True), (1, False)):
        least = {"type": "input_tokens", "value": done["cleared_input_tokens"] + more}
        edited = apply_edits(request(sent, clear_tools(clear_at_least=least)))
        assert bool(edited.applied_edits) is applied
        assert (edited.messages == sent) is not applied


def thinking(*turns: int) -> list[dict[str, Any]]:
    """Return a history of turns, each with so many thinking blocks, one before each call of a tool."""
    history: list[dict[str, Any]] = []
    for turn, thoughts in enumerate(turns):
        history.append({"role": "user", "content": f"Question {turn}"})
        for place in range(thoughts):
            thought = {"type": "thinking", "thinking": f"Let me see {turn}.{place}.", "signature": "s"}
            call = {"type": "tool_use", "id": f"toolu_{turn}_{place}", "name": "look", "input": {}}
            answer = {"type": "tool_result", "tool_use_id": call["id"], "content": "seen"}
            history += [{"role": "assistant", "content": [thought, call]}, {"role": "user", "content": [answer]}]
        history.append({"role": "assistant", "content": "Done."})
    return [*history, {"role": "user", "content": "And now?"}]


def thoughts(messages: list[dict[str, Any]]) -> list[str]:
    return [block["thinking"] for message in messages for block in blocks(message) if block["type"] == "thinking"]


def test_thinking_of_older_turns_is_cleared_turn_by_turn() -> None:
    sent = thinking(2, 0, 1, 2)
    edited = apply_edits(request(sent, clear_thinking(1)))
    assert thoughts(edited.messages) == ["Let me see 3.0.", "Let me see 3.1."]
    assert edited.applied_edits[0]["cleared_thinking_turns"] == 2
    assert len(thoughts(sent)) == 5


def test_redacted_thinking_is_thinking_too() -> None:
    sent = thinking(1, 1)
    sent[1]["content"][0] = {"type": "redacted_thinking", "data": "x"}
    edited = apply_edits(request(sent, clear_thinking(1)))
    assert [block["type"] for block in blocks(edited.messages[1])] == ["tool_use"]


@pytest.mark.parametrize("keep", ["all", {"type": "all"}, {"type": "thinking_turns", "value": 2}])
def test_thinking_that_is_kept_is_no_edit(keep: object) -> None:
    edited = apply_edits(request(thinking(1, 1), {"type": "clear_thinking_20251015", "keep": keep}))
    assert edited.applied_edits == []


@pytest.mark.parametrize(("model", "left"), [("claude-opus-4-5", 3), ("claude-haiku-4-5", 1)])
def test_how_much_thinking_stays_by_itself_is_the_models(model: str, left: int) -> None:
    edited = apply_edits(request(thinking(1, 1, 1), {"type": "clear_thinking_20251015"}, model=model))
    assert len(thoughts(edited.messages)) == left


def test_models_that_keep_no_old_thinking_lose_it_unless_an_edit_says_what_stays() -> None:
    sent = thinking(1, 1)
    plain = request(sent, model="claude-haiku-4-5")
    asked = request(sent, {"type": "clear_thinking_20251015", "keep": "all"}, model="claude-haiku-4-5")
    assert thoughts(without_old_thinking(plain).messages) == ["Let me see 1.0."]
    assert without_old_thinking(asked) is asked
    newer = request(sent, model="claude-opus-4-5")
    assert without_old_thinking(newer) is newer


def test_edits_are_made_in_the_order_given() -> None:
    sent = thinking(2, 2, 2)
    edited = apply_edits(request(sent, clear_thinking(1), clear_tools()))
    assert [edit["type"] for edit in edited.applied_edits] == ["clear_thinking_20251015", "clear_tool_uses_20250919"]
    assert results(edited.messages) == [CLEARED, CLEARED, CLEARED, "seen", "seen", "seen"]


@pytest.mark.parametrize(
    ("fields", "betas", "message"),
    [
        (
            {"context_management": {"edits": [clear_tools(), clear_tools()]}},
            {EDITING},
            "context_management.edits.1: `clear_tool_uses_20250919` may be given once only",
        ),
        (
            {"context_management": {"edits": [clear_tools(), clear_thinking(1)]}},
            {EDITING},
            "context_management.edits: `clear_thinking_20251015` must be listed first",
        ),
        (
            {"context_management": {"edits": [clear_thinking(1)]}, "thinking": {"type": "disabled"}},
            {EDITING},
            "`clear_thinking_20251015` strategy requires `thinking` to be enabled or adaptive",
        ),
        (
            {"context_management": {"edits": [clear_thinking(1)]}, "model": "claude-opus-4-5"},
            {EDITING},
            "`clear_thinking_20251015` strategy requires `thinking` to be enabled or adaptive",
        ),
        (
            {"context_management": {"edits": [{"type": "compact_20260112"}]}},
            {"compact-2026-01-12"},
            "'claude-haiku-5-5' does not support the 'compact_20260112' context management strategy.",
        ),
        (
            {"context_management": {"edits": [{"type": "compact_20260112"}]}},
            {EDITING},
            "context_management.edits.0: Input tag 'compact_20260112' found using 'type' does not match any of the "
            "expected tags: 'clear_tool_uses_20250919', 'clear_thinking_20251015'",
        ),
    ],
)
def test_edits_that_are_refused(fields: dict[str, Any], betas: set[str], message: str) -> None:
    with pytest.raises(ApiError) as refused:
        check_edits({"model": MODEL, **fields}, frozenset(betas))
    assert (refused.value.status, refused.value.message) == (400, message)


@st.composite
def histories(draw: st.DrawFn) -> list[dict[str, Any]]:
    ids = itertools.count()
    history: list[dict[str, Any]] = []
    for _ in range(draw(st.integers(1, 4))):
        history.append({"role": "user", "content": draw(st.text(max_size=40))})
        for _ in range(draw(st.integers(0, 3))):
            content: list[dict[str, Any]] = []
            if draw(st.booleans()):
                content.append({"type": "thinking", "thinking": draw(st.text(max_size=40)), "signature": "s"})
            made = [f"toolu_{next(ids)}" for _ in range(draw(st.integers(1, 3)))]
            names = draw(st.lists(st.sampled_from("abc"), min_size=len(made), max_size=len(made)))
            content += [
                {"type": "tool_use", "id": id, "name": name, "input": {"q": draw(st.text(max_size=9))}}
                for id, name in zip(made, names, strict=True)
            ]
            texts = st.text(max_size=60)
            content_of_result = st.one_of(texts, texts.map(lambda text: [{"type": "text", "text": text}]))
            answers = [{"type": "tool_result", "tool_use_id": id, "content": draw(content_of_result)} for id in made]
            history += [{"role": "assistant", "content": content}, {"role": "user", "content": answers}]
        history.append({"role": "assistant", "content": [{"type": "text", "text": "Done."}]})
    return history


number = st.integers(0, 6)
tool_options = st.fixed_dictionaries(
    {},
    optional={
        "trigger": st.one_of(
            st.builds(lambda value: {"type": "tool_uses", "value": value}, number),
            st.builds(lambda value: {"type": "input_tokens", "value": value}, st.integers(0, 300)),
        ),
        "keep": st.builds(lambda value: {"type": "tool_uses", "value": value}, number),
        "exclude_tools": st.none() | st.lists(st.sampled_from("abc")),
        "clear_tool_inputs": st.none() | st.booleans() | st.lists(st.sampled_from("abc")),
        "clear_at_least": st.none()
        | st.builds(lambda value: {"type": "input_tokens", "value": value}, st.integers(0, 60)),
    },
)


@given(histories(), st.none() | st.integers(1, 3), tool_options)
def test_whatever_is_cleared_only_contents_change(
    sent: list[dict[str, Any]], turns: int | None, options: dict[str, Any]
) -> None:
    edits = [] if turns is None else [clear_thinking(turns)]
    before = request(sent, *edits, {"type": "clear_tool_uses_20250919", **options})
    copied = copy.deepcopy(sent)
    edited = apply_edits(before)
    after = before.with_messages(edited.messages)
    assert sent == copied
    assert [message["role"] for message in edited.messages] == [message["role"] for message in sent]
    for old, new in zip(sent, edited.messages, strict=True):
        stay = [block for block in blocks(old) if turns is None or block["type"] != "thinking"]
        left = [block for block in blocks(new) if turns is None or block["type"] != "thinking"]
        for was, now in zip(stay, left, strict=True):
            free = {"tool_result": "content", "tool_use": "input"}.get(was["type"], "text")
            assert {**was, free: ""} == {**now, free: ""} if free != "text" else was == now
    lost = before.input_tokens - after.input_tokens
    said = sum(edit["cleared_input_tokens"] for edit in edited.applied_edits)
    # A result shorter than the placeholder costs tokens, which an edit never reports as cleared.
    assert said >= 0
    assert said == lost or (said > lost and CLEARED in results(edited.messages))
    assert counted(before) == {
        "input_tokens": after.input_tokens,
        "context_management": {"original_input_tokens": before.input_tokens},
    }
    assert bool(edited.applied_edits) == (edited.messages != sent)


def test_the_client_is_told_and_the_model_sees_it() -> None:
    seen = []

    def script(request: MessagesRequest) -> str:
        seen.append(results(request.messages))
        return "Fine."

    model = ScriptedModel(script)
    sent = calls("a", "b", "c", "d", result="It rains in Lille. " * 10)
    tools: Any = [{"name": name, "input_schema": {"type": "object"}} for name in "abcd"]
    asked: Any = {"model": MODEL, "messages": sent, "tools": tools, "context_management": {"edits": [clear_tools()]}}
    beta = connect(model).beta.messages
    reply = beta.create(**asked, max_tokens=100, betas=[EDITING])
    count = beta.count_tokens(**asked, betas=[EDITING])
    assert seen == [[CLEARED] + ["It rains in Lille. " * 10] * 3]
    assert reply.context_management is not None
    [edit] = reply.context_management.applied_edits
    assert edit.type == "clear_tool_uses_20250919"
    assert edit.cleared_tool_uses == 1
    assert count.context_management is not None
    assert reply.usage.input_tokens == count.input_tokens
    assert count.context_management.original_input_tokens - count.input_tokens == edit.cleared_input_tokens > 0
    assert model.requests[0].messages == sent


def test_when_streaming_the_edits_come_with_the_last_delta() -> None:
    sent: Any = calls("a", "b", "c", "d")
    tools: Any = [{"name": name, "input_schema": {"type": "object"}} for name in "abcd"]
    edits: Any = {"edits": [clear_tools()]}
    with connect(ScriptedModel(lambda request: "Fine.")).beta.messages.stream(
        model=MODEL, max_tokens=100, messages=sent, tools=tools, betas=[EDITING], context_management=edits
    ) as stream:
        deltas = [event for event in stream if event.type == "message_delta"]
    assert deltas[-1].context_management is not None
    assert deltas[-1].context_management.applied_edits[0].type == "clear_tool_uses_20250919"


def test_a_request_without_edits_says_nothing_about_them_and_one_that_clears_nothing_says_so() -> None:
    beta = connect(ScriptedModel(lambda request: "Fine.")).beta.messages
    sent: Any = calls("a")
    tools: Any = [{"name": "a", "input_schema": {"type": "object"}}]
    plain = beta.create(model=MODEL, max_tokens=100, messages=sent, tools=tools)
    assert plain.context_management is None
    edits: Any = {"edits": [clear_tools()]}
    quiet = beta.create(
        model=MODEL, max_tokens=100, messages=sent, tools=tools, context_management=edits, betas=[EDITING]
    )
    assert quiet.context_management is not None
    assert quiet.context_management.applied_edits == []


@pytest.mark.parametrize(
    ("edits", "betas", "message"),
    [
        ([clear_tools()], [], "context_management: Extra inputs are not permitted"),
        ([clear_tools(keep={"type": "tool_uses"})], [EDITING], "context_management.edits.0.keep.value: Field required"),
        ([clear_tools(extra=1)], [EDITING], "context_management.edits.0.extra: Extra inputs are not permitted"),
        (
            [clear_tools(exclude_tools="a")],
            [EDITING],
            "context_management.edits.0.exclude_tools: Input should be a valid array",
        ),
        (
            [{"type": "forget"}],
            [EDITING],
            "context_management.edits.0: Input tag 'forget' found using 'type' does not match any of the expected "
            "tags: 'clear_thinking_20251015', 'clear_tool_uses_20250919', 'compact_20260112'",
        ),
        (["clear"], [EDITING], "context_management.edits.0: Input should be an object"),
        (
            [{"type": "clear_thinking_20251015", "keep": "some"}],
            [EDITING],
            "context_management.edits.0.keep: Input should be an object",
        ),
        (
            [{"type": "clear_thinking_20251015", "keep": {"type": "thinking_turns"}}],
            [EDITING],
            "context_management.edits.0.keep.value: Field required",
        ),
    ],
)
def test_a_field_of_the_wrong_shape(edits: Any, betas: list[Any], message: str) -> None:
    beta = connect(ScriptedModel(lambda request: "Fine.")).beta.messages
    with pytest.raises(anthropic.BadRequestError) as refused:
        beta.create(
            model=MODEL,
            max_tokens=100,
            messages=[{"role": "user", "content": "Hello"}],
            betas=betas,
            context_management={"edits": edits},
        )
    assert refused.value.api_message == message


class Name(str):
    """A name that counts how often it is held against another."""

    compared = 0
    __hash__ = str.__hash__

    def __eq__(self, other: object) -> bool:
        Name.compared += 1
        return str.__eq__(self, other)


@pytest.mark.parametrize("option", ["exclude_tools", "clear_tool_inputs"])
def test_names_are_looked_up_and_not_searched_for(option: str) -> None:
    names = [Name(f"other_{place}") for place in range(30)]
    sent = request(calls(*["a"] * 20), clear_tools(**{option: names}))
    Name.compared = 0
    assert apply_edits(sent).applied_edits[0]["cleared_tool_uses"] == 17
    assert Name.compared < len(names)


@pytest.mark.parametrize("keep", ["all", {"type": "all"}])
def test_all_thinking_may_be_kept_in_two_forms(keep: Any) -> None:
    reply = connect(ScriptedModel(["Fine."])).beta.messages.create(
        model=MODEL,
        max_tokens=100,
        messages=[{"role": "user", "content": "Hello"}],
        thinking={"type": "adaptive"},
        betas=[EDITING],
        context_management={"edits": [{"type": "clear_thinking_20251015", "keep": keep}]},
    )
    assert reply.context_management is not None
    assert reply.context_management.applied_edits == []
