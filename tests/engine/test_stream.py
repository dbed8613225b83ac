import asyncio
import json
from types import SimpleNamespace

import anthropic
import pytest
from hypothesis import given
from hypothesis import strategies as st

from turnkeeper.offline.stream import events, sse
from turnkeeper.offline.transport import offline_async_client, offline_client

ASK = {"model": "claude-haiku-5-5", "max_tokens": 100, "messages": [{"role": "user", "content": "Hello."}]}
USAGE = {
    "input_tokens": 25,
    "output_tokens": 12,
    "cache_creation_input_tokens": 3,
    "cache_read_input_tokens": 4,
    "cache_creation": {"ephemeral_5m_input_tokens": 3, "ephemeral_1h_input_tokens": 0},
}
OVERLOADED = {
    "type": "error",
    "error": {"type": "overloaded_error", "message": "Overloaded"},
    "request_id": "req_offline_000001",
}


def message(*content, **more):
    return {
        "id": "msg_offline_000001",
        "type": "message",
        "role": "assistant",
        "model": "claude-haiku-5-5",
        "content": list(content),
        "stop_reason": "end_turn",
        "stop_sequence": None,
        "usage": USAGE,
        **more,
    }


class Streaming:
    """A model that streams one message, whatever it is asked, and tells how far it was read."""

    def __init__(self, finished, fault=None):
        self.chunks = Read(sse(events(finished, fault=fault)))

    def answer(self, method, path, headers, body):
        return SimpleNamespace(
            status=200,
            headers={"content-type": "text/event-stream; charset=utf-8", "request-id": "req_offline_000001"},
            chunks=self.chunks,
        )


class Read(tuple):
    taken = 0

    def __iter__(self):
        for chunk in super().__iter__():
            self.taken += 1
            yield chunk


def rebuilt(finished, *, beta=False):
    """What the SDK makes of the stream."""
    client = offline_client(Streaming(finished))
    messages = client.beta.messages if beta else client.messages
    with messages.stream(**ASK) as stream:
        return stream.get_final_message().to_dict(exclude_unset=False, exclude_none=False)


def agrees(found, wanted):
    """Whether everything that was sent is there; the SDK adds its own fields of None."""
    if isinstance(wanted, dict):
        return isinstance(found, dict) and all(key in found and agrees(found[key], wanted[key]) for key in wanted)
    if isinstance(wanted, list):
        return isinstance(found, list) and len(found) == len(wanted) and all(map(agrees, found, wanted))
    return found == wanted and type(found) is type(wanted)


def names(finished, **more):
    return [name for name, _ in events(finished, **more)]


def deltas(block, field):
    return [data["delta"][field] for _, data in events(message(block)) if field in data.get("delta", {})]


CALL = {"type": "tool_use", "id": "toolu_01", "name": "get_tide", "input": {"harbour": "Brest", "days": [1, 2]}}

TEXTS = st.text(st.characters(exclude_categories=["Cs"]))
# The SDK reads whole numbers of any size, and floats as floats.
JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**70), 2**70) | st.floats(allow_nan=False, allow_infinity=False) | TEXTS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4),
    max_leaves=12,
)
BLOCKS = st.one_of(
    st.builds(lambda text: {"type": "text", "text": text}, TEXTS),
    st.builds(lambda input: {**CALL, "input": input}, st.dictionaries(TEXTS, JSON, max_size=4)),
    st.builds(lambda said, by: {"type": "thinking", "thinking": said, "signature": by}, TEXTS, TEXTS),
    st.builds(lambda data: {"type": "redacted_thinking", "data": data}, TEXTS),
)


@given(st.lists(BLOCKS, max_size=5), st.integers(0, 9))
def test_the_sdk_rebuilds_exactly_the_message_that_was_cut(content, output_tokens):
    whole = message(*content, usage={**USAGE, "output_tokens": output_tokens})
    assert agrees(rebuilt(whole), whole)
    assert agrees(rebuilt(whole, beta=True), whole)


@given(TEXTS, st.dictionaries(TEXTS, JSON, max_size=4))
def test_deltas_joined_are_the_original(text, input):
    assert "".join(deltas({"type": "text", "text": text}, "text")) == text
    assert json.loads("".join(deltas({**CALL, "input": input}, "partial_json"))) == input
    assert "".join(deltas({"type": "thinking", "thinking": text, "signature": "s"}, "thinking")) == text


def test_the_sequence_of_a_text_is_the_one_the_api_documents():
    assert list(events(message({"type": "text", "text": "High tide."}))) == [
        (
            "message_start",
            {
                "type": "message_start",
                "message": {
                    **message(),
                    "stop_reason": None,
                    "stop_sequence": None,
                    "usage": {**USAGE, "output_tokens": 1},
                },
            },
        ),
        ("ping", {"type": "ping"}),
        (
            "content_block_start",
            {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}},
        ),
        (
            "content_block_delta",
            {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": "High"}},
        ),
        (
            "content_block_delta",
            {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": " tide."}},
        ),
        ("content_block_stop", {"type": "content_block_stop", "index": 0}),
        (
            "message_delta",
            {
                "type": "message_delta",
                "delta": {"stop_reason": "end_turn", "stop_sequence": None},
                "usage": {
                    "input_tokens": 25,
                    "cache_creation_input_tokens": 3,
                    "cache_read_input_tokens": 4,
                    "output_tokens": 12,
                },
            },
        ),
        ("message_stop", {"type": "message_stop"}),
    ]


def test_an_event_is_two_lines_and_an_empty_one_whatever_the_text():
    (chunk,) = sse([("ping", {"type": "ping", "said": "é\r\n\u2028 \U0001f30a"})])
    assert chunk == 'event: ping\ndata: {"type":"ping","said":"é\\r\\n\u2028 \U0001f30a"}\n\n'.encode()


def test_a_long_text_grows_piece_by_piece():
    assert len(deltas({"type": "text", "text": "a b c d"}, "text")) == 4
    for wide in ("潮" * 100, " " * 100):
        assert len(deltas({"type": "text", "text": wide}, "text")) == 5


def test_a_tool_call_starts_empty_and_its_first_piece_is_empty():
    start = next(data for name, data in events(message(CALL)) if name == "content_block_start")
    assert start["content_block"] == {**CALL, "input": {}}
    pieces = deltas(CALL, "partial_json")
    assert pieces[0] == ""
    assert len(pieces) > 2


def test_a_server_tools_call_streams_its_input_and_its_result_comes_whole():
    call = {"type": "server_tool_use", "id": "srvtoolu_1", "name": "web_search", "input": {"query": "tides of Brest"}}
    result = {"type": "web_search_tool_result", "tool_use_id": "srvtoolu_1", "content": []}
    used = {**USAGE, "server_tool_use": {"web_search_requests": 1, "web_fetch_requests": 0}}
    whole = message(call, result, usage=used)
    assert agrees(rebuilt(whole), whole)
    assert names(whole)[-4:] == ["content_block_start", "content_block_stop", "message_delta", "message_stop"]
    assert "server_tool_use" not in next(events(whole))[1]["message"]["usage"]


def test_omitted_thinking_is_a_signature_and_nothing_else():
    block = {"type": "thinking", "thinking": "", "signature": "offline.abc"}
    assert names(message(block))[2:5] == ["content_block_start", "content_block_delta", "content_block_stop"]
    assert deltas(block, "signature") == ["offline.abc"]


def test_the_signature_comes_just_before_the_end_of_the_thinking():
    block = {"type": "thinking", "thinking": "Low water first.", "signature": "offline.abc"}
    kinds = [data["delta"]["type"] for name, data in events(message(block)) if name == "content_block_delta"]
    assert kinds == ["thinking_delta"] * 3 + ["signature_delta"]


def test_citations_come_as_deltas():
    cited = {
        "type": "char_location",
        "cited_text": "07:42",
        "document_index": 0,
        "document_title": None,
        "file_id": None,
        "start_char_index": 0,
        "end_char_index": 5,
    }
    whole = message({"type": "text", "text": "At 07:42.", "citations": [cited, cited]})
    assert deltas(whole["content"][0], "citation") == [cited, cited]
    assert agrees(rebuilt(whole), whole)


def test_a_summary_at_the_threshold_is_one_delta():
    block = {"type": "compaction", "content": "They asked for the tides of Brest."}
    used = {**USAGE, "iterations": [{"type": "compaction", "input_tokens": 9, "output_tokens": 4}]}
    whole = message(block, usage=used, stop_reason="compaction")
    assert deltas(block, "content") == [block["content"]]
    assert agrees(rebuilt(whole, beta=True), whole)
    assert deltas({"type": "compaction", "content": None}, "content") == [None]


def test_a_summary_that_was_asked_for_comes_whole():
    block = {"type": "compaction", "content": "The tides of Brest.", "signature": "offline.abc", "tool_changes": []}
    whole = message(block, stop_reason="compaction")
    assert names(whole)[2:4] == ["content_block_start", "content_block_stop"]
    assert agrees(rebuilt(whole, beta=True), whole)


def test_what_is_told_at_the_end_reaches_the_sdk():
    whole = message(
        {"type": "text", "text": "So"},
        stop_reason="stop_sequence",
        stop_sequence="Stop",
        context_management={
            "applied_edits": [{"type": "clear_tool_uses_20250919", "cleared_tool_uses": 2, "cleared_input_tokens": 50}]
        },
        input_transformations=[],
    )
    assert agrees(rebuilt(whole, beta=True), whole)
    opening = next(events(whole))[1]["message"]
    assert "context_management" not in opening
    assert (opening["input_transformations"], opening["stop_sequence"]) == ([], None)


def test_an_empty_reply_has_no_blocks():
    assert names(message()) == ["message_start", "ping", "message_delta", "message_stop"]
    assert rebuilt(message())["content"] == []


def test_cutting_changes_nothing_in_the_message():
    whole = message({"type": "text", "text": "Tide.", "citations": []}, CALL)
    before = json.dumps(whole)
    list(events(whole))
    assert json.dumps(whole) == before


def test_a_fault_breaks_the_stream_off_in_the_middle():
    client = offline_client(Streaming(message({"type": "text", "text": "One two three four."}), fault=OVERLOADED))
    heard = []
    with pytest.raises(anthropic.APIStatusError) as failed, client.messages.stream(**ASK) as stream:
        heard.extend(stream.text_stream)
    assert "".join(heard) == "One two three"
    assert failed.value.body == OVERLOADED
    assert names(message(), fault=OVERLOADED) == ["message_start", "ping", "error"]


def test_a_reader_may_leave_early():
    model = Streaming(message({"type": "text", "text": "One two three four five six."}))
    with offline_client(model).messages.stream(**ASK) as stream:
        assert next(iter(stream.text_stream)) == "One"
    assert model.chunks.taken < len(model.chunks)


def test_awaiting_code_gets_the_same_and_may_leave_early():
    async def run(model):
        async with offline_async_client(model) as client:
            async with client.messages.stream(**ASK) as stream:
                async for text in stream.text_stream:
                    assert text == "One"
                    break
            assert model.chunks.taken < len(model.chunks)
            async with client.messages.stream(**ASK) as stream:
                return await stream.get_final_text()

    text = "One two three four five six."
    assert asyncio.run(run(Streaming(message({"type": "text", "text": text})))) == text
