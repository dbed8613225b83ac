"""A model that knows the beginning of a conversation judges the whole as a fresh one does."""

import copy
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from turnkeeper import ScriptedModel
from turnkeeper.offline import known

from .calls import MODEL, raw
from .histories import spoil, valid_histories


def said(scripted, messages, **fields):
    """Return the status of a call, and what it says when it is refused."""
    body = json.dumps({"model": MODEL, "max_tokens": 50, "messages": messages} | fields).encode()
    answer = raw(body, scripted)
    return answer.status, json.loads(answer.chunks[0]).get("error")


def fresh():
    return ScriptedModel(lambda request: "All right.")


@st.composite
def requests(draw):
    """The requests of a conversation as it grows, some of them spoilt, at last any of them once more."""
    history = draw(valid_histories())
    grown = []
    for length in sorted(draw(st.sets(st.integers(1, max(len(history), 1)), min_size=1, max_size=4))):
        messages = history[:length]
        if draw(st.booleans()):
            head = draw(st.integers(0, length))
            messages = [*messages[:head], *spoil(draw, copy.deepcopy(messages[head:]), most=2)]
        grown.append(messages)
    return [*grown, draw(st.sampled_from(grown))]


@settings(max_examples=2 * settings.default.max_examples)
@given(requests(), st.sampled_from([{}, {"system": "Be brief."}, {"cache_control": {"type": "ephemeral"}}]))
def test_it_judges_as_a_fresh_model_does(conversation, fields):
    old = fresh()
    for messages in conversation:
        assert said(old, messages, **fields) == said(fresh(), messages, **fields)


def exchange(number):
    call = {"type": "tool_use", "id": f"toolu_{number}", "name": "find", "input": {"order": number}}
    result = {"type": "tool_result", "tool_use_id": call["id"], "content": "Found."}
    return [
        {"role": "user", "content": f"Where is order {number}?"},
        {"role": "assistant", "content": [call]},
        {"role": "user", "content": [result]},
        {"role": "assistant", "content": "In Tarn."},
    ]


ASK = {"role": "user", "content": "And the next?"}
LONG = [message for number in range(20) for message in exchange(number)]


@pytest.fixture
def checked(monkeypatch):
    """The numbers of messages that the rules are asked about."""
    lengths = []
    asked = known.Meeting.end_of

    def end_of(self, history):
        end = asked(self, history)
        lengths.append(len((end or history).messages))
        return end

    monkeypatch.setattr(known.Meeting, "end_of", end_of)
    return lengths


def test_only_the_end_of_a_conversation_that_goes_on_is_asked_again(checked):
    model = fresh()
    assert said(model, [*LONG, ASK])[0] == 200
    assert said(model, [*LONG, ASK, LONG[3], *exchange(50), ASK])[0] == 200
    assert checked == [81, 8]


def test_a_conversation_that_begins_otherwise_is_asked_as_a_whole(checked):
    model = fresh()
    said(model, [*LONG, ASK])
    said(model, [*LONG[4:], ASK])
    said(model, [*LONG, ASK], system="Be brief.")
    said(model, [*LONG, ASK], model="claude-opus-5")
    assert checked == [81, 77, 81, 81]


@pytest.mark.parametrize(
    ("more", "rule"),
    [
        (exchange(3), "`tool_use` ids must be unique"),
        ([ASK, {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "toolu_3"}]}], "unexpected"),
        (exchange(30)[:2], "`tool_use` ids were found without"),
        ([ASK, {"role": "assistant", "content": "Begun"}], "prefill"),
        ([{"role": "user", "content": ""}], "non-empty content"),
    ],
)
def test_a_fault_at_the_end_is_named_as_in_the_whole(more, rule):
    model = fresh()
    assert said(model, [*LONG, ASK])[0] == 200
    status, error = said(model, [*LONG, ASK, {"role": "assistant", "content": "In Tarn."}, *more])
    assert (status, rule in error["message"]) == (400, True)
    assert (status, error) == said(fresh(), [*LONG, ASK, {"role": "assistant", "content": "In Tarn."}, *more])


def test_what_somebody_does_to_the_record_is_not_taken_as_known():
    model = fresh()
    assert said(model, [*LONG, ASK])[0] == 200
    orphan = {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "toolu_99"}]}
    model.requests[-1].messages.append(orphan)
    assert said(model, model.requests[-1].messages)[0] == 400


def test_a_history_with_more_than_words_and_calls_is_asked_as_a_whole(checked):
    thought = {
        "role": "assistant",
        "content": [{"type": "thinking", "thinking": "x", "signature": "y"}, {"type": "text", "text": "z"}],
    }
    model = fresh()
    for length in (1, 3):
        assert said(model, [*LONG, *[ASK, thought, ASK][:length]])[0] == 200
    assert said(model, [*LONG, ASK, thought, ASK, thought, ASK])[0] == 200
    assert checked == [81, 83, 85]


def last(*conversations, **fields):
    """Send conversations to one model, and return the last answer, which a fresh model has to give too."""
    model = fresh()
    *before, (messages, more) = [one if isinstance(one, tuple) else (one, {}) for one in conversations]
    for earlier, other in before:
        assert said(model, earlier, **fields, **other)[0] == 200
    answer = said(model, messages, **fields, **more)
    assert answer == said(fresh(), messages, **fields, **more)
    return answer


def test_an_id_that_was_used_long_ago_is_still_known():
    reply = LONG[3]
    steps = [[*LONG[:4], ASK]]
    for number in (1, 2, 3):
        steps.append([*steps[-1], reply, *exchange(number * 10), ASK])
    assert "unique" in last(*steps, [*steps[-1], reply, *exchange(10)[:3]])[1]["message"]


def marked(words):
    return {"role": "user", "content": [{"type": "text", "text": words, "cache_control": {"type": "ephemeral"}}]}


def test_markers_of_the_beginning_count():
    three = [message for number in range(3) for message in (marked(f"Question {number}"), LONG[3])]
    answer = last([*three, ASK], [*three, ASK, LONG[3], marked("a"), LONG[3], marked("b")])
    assert answer[1]["message"].endswith("Found 5.")


def test_images_of_the_beginning_count():
    image = {"type": "image", "source": {"type": "url", "url": "https://example.com/a.png"}}
    seen = {"type": "tool_result", "tool_use_id": "toolu_0", "content": [image] * 60}
    begun = [*LONG[:2], {"role": "user", "content": [seen]}, LONG[3], ASK, LONG[3], ASK]
    seen_again = {**seen, "tool_use_id": "toolu_9"}
    longer = [*begun, LONG[3], *exchange(9)[:2], {"role": "user", "content": [seen_again]}]
    answer = last(begun, longer, model="claude-haiku-4-5")
    assert answer[1]["message"].endswith("Found 120.")


def test_thinking_set_by_hand_is_asked_of_the_beginning_too():
    by_hand = {"thinking": {"type": "enabled", "budget_tokens": 1024}, "max_tokens": 2000}
    open_turn = [*LONG, ASK, *exchange(40)[1:3]]
    answer = last([*LONG, ASK], (open_turn, by_hand), model="claude-haiku-4-5")
    assert "Expected `thinking`" in answer[1]["message"]


def test_what_an_older_version_let_through_is_asked_again():
    cited = {"type": "text", "text": "Open.", "citations": [{"type": "x"}]}
    history = [{"role": "user", "content": [cited]}, LONG[3], ASK]
    body = json.dumps({"model": MODEL, "max_tokens": 50, "messages": history}).encode()
    model = fresh()
    assert raw(body, model, anthropic_version="2023-06-01").status == 200
    assert said(model, [*history, LONG[3], ASK])[0] == 400


def test_a_value_that_only_python_takes_for_the_same_is_not_known():
    result = {"type": "tool_result", "tool_use_id": "toolu_0", "content": "x", "is_error": True}
    history = [*LONG[:2], {"role": "user", "content": [result]}, *LONG[3:4], ASK]
    model = fresh()
    assert said(model, history)[0] == 200
    result["is_error"] = 1
    assert said(model, history)[1]["message"] == (
        "messages.2.content.0.tool_result.is_error: Input should be a valid boolean"
    )


@given(requests())
def test_it_counts_as_a_fresh_model_does(conversation):
    def tokens(model, messages):
        body = {"model": MODEL, "max_tokens": 50, "messages": messages, "system": "Be brief."}
        return json.loads(raw(json.dumps(body).encode(), model).chunks[0]).get("usage")

    old = fresh()
    for messages in conversation:
        assert tokens(old, messages) == tokens(fresh(), messages)
