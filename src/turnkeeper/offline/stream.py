"""A finished message as the server-sent events of a stream.

Sources: Anthropic's page "Streaming messages" and the accumulators of the `anthropic` SDK 2.14.0
(`lib/streaming/_messages.py`, `_beta_messages.py`), which rebuild the message from these events.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

Event = tuple[str, dict[str, Any]]

# A piece is a word with the space in front of it, or a part of what has no spaces. Ours: the API cuts by tokens.
_PIECE = re.compile(r"\s{1,20}\S{0,20}|\S{1,20}")
_CALLS = ("tool_use", "server_tool_use", "mcp_tool_use")
# `types/beta/beta_message_delta_usage.py`: what is only known at the end, and what is told again there.
_KNOWN_AT_THE_END = ("output_tokens_details", "server_tool_use", "iterations", "fallback_credit")
_TOLD_AGAIN = ("input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens", "output_tokens")
_END_OF_MESSAGE = ("stop_reason", "stop_sequence", "stop_details", "container")


def events(message: Mapping[str, Any], *, fault: Mapping[str, Any] | None = None) -> Iterator[Event]:
    """Turn a finished message into the events in which the API streams it.

    Args:
        message: The message as `messages.create` would return it.
        fault: An error body; the stream then breaks off in the middle of the content and ends with an `error` event.

    Yields:
        Name and data of each event, in order.
    """
    whole = _all_events(message)
    if fault is None:
        yield from whole
        return
    sent = list(whole)
    deltas = [place for place, (name, _) in enumerate(sent) if name == "content_block_delta"]
    # Without a delta: behind message_start and ping.
    yield from sent[: deltas[len(deltas) // 2] + 1 if deltas else 2]
    yield "error", dict(fault)


def sse(stream: Iterable[Event]) -> tuple[bytes, ...]:
    """Write events as they go over the wire, each in a chunk of its own.

    Args:
        stream: Name and data of each event.
    """
    return tuple(
        f"event: {name}\ndata: {json.dumps(data, ensure_ascii=False, separators=(',', ':'))}\n\n".encode()
        for name, data in stream
    )


def _all_events(message: Mapping[str, Any]) -> Iterator[Event]:
    yield _event("message_start", message=_opening(message))
    yield _event("ping")
    for index, block in enumerate(message["content"]):
        start, deltas = _cut(block)
        yield _event("content_block_start", index=index, content_block=start)
        for delta in deltas:
            yield _event("content_block_delta", index=index, delta=delta)
        yield _event("content_block_stop", index=index)
    usage = message["usage"]
    told = {key: usage[key] for key in (*_TOLD_AGAIN, *_KNOWN_AT_THE_END) if key in usage}
    ending = {key: message[key] for key in _END_OF_MESSAGE if key in message}
    edits = {key: message[key] for key in ("context_management",) if key in message}
    yield _event("message_delta", delta=ending, usage=told, **edits)
    yield _event("message_stop")


def _event(name: str, **data: Any) -> Event:
    return name, {"type": name, **data}


def _opening(message: Mapping[str, Any]) -> dict[str, Any]:
    """The message before its first block: nothing is said yet, and why it will stop is not known."""
    told_later = {key: None for key in _END_OF_MESSAGE if key in message}
    usage = {key: value for key, value in message["usage"].items() if key not in _KNOWN_AT_THE_END}
    usage["output_tokens"] = min(1, usage["output_tokens"])
    known = {key: value for key, value in message.items() if key != "context_management"}
    return {**known, **told_later, "content": [], "usage": usage}


def _cut(block: Mapping[str, Any]) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Return a block as it starts, and the deltas that complete it."""
    start = dict(block)
    match block["type"]:
        case "text":
            start["text"] = ""
            deltas = [{"type": "text_delta", "text": piece} for piece in _pieces(block["text"])]
            if cited := block.get("citations"):
                start["citations"] = []
                deltas += [{"type": "citations_delta", "citation": citation} for citation in cited]
        case "thinking":
            start |= {"thinking": "", "signature": ""}
            deltas = [{"type": "thinking_delta", "thinking": piece} for piece in _pieces(block["thinking"])]
            deltas.append({"type": "signature_delta", "signature": block["signature"]})
        case kind if kind in _CALLS:
            start["input"] = {}
            pieces = ["", *_pieces(json.dumps(block["input"], ensure_ascii=False))]
            deltas = [{"type": "input_json_delta", "partial_json": piece} for piece in pieces]
        case "compaction" if "signature" not in block:  # one that was asked for is signed, and comes whole
            start |= {"content": ""}
            deltas = [{**block, "type": "compaction_delta"}]
        case _:
            deltas = []
    return start, deltas


def _pieces(text: str) -> list[str]:
    return _PIECE.findall(text)
