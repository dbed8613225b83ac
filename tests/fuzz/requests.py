"""Requests for the fuzzer: from the schema, from conversations, and from raw bytes.

`of_schema` is schemathesis's work: it reads the schema that the offline API itself checks bodies with, and builds
bodies that fit it and bodies that break it. It knows nothing of rules between fields and between messages, so few of
its bodies get further than those. `conversations` are near-valid requests of ours: they reach every rule behind the
schema, the betas, the cache and the script. `on_the_wire` is what is no JSON, or JSON at its limits.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import schemathesis
from hypothesis import strategies as st
from schemathesis import GenerationMode

from turnkeeper.models import MODELS, Model
from turnkeeper.offline.fields import NOT_COUNTED, _shape

from ..engine.histories import Json, markers, spoil, systems, texts, tools, valid_histories, with_something_else

CREATE, COUNT = "/v1/messages", "/v1/messages/count_tokens"
BETAS = (
    "context-management-2025-06-27",
    "compact-2026-01-12",
    "compact-2026-09-04",
    "message-threads-2026-08-12",
    "thinking-binding-controls-2026-08-01",
    "mcp-client-2025-11-20",
)
CURRENT = {"anthropic-version": "2026-10-21"}
WITH_BETAS = {**CURRENT, "anthropic-beta": ", ".join(BETAS)}


@dataclass(frozen=True)
class Call:
    """One HTTP request."""

    body: bytes
    path: str = CREATE
    method: str = "POST"
    headers: dict[str, str] = field(default_factory=lambda: dict(CURRENT))


def as_body(value: Json) -> bytes:
    """Return a value as a request body; bytes are one already."""
    return value if isinstance(value, bytes) else json.dumps(value).encode()


_SAMPLING = ("temperature", "top_k", "top_p")
_some_betas = st.lists(st.sampled_from(BETAS), unique=True)
_headers = st.integers(0, 9).flatmap(
    lambda number: (
        st.just(WITH_BETAS) if number else _some_betas.map(lambda betas: {**CURRENT, "anthropic-beta": ",".join(betas)})
    )
)
_odd_headers = st.dictionaries(
    st.sampled_from(["anthropic-version", "Anthropic-Version", "anthropic-beta", "ANTHROPIC-BETA", "content-type"]),
    st.one_of(
        st.sampled_from(["2026-10-21", "2023-06-01", "2023-01-01", "2030-01-01", ",,", *BETAS]), st.text(max_size=9)
    ),
)


def _small(schema: Any) -> Any:
    """Return a JSON schema with lists, mappings and texts kept short, but not empty.

    Most of a large body is never looked at, and schemathesis is ten times faster with small ones.
    """
    if isinstance(schema, list):
        return [_small(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    limits: dict[str, Json] = {"array": {"minItems": 1, "maxItems": 2}}
    if "pattern" not in schema:
        limits["string"] = {"minLength": 1, "maxLength": 12}
    kind = schema.get("type") if isinstance(schema.get("type"), str) else ""
    if kind == "object" and schema.get("additionalProperties") is True:
        limits["object"] = {"maxProperties": 2 + len(schema.get("required", ()))}
    return {key: _small(value) for key, value in schema.items()} | limits.get(kind, {})


@cache
def _schema() -> Any:
    """The offline API as an OpenAPI document, made from the types it checks bodies with."""
    paths, definitions = {}, {}
    for path, counting in ((CREATE, False), (COUNT, True)):
        shape = _shape(counting).json_schema(ref_template="#/components/schemas/{model}")
        definitions |= shape.pop("$defs")
        # What depends on the model or the version is checked behind the schema.
        for name in (*_SAMPLING, *(NOT_COUNTED if counting else ())):
            shape["properties"].pop(name, None)
        shape["properties"]["model"] = {"enum": sorted(MODELS)}
        shape["properties"]["max_tokens"] = {"enum": [0, 1, 5, 100, 2_000, 64_000]}
        content = {"application/json": {"schema": _small(shape)}}
        answers = {"200": {"description": "A message, or a count."}}
        paths[path] = {"post": {"requestBody": {"required": True, "content": content}, "responses": answers}}
    return schemathesis.openapi.from_dict(
        {
            "openapi": "3.1.0",
            "info": {"title": "The offline Messages API", "version": "1"},
            "paths": paths,
            "components": {"schemas": _small(definitions)},
        }
    )


@cache
def of_schema(mode: GenerationMode) -> st.SearchStrategy[Call]:
    """Return requests whose bodies fit the schema of the API, or break it.

    Args:
        mode: `GenerationMode.POSITIVE` or `GenerationMode.NEGATIVE`.
    """
    cases = _schema().as_strategy(generation_mode=mode)
    return st.builds(lambda case, headers: Call(as_body(case.body), case.path, headers=headers), cases, _headers)


_numbers = st.one_of(st.integers(0, 5), st.sampled_from([50_000, 100_000]))
_edits = st.one_of(
    st.fixed_dictionaries(
        {"type": st.just("clear_thinking_20251015")},
        optional={
            "keep": st.one_of(
                st.just("all"),
                st.builds(lambda value: {"type": "thinking_turns", "value": value}, _numbers),
                st.just({"type": "all"}),
            )
        },
    ),
    st.fixed_dictionaries(
        {"type": st.just("clear_tool_uses_20250919")},
        optional={
            "trigger": st.builds(
                lambda kind, value: {"type": kind, "value": value},
                st.sampled_from(["input_tokens", "tool_uses"]),
                _numbers,
            ),
            "keep": st.builds(lambda value: {"type": "tool_uses", "value": value}, _numbers),
            "clear_at_least": st.builds(lambda value: {"type": "input_tokens", "value": value}, _numbers),
            "exclude_tools": st.lists(st.sampled_from(["find_order", "refund"]), max_size=2),
            "clear_tool_inputs": st.one_of(st.booleans(), st.just(["refund"])),
        },
    ),
    st.fixed_dictionaries(
        {"type": st.just("compact_20260112")},
        optional={
            "trigger": st.just({"type": "input_tokens", "value": 50_000}),
            "pause_after_compaction": st.booleans(),
            "instructions": st.one_of(st.none(), texts),
        },
    ),
)
_message_ids = st.sampled_from(["msg_offline_000001", "msg_offline_000002", "msg_nowhere"])
_tool_choices = st.one_of(
    st.builds(lambda kind: {"type": kind}, st.sampled_from(["auto", "any", "none"])),
    st.builds(lambda name: {"type": "tool", "name": name}, st.sampled_from(["find_order", "refund", "nobody"])),
    st.just({"type": "auto", "disable_parallel_tool_use": True}),
)
_thinkings = st.sampled_from(
    [
        {"type": "adaptive"},
        {"type": "adaptive", "display": "omitted"},
        {"type": "adaptive", "block_binding": {"prefix_mismatch_behavior": "drop_block"}},
        {"type": "enabled", "budget_tokens": 1024},
        {"type": "disabled"},
        {"type": "between_tools"},
    ]
)
_LONG = "word " * 60_000  # more than the least trigger of a compaction, and than any minimum of the cache
_FEATURES: dict[str, Callable[[Model], st.SearchStrategy[dict[str, Json]]]] = {
    "nothing": lambda row: st.just({}),
    "tools": lambda row: st.fixed_dictionaries({"tools": tools}, optional={"tool_choice": _tool_choices}),
    "forced tools": lambda row: st.builds(
        lambda tools, kind: {"tools": tools, "tool_choice": {"type": "any"}, **kind},
        tools,
        st.just({"thinking": {"type": "disabled"}} if "disabled" in row.thinking else {}),
    ),
    "thinking": lambda row: st.fixed_dictionaries(
        {"thinking": st.one_of(_thinkings, st.just({"type": row.thinking[0], "budget_tokens": 1024}))}
    ),
    "cache": lambda row: st.fixed_dictionaries({"cache_control": markers, "system": st.just(_LONG)}),
    "edits": lambda row: st.fixed_dictionaries(
        {"context_management": st.builds(lambda edits: {"edits": edits}, st.lists(_edits, max_size=2))}
    ),
    "clearing": lambda row: st.just(
        {
            "context_management": {
                "edits": [
                    {
                        "type": "clear_tool_uses_20250919",
                        "trigger": {"type": "tool_uses", "value": 0},
                        "keep": _KEEP_NONE,
                    }
                ]
            }
        }
    ),
    "threshold": lambda row: st.fixed_dictionaries(
        {
            "system": st.just(_LONG),
            "context_management": st.builds(
                lambda pauses: {
                    "edits": [
                        {
                            "type": "compact_20260112",
                            "trigger": {"type": "input_tokens", "value": 50_000},
                            "pause_after_compaction": pauses,
                        }
                    ]
                },
                st.booleans(),
            ),
        }
    ),
    "summary": lambda row: st.fixed_dictionaries(
        {"compaction": st.fixed_dictionaries({"type": st.just("summarize")}, optional={"instructions": texts})}
    ),
    "new thread": lambda row: st.just({"thread": {"type": "create"}}),
    "old thread": lambda row: st.builds(
        lambda id: {"thread": {"type": "continue", "previous_message_id": id}}, _message_ids
    ),
}
"""What a near-valid body asks for: fields that go together."""
_KEEP_NONE = {"type": "tool_uses", "value": 0}
_EXTRAS: dict[str, st.SearchStrategy[Json]] = {
    "system": systems.filter(bool),
    "stop_sequences": st.lists(texts, max_size=2),
    "metadata": st.just({"user_id": "noor"}),
    "output_config": st.sampled_from([{}, {"effort": "low"}, {"format": {"type": "json_schema", "schema": {}}}]),
    "diagnostics": st.builds(lambda id: {"previous_message_id": id}, st.one_of(st.none(), _message_ids)),
    "temperature": st.sampled_from([0, 0.5, 1, 2]),
    "service_tier": st.sampled_from(["auto", "standard_only"]),
    "container": st.sampled_from([None, "container_1", {"id": "container_1"}]),
    "bogus": st.none(),
}
"""Fields that stand in a body now and then."""


@st.composite
def bodies(draw: Callable[[Any], Any]) -> dict[str, Any]:
    """Build near-valid request bodies."""
    name = draw(st.sampled_from(sorted(MODELS)))
    row = MODELS[name]
    asks = {**draw(_FEATURES[draw(st.sampled_from(sorted(_FEATURES)))](row)), "stream": draw(st.booleans())}
    extra = draw(st.sampled_from([None, None, *_EXTRAS]))
    if extra:
        asks.setdefault(extra, draw(_EXTRAS[extra]))
    histories = valid_histories(thinks="thinking" in asks, system_messages=row.system_messages, prefill=row.prefill)
    body = {
        "model": name,
        "max_tokens": draw(st.sampled_from([1, 5, 2_000, 2_000, 2_000, 2_000, 64_000, 64_001, 0])),
        "messages": draw(histories),
        **asks,
    }
    if draw(st.booleans()):
        return body
    body["messages"] = spoil(draw, body["messages"], most=1)
    for _ in range(draw(st.integers(0, 2))):
        body = with_something_else(draw, body)
    return body


@st.composite
def conversations(draw: Callable[[Any], Any], said: Json = None) -> Call:
    """Build near-valid requests.

    Args:
        draw: Given by Hypothesis.
        said: The body and the content of an answer before; the request may go on from there.
    """
    body = draw(bodies())
    path = CREATE
    if said is not None and draw(st.integers(0, 3)):
        body = goes_on(draw, *said)
    elif draw(st.integers(0, 4)) == 0:
        path = COUNT
        for name in draw(
            st.sampled_from([("max_tokens", "stream", "thread", "stop_sequences", "metadata", "bogus"), ()])
        ):
            body.pop(name, None)
    headers = draw(_headers)
    if draw(st.integers(0, 19)) == 0:
        headers = {**CURRENT, "anthropic-version": "2023-06-01"}
    return Call(as_body(body), path, headers=headers)


def goes_on(draw: Callable[[Any], Any], before: dict[str, Any], message: dict[str, Any]) -> dict[str, Any]:
    """Return the request that comes after an answer, as a client would send it, or spoilt in one place."""
    asked = {"role": "user", "content": draw(texts)}
    results = [
        {"type": "tool_result", "tool_use_id": block["id"], "content": "done"}
        for block in message["content"]
        if block["type"] == "tool_use"
    ]
    if results:
        asked["content"] = results
    body = {name: value for name, value in before.items() if name not in ("compaction", "tool_choice")}
    if "thread" in before and draw(st.booleans()):
        body = {name: value for name, value in body.items() if name not in ("system", "tools")}
        body |= {"thread": {"type": "continue", "previous_message_id": message["id"]}, "messages": [asked]}
    else:
        earlier = [] if "compaction" in before else before["messages"]
        body["messages"] = [*earlier, {"role": "assistant", "content": message["content"]}, asked]
    if draw(st.integers(0, 2)) == 0:
        body = with_something_else(draw, body)
    return body


# What JSON texts may hold at their limits, or what looks like JSON.
_RAW = (
    b"NaN",
    b"-Infinity",
    b"1e999",
    b"-0.0",
    b"1.0",
    b"1" + b"0" * 30,
    b"9" * 5_000,
    b'"\\ud800"',
    b'"\\udc00\\ud800"',
    b'{"\\ud800": 1}',
    b'"\\u0000"',
    b'"\xff"',
    b'"\x01"',
    b"[" * 150 + b"]" * 150,
    b"[" * 5_000 + b"]" * 5_000,
    b'{"a":' * 300 + b"1" + b"}" * 300,
    b"[" * 100_000,
    b'{"type": "text", "type": "tool_use"}',
    b"'x'",
    b"",
    b'"' + b"a" * 100_000 + b'"',
)
_HOLE = "put the raw value here"


@st.composite
def on_the_wire(draw: Callable[[Any], Any]) -> Call:
    """Build requests that are wrong below the fields: bytes, JSON at its limits, headers, paths and methods."""
    body = draw(st.one_of(st.binary(max_size=60), _with_a_raw_value(), _cut_up(), bodies().map(as_body)))
    path = draw(st.sampled_from([CREATE] * 8 + [COUNT] * 8 + ["/v1/messages/", "/v1/messages/batches", "", "/v1/é"]))
    method = draw(st.sampled_from(["POST"] * 16 + ["GET", "DELETE", "post", ""]))
    return Call(body, path, method, draw(st.one_of(st.just(dict(CURRENT)), _headers, _odd_headers)))


_HOLES = st.sampled_from(
    [
        {"messages": [{"role": "user", "content": _HOLE}]},
        {"messages": [{"role": "user", "content": [{"type": "text", "text": _HOLE}]}]},
        {"messages": [{"role": _HOLE, "content": "Hello."}]},
        {"messages": [{"role": "user", "content": [{"type": _HOLE}]}]},
        {"messages": [_HOLE]},
        {"tools": [{"name": "refund", "input_schema": {"type": "object", "properties": {"order": _HOLE}}}]},
        *({name: _HOLE} for name in ("model", "max_tokens", "messages", "system", "stream", "temperature", "bogus")),
        {_HOLE: 1},
    ]
)


@st.composite
def _with_a_raw_value(draw: Callable[[Any], Any]) -> bytes:
    """Put a raw value into a body, or take it for the body itself."""
    raw = draw(st.sampled_from(_RAW))
    if draw(st.integers(0, 9)) == 0:
        return raw
    body = {**draw(bodies()), **draw(_HOLES)}
    return as_body(body).replace(json.dumps(_HOLE).encode(), raw)


@st.composite
def _cut_up(draw: Callable[[Any], Any]) -> bytes:
    """Change a few bytes of a body: what a broken proxy or a wrong encoding makes of it."""
    body = as_body(draw(bodies()))
    change = draw(st.sampled_from(["cut", "insert", "double", "bom", "utf-16", "latin-1"]))
    at = draw(st.integers(0, len(body)))
    match change:
        case "cut":
            return body[:at]
        case "insert":
            return body[:at] + draw(st.binary(min_size=1, max_size=3)) + body[at:]
        case "double":
            return body + body
        case "bom":
            return b"\xef\xbb\xbf" + body
        case "latin-1":
            return json.dumps({"model": "é"}, ensure_ascii=False).encode("latin-1")
        case _:
            return body.decode().encode("utf-16")
