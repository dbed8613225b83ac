"""Thinking set by hand, and thinking at the end."""

from .blocks import BY_HAND, HI, HIDDEN, OLD, REPLY, assistant, call, checks_of, result, system, text, thought, user

FAULTY = [
    (
        [HI, assistant(call("t1")), user(result("t1"))],
        {"thinking": BY_HAND, "model": OLD},
        [("thinking_missing_before_tool_use", 1, 0, "", "messages.1.content.0.type")],
    ),
    (
        [HI, assistant(text("x"), call("t1")), user(result("t1"), text("y"))],
        {"thinking": BY_HAND, "model": OLD},
        [("thinking_missing_before_tool_use", 1, 0, "", "messages.1.content.0.type")],
    ),
    (
        [HI, assistant(call("t1")), user(result("t1")), assistant(call("t2")), user(result("t2"))],
        {"thinking": BY_HAND, "model": OLD},
        [("thinking_missing_before_tool_use", 3, 0, "", "messages.3.content.0.type")],
    ),
    (
        [HI, assistant("So")],
        {"thinking": BY_HAND, "model": OLD},
        [("thinking_missing_before_prefill", 1, 0, "", "messages.1.content.0.type")],
    ),
    ([HI, assistant(text("x"), thought("Hm."))], {"model": OLD}, [("thinking_last", 1, 1, "", "messages.1")]),
    ([HI, assistant(HIDDEN)], {}, [("thinking_last", 1, 0, "", "messages.1")]),
    *(
        (
            [HI, assistant(thought("Hm.", signature), text("x")), HI],
            {},
            [("thinking_signature", 1, 0, "", "messages.1.content.0")],
        )
        for signature in ("", " ")
    ),
    (
        [HI, assistant(call("t1")), HI],
        {"thinking": BY_HAND, "model": OLD},
        [("tool_use_without_result", 1, 0, "t1", "messages.2")],
    ),
    (
        [assistant(call("t1")), user(result("t1"))],
        {"thinking": BY_HAND, "model": OLD},
        [("thinking_missing_before_tool_use", 0, 0, "", "messages.0.content.0.type")],
    ),
    (
        [user(result("t0")), assistant(call("t1")), user(result("t1"), result("t2"))],
        {"thinking": BY_HAND, "model": OLD},
        [
            ("tool_result_without_use", 0, 0, "t0", "messages.0.content.0"),
            ("tool_result_without_use", 2, 1, "t2", "messages.2.content.1"),
            ("thinking_missing_before_tool_use", 1, 0, "", "messages.1.content.0.type"),
        ],
    ),
    (
        [HI, assistant(call("t1")), user(result("t1")), system("x")],
        {"thinking": BY_HAND, "model": OLD},
        [("system_role_not_supported", 3, None, "", "")],
    ),
    (
        [HI, assistant(call("t1")), user(result("t1")), REPLY, HI, assistant(call("t2")), user(result("t2"))],
        {"thinking": BY_HAND, "model": OLD},
        [("thinking_missing_before_tool_use", 5, 0, "", "messages.5.content.0.type")],
    ),
]
FINE = [
    ([HI, assistant(thought("Hm."), call("t1")), user(result("t1"))], {"thinking": BY_HAND, "model": OLD}),
    ([HI, assistant(HIDDEN, call("t1")), user(result("t1"))], {"thinking": BY_HAND, "model": OLD}),
    (
        [HI, assistant(thought("Hm."), call("t1")), user(result("t1")), assistant(call("t2")), user(result("t2"))],
        {"thinking": BY_HAND, "model": OLD},
    ),
    ([HI, assistant(call("t1")), user(result("t1"))], {"thinking": {"type": "adaptive"}}),
    ([HI, assistant(call("t1")), user(result("t1"))], {"model": OLD}),
    ([HI, assistant(call("t1")), user(result("t1")), REPLY, HI], {"thinking": BY_HAND, "model": OLD}),
    (
        [
            HI,
            assistant(call("t1")),
            user(result("t1")),
            assistant("x"),
            HI,
            assistant(thought("Hm."), call("t2")),
            user(result("t2")),
        ],
        {"thinking": BY_HAND, "model": OLD},
    ),
    ([HI, REPLY, HI], {"thinking": BY_HAND, "model": OLD}),
    ([HI, assistant(thought("Hm."), text("So"))], {"thinking": BY_HAND, "model": OLD}),
    ([HI, assistant(thought("Hm.")), HI], {}),
    ([HI, assistant(thought("", "from elsewhere"), text("x")), HI], {}),
]

test_what_is_at_fault, test_near_misses_are_fine = checks_of(FAULTY, FINE)
