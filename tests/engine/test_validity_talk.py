"""Who speaks when, messages of the role system, and text with nothing in it."""

import pytest

from turnkeeper import check_history

from .blocks import (
    HI,
    HIDDEN,
    NEW,
    OLD,
    REPLY,
    SEARCH_RESULT,
    URL,
    assistant,
    call,
    found,
    result,
    searched,
    system,
    text,
    thought,
    told,
    user,
)

FAULTY = [
    ([assistant("Hi"), HI], {"target": "strict"}, [("first_role", 0, None, "", "messages")]),
    (
        [HI, HI, HI],
        {"target": "strict"},
        [("roles_alternate", 1, None, "", "messages"), ("roles_alternate", 2, None, "", "messages")],
    ),
    ([HI, REPLY, REPLY, HI], {"target": "strict"}, [("roles_alternate", 2, None, "", "messages")]),
    ([HI, REPLY], {}, [("prefill_not_supported", 1, None, "", "")]),
    ([HI, REPLY, REPLY], {}, [("prefill_not_supported", 2, None, "", "")]),
    ([HI, assistant()], {}, [("prefill_not_supported", 1, None, "", "")]),
    ([HI, REPLY], {"model": OLD, "target": "strict"}, [("prefill_not_supported", 1, None, "", "")]),
    (
        [assistant({"type": "image", "source": URL}), HI],
        {},
        [("image_in_assistant_message", 0, 0, "", "messages.0.content.0")],
    ),
    (
        [assistant({"type": "document", "source": URL}), HI],
        {},
        [("document_in_assistant_message", 0, 0, "", "messages.0.content.0")],
    ),
    ([assistant(SEARCH_RESULT), HI], {}, [("user_block_in_assistant_message", 0, 0, "", "messages.0.content.0")]),
    (
        [assistant({"type": "container_upload", "file_id": "f"}), HI],
        {},
        [("user_block_in_assistant_message", 0, 0, "", "messages.0.content.0")],
    ),
    ([user(thought("Hm."))], {}, [("thinking_in_user_message", 0, 0, "", "messages.0.content.0")]),
    ([user(HIDDEN)], {}, [("thinking_in_user_message", 0, 0, "", "messages.0.content.0")]),
    (
        [user({"type": "tool_addition", "tool": {}}), REPLY, HI],
        {},
        [("tool_change_outside_system", 0, 0, "", "messages.0.content.0")],
    ),
    (
        [HI, assistant({"type": "tool_removal", "tool": {}}, text("x")), HI],
        {},
        [("tool_change_outside_system", 1, 0, "", "messages.1.content.0")],
    ),
    (
        [HI, "x", HI, 3, 4, HI],
        {"target": "strict"},
        [
            ("wrong_type", 1, None, "", "messages.1"),
            ("wrong_type", 3, None, "", "messages.3"),
            ("wrong_type", 4, None, "", "messages.4"),
        ],
    ),
    ([HI, assistant("So ")], {}, [("prefill_not_supported", 1, None, "", "")]),
    (
        [3, 4, HI],
        {"target": "strict"},
        [("wrong_type", 0, None, "", "messages.0"), ("wrong_type", 1, None, "", "messages.1")],
    ),
    (
        [HI, assistant(searched("srvtoolu_1"), found("srvtoolu_1"), text("x"))],
        {},
        [("prefill_not_supported", 1, None, "", "")],
    ),
    ([HI, "x"], {}, [("wrong_type", 1, None, "", "messages.1")]),
    (["x", REPLY, HI], {}, [("wrong_type", 0, None, "", "messages.0")]),
    (
        [HI, "x", HI, 3, 4],
        {},
        [
            ("wrong_type", 1, None, "", "messages.1"),
            ("wrong_type", 3, None, "", "messages.3"),
            ("wrong_type", 4, None, "", "messages.4"),
        ],
    ),
    ([HI, assistant(call("t1")), {"role": "user"}], {}, [("missing_field", 2, None, "", "messages.2.content")]),
    ([HI, system("Be brief.")], {}, [("system_role_not_supported", 1, None, "", "")]),
    (
        [HI, system("Be brief.")],
        {"model": NEW, "target": "strict"},
        [("system_role_not_supported", 1, None, "", "messages")],
    ),
    ([HI, system()], {"model": NEW}, [("system_role_empty", 1, None, "", "messages.1")]),
    ([HI, {"role": "system"}], {"model": NEW}, [("system_role_empty", 1, None, "", "messages.1")]),
    (
        [HI, system({"type": "image", "source": URL}, text("x"))],
        {"model": NEW},
        [("system_role_blocks", 1, 0, "", "messages.1")],
    ),
    ([HI, system(text("x"), text(" "))], {"model": NEW}, [("system_role_whitespace", 1, 1, "", "messages.1")]),
    ([HI, system(" ")], {"model": NEW}, [("system_role_whitespace", 1, 0, "", "messages.1")]),
    ([system("Be brief."), HI], {"model": NEW}, [("system_role_first", 0, None, "", "messages.0")]),
    (
        [system("Be brief."), system("Be kind."), REPLY, HI],
        {"model": NEW},
        [("system_role_first", 0, None, "", "messages.0")],
    ),
    (
        [HI, REPLY, system("Be brief."), HI],
        {"model": NEW},
        [("system_role_after_assistant", 2, None, "", "messages.2")],
    ),
    ([HI, REPLY, system("Be brief.")], {"model": NEW}, [("system_role_after_assistant", 2, None, "", "messages.2")]),
    ([HI, system("Be brief."), HI], {"model": NEW}, [("system_role_before_user", 1, None, "", "messages.1")]),
    (
        [HI, system("A."), system("B."), HI, REPLY, HI],
        {"model": NEW},
        [("system_role_before_user", 2, None, "", "messages.2")],
    ),
    (
        [HI, HI, assistant(searched("srvtoolu_1"), found("srvtoolu_1")), system("A."), HI],
        {"model": NEW},
        [("system_role_before_user", 3, None, "", "messages.2")],
    ),
    (
        [HI, assistant(call("t1")), system("A."), user(result("t1"))],
        {"model": NEW},
        [("system_role_after_assistant", 2, None, "", "messages.2")],
    ),
    ([HI, system(" "), HI], {}, [("system_role_not_supported", 1, None, "", "")]),
    ([HI, REPLY, system(), HI], {}, [("system_role_not_supported", 2, None, "", "")]),
    (
        [HI, system("A."), REPLY, HI, system("B."), REPLY, user(result("t1"))],
        {"model": NEW},
        [("tool_result_without_use", 6, 0, "t1", "messages.6.content.0")],
    ),
    ([HI, REPLY, HI, system(""), REPLY, HI], {"model": NEW}, [("system_role_whitespace", 3, 0, "", "messages.3")]),
    (
        [HI, system("A."), user(result("t1"))],
        {"model": NEW},
        [
            ("system_role_before_user", 1, None, "", "messages.1"),
            ("tool_result_without_use", 2, 0, "t1", "messages.0.content.1"),
        ],
    ),
    ([HI, "x", system("A.")], {"model": NEW}, [("wrong_type", 1, None, "", "messages.1")]),
    ([user(""), REPLY, HI], {}, [("empty_content", 0, None, "", "messages.0")]),
    ([user(), user(""), REPLY, HI], {}, [("empty_content", 0, None, "", "messages.0")]),
    ([HI, REPLY, user()], {}, [("empty_content", 2, None, "", "messages.2")]),
    (
        [user(""), HI],
        {"target": "strict"},
        [("roles_alternate", 1, None, "", "messages"), ("empty_content", 0, None, "", "messages.0")],
    ),
    (
        [HI, assistant(), HI, assistant("")],
        {"target": "strict"},
        [("empty_content", 1, None, "", "messages.1"), ("prefill_not_supported", 3, None, "", "")],
    ),
    ([user(text("")), REPLY, HI], {}, [("empty_text_block", 0, 0, "", "messages")]),
    (
        [user(text("a"), text(""), text(""))],
        {},
        [("empty_text_block", 0, 1, "", "messages"), ("empty_text_block", 0, 2, "", "messages")],
    ),
    ([HI, assistant(text(""), call("t1")), user(result("t1"))], {}, [("empty_text_block", 1, 0, "", "messages")]),
    ([user(" "), REPLY, HI], {}, [("whitespace_only_text", 0, 0, "", "messages")]),
    ([user(" "), user(" "), REPLY, user("\n")], {}, [("whitespace_only_text", at, 0, "", "messages") for at in (0, 3)]),
    ([user(text(" "), text("\n")), REPLY, HI], {}, [("whitespace_only_text", 0, 0, "", "messages")]),
    (
        [user("\n"), user(text(""), text(" ")), REPLY, HI],
        {},
        [
            ("empty_text_block", 1, 0, "", "messages"),
            ("whitespace_only_text", 0, 0, "", "messages"),
        ],
    ),
    ([HI], {"system": " \n"}, [("whitespace_only_text", None, None, "", "system")]),
    ([HI], {"system": [text(" "), text("\t")]}, [("whitespace_only_text", None, None, "", "system")]),
    ([HI], {"system": [text(""), text("x")]}, [("empty_text_block", None, None, "", "system")]),
    (
        [HI],
        {"system": [text(""), text(" ")]},
        [("empty_text_block", None, None, "", "system"), ("whitespace_only_text", None, None, "", "system")],
    ),
    ([HI, assistant("So ")], {"model": OLD}, [("trailing_whitespace", 1, 0, "", "messages")]),
    ([HI, assistant(text("So"), text("\n"))], {"model": OLD}, [("trailing_whitespace", 1, 1, "", "messages")]),
    (
        [user(text("x", citations=[{"type": "char_location"}]))],
        {},
        [("citations_in_user_text", 0, 0, "", "messages.0.content.0")],
    ),
    (
        [user({**SEARCH_RESULT, "content": [text("x"), text("y", citations=[{}])]})],
        {},
        [("citations_in_user_text", 0, 0, "", "messages.0.content.0")],
    ),
    ([user(" "), "x"], {}, [("wrong_type", 1, None, "", "messages.1")]),
    ([user(), {"role": "user"}], {}, [("missing_field", 1, None, "", "messages.1.content")]),
    (["x", user(" ")], {}, [("wrong_type", 0, None, "", "messages.0")]),
    ([HI, REPLY, HI, assistant("")], {"target": "strict"}, [("prefill_not_supported", 3, None, "", "")]),
]
FINE = [
    ([assistant("Hi"), HI], {}),
    ([HI, HI, HI], {}),
    ([HI, REPLY, REPLY, HI], {}),
    ([HI, REPLY, HI], {"target": "strict"}),
    ([HI, REPLY], {"model": OLD}),
    ([HI, assistant()], {"model": OLD}),
    ([HI, assistant({"type": "compaction", "content": "All of it."})], {}),
    (
        [
            user(
                {"type": "image", "source": URL},
                {"type": "document", "source": URL},
                SEARCH_RESULT,
                {"type": "container_upload", "file_id": "f"},
            )
        ],
        {},
    ),
    ([user({"type": "compaction", "content": "All of it."}), REPLY, HI], {}),
    ([user("So ")], {"model": OLD}),
    ([HI, system("Be brief."), REPLY, HI], {"model": NEW}),
    ([HI, system("A."), system(text("B."))], {"model": NEW}),
    ([HI, system({"type": "tool_addition", "tool": {}}, {"type": "tool_removal", "tool": {}})], {"model": NEW}),
    ([{"role": "system", "content": [], "output_config": {"effort": "low"}}, HI], {"model": NEW}),
    ([HI, REPLY, {"role": "system", "output_config": {"effort": "low"}}, HI], {"model": NEW}),
    ([HI, assistant(searched("srvtoolu_1"), found("srvtoolu_1")), system("A.")], {"model": NEW}),
    ([HI, {"role": "system", "content": "A.", "clear_at": "never"}], {"model": NEW}),
    ([user(""), HI], {}),
    ([HI, user()], {}),
    ([HI, assistant(), HI, assistant(""), HI], {}),
    ([user(text(" "), text("ok"))], {}),
    ([user(" "), HI], {}),
    ([HI, assistant(text("\n\n"), call("t1")), user(result("t1"))], {}),
    ([user(text(" "), {"type": "image", "source": URL})], {}),
    ([HI, assistant("So")], {"model": OLD}),
    ([HI, assistant(text("So "), call("t1")), user(result("t1"))], {"model": OLD}),
    ([HI, assistant("So "), HI], {"model": OLD}),
    ([HI, assistant(text("x", citations=[{"type": "char_location"}])), HI], {}),
    ([user(text("x", citations=[]))], {}),
    ([user({**SEARCH_RESULT, "content": [text("x")]})], {}),
    ([HI], {"system": [text(" "), text("x")]}),
]


@pytest.mark.parametrize(("history", "fields", "faults"), FAULTY)
def test_what_is_at_fault(history, fields, faults):
    assert told(check_history(history, **fields)) == faults


@pytest.mark.parametrize(("history", "fields"), FINE)
def test_near_misses_are_fine(history, fields):
    assert check_history(history, **fields) == []
