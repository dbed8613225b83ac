"""Calls and results, of the caller's tools and of the API's own."""

from .blocks import HI, REPLY, assistant, call, checks_of, found, result, searched, text, thought, user

FAULTY = [
    ([HI, assistant(call("t1"))], {}, [("tool_use_without_result", 1, 0, "t1", "messages.1")]),
    ([HI, assistant(call("t1")), user("Go on.")], {}, [("tool_use_without_result", 1, 0, "t1", "messages.2")]),
    (
        [HI, assistant(text("Wait."), call("t1"), call("t2")), HI, REPLY, HI],
        {},
        [("tool_use_without_result", 1, 1, "t1 t2", "messages.2")],
    ),
    (
        [HI, assistant(call("t1"), call("t2")), user(result("t2"))],
        {},
        [("tool_use_without_result", 1, 0, "t1", "messages.2")],
    ),
    (
        [HI, assistant(call("t1"), call("t2")), user(result("t1")), REPLY, user(result("t2"))],
        {},
        [
            ("tool_use_without_result", 1, 1, "t2", "messages.2"),
            ("tool_result_without_use", 4, 0, "t2", "messages.4.content.0"),
        ],
    ),
    ([HI, assistant(call("t1")), HI, user(result("t1"))], {}, [("tool_use_without_result", 1, 0, "t1", "messages.2")]),
    (
        [HI, assistant(call("t1"), call("t2")), user(result("t1"), text("Wait.")), user(result("t2"))],
        {},
        [("tool_use_without_result", 1, 1, "t2", "messages.2")],
    ),
    (
        [HI, assistant(call("t1"), text("Looking.")), user(result("t1"))],
        {},
        [("tool_use_not_last", 1, 1, "t1", "messages.2")],
    ),
    (
        [HI, assistant(call("t1")), assistant(text("Looking."), text("Still.")), user(result("t1"))],
        {},
        [("tool_use_not_last", 2, 0, "t1", "messages.2")],
    ),
    (
        [HI, assistant(call("t1"), text("Looking."), call("t2")), user(result("t1"), result("t2"))],
        {},
        [("tool_use_not_last", 1, 1, "t1", "messages.2")],
    ),
    (
        [HI, assistant(call("t1"), call("t2"), text("Looking.")), user(result("t2"))],
        {},
        [("tool_use_without_result", 1, 0, "t1", "messages.2"), ("tool_use_not_last", 1, 2, "t2", "messages.2")],
    ),
    (
        [HI, assistant(call("t1"), text("Stopped.")), user("Go on.")],
        {},
        [("tool_use_without_result", 1, 0, "t1", "messages.2")],
    ),
    (
        [HI, assistant(call("t1"), searched("srvtoolu_1"), found("srvtoolu_1")), user(result("t1"))],
        {},
        [("tool_use_not_last", 1, 1, "t1", "messages.2")],
    ),
    (
        [HI, assistant(call("t1")), user(text("Here:"), result("t1"))],
        {},
        [("tool_result_not_first", 2, 0, "t1", "messages.2")],
    ),
    (
        [HI, assistant(call("t1"), call("t2")), user(result("t1"), text("And:"), result("t2"), text("So."))],
        {},
        [("tool_result_not_first", 2, 1, "t2", "messages.2")],
    ),
    (
        [HI, assistant(call("t1"), call("t2")), user(text("Here:"), result("t1"), result("t2"))],
        {},
        [("tool_result_not_first", 2, 0, "t1 t2", "messages.2")],
    ),
    ([user(result("t1")), REPLY, HI], {}, [("tool_result_without_use", 0, 0, "t1", "messages.0.content.0")]),
    (
        [HI, user(result("t1"), result("t2")), REPLY, HI],
        {},
        [
            ("tool_result_without_use", 1, 0, "t1", "messages.0.content.1"),
            ("tool_result_without_use", 1, 1, "t2", "messages.0.content.2"),
        ],
    ),
    (
        [HI, assistant(call("t1")), user(result("t1")), REPLY, user(result("t1"))],
        {},
        [("tool_result_without_use", 4, 0, "t1", "messages.4.content.0")],
    ),
    (
        [HI, assistant(call("t1")), user(result("t1"), result("t1", content="again"))],
        {},
        [("duplicate_tool_result", 2, 1, "t1", "messages.2.content.1")],
    ),
    (
        [HI, assistant(call("t1")), user(result("t1")), user(result("t1"), result("t1"))],
        {},
        [
            ("duplicate_tool_result", 3, 0, "t1", "messages.2.content.1"),
            ("duplicate_tool_result", 3, 1, "t1", "messages.2.content.2"),
        ],
    ),
    (
        [HI, assistant(call("t1"), call("t1")), user(result("t1"))],
        {},
        [("duplicate_tool_use_id", 1, 1, "t1", "messages.1.content.1")],
    ),
    (
        [HI, assistant(call("t1"), call("t1")), user(result("t1"), result("t1"))],
        {},
        [("duplicate_tool_use_id", 1, 1, "t1", "messages.1.content.1")],
    ),
    (
        [HI, assistant(call("t1"), call("t1")), user(result("t1"), result("t1"), result("t1"))],
        {},
        [
            ("duplicate_tool_use_id", 1, 1, "t1", "messages.1.content.1"),
            ("duplicate_tool_result", 2, 2, "t1", "messages.2.content.2"),
        ],
    ),
    (
        [HI, assistant(call("t1")), user(result("t1")), assistant(call("t1")), user(result("t1"))],
        {},
        [("duplicate_tool_use_id", 3, 0, "t1", "messages.3.content.0")],
    ),
    ([user(call("t1")), user(result("t1"))], {}, [("tool_use_in_user_message", 0, 0, "t1", "messages.0.content.0")]),
    (
        [HI, assistant(call("t1"), result("t1")), HI],
        {},
        [("tool_result_in_assistant_message", 1, 1, "t1", "messages.1.content.1")],
    ),
    (
        [HI, assistant(call("t1")), assistant(result("t1")), HI],
        {},
        [("tool_result_in_assistant_message", 2, 0, "t1", "messages.1.content.1")],
    ),
    (
        [
            HI,
            assistant(call("t1"), text("x")),
            user(result("t1")),
            assistant(call("t2"), text("x")),
            user(result("t2")),
        ],
        {},
        [("tool_use_not_last", 1, 1, "t1", "messages.2"), ("tool_use_not_last", 3, 1, "t2", "messages.4")],
    ),
    (
        [HI, assistant(call("t1")), user(text("x"), result("t1"), result("t1"))],
        {},
        [
            ("tool_result_not_first", 2, 0, "t1", "messages.2"),
            ("duplicate_tool_result", 2, 2, "t1", "messages.2.content.2"),
        ],
    ),
    (
        [HI, assistant(call("t1"), searched("srvtoolu_1"), text("x")), user(result("t1"))],
        {},
        [("tool_use_not_last", 1, 2, "t1", "messages.2")],
    ),
    (
        [HI, assistant(call("t1")), user(result("t0"), text("x"), result("t1"))],
        {},
        [
            ("tool_result_not_first", 2, 1, "t1", "messages.2"),
            ("tool_result_without_use", 2, 0, "t0", "messages.2.content.0"),
        ],
    ),
    (
        [HI, assistant(call("t1")), user(text("x"), result("t0"))],
        {},
        [
            ("tool_use_without_result", 1, 0, "t1", "messages.2"),
            ("tool_result_without_use", 2, 1, "t0", "messages.2.content.1"),
        ],
    ),
    (
        [user(result("t1"), result("t1"))],
        {},
        [
            ("tool_result_without_use", 0, 0, "t1", "messages.0.content.0"),
            ("tool_result_without_use", 0, 1, "t1", "messages.0.content.1"),
        ],
    ),
    ([HI, "x", user(result("t1"))], {}, [("wrong_type", 1, None, "", "messages.1")]),
    ([HI, assistant(call("t1")), {"role": "user"}, HI], {}, [("missing_field", 2, None, "", "messages.2.content")]),
    (
        [HI, assistant(call("t1"), text("x")), {"role": "user"}],
        {},
        [("missing_field", 2, None, "", "messages.2.content")],
    ),
    (
        [HI, assistant(searched("srvtoolu_1"), text("x")), HI],
        {},
        [("server_tool_use_without_result", 1, 0, "srvtoolu_1", "messages.1")],
    ),
    (
        [HI, assistant(searched("srvtoolu_1"), text("x")), HI, REPLY, HI],
        {},
        [("server_tool_use_without_result", 1, 0, "srvtoolu_1", "messages.1")],
    ),
    (
        [HI, assistant(searched("srvtoolu_1"), call("t1")), user(result("t1"), text("Go on."))],
        {},
        [("server_tool_use_without_result", 1, 0, "srvtoolu_1", "messages.1")],
    ),
    (
        [HI, assistant(searched("srvtoolu_1"), call("t1")), user(result("t1")), REPLY, HI],
        {},
        [("server_tool_use_without_result", 1, 0, "srvtoolu_1", "messages.1")],
    ),
    (
        [HI, assistant(found("srvtoolu_1"), text("x")), HI],
        {},
        [("server_tool_result_without_use", 1, 0, "srvtoolu_1", "messages.1.content.0")],
    ),
    (
        [HI, assistant(found("srvtoolu_1"), searched("srvtoolu_1"), text("x")), HI],
        {},
        [
            ("server_tool_use_without_result", 1, 1, "srvtoolu_1", "messages.1"),
            ("server_tool_result_without_use", 1, 0, "srvtoolu_1", "messages.1.content.0"),
        ],
    ),
    (
        [HI, assistant(searched("srvtoolu_1", name="tool_search_tool_bm25"), text("x")), HI],
        {},
        [("server_tool_use_without_result", 1, 0, "srvtoolu_1", "messages.1")],
    ),
    (
        [
            HI,
            assistant({"type": "mcp_tool_use", "id": "m1", "name": "x", "input": {}, "server_name": "s"}, text("x")),
            HI,
        ],
        {},
        [("server_tool_use_without_result", 1, 0, "m1", "messages.1")],
    ),
    (
        [HI, assistant({"type": "mcp_tool_result", "tool_use_id": "m1", "content": []}, text("x")), HI],
        {},
        [("server_tool_result_without_use", 1, 0, "m1", "messages.1.content.0")],
    ),
    (
        [user(searched("srvtoolu_1"), found("srvtoolu_1"))],
        {},
        [
            ("server_tool_in_user_message", 0, 0, "srvtoolu_1", "messages.0.content.0"),
            ("server_tool_in_user_message", 0, 1, "srvtoolu_1", "messages.0.content.1"),
        ],
    ),
    ([HI, assistant(searched("srvtoolu_1"), text("x")), "x"], {}, [("wrong_type", 2, None, "", "messages.2")]),
    (["x", assistant(found("srvtoolu_1"), text("x")), HI], {}, [("wrong_type", 0, None, "", "messages.0")]),
]
FINE = [
    ([HI, assistant(call("t1")), user(result("t1"))], {}),
    ([HI, assistant(call("t1"), call("t2")), user(result("t2"), result("t1"))], {}),
    (
        [
            HI,
            assistant("Wait."),
            assistant(call("t1")),
            assistant(call("t2")),
            user(result("t1")),
            user(result("t2"), text("x")),
        ],
        {},
    ),
    ([HI, assistant(call("t1")), user(result("t1"), text("Go on."))], {}),
    ([HI, assistant(call("t1")), user(result("t1")), user("Go on.")], {}),
    ([HI, assistant(thought("Hm."), text("x"), call("t1")), user(result("t1", content=""))], {}),
    ([HI, assistant(call("t1"), searched("srvtoolu_1")), user(result("t1"))], {}),
    ([HI, assistant(searched("srvtoolu_1"), found("srvtoolu_1"), text("x")), HI], {}),
    ([HI, assistant(searched("srvtoolu_1"))], {}),
    ([HI, assistant(searched("srvtoolu_1"), found("srvtoolu_1"))], {}),
    ([HI, assistant(searched("srvtoolu_1")), assistant(found("srvtoolu_1"), text("x")), HI], {}),
    ([HI, assistant(searched("srvtoolu_1"), call("t1")), user(result("t1"))], {}),
    (
        [
            HI,
            assistant(searched("srvtoolu_1"), call("t1")),
            user(result("t1")),
            assistant(found("srvtoolu_1"), text("x")),
            HI,
        ],
        {},
    ),
    (
        [
            HI,
            assistant(
                {"type": "mcp_tool_use", "id": "m1", "name": "x", "input": {}, "server_name": "s"},
                {"type": "mcp_tool_result", "tool_use_id": "m1", "content": []},
                text("x"),
            ),
            HI,
        ],
        {},
    ),
]

test_what_is_at_fault, test_near_misses_are_fine = checks_of(FAULTY, FINE)
