"""Compaction: a summary at a threshold and on demand, and what is refused when its block comes back."""

import copy
from typing import Any

import anthropic
import pytest
from anthropic.types import CompactionBlockMisplacedError, CompactionUnavailableError
from hypothesis import given
from hypothesis import strategies as st

from turnkeeper import ScriptedModel, connect
from turnkeeper.messages import blocks, text_of
from turnkeeper.offline.compaction import (
    DEFAULT_PROMPT,
    INTRODUCTION,
    compact_at_threshold,
    compact_on_demand,
    seen,
)
from turnkeeper.offline.compaction_rules import check_compaction
from turnkeeper.offline.edits import check_edits
from turnkeeper.offline.errors import ApiError
from turnkeeper.offline.reply import Said
from turnkeeper.offline.request import MessagesRequest, as_request

MODEL = "claude-opus-5-5"
ON_DEMAND = "compact-2026-09-04"
THRESHOLD = "compact-2026-01-12"
TALK: list[dict[str, Any]] = [
    {"role": "user", "content": "My name is Ada."},
    {"role": "assistant", "content": "Hello, Ada."},
    {"role": "user", "content": "My cat is Tom."},
]
WORDY = [{"role": "user", "content": "word " * 40_000}]  # more than 50,000 stand-in tokens


def request(messages: list[dict[str, Any]], *betas: str, **fields: Any) -> MessagesRequest:
    body = {"model": MODEL, "max_tokens": 100, "messages": messages, **fields}
    return as_request(body, frozenset(betas or (ON_DEMAND,)), "2026-10-21")


def says(text: str) -> Any:
    return lambda request: Said([{"type": "text", "text": text}])


def at(tokens: int = 50_000, **options: Any) -> dict[str, Any]:
    trigger = {"type": "input_tokens", "value": tokens}
    return {"edits": [{"type": "compact_20260112", "trigger": trigger, **options}]}


def summarized(messages: list[dict[str, Any]], text: str = "Ada has a cat.", **fields: Any) -> dict[str, Any]:
    asked = request(messages, compaction={"type": "summarize"}, **fields)
    [block], _ = compact_on_demand(asked, says(text))
    return block


def back(block: dict[str, Any], *more: dict[str, Any], role: str = "assistant") -> list[dict[str, Any]]:
    return [{"role": role, "content": [block]}, *more, {"role": "user", "content": "What is my cat's name?"}]


def test_who_summarizes_is_asked_with_the_conversation_and_then_the_prompt() -> None:
    asked = []

    def ask(request: MessagesRequest) -> Said:
        asked.append(request)
        return Said([{"type": "text", "text": "Ada."}])

    sent = request(TALK, compaction={"type": "summarize"}, system="Be brief.")
    compact_on_demand(sent, ask)
    assert asked[0].messages == [*TALK, {"role": "user", "content": DEFAULT_PROMPT}]
    assert asked[0].system == "Be brief."
    assert sent.messages == TALK


@pytest.mark.parametrize(("instructions", "prompt"), [("Names only.", "Names only."), (" ", DEFAULT_PROMPT)])
def test_instructions_replace_the_prompt_unless_they_are_blank(instructions: str, prompt: str) -> None:
    asked = []

    def ask(request: MessagesRequest) -> Said:
        asked.append(request.messages[-1]["content"])
        return Said([{"type": "text", "text": "Ada."}])

    compact_on_demand(request(TALK, compaction={"type": "summarize", "instructions": instructions}), ask)
    compact_at_threshold(request(WORDY, THRESHOLD, context_management=at(instructions=instructions)), ask)
    assert asked == [prompt, prompt]


def test_a_summary_on_demand_comes_as_one_signed_block_with_its_cost_aside() -> None:
    sent = request(TALK, compaction={"type": "summarize"})
    content, summary = compact_on_demand(sent, says("Ada has a cat."))
    assert [(block["type"], block["content"], block["tool_changes"]) for block in content] == [
        ("compaction", "Ada has a cat.", [])
    ]
    assert content[0]["signature"].startswith("offline.")
    assert summary.stop_reason == "compaction"
    assert summary.usage["type"] == "compaction"
    asked = sent.with_messages([*TALK, {"role": "user", "content": DEFAULT_PROMPT}])
    assert summary.usage["input_tokens"] == asked.input_tokens
    assert summary.usage["output_tokens"] > 0


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        (Said([]), "end_turn"),
        (Said([{"type": "text", "text": " \n"}]), "end_turn"),
        (Said([{"type": "text", "text": "word " * 200}]), "max_tokens"),
        (Said([{"type": "tool_use", "id": "toolu_1", "name": "look", "input": {}}]), "tool_use"),
        (Said([{"type": "text", "text": "No."}], "refusal"), "refusal"),
    ],
)
def test_without_a_summary_the_content_is_empty_and_the_reason_stands_there(said: Said, reason: str) -> None:
    content, summary = compact_on_demand(request(TALK, compaction={"type": "summarize"}), lambda request: said)
    assert content == []
    assert (summary.text, summary.stop_reason) == (None, reason)
    assert summary.usage["input_tokens"] > 0


def test_when_the_prompt_does_not_fit_nobody_is_asked() -> None:
    sent = request(TALK, compaction={"type": "summarize", "instructions": "word " * 600_000})
    content, summary = compact_on_demand(sent, says("Never said."))
    assert content == []
    assert (summary.text, summary.stop_reason) == (None, "model_context_window_exceeded")
    assert (summary.usage["input_tokens"], summary.usage["output_tokens"]) == (0, 0)


def test_stop_sequences_do_not_cut_the_summary_at_a_threshold() -> None:
    sent = request(WORDY, THRESHOLD, context_management=at(), stop_sequences=["cat"])
    compacted = compact_at_threshold(sent, says("Ada has a cat."))
    assert compacted is not None
    assert compacted.block["content"] == "Ada has a cat."


def test_the_model_sees_the_summary_in_place_of_what_came_before() -> None:
    sent = [*TALK, *back(summarized(TALK))]
    copied = copy.deepcopy(sent)
    assert [(message["role"], text_of(message)) for message in seen(sent)] == [
        ("user", f"{INTRODUCTION}Ada has a cat."),
        ("user", "What is my cat's name?"),
    ]
    assert sent == copied


def test_the_last_of_several_summaries_counts() -> None:
    first, second = ({"type": "compaction", "content": text} for text in ("One.", "Two."))
    sent = [
        *TALK,
        {"role": "assistant", "content": [first, {"type": "text", "text": "a"}]},
        {"role": "user", "content": "b"},
        {"role": "assistant", "content": [second, {"type": "text", "text": "c"}]},
    ]
    assert list(map(text_of, seen(sent))) == [f"{INTRODUCTION}Two.", "c"]
    assert [message["role"] for message in seen(sent)] == ["user", "assistant"]


def test_a_summary_that_failed_changes_nothing() -> None:
    failed = {"type": "compaction", "content": None}
    sent = [*TALK, {"role": "assistant", "content": [failed, {"type": "text", "text": "Hello."}]}]
    assert seen(sent) == [*TALK, {"role": "assistant", "content": [{"type": "text", "text": "Hello."}]}]
    assert seen([*TALK, {"role": "assistant", "content": [failed]}]) == TALK


def test_a_cache_marker_on_the_block_stays_behind_the_summary() -> None:
    marker = {"type": "ephemeral"}
    [message, _] = seen(back({**summarized(TALK), "cache_control": marker}))
    assert blocks(message)[0]["cache_control"] == marker


texts = st.text(alphabet="abc .", max_size=20)
some_block = st.one_of(
    st.builds(lambda text: {"type": "text", "text": text}, texts),
    st.builds(lambda text: {"type": "compaction", "content": text}, st.none() | st.text("xyz", min_size=1)),
)
some_message = st.builds(
    lambda role, content: {"role": role, "content": content},
    st.sampled_from(["user", "assistant"]),
    st.lists(some_block, max_size=4) | texts,
)


@given(st.lists(some_message, max_size=8))
def test_seen_keeps_exactly_what_follows_the_last_summary(sent: list[dict[str, Any]]) -> None:
    flat = [block for message in sent for block in blocks(message)]
    summaries = [place for place, block in enumerate(flat) if block.get("content") is not None]
    after = flat[summaries[-1] :] if summaries else flat
    expected = [
        f"{INTRODUCTION}{block['content']}" if block["type"] == "compaction" else block["text"]
        for block in after
        if block["type"] == "text" or block["content"] is not None
    ]
    shown = [block["text"] for message in seen(sent) for block in blocks(message)]
    assert shown == expected


def test_below_the_threshold_nothing_happens_and_at_it_the_model_goes_on_from_the_summary() -> None:
    size = request(WORDY).input_tokens
    assert size > 50_000
    below = compact_at_threshold(request(WORDY, THRESHOLD, context_management=at(size + 1)), says("Words."))
    assert below is None
    reached = compact_at_threshold(request(WORDY, THRESHOLD, context_management=at(size)), says("Words."))
    assert reached is not None
    assert reached.block == {"type": "compaction", "content": "Words."}
    assert list(map(text_of, reached.request.messages)) == [f"{INTRODUCTION}Words."]
    assert not reached.pause
    assert reached.usage["input_tokens"] > size


def test_without_a_trigger_the_threshold_is_150_000() -> None:
    edit = {"edits": [{"type": "compact_20260112"}]}
    short, long = ([{"role": "user", "content": "word " * words}] for words in (70_000, 80_000))
    assert compact_at_threshold(request(short, THRESHOLD, context_management=edit), says("Words.")) is None
    assert compact_at_threshold(request(long, THRESHOLD, context_management=edit), says("Words.")) is not None


def test_a_failed_summary_at_the_threshold_is_null_and_the_model_sees_everything() -> None:
    sent = request(WORDY, THRESHOLD, context_management=at())
    compacted = compact_at_threshold(sent, lambda request: Said([]))
    assert compacted is not None
    assert compacted.block["content"] is None
    assert compacted.request is sent


SIGNED = summarized(TALK)
CHANGES = [{"type": "tool_removal", "tool": {"type": "tool_reference", "name": "look"}}]


@pytest.mark.parametrize(
    ("messages", "code"),
    [
        ([*TALK, *back(SIGNED)], "compaction_block_misplaced"),
        ([{"role": "user", "content": [{"type": "text", "text": "Hi."}, SIGNED]}], "compaction_block_misplaced"),
        (back(SIGNED, role="system"), "compaction_block_misplaced"),
        (back(SIGNED, {"role": "assistant", "content": [summarized(TALK, "Two.")]}), "compaction_block_ambiguous"),
        (
            back(SIGNED, {"role": "assistant", "content": [{"type": "compaction", "content": "x"}]}),
            "compaction_block_ambiguous",
        ),
        (back({**SIGNED, "content": "Ada has a dog."}), "compaction_content_mismatch"),
        (back({**SIGNED, "signature": SIGNED["signature"] + "0"}), "compaction_signature_invalid"),
        (back({**SIGNED, "signature": "offline.x"}), "compaction_signature_invalid"),
        (back({"type": "compaction", "content": SIGNED["content"]}), "compaction_signature_invalid"),
        (back({**SIGNED, "tool_changes": CHANGES}), "compaction_tool_changes_mismatch"),
    ],
)
def test_a_block_that_does_not_come_back_first_alone_and_unchanged(messages: Any, code: str) -> None:
    with pytest.raises(ApiError) as refused:
        check_compaction(request(messages))
    assert (refused.value.status, refused.value.details) == (400, {"error_code": code})


@pytest.mark.parametrize("role", ["assistant", "user"])
def test_a_block_that_comes_back_unchanged_is_accepted(role: str) -> None:
    check_compaction(request(back(SIGNED, *TALK, role=role)))
    check_compaction(request(back({**SIGNED, "encrypted_content": None, "cache_control": {"type": "ephemeral"}})))


def test_a_block_signed_elsewhere_is_taken_on_trust() -> None:
    check_compaction(request(back({"type": "compaction", "content": "Anything.", "signature": "EqQB"})))


def test_a_block_without_content_is_no_second_block() -> None:
    check_compaction(request(back(SIGNED, {"role": "assistant", "content": [{"type": "compaction", "content": None}]})))


@pytest.mark.parametrize(
    ("messages", "code"),
    [
        ([{"role": "system", "content": "Be brief."}], "compaction_nothing_to_summarize"),
        ([{"role": "user", "content": []}], "compaction_nothing_to_summarize"),
        (
            [*TALK, {"role": "assistant", "content": [{"type": "tool_use", "id": "t", "name": "n", "input": {}}]}],
            "compaction_incomplete_turn",
        ),
    ],
)
def test_a_conversation_that_cannot_be_summarized(messages: Any, code: str) -> None:
    with pytest.raises(ApiError) as refused:
        check_compaction(request(messages, compaction={"type": "summarize"}))
    assert (refused.value.status, refused.value.details) == (400, {"error_code": code})


def test_a_conversation_that_ends_with_a_reply_can_be_summarized_and_so_can_a_summary() -> None:
    check_compaction(request(TALK[:2], compaction={"type": "summarize"}))
    check_compaction(request(back(SIGNED)[:1], compaction={"type": "summarize"}))


@pytest.mark.parametrize(
    ("fields", "name"),
    [
        ({"context_management": at()}, "context_management"),
        ({"stop_sequences": ["x"]}, "stop_sequences"),
        ({"output_config": {"format": {"type": "json_schema", "schema": {}}}}, "output_config.format"),
        (
            {"output_config": {"task_budget": {"type": "tokens", "total": 9, "remaining": 3}}},
            "output_config.task_budget.remaining",
        ),
        ({"tool_choice": {"type": "any"}}, "tool_choice"),
    ],
)
def test_what_a_request_for_a_summary_does_not_take(fields: dict[str, Any], name: str) -> None:
    with pytest.raises(ApiError, match=f"^compaction: cannot be combined with `{name}`$"):
        check_compaction(request(TALK, ON_DEMAND, THRESHOLD, compaction={"type": "summarize"}, **fields))


def test_models_that_write_no_summary() -> None:
    with pytest.raises(ApiError, match="'claude-haiku-5-5' does not support compaction"):
        check_compaction(request(TALK, compaction={"type": "summarize"}, model="claude-haiku-5-5"))
    with pytest.raises(ApiError, match="does not support the 'compact_20260112' context management strategy"):
        check_edits({"model": "claude-haiku-5-5", "context_management": at()}, frozenset({THRESHOLD}))


@pytest.mark.parametrize(
    ("betas", "block", "message"),
    [
        (["other"], SIGNED, "messages.0.content.0: 'compaction' is not one of the expected content block types"),
        ([THRESHOLD], SIGNED, "messages.0.content.0.compaction.signature: Extra inputs are not permitted"),
        (
            [THRESHOLD],
            {"type": "compaction", "content": "x"},
            "messages.0.content.0: `compaction` blocks require a `compact_20260112` strategy in "
            "`context_management.edits`.",
        ),
    ],
)
def test_a_block_needs_its_beta_and_its_strategy(betas: list[str], block: dict[str, Any], message: str) -> None:
    with pytest.raises(ApiError) as refused:
        check_compaction(request(back(block), *betas))
    assert refused.value.message == message


def test_a_signed_block_and_a_threshold_do_not_go_together() -> None:
    with pytest.raises(ApiError, match="a signed `compaction` block cannot be combined with `compact_20260112`"):
        check_compaction(request(back(SIGNED), ON_DEMAND, THRESHOLD, context_management=at()))


def test_tool_changes_of_the_range_are_told_once_a_tool() -> None:
    look, find = ({"type": "tool_reference", "name": name} for name in ("look", "find"))
    added = {"type": "tool_addition", "tool": {"type": "tool_definition", "definition": {"name": "find"}}}
    sent = [
        TALK[0],
        {"role": "system", "content": [{"type": "tool_removal", "tool": find}, {"type": "tool_removal", "tool": look}]},
        {"role": "system", "content": [added]},
    ]
    block = summarized(sent)
    assert block["tool_changes"] == [{"type": "tool_removal", "tool": look}, added]
    assert summarized(back(block))["tool_changes"] == block["tool_changes"]
    check_compaction(request(back(block)))


def test_tool_changes_from_elsewhere_may_hold_anything() -> None:
    odd = [{"type": "tool_addition"}, {"type": "tool_removal", "tool": {"definition": 3}}, {}]
    block = {"type": "compaction", "content": "x", "signature": "EqQB", "tool_changes": odd}
    assert summarized(back(block))["tool_changes"] == odd[:2]


# The whole way, with the SDK


def messages(model: ScriptedModel) -> Any:
    """Return what sends messages to a model; untyped, for what is sent here are plain mappings."""
    return connect(model).beta.messages


def shop(request: MessagesRequest) -> str:
    """Summarize when asked to, and else say what the model saw."""
    last = text_of(request.messages[-1])
    return "Ada has a cat called Tom." if last == DEFAULT_PROMPT else " | ".join(map(text_of, request.messages))


def test_a_long_conversation_is_compacted_within_the_request() -> None:
    model = ScriptedModel(shop)
    beta = messages(model)
    asked: Any = {"model": MODEL, "max_tokens": 1000, "betas": [THRESHOLD], "context_management": at()}
    history: list[Any] = list(WORDY)
    reply = beta.create(messages=history, **asked)
    assert [block.type for block in reply.content] == ["compaction", "text"]
    assert reply.content[1].text == f"{INTRODUCTION}Ada has a cat called Tom."
    assert reply.usage.iterations is not None
    compaction, message = reply.usage.iterations
    assert (compaction.type, message.type) == ("compaction", "message")
    assert compaction.input_tokens > 50_000 > 100 > message.input_tokens
    assert (reply.usage.input_tokens, reply.usage.output_tokens) == (message.input_tokens, message.output_tokens)
    history += [{"role": "assistant", "content": reply.content}, {"role": "user", "content": "What is his name?"}]
    second = beta.create(messages=history, **asked)
    assert [block.type for block in second.content] == ["text"]
    assert second.content[0].text.startswith(f"{INTRODUCTION}Ada has a cat called Tom. | ")
    assert second.usage.input_tokens < 200
    assert len(model.requests[1].messages) == 3


def test_with_a_pause_the_response_holds_the_summary_alone() -> None:
    beta = messages(ScriptedModel(shop))
    asked: Any = {
        "model": MODEL,
        "max_tokens": 1000,
        "betas": [THRESHOLD],
        "context_management": at(pause_after_compaction=True),
    }
    history: list[Any] = list(WORDY)
    reply = beta.create(messages=history, **asked)
    assert reply.stop_reason == "compaction"
    assert [block.type for block in reply.content] == ["compaction"]
    assert (reply.usage.input_tokens, reply.usage.output_tokens) == (0, 0)
    assert [iteration.type for iteration in reply.usage.iterations] == ["compaction"]
    assert reply.context_management.applied_edits == []
    history.append({"role": "assistant", "content": reply.content})
    resumed = beta.create(messages=history, **asked)
    assert resumed.content[0].text == f"{INTRODUCTION}Ada has a cat called Tom."


@pytest.mark.parametrize("edit", ["compact_20260112", None])
def test_a_streamed_summary(edit: str | None) -> None:
    beta = messages(ScriptedModel(shop))
    asked: Any = (
        {"betas": [THRESHOLD], "context_management": at(), "messages": WORDY}
        if edit
        else {"betas": [ON_DEMAND], "compaction": {"type": "summarize"}, "messages": TALK}
    )
    with beta.stream(model=MODEL, max_tokens=1000, **asked) as stream:
        kinds = [event.delta.type for event in stream if event.type == "content_block_delta"]
        reply = stream.get_final_message()
    assert kinds.count("compaction_delta") == (1 if edit else 0)
    assert reply.content[0].type == "compaction"
    assert reply.content[0].content == "Ada has a cat called Tom."
    assert reply.usage.iterations is not None
    assert reply.usage.iterations[0].type == "compaction"


def test_a_summary_on_demand_goes_first_in_the_next_request() -> None:
    model = ScriptedModel(shop)
    beta = messages(model)
    asked: Any = {"model": MODEL, "max_tokens": 1000, "betas": [ON_DEMAND]}
    reply = beta.create(messages=TALK, compaction={"type": "summarize"}, **asked)
    assert reply.stop_reason == "compaction"
    assert (reply.usage.input_tokens, reply.usage.output_tokens) == (0, 0)
    assert reply.usage.iterations is not None
    assert [iteration.type for iteration in reply.usage.iterations] == ["compaction"]
    history: list[Any] = [{"role": "assistant", "content": reply.content}, {"role": "user", "content": "His name?"}]
    answer = beta.create(messages=history, **asked)
    assert answer.content[0].text == f"{INTRODUCTION}Ada has a cat called Tom. | His name?"
    with pytest.raises(CompactionBlockMisplacedError):
        beta.create(messages=[*TALK, *history], **asked)


def test_what_does_not_fit_the_window_cannot_be_summarized_any_more() -> None:
    with pytest.raises(anthropic.BadRequestError, match=r"prompt is too long: \d+ tokens > 1000000 maximum"):
        messages(ScriptedModel(shop)).create(
            model=MODEL,
            max_tokens=100,
            messages=[{"role": "user", "content": "word " * 600_000}],
            betas=[ON_DEMAND],
            compaction={"type": "summarize"},
        )


def test_the_summarizer_writes_it_when_there_is_one() -> None:
    model = ScriptedModel(lambda request: "Not me.", summarizer=lambda request: "Me.")
    reply = messages(model).create(
        model=MODEL, max_tokens=100, messages=TALK, betas=[ON_DEMAND], compaction={"type": "summarize"}
    )
    assert reply.content[0].content == "Me."


def test_an_empty_summary_is_a_response_without_content() -> None:
    model = ScriptedModel(lambda request: "")
    reply = messages(model).create(
        model=MODEL, max_tokens=100, messages=TALK, betas=[ON_DEMAND], compaction={"type": "summarize"}
    )
    assert (reply.content, reply.stop_reason) == ([], "end_turn")
    assert (reply.usage.input_tokens, reply.usage.output_tokens) == (0, 0)


def test_a_count_ignores_the_field_but_not_the_block() -> None:
    beta = messages(ScriptedModel(shop))
    plain = beta.count_tokens(model=MODEL, messages=TALK)
    asked = beta.count_tokens(model=MODEL, messages=TALK, betas=[ON_DEMAND], compaction={"type": "summarize"})
    assert plain.input_tokens == asked.input_tokens
    sent: Any = [*WORDY, {"role": "assistant", "content": [{"type": "compaction", "content": "x"}]}, TALK[0]]
    edits: Any = at()
    count = beta.count_tokens(model=MODEL, messages=sent, betas=[THRESHOLD], context_management=edits)
    assert count.input_tokens < 100


def test_the_service_can_be_unable_to_summarize() -> None:
    model = ScriptedModel(shop)
    model.fail_next(529, times=3, code="compaction_unavailable")
    with pytest.raises(CompactionUnavailableError):
        messages(model).create(
            model=MODEL, max_tokens=100, messages=TALK, betas=[ON_DEMAND], compaction={"type": "summarize"}
        )


def test_the_tool_runner_compacts_before_its_next_turn() -> None:
    @anthropic.beta_tool
    def look(what: str) -> str:
        """Look at something."""
        return f"{what} is asleep."

    def script(request: MessagesRequest) -> Any:
        if text_of(request.messages[-1]) == DEFAULT_PROMPT:
            return "Tom is asleep."
        if any(block["type"] == "tool_result" for message in request.messages for block in blocks(message)):
            return "He sleeps."
        if text_of(request.messages[0]).startswith(INTRODUCTION):
            return "From the summary: he sleeps."
        return [{"type": "tool_use", "id": "toolu_1", "name": "look", "input": {"what": "Tom"}}]

    model = ScriptedModel(script)
    runner = messages(model).tool_runner(
        model=MODEL, max_tokens=1000, tools=[look], messages=[{"role": "user", "content": "Tom?"}], betas=[ON_DEMAND]
    )
    reasons = []
    for message in runner:
        reasons.append(message.stop_reason)
        if len(reasons) == 1:
            runner.compact_before_next_turn()
    assert reasons == ["tool_use", "compaction", "end_turn"]
    assert message.content[0].text == "From the summary: he sleeps."


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"compaction": {"type": "summarize"}}, "`compaction` requires anthropic-beta: compact-2026-09-04"),
        (
            {"compaction": {"type": "summarize", "instructions": "x" * 16_385}, "betas": [ON_DEMAND]},
            "compaction.instructions: String should have at most 16384 characters",
        ),
        (
            {"context_management": at(49_999), "betas": [THRESHOLD]},
            "context_management.edits.0.trigger.value: Input should be greater than or equal to 50000",
        ),
    ],
)
def test_fields_of_the_wrong_shape(fields: dict[str, Any], message: str) -> None:
    with pytest.raises(anthropic.BadRequestError) as refused:
        messages(ScriptedModel(shop)).create(model=MODEL, max_tokens=100, messages=TALK, **fields)
    assert refused.value.api_message == message
