"""The sentences of each rule: what the API says, and what to do about it."""

import pytest

from turnkeeper import check_history
from turnkeeper.validity import RULES, rules

from .blocks import (
    BY_HAND,
    HI,
    HOUR,
    MARK,
    NEW,
    OLD,
    REPLY,
    SEARCH_RESULT,
    SHORT,
    URL,
    assistant,
    call,
    found,
    picture,
    png,
    result,
    searched,
    system,
    text,
    thought,
    tool,
    user,
)

SENTENCES = [
    ("Hello", {}, "not_a_list", "messages: Input should be a valid array", "Send a list of messages, not a string."),
    (
        [],
        {},
        "no_messages",
        "messages: at least one message is required",
        "Put the user's message into the list before the call.",
    ),
    (
        [HI, {"role": "tool", "content": "x"}],
        {},
        "unexpected_role",
        'messages: Unexpected role "tool". Allowed roles are "user" or "assistant"',
        'Give message 1 the role "user" or "assistant".',
    ),
    (
        [HI, {"content": "x"}],
        {},
        "missing_field",
        "messages.1.role: Field required",
        "Give message 1 the field `role`.",
    ),
    (
        [HI, {"role": "user", "content": "x", "id": "msg_1"}],
        {},
        "unknown_field",
        "messages.1.id: Extra inputs are not permitted",
        "Take the field `id` out of message 1.",
    ),
    (
        [HI, user({"type": "image_url"})],
        {},
        "unknown_block_type",
        (
            "messages.1.content.0: Input tag 'image_url' found using 'type' does not match any of the expected "
            "tags: 'advisor_tool_result', 'bash_code_execution_tool_result', 'code_execution_tool_result', "
            "'compaction', 'container_upload', 'document', 'fallback', 'image', 'mcp_tool_listing', "
            "'mcp_tool_result', 'mcp_tool_use', 'redacted_thinking', 'search_result', 'server_tool_use', "
            "'text', 'text_editor_code_execution_tool_result', 'thinking', 'tool_addition', 'tool_removal', "
            "'tool_result', 'tool_search_tool_result', 'tool_use', 'web_fetch_tool_result', "
            "'web_search_tool_result'"
        ),
        "Give block 0 of message 1 a type that the API knows, or leave it out.",
    ),
    (
        [HI, "Hello"],
        {},
        "wrong_type",
        "messages.1: Input should be an object",
        "Replace a string there (message 1) by what the message asks for.",
    ),
    (
        [HI, user(text("x", cache_control={"type": "forever"}))],
        {},
        "wrong_value",
        "messages.1.content.0.text.cache_control.type: Input should be 'ephemeral'",
        "Give `type` in block 0 of message 1 a value that is allowed.",
    ),
    (
        [HI, assistant(call("a b")), user(result("a b"))],
        {},
        "invalid_tool_use_id",
        "messages.1.content.0.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'",
        ("Make this id of letters, digits, _ and - only, the same in call and result: block 0 of message 1."),
    ),
    (
        [HI, assistant({**thought("Hm."), "cache_control": MARK}, text("x")), HI],
        {},
        "cache_on_thinking",
        "messages.1.content.0.thinking.cache_control: Extra inputs are not permitted",
        "Take the cache marker off block 0 of message 1: thinking cannot carry one.",
    ),
    (
        [HI, assistant({"type": "thinking", "thinking": "Hm."}, text("x")), HI],
        {},
        "thinking_without_signature",
        "messages.1.content.0.thinking.signature: Field required",
        "Send block 0 of message 1 back as it came, with its signature, or leave it out.",
    ),
    (
        [HI],
        {"tools": [tool("a"), tool("b"), tool("a"), tool("b")]},
        "duplicate_tool_name",
        "tools: Tool names must be unique.",
        "Give each tool a name of its own: a, b is there more than once.",
    ),
    (
        [user(text("x"), text("", cache_control=MARK))],
        {},
        "cache_on_empty_text",
        "messages.0.content.1.text: cache_control cannot be set for empty text blocks",
        "Put the marker on the block before it, and leave the empty block out.",
    ),
    (
        [assistant("Hi"), HI],
        {"target": "strict"},
        "first_role",
        'messages: first message must use the "user" role',
        "Begin with a message of the user: cut in front of one, or put one there.",
    ),
    (
        [HI, HI, HI],
        {"target": "strict"},
        "roles_alternate",
        ('messages: roles must alternate between "user" and "assistant", but found multiple "user" roles in a row'),
        "Put this message's content into the message before it.",
    ),
    (
        [HI, system("Be brief.")],
        {},
        "system_role_not_supported",
        "role 'system' is not supported on this model",
        "Put instructions into the `system` parameter, or say them in a message of the user.",
    ),
    (
        [HI, system()],
        {"model": NEW},
        "system_role_empty",
        "messages.1: system content must contain at least one block",
        "Say something in this message, or leave it out.",
    ),
    (
        [HI, system({"type": "image", "source": URL}, text("x"))],
        {"model": NEW},
        "system_role_blocks",
        "messages.1: role 'system' supports text, tool_addition, and tool_removal blocks only",
        "Keep only text in this message.",
    ),
    (
        [system("Be brief."), HI],
        {"model": NEW},
        "system_role_first",
        (
            "messages.0: use the top-level 'system' parameter for the initial system prompt; the "
            "directive-only form (content: [] with output_config) is accepted at any position"
        ),
        "Put the first instructions into the `system` parameter.",
    ),
    (
        [HI, REPLY, system("Be brief."), HI],
        {"model": NEW},
        "system_role_after_assistant",
        (
            "messages.2: role 'system' must follow a 'user' message or an 'assistant' message ending in a "
            "server tool result; the directive-only form (content: [] with output_config) is accepted at any "
            "position"
        ),
        "Move this message behind the next message of the user.",
    ),
    (
        [HI, system("Be brief."), HI],
        {"model": NEW},
        "system_role_before_user",
        (
            "messages.1: role 'system' must precede an 'assistant' message or end the array; the "
            "directive-only form (content: [] with output_config) is accepted at any position"
        ),
        "Move this message behind the user's messages that follow it.",
    ),
    (
        [HI, system(text("x"), text(" "))],
        {"model": NEW},
        "system_role_whitespace",
        "messages.1: system text blocks must contain non-whitespace text",
        "Say something in this text, or leave it out.",
    ),
    (
        [user(call("t1")), user(result("t1"))],
        {},
        "tool_use_in_user_message",
        "messages.0.content.0: `tool_use` blocks may only be in `assistant` messages",
        "Put this block into a message with the role assistant, or leave it out.",
    ),
    (
        [HI, assistant(call("t1"), result("t1")), HI],
        {},
        "tool_result_in_assistant_message",
        "messages.1.content.1: `tool_result` blocks may only be in `user` messages",
        "Put this block into a message with the role user, or leave it out.",
    ),
    (
        [user(thought("Hm."))],
        {},
        "thinking_in_user_message",
        "messages.0.content.0: `thinking` blocks may only be in `assistant` messages",
        "Put this block into a message with the role assistant, or leave it out.",
    ),
    (
        [user(searched("srvtoolu_1"), found("srvtoolu_1"))],
        {},
        "server_tool_in_user_message",
        "messages.0.content.0: `server_tool_use` blocks may only be in `assistant` messages",
        "Put this block into a message with the role assistant, or leave it out.",
    ),
    (
        [assistant({"type": "image", "source": URL}), HI],
        {},
        "image_in_assistant_message",
        "messages.0.content.0: `image` blocks may only be in `user` messages",
        "Put this block into a message with the role user, or leave it out.",
    ),
    (
        [assistant({"type": "document", "source": URL}), HI],
        {},
        "document_in_assistant_message",
        "messages.0.content.0: `document` blocks may only be in `user` messages",
        "Put this block into a message with the role user, or leave it out.",
    ),
    (
        [assistant(SEARCH_RESULT), HI],
        {},
        "user_block_in_assistant_message",
        "messages.0.content.0: `search_result` blocks may only be in `user` messages",
        "Put this block into a message with the role user, or leave it out.",
    ),
    (
        [user({"type": "tool_addition", "tool": {}}), REPLY, HI],
        {},
        "tool_change_outside_system",
        "messages.0.content.0: `tool_addition` blocks may only be in `system` messages",
        "Put this block into a message with the role system, or leave it out.",
    ),
    (
        [user(""), REPLY, HI],
        {},
        "empty_content",
        "messages.0: user messages must have non-empty content",
        "Say something in this message, or leave it out.",
    ),
    (
        [user(text("")), REPLY, HI],
        {},
        "empty_text_block",
        "messages: text content blocks must be non-empty",
        "Leave this block out; do not fill it with a space.",
    ),
    (
        [user(" "), REPLY, HI],
        {},
        "whitespace_only_text",
        "messages: text content blocks must contain non-whitespace text",
        "Leave this message out; do not replace it by a space.",
    ),
    (
        [user(text("x", citations=[{"type": "char_location"}]))],
        {},
        "citations_in_user_text",
        "messages.0.content.0: `citations` of a text may only be in `assistant` messages",
        "Leave the citations of this text out.",
    ),
    (
        [HI, assistant(call("t1"), call("t1")), user(result("t1"))],
        {},
        "duplicate_tool_use_id",
        "messages.1.content.1: `tool_use` ids must be unique",
        "Give each call an id of its own, and answer each by its own id.",
    ),
    (
        [HI, assistant(call("t1"))],
        {},
        "tool_use_without_result",
        (
            "messages.1: `tool_use` ids were found without `tool_result` blocks immediately after: t1. Each "
            "`tool_use` block must have a corresponding `tool_result` block in the next message."
        ),
        (
            "Put a tool_result for t1 first into the user message right after the call (with is_error if the "
            "call was not run), or leave the call out."
        ),
    ),
    (
        [HI, assistant(call("t1"), text("Looking.")), user(result("t1"))],
        {},
        "tool_use_not_last",
        (
            "messages.2: `tool_use` ids were found without `tool_result` blocks immediately after: t1. Each "
            "`tool_use` block must have a corresponding `tool_result` block in the next message."
        ),
        "Move this block in front of the calls: the calls end the assistant's message.",
    ),
    (
        [HI, assistant(call("t1")), user(text("Here:"), result("t1"))],
        {},
        "tool_result_not_first",
        (
            "messages.2: `tool_use` ids were found without `tool_result` blocks immediately after: t1. Each "
            "`tool_use` block must have a corresponding `tool_result` block in the next message."
        ),
        "Move this block behind the results: the results begin the user message.",
    ),
    (
        [HI, assistant(call("t1"), call("t2")), user(result("t1")), REPLY, user(result("t2"))],
        {},
        "tool_result_without_use",
        (
            "messages.4.content.0: unexpected `tool_use_id` found in `tool_result` blocks: t2. Each "
            "`tool_result` block must have a corresponding `tool_use` block in the previous message."
        ),
        "Keep the assistant message with the call t2 right before its result, or leave both out.",
    ),
    (
        [HI, assistant(call("t1")), user(result("t1"), result("t1", content="again"))],
        {},
        "duplicate_tool_result",
        (
            "messages.2.content.1: each tool_use must have a single result. Found multiple `tool_result` "
            "blocks with id: t1"
        ),
        "Keep one result of t1: put what both say into it, or leave this one out.",
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
        "server_tool_use_without_result",
        (
            "messages.1: `web_search` tool use with id `srvtoolu_1` was found without a corresponding "
            "`web_search_tool_result` block"
        ),
        (
            "Send the assistant's content back as it came, with the web_search_tool_result of srvtoolu_1, or "
            "leave the call out."
        ),
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
        "server_tool_result_without_use",
        (
            "messages.1.content.0: unexpected `tool_use_id` found in `web_fetch_tool_result` blocks: "
            "srvtoolu_1. Each `web_fetch_tool_result` block must have a corresponding `server_tool_use` block "
            "before it."
        ),
        "Keep the server_tool_use with the id srvtoolu_1 in front of its result, or leave both out.",
    ),
    (
        [HI, assistant(call("t1")), user(result("t1"))],
        {"thinking": BY_HAND, "model": OLD},
        "thinking_missing_before_tool_use",
        (
            "messages.1.content.0.type: Expected `thinking` or `redacted_thinking`, but found `tool_use`. When "
            "`thinking` is enabled, a final `assistant` message must start with a thinking block (preceeding "
            "the lastmost set of `tool_use` and `tool_result` blocks). We recommend you include thinking "
            "blocks from previous turns. To avoid this requirement, disable `thinking`. Please consult our "
            "documentation at https://docs.claude.com/en/docs/build-with-claude/extended-thinking"
        ),
        ("Send this message with the thinking block it came with, or switch thinking off for this request."),
    ),
    (
        [HI, assistant("So")],
        {"thinking": BY_HAND, "model": OLD},
        "thinking_missing_before_prefill",
        (
            "messages.1.content.0.type: Expected `thinking` or `redacted_thinking`, but found `text`. When "
            "`thinking` is enabled, a final `assistant` message must start with a thinking block (preceeding "
            "the lastmost set of `tool_use` and `tool_result` blocks). We recommend you include thinking "
            "blocks from previous turns. To avoid this requirement, disable `thinking`. Please consult our "
            "documentation at https://docs.claude.com/en/docs/build-with-claude/extended-thinking"
        ),
        ("Send this message with the thinking block it came with, or switch thinking off for this request."),
    ),
    (
        [HI, assistant(text("x"), thought("Hm."))],
        {"model": OLD},
        "thinking_last",
        "messages.1: The final block in an assistant message cannot be `thinking`.",
        "Leave this thinking block out, and end with a message of the user.",
    ),
    (
        [HI, REPLY],
        {},
        "prefill_not_supported",
        ("This model does not support assistant message prefill. The conversation must end with a user message."),
        "End with a message of the user; ask there for the form of the reply.",
    ),
    (
        [HI, assistant("So ")],
        {"model": OLD},
        "trailing_whitespace",
        "messages: final assistant content cannot end with trailing whitespace",
        "Take the white space off the end of this text.",
    ),
    (
        [user(*[text("x", cache_control=MARK)] * 5)],
        {},
        "too_many_cache_breakpoints",
        "A maximum of 4 blocks with cache_control may be provided. Found 5.",
        "Count the markers of tools, system and messages together, and take the earliest off first.",
    ),
    (
        [user(text("x", cache_control=HOUR))],
        {"system": [text("x", cache_control=MARK)]},
        "cache_ttl_order",
        (
            "messages.0.content.0.cache_control.ttl: a ttl='1h' cache_control block must not come after a "
            "ttl='5m' cache_control block. Note that blocks are processed in the following order: `tools`, "
            "`system`, `messages`."
        ),
        ("Use one ttl, or put the hour in front of the five minutes: first tools, then system, then messages."),
    ),
    (
        [user(text("x"), text("x", cache_control=SHORT))],
        {"cache_control": HOUR},
        "cache_ttl_mismatch",
        (
            "Top-level cache_control has ttl='1h' but the target block already has cache_control with "
            "ttl='5m'. When both are specified on the same block, they must have matching TTLs."
        ),
        "Take this block's marker off, or give both the same ttl.",
    ),
    (
        [user(text("x", cache_control=SHORT)), REPLY, HI],
        {"cache_control": HOUR},
        "automatic_cache_ttl_order",
        (
            "cache_control.ttl: a ttl='1h' cache_control block must not come after a ttl='5m' cache_control "
            "block. Note that blocks are processed in the following order: `tools`, `system`, `messages`."
        ),
        ("Use one ttl, or put the hour in front of the five minutes: first tools, then system, then messages."),
    ),
    (
        [user(*[{"type": "image", "source": URL}] * 101)],
        {"model": OLD},
        "too_many_images",
        "messages: at most 100 images and PDF pages may be provided with this model. Found 101.",
        "Leave the oldest images out, or say in words what was on them.",
    ),
    (
        [user(picture(png(8001, 10)))],
        {},
        "image_too_large",
        (
            "messages.0.content.0.image.source.base64.data: At least one of the image dimensions exceed max "
            "allowed size: 8000 pixels"
        ),
        "Scale this image down to 8,000 pixels a side.",
    ),
    (
        [{"role": "user", "content": None}],
        {},
        "wrong_type",
        "messages.0.content: Input should be a valid array",
        "Replace None there (message 0) by what the message asks for.",
    ),
    (
        [{"role": "user", "content": b"x"}],
        {},
        "wrong_type",
        "messages.0.content: Input should be a valid array",
        "Replace a bytes there (message 0) by what the message asks for.",
    ),
    (
        [3],
        {},
        "wrong_type",
        "messages.0: Input should be an object",
        "Replace a number there (message 0) by what the message asks for.",
    ),
    (
        {"role": "user", "content": "x"},
        {},
        "not_a_list",
        "messages: Input should be a valid array",
        "Send a list of messages, not a single mapping.",
    ),
    (
        [user({"text": "x"})],
        {},
        "missing_field",
        "messages.0.content.0.type: Field required",
        "Give block 0 of message 0 the field `type`.",
    ),
    (
        [HI],
        {"tools": [{"name": "a"}], "system": 3},
        "missing_field",
        "tools.0.custom.input_schema: Field required",
        "Give item 0 of `tools` the field `input_schema`.",
    ),
    (
        [HI],
        {"tools": [{"name": "a"}], "system": 3},
        "wrong_type",
        "system: Input should be a valid array",
        "Replace a number there (`system`) by what the message asks for.",
    ),
    (
        [HI, system("x")],
        {"target": "strict"},
        "system_role_not_supported",
        (
            'messages: Unexpected role "system". The Messages API accepts a top-level `system` parameter, not '
            '"system" as an input message role.'
        ),
        "Put instructions into the `system` parameter, or say them in a message of the user.",
    ),
    (
        [HI, assistant(call("t1"), call("t2")), HI],
        {},
        "tool_use_without_result",
        (
            "messages.2: `tool_use` ids were found without `tool_result` blocks immediately after: t1, t2. "
            "Each `tool_use` block must have a corresponding `tool_result` block in the next message."
        ),
        (
            "Put a tool_result for t1 and t2 first into the user message right after the call (with is_error "
            "if the call was not run), or leave the call out."
        ),
    ),
    (
        [HI, assistant(call("t1"), call("t2")), user(text("x"), result("t1"), result("t2"))],
        {},
        "tool_result_not_first",
        (
            "messages.2: `tool_use` ids were found without `tool_result` blocks immediately after: t1, t2. "
            "Each `tool_use` block must have a corresponding `tool_result` block in the next message."
        ),
        "Move this block behind the results: the results begin the user message.",
    ),
    (
        [
            HI,
            assistant({"type": "mcp_tool_use", "id": "m1", "name": "x", "input": {}, "server_name": "s"}, text("x")),
            HI,
        ],
        {},
        "server_tool_use_without_result",
        ("messages.1: `x` tool use with id `m1` was found without a corresponding `mcp_tool_result` block"),
        ("Send the assistant's content back as it came, with the mcp_tool_result of m1, or leave the call out."),
    ),
    (
        [HI, assistant({"type": "mcp_tool_result", "tool_use_id": "m1", "content": []}, text("x")), HI],
        {},
        "server_tool_result_without_use",
        (
            "messages.1.content.0: unexpected `tool_use_id` found in `mcp_tool_result` blocks: m1. Each "
            "`mcp_tool_result` block must have a corresponding `mcp_tool_use` block before it."
        ),
        "Keep the mcp_tool_use with the id m1 in front of its result, or leave both out.",
    ),
    (
        [HI, assistant(searched("srvtoolu_1", name="tool_search_tool_bm25"), text("x")), HI],
        {},
        "server_tool_use_without_result",
        (
            "messages.1: `tool_search_tool_bm25` tool use with id `srvtoolu_1` was found without a "
            "corresponding `tool_search_tool_result` block"
        ),
        (
            "Send the assistant's content back as it came, with the tool_search_tool_result of srvtoolu_1, or "
            "leave the call out."
        ),
    ),
    (
        [HI, assistant(), HI],
        {"target": "strict"},
        "empty_content",
        ("messages.1: all messages must have non-empty content except for the optional final assistant message"),
        "Say something in this message, or leave it out.",
    ),
    (
        [HI],
        {"system": [text(""), text(" ")]},
        "empty_text_block",
        "system: text content blocks must be non-empty",
        "Leave the empty block of the system prompt out.",
    ),
    (
        [HI],
        {"system": [text(""), text(" ")]},
        "whitespace_only_text",
        "system: text content blocks must contain non-whitespace text",
        "Leave the system prompt out, or say something in it.",
    ),
    (
        [HI],
        {"system": [text("x"), text("", cache_control=MARK)]},
        "cache_on_empty_text",
        "system.1.text: cache_control cannot be set for empty text blocks",
        "Put the marker on the block before it, and leave the empty block out.",
    ),
    (
        [HI, assistant(call("t1")), user(result("t1", content=[text("", cache_control=MARK)]))],
        {},
        "cache_on_empty_text",
        "messages.2.content.0.content.0.text: cache_control cannot be set for empty text blocks",
        "Put the marker on the block before it, and leave the empty block out.",
    ),
    (
        [HI],
        {"tools": [tool("a", cache_control=SHORT), tool("b", cache_control=HOUR)]},
        "cache_ttl_order",
        (
            "tools.1.cache_control.ttl: a ttl='1h' cache_control block must not come after a ttl='5m' "
            "cache_control block. Note that blocks are processed in the following order: `tools`, `system`, "
            "`messages`."
        ),
        ("Use one ttl, or put the hour in front of the five minutes: first tools, then system, then messages."),
    ),
    (
        [user(*[{"type": "image", "source": URL}] * 20, picture(png(2001, 10)))],
        {},
        "image_too_large",
        (
            "messages.0.content.20.image.source.base64.data: At least one of the image dimensions exceed max "
            "allowed size for many-image requests: 2000 pixels"
        ),
        "Scale this image down to 2,000 pixels a side.",
    ),
    (
        [{"role": "user", "content": ["x"]}],
        {},
        "wrong_type",
        "messages.0.content.0: Input should be an object",
        "Replace a string there (block 0 of message 0) by what the message asks for.",
    ),
    (
        [HI, assistant(thought("Hm.", " "), text("x")), HI],
        {},
        "thinking_signature",
        "messages.1.content.0: Invalid `signature` in `thinking` block",
        "Send this block back with the signature it came with, or leave it out.",
    ),
    (
        [HI, assistant(thought("Hm.", " "), text("x")), HI],
        {},
        "thinking_signature",
        "messages.1.content.0: Invalid `signature` in `thinking` block",
        "Send this block back with the signature it came with, or leave it out.",
    ),
]


@pytest.mark.parametrize(("history", "fields", "rule", "message", "mend"), SENTENCES)
def test_the_sentences_of_each_rule(history, fields, rule, message, mend):
    said = [(problem.rule, problem.message, problem.mend) for problem in check_history(history, **fields)]
    assert (rule, message, mend) in said


# These have tests of their own.
SIGNED = {"thinking_modified", "thinking_signature", "thinking_bound_elsewhere"}
PATCHED = {"too_many_messages", "image_too_heavy"}


def test_every_rule_has_an_id_of_its_own_a_source_and_a_sentence_that_is_tested():
    ids = [rule.id for rule in RULES]
    assert len(set(ids)) == len(ids)
    assert {row[2] for row in SENTENCES} | SIGNED | PATCHED == set(ids)
    for rule in RULES:
        assert rule.about.endswith(".")
        assert rule.sources
        assert rule.targets in (("claude", "strict"), ("claude",), ("strict",))
        assert (rule.stage == "schema") is (rule.check is None)


def test_a_rule_in_our_wording_says_so():
    ours = {rule.id for rule in RULES if rules._OURS in rule.sources}
    assert ours == {rule.id for rule in RULES if not rule.sure}
