"""The schema: types, fields and values, in the API's words."""

from types import MappingProxyType

from turnkeeper.models import MODELS

from .blocks import (
    HI,
    HIDDEN,
    MARK,
    OLD,
    SEARCH_RESULT,
    URL,
    assistant,
    call,
    checks_of,
    found,
    result,
    searched,
    text,
    thought,
    tool,
    user,
)

FAULTY = [
    ("Hello", {}, [("not_a_list", None, None, "", "messages")]),
    (None, {}, [("not_a_list", None, None, "", "messages")]),
    ({"role": "user", "content": "Hello"}, {}, [("not_a_list", None, None, "", "messages")]),
    (7, {}, [("not_a_list", None, None, "", "messages")]),
    (b"x", {}, [("not_a_list", None, None, "", "messages")]),
    ([], {}, [("no_messages", None, None, "", "messages")]),
    ((), {}, [("no_messages", None, None, "", "messages")]),
    ([HI, "Hello"], {}, [("wrong_type", 1, None, "", "messages.1")]),
    ([HI, {"content": "x"}], {}, [("missing_field", 1, None, "", "messages.1.role")]),
    ([HI, {"role": "user"}], {}, [("missing_field", 1, None, "", "messages.1.content")]),
    ([HI, {"role": "tool", "content": "x"}], {}, [("unexpected_role", 1, None, "", "messages")]),
    ([HI, {"role": 3, "content": "x"}], {}, [("unexpected_role", 1, None, "", "messages.1.role")]),
    ([HI, {"role": "user", "content": 3}], {}, [("wrong_type", 1, None, "", "messages.1.content")]),
    ([HI, {"role": "user", "content": None}], {}, [("wrong_type", 1, None, "", "messages.1.content")]),
    ([HI, user({"text": "x"})], {}, [("missing_field", 1, 0, "", "messages.1.content.0.type")]),
    ([HI, user({"type": "image_url"})], {}, [("unknown_block_type", 1, 0, "", "messages.1.content.0")]),
    ([HI, {"role": "user", "content": "x", "id": "msg_1"}], {}, [("unknown_field", 1, None, "", "messages.1.id")]),
    ([HI, user({"type": "text"})], {}, [("missing_field", 1, 0, "", "messages.1.content.0.text.text")]),
    ([HI, user({"type": "text", "text": 3})], {}, [("wrong_type", 1, 0, "", "messages.1.content.0.text.text")]),
    ([HI, user(text("x", bogus=1))], {}, [("unknown_field", 1, 0, "", "messages.1.content.0.text.bogus")]),
    ([HI, user({**text("x"), 3: 4})], {}, [("unknown_field", 1, 0, "", "messages.1.content.0.text.3")]),
    (
        [HI, user(text("x", cache_control={"type": "forever"}))],
        {},
        [("wrong_value", 1, 0, "", "messages.1.content.0.text.cache_control.type")],
    ),
    (
        [HI, user(text("x", cache_control={"type": "ephemeral", "ttl": "2h"}))],
        {},
        [("wrong_value", 1, 0, "", "messages.1.content.0.text.cache_control.ttl")],
    ),
    (
        [HI, assistant(call("a b")), user(result("a b"))],
        {},
        [("invalid_tool_use_id", 1, 0, "a b", "messages.1.content.0.tool_use.id")],
    ),
    ([HI, assistant(call("")), HI], {}, [("invalid_tool_use_id", 1, 0, "", "messages.1.content.0.tool_use.id")]),
    (
        [HI, assistant(call("t1", input=[])), user(result("t1"))],
        {},
        [("wrong_type", 1, 0, "", "messages.1.content.0.tool_use.input")],
    ),
    (
        [HI, assistant(call("t1", name="")), user(result("t1"))],
        {},
        [("wrong_value", 1, 0, "", "messages.1.content.0.tool_use.name")],
    ),
    (
        [HI, assistant(call("t1", name="n" * 201)), user(result("t1"))],
        {},
        [("wrong_value", 1, 0, "", "messages.1.content.0.tool_use.name")],
    ),
    (
        [HI, assistant(call("t1")), user(result("t1", is_error=None))],
        {},
        [("wrong_type", 2, 0, "", "messages.2.content.0.tool_result.is_error")],
    ),
    (
        [HI, assistant(call("t1")), user(result("t1", content=3))],
        {},
        [("wrong_type", 2, 0, "", "messages.2.content.0.tool_result.content")],
    ),
    (
        [HI, assistant(call("t1")), user(result("t1", content=[{"type": "tool_use"}]))],
        {},
        [("unknown_block_type", 2, 0, "", "messages.2.content.0.tool_result.content.0")],
    ),
    (
        [HI, assistant({"type": "thinking", "thinking": "Hm."}, text("x")), HI],
        {},
        [("thinking_without_signature", 1, 0, "", "messages.1.content.0.thinking.signature")],
    ),
    (
        [HI, assistant({**thought("Hm."), "cache_control": MARK}, text("x")), HI],
        {},
        [("cache_on_thinking", 1, 0, "", "messages.1.content.0.thinking.cache_control")],
    ),
    (
        [HI, assistant({**HIDDEN, "cache_control": MARK}, text("x")), HI],
        {},
        [("cache_on_thinking", 1, 0, "", "messages.1.content.0.redacted_thinking.cache_control")],
    ),
    (
        [HI, assistant(searched("call_1"), found("call_1"), text("x")), HI],
        {},
        [("invalid_tool_use_id", 1, 0, "call_1", "messages.1.content.0.server_tool_use.id")],
    ),
    (
        [user({"type": "image", "source": {"type": "base64", "media_type": "image/bmp", "data": "x"}})],
        {},
        [("wrong_value", 0, 0, "", "messages.0.content.0.image.source.base64.media_type")],
    ),
    (
        [user({"type": "image", "source": {"type": "path"}})],
        {},
        [("unknown_block_type", 0, 0, "", "messages.0.content.0.image.source")],
    ),
    (
        [user({"type": "compaction", "content": "", "citations": None})],
        {},
        [
            ("wrong_value", 0, 0, "", "messages.0.content.0.compaction.content"),
            ("unknown_field", 0, 0, "", "messages.0.content.0.compaction.citations"),
        ],
    ),
    ([HI], {"system": 3}, [("wrong_type", None, None, "", "system")]),
    ([HI], {"system": [{"type": "text"}]}, [("missing_field", None, None, "", "system.0.text")]),
    ([HI], {"system": ["x"]}, [("wrong_type", None, None, "", "system.0")]),
    (
        [HI],
        {"system": [{"type": "image"}]},
        [("wrong_value", None, None, "", "system.0.type"), ("missing_field", None, None, "", "system.0.text")],
    ),
    ([HI], {"tools": "x"}, [("wrong_type", None, None, "", "tools")]),
    ([HI], {"tools": ["x"]}, [("wrong_type", None, None, "", "tools.0")]),
    (
        [HI],
        {"tools": [{"name": "a b", "input_schema": {"type": "object"}}]},
        [("wrong_value", None, None, "", "tools.0.custom.name")],
    ),
    ([HI], {"tools": [{"name": "a"}]}, [("missing_field", None, None, "", "tools.0.custom.input_schema")]),
    (
        [HI],
        {"tools": [tool("a", input_schema={"type": "array"})]},
        [("wrong_value", None, None, "", "tools.0.custom.input_schema.type")],
    ),
    ([HI], {"tools": [tool("a", bogus=1)]}, [("unknown_field", None, None, "", "tools.0.custom.bogus")]),
    ([HI], {"tools": [{"type": "memory_1", "name": "memory"}]}, [("unknown_block_type", None, None, "", "tools.0")]),
    (
        [HI],
        {"cache_control": {"type": "ephemeral", "ttl": "5 m"}},
        [("wrong_value", None, None, "", "cache_control.ttl")],
    ),
    ([HI], {"cache_control": "on"}, [("wrong_type", None, None, "", "cache_control")]),
    (
        ["x", HI, {"role": "user"}],
        {"tools": [3]},
        [
            ("wrong_type", None, None, "", "tools.0"),
            ("wrong_type", 0, None, "", "messages.0"),
            ("missing_field", 2, None, "", "messages.2.content"),
        ],
    ),
    (
        [HI, assistant(searched("srvtoolu_1"), found("srvtoolu_1", content=3), text("x")), HI],
        {},
        [("wrong_type", 1, 1, "", "messages.1.content.1.web_search_tool_result.content")],
    ),
    (
        [
            HI,
            assistant(
                searched("srvtoolu_1"), found("srvtoolu_1", content={"type": "web_search_tool_result_error"}), text("x")
            ),
            HI,
        ],
        {},
        [("missing_field", 1, 1, "", "messages.1.content.1.web_search_tool_result.content.error_code")],
    ),
    (
        [
            HI,
            assistant(
                {"type": "web_fetch_tool_result", "tool_use_id": "srvtoolu_1", "content": {}, "any": 1},
                searched("srvtoolu_1"),
            ),
            HI,
        ],
        {},
        [
            ("server_tool_use_without_result", 1, 1, "srvtoolu_1", "messages.1"),
            ("server_tool_result_without_use", 1, 0, "srvtoolu_1", "messages.1.content.0"),
        ],
    ),
]
FAULTY += [
    ([HI], {"thinking": thinking}, [(rule, None, None, "", path)])
    for thinking, rule, path in [
        ("enabled", "wrong_type", "thinking"),
        ({"type": "bogus"}, "unknown_block_type", "thinking"),
        ({}, "missing_field", "thinking.type"),
        ({"type": "enabled"}, "missing_field", "thinking.enabled.budget_tokens"),
        ({"type": "enabled", "budget_tokens": 1023}, "wrong_value", "thinking.enabled.budget_tokens"),
        ({"type": "adaptive", "budget_tokens": 1024}, "unknown_field", "thinking.adaptive.budget_tokens"),
        ({"type": "adaptive", "display": "all"}, "wrong_value", "thinking.adaptive.display"),
        ({"type": "disabled", "block_binding": "error"}, "wrong_type", "thinking.disabled.block_binding"),
        (
            {"type": "adaptive", "block_binding": {"prefix_mismatch_behavior": "drop"}},
            "wrong_value",
            "thinking.adaptive.block_binding.prefix_mismatch_behavior",
        ),
    ]
]
FINE = [
    ([HI], {}),
    ((HI,), {}),
    ([{"role": "user", "content": (text("x"),)}], {}),
    ([MappingProxyType(HI)], {}),
    ([user(MappingProxyType(text("x")))], {}),
    ([user(text("x", cache_control=MappingProxyType(MARK)))], {}),
    (
        [
            HI,
            assistant(call("t1", input=MappingProxyType({}))),
            user(result("t1", content=(text("x"), MappingProxyType(text("y"))))),
        ],
        {},
    ),
    (
        [
            HI,
            assistant(call("t1")),
            user(
                result(
                    "t1",
                    content=[
                        MappingProxyType(
                            {
                                "type": "document",
                                "source": MappingProxyType(
                                    {"type": "content", "content": (MappingProxyType(text("x")),)}
                                ),
                            }
                        )
                    ],
                )
            ),
        ],
        {},
    ),
    ([user(text("x", citations=None, cache_control=None))], {}),
    ([HI, assistant(call("t1", caller=None, toolset_name=None)), user(result("t1"))], {}),
    (
        [
            HI,
            assistant(
                searched("srvtoolu_1", caller=None),
                found("srvtoolu_1"),
                text("x", citations=[{"type": "char_location"}]),
            ),
            HI,
        ],
        {},
    ),
    ([HI, assistant(call("a_B-9")), user(result("a_B-9", is_error=True, content=""))], {}),
    (
        [
            HI,
            assistant(call("t1")),
            user(
                result(
                    "t1",
                    content=[
                        text(""),
                        {"type": "image", "source": URL},
                        {"type": "tool_reference", "tool_name": "look"},
                        SEARCH_RESULT,
                        {"type": "browser_state", "any": 1},
                    ],
                )
            ),
        ],
        {},
    ),
    (
        [
            user(
                {
                    "type": "document",
                    "source": {"type": "text", "media_type": "text/plain", "data": "x"},
                    "title": None,
                    "context": "c",
                    "citations": {"enabled": True},
                }
            )
        ],
        {},
    ),
    (
        [
            user(
                {"type": "document", "source": {"type": "content", "content": "x"}},
                {"type": "document", "source": {"type": "file", "file_id": "f"}},
                {"type": "document", "source": {"type": "base64", "media_type": "application/pdf", "data": "x"}},
            )
        ],
        {},
    ),
    (
        [
            HI,
            assistant(
                {"type": "compaction", "content": None, "signature": "s", "encrypted_content": None, "tool_changes": []}
            ),
            HI,
        ],
        {},
    ),
    ([HI], {"system": "Be brief.", "tools": (tool("a"), {"type": "memory_20250818", "name": "memory"})}),
    ([HI], {"system": (text("x"),)}),
    ([HI], {"system": ""}),
    ([HI], {"system": []}),
    (
        [HI],
        {
            "tools": [
                {"type": "web_search_20260318", "name": "web_search", "max_uses": 3},
                {"type": "mcp_toolset", "mcp_server_name": "s"},
            ]
        },
    ),
    ([HI], {"tools": []}),
    (
        [HI],
        {
            "tools": [
                tool(
                    "a",
                    type="custom",
                    description="d",
                    strict=True,
                    defer_loading=False,
                    eager_input_streaming=None,
                    allowed_callers=["direct"],
                    input_examples=[{}],
                    input_schema={"type": "object", "properties": {}, "required": [], "any": 1},
                )
            ]
        },
    ),
    ([HI], {"cache_control": MappingProxyType(MARK)}),
    ([HI], {"thinking": None}),
    ([HI], {"thinking": MappingProxyType({"type": "adaptive", "display": None, "block_binding": None})}),
    ([HI], {"thinking": {"type": "between_tools"}}),
    ([HI], {"thinking": {"type": "disabled", "block_binding": {"prefix_mismatch_behavior": "error"}}}),
    ([HI], {"model": MODELS[OLD]}),
    (
        [
            HI,
            assistant(
                searched("srvtoolu_1"),
                found("srvtoolu_1", content={"type": "web_search_tool_result_error", "error_code": "unavailable"}),
                text("x"),
            ),
            HI,
        ],
        {},
    ),
    (
        [
            HI,
            assistant(
                searched("srvtoolu_1"),
                found(
                    "srvtoolu_1",
                    content=[{"type": "web_search_result", "encrypted_content": "x", "title": "x", "url": "x"}],
                ),
                text("x"),
            ),
            HI,
        ],
        {},
    ),
]

test_what_is_at_fault, test_near_misses_are_fine = checks_of(FAULTY, FINE)
