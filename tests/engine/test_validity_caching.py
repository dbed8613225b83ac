"""Cache markers: number, order, and blocks that cannot have one."""

from .blocks import (
    HI,
    HOUR,
    MARK,
    NEW,
    OLD,
    REPLY,
    SHORT,
    assistant,
    call,
    checks_of,
    result,
    system,
    text,
    thought,
    tool,
    user,
)

FAULTY = [
    ([user(*[text("x", cache_control=MARK)] * 5)], {}, [("too_many_cache_breakpoints", None, None, "", "")]),
    (
        [user(text("x", cache_control=MARK))],
        {
            "tools": [tool("a", cache_control=MARK)],
            "system": [text("x", cache_control=MARK)] * 2,
            "cache_control": MARK,
        },
        [("too_many_cache_breakpoints", None, None, "", "")],
    ),
    (
        [
            HI,
            assistant(call("t1", cache_control=MARK)),
            user(
                result("t1", cache_control=MARK, content=[text("x", cache_control=MARK)]), text("x", cache_control=MARK)
            ),
        ],
        {"cache_control": MARK},
        [("too_many_cache_breakpoints", None, None, "", "")],
    ),
    (
        [user(text("x", cache_control=HOUR))],
        {"system": [text("x", cache_control=MARK)]},
        [("cache_ttl_order", 0, 0, "", "messages.0.content.0.cache_control.ttl")],
    ),
    (
        [user(text("x", cache_control=HOUR))],
        {"tools": [tool("a", cache_control=SHORT)]},
        [("cache_ttl_order", 0, 0, "", "messages.0.content.0.cache_control.ttl")],
    ),
    (
        [HI],
        {"tools": [tool("a", cache_control=SHORT)], "system": [text("x"), text("x", cache_control=HOUR)]},
        [("cache_ttl_order", None, None, "", "system.1.cache_control.ttl")],
    ),
    (
        [
            user(text("x", cache_control=SHORT)),
            user(text("x"), text("x", cache_control=HOUR), text("x", cache_control=HOUR)),
        ],
        {},
        [("cache_ttl_order", 1, 1, "", "messages.0.content.2.cache_control.ttl")],
    ),
    (
        [
            HI,
            assistant(call("t1")),
            user(result("t1", content=[text("x", cache_control=SHORT), text("x", cache_control=HOUR)])),
        ],
        {},
        [("cache_ttl_order", 2, 0, "", "messages.2.content.0.content.1.cache_control.ttl")],
    ),
    (
        [user(text("x"), text("x", cache_control=SHORT))],
        {"cache_control": HOUR},
        [("cache_ttl_mismatch", 0, 1, "", "")],
    ),
    ([user(text("x", cache_control=HOUR))], {"cache_control": MARK}, [("cache_ttl_mismatch", 0, 0, "", "")]),
    (
        [user(text("x", cache_control=SHORT)), REPLY, HI],
        {"cache_control": HOUR},
        [("automatic_cache_ttl_order", None, None, "", "cache_control.ttl")],
    ),
    (
        [HI, assistant(text("x", cache_control=MARK), thought("Hm."))],
        {"cache_control": HOUR, "model": OLD},
        [("thinking_last", 1, 1, "", "messages.1"), ("cache_ttl_mismatch", 1, 0, "", "")],
    ),
    (
        [user(text("x"), text("", cache_control=MARK))],
        {},
        [("cache_on_empty_text", 0, 1, "", "messages.0.content.1.text")],
    ),
    (
        [HI],
        {"system": [text("x"), text("", cache_control=MARK)]},
        [("cache_on_empty_text", None, None, "", "system.1.text")],
    ),
    (
        [HI, assistant(call("t1")), user(result("t1", content=[text("x"), text("", cache_control=MARK)]))],
        {},
        [("cache_on_empty_text", 2, 0, "", "messages.2.content.0.content.1.text")],
    ),
    (
        [user(text("x", cache_control=SHORT), text(""))],
        {"cache_control": HOUR},
        [("empty_text_block", 0, 1, "", "messages"), ("cache_ttl_mismatch", 0, 0, "", "")],
    ),
    (
        [HI],
        {"tools": [tool("a", cache_control=SHORT), tool("b", cache_control=HOUR)]},
        [("cache_ttl_order", None, None, "", "tools.1.cache_control.ttl")],
    ),
]
FAULTY += [
    (history, {"model": NEW, **fields}, faults)
    for history, fields, faults in [
        (
            [HI, system(*[text("x", cache_control=MARK)] * 5)],
            {},
            [("too_many_cache_breakpoints", None, None, "", "")],
        ),
        (
            [user(*[text("x", cache_control=MARK)] * 2), system(*[text("x", cache_control=MARK)] * 2)],
            {"cache_control": MARK},
            [("too_many_cache_breakpoints", None, None, "", "")],
        ),
        (
            [HI, HI, system("x"), system(text("x", cache_control=SHORT), text("x", cache_control=HOUR))],
            {},
            [("cache_ttl_order", 3, 1, "", "messages.2.content.1.cache_control.ttl")],
        ),
        (
            [user(text("x", cache_control=SHORT)), system(text("x", cache_control=HOUR)), REPLY, HI],
            {},
            [("cache_ttl_order", 1, 0, "", "messages.1.content.0.cache_control.ttl")],
        ),
        (
            [HI, system(text("x", cache_control=SHORT)), REPLY, user(text("x", cache_control=HOUR))],
            {},
            [("cache_ttl_order", 3, 0, "", "messages.3.content.0.cache_control.ttl")],
        ),
        (
            [HI, system(text("x"), text("x", cache_control=SHORT))],
            {"cache_control": HOUR},
            [("cache_ttl_mismatch", 1, 1, "", "")],
        ),
        (
            [HI, system(text("x", cache_control=SHORT)), REPLY, HI],
            {"cache_control": HOUR},
            [("automatic_cache_ttl_order", None, None, "", "cache_control.ttl")],
        ),
        (
            [HI, system(text("x"), text("", cache_control=MARK))],
            {},
            [
                ("cache_on_empty_text", 1, 1, "", "messages.1.content.1.text"),
                ("system_role_whitespace", 1, 1, "", "messages.1"),
            ],
        ),
    ]
]
FINE = [
    ([user(*[text("x", cache_control=MARK)] * 4)], {}),
    ([user(*[text("x", cache_control=MARK)] * 3)], {"cache_control": MARK}),
    (
        [user(text("x", cache_control=MARK))],
        {"tools": [tool("a", cache_control=HOUR)], "system": [text("x", cache_control=HOUR)]},
    ),
    ([user(text("x", cache_control=HOUR), text("x", cache_control=SHORT))], {}),
    ([user(text("x", cache_control=SHORT), text("x", cache_control=MARK))], {"cache_control": SHORT}),
    ([user(text("x", cache_control=HOUR))], {"cache_control": HOUR}),
    ([user(text("x", cache_control=SHORT), text("x"))], {"cache_control": SHORT}),
    ([HI], {"cache_control": HOUR}),
    ([HI, assistant(call("t1")), user(result("t1", content=[text("")]))], {}),
    ([user(*[text("x", cache_control=None)] * 5)], {}),
    ([HI, system(*[text("x", cache_control=MARK)] * 4)], {"model": NEW}),
    (
        [user(text("x", cache_control=HOUR)), system(text("x", cache_control=HOUR)), REPLY, user(text("x"))],
        {"model": NEW, "cache_control": MARK},
    ),
    (
        [HI, system(text("x", cache_control=HOUR)), REPLY, user(text("x", cache_control=SHORT))],
        {"model": NEW, "cache_control": SHORT},
    ),
    (
        [user(text("x", cache_control=HOUR)), system(text("x", cache_control=SHORT))],
        {"model": NEW, "cache_control": SHORT},
    ),
    ([HI, system({"type": "tool_removal", "tool": {}, "cache_control": MARK})], {"model": NEW}),
]

test_what_is_at_fault, test_near_misses_are_fine = checks_of(FAULTY, FINE)
