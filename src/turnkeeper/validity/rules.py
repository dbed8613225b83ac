"""The table of rules, in the order in which the API is taken to ask them."""

from functools import partial

from turnkeeper.messages import THOUGHT
from turnkeeper.validity import caching, limits, media, pairs, roles, server_tools, system_role, text, thinking
from turnkeeper.validity.problem import Rule, Target

_DOCS = "https://platform.claude.com/docs/en"
_ERRORS = f"{_DOCS}/api/errors"
_TOOL_RESULTS = f"{_DOCS}/agents-and-tools/tool-use/handle-tool-calls"
_CACHING = f"{_DOCS}/build-with-claude/prompt-caching"
_THINKING = f"{_DOCS}/build-with-claude/extended-thinking"
_PRESERVED = f"{_DOCS}/build-with-claude/preserved-thinking"
_VISION = f"{_DOCS}/build-with-claude/vision"
_SYSTEM = f"{_DOCS}/build-with-claude/mid-conversation-system-messages"
_VERSION = f"{_DOCS}/api/migration-2026-10-21"
_RELEASES = f"{_DOCS}/release-notes/overview"
_SDK = "anthropic 2.14.0, types/message_create_params.py"
_GITHUB = "https://github.com"
_CODE = f"{_GITHUB}/anthropics/claude-code/issues"
_PROBES = f"{_GITHUB}/experientiallabs/experiential/pull/804"
_RECORDING = f"{_GITHUB}/anomalyco/opencode, recordings/anthropic-messages"
_SERVER_TOOLS = f"{_DOCS}/agents-and-tools/tool-use/server-tools"
_OURS = "our wording"
_CLAUDE: tuple[Target, ...] = ("claude",)
_STRICT: tuple[Target, ...] = ("strict",)


_SCHEMA = (
    Rule("not_a_list", "The messages are a list.", (_SDK,)),
    Rule("no_messages", "There is at least one message.", (f"{_GITHUB}/danny-avila/LibreChat/issues/3442",)),
    Rule("unexpected_role", "A role is user, assistant or system.", (_SDK,)),
    Rule("missing_field", "A message or block has its fields.", (_SDK,)),
    Rule("unknown_field", "A message or block has no other fields.", (_SDK, f"{_CODE}/31033")),
    Rule("unknown_block_type", "A block has a type the API knows.", (_SDK,)),
    Rule("wrong_type", "A field holds the kind of value it is for.", (_SDK,)),
    Rule("wrong_value", "A field holds a value that is allowed.", (_SDK,)),
    Rule(
        "invalid_tool_use_id",
        "Tool ids are of letters, digits, _ and -.",
        (f"{_GITHUB}/anomalyco/opencode/issues/1279",),
    ),
    Rule("cache_on_thinking", "Thinking carries no cache marker.", (_CACHING,)),
    Rule(
        "thinking_without_signature",
        "Thinking comes back with its signature.",
        (_THINKING, "oai-compatible-copilot#217"),
    ),
)
_FIELDS = (
    Rule("duplicate_tool_name", "No two tools share a name.", (_ERRORS,), limits.tool_names),
    Rule(
        "too_many_messages", "A request holds 100,000 messages at most.", (_SDK, _OURS), limits.too_many_messages, False
    ),
    Rule("cache_on_empty_text", "An empty text carries no cache marker.", (f"{_CODE}/50082",), caching.on_empty_text),
)
_ROLES = (
    Rule(
        "first_role",
        "The first message is the user's.",
        (_RELEASES, f"{_GITHUB}/lobehub/lobehub/issues/1601"),
        roles.first_role,
        targets=_STRICT,
    ),
    Rule(
        "roles_alternate",
        "User and assistant take turns, a message each.",
        (_RELEASES, f"{_GITHUB}/modelcontextprotocol/quickstart-resources/issues/20"),
        roles.roles_alternate,
        targets=_STRICT,
    ),
    Rule(
        "system_role_not_supported",
        "The role system is for models that take it, and not for every platform.",
        (_SYSTEM, f"{_GITHUB}/ianarawjo/ChainForge/issues/271"),
        system_role.not_supported,
    ),
    Rule("system_role_empty", "A system message holds something.", (_SYSTEM,), system_role.empty, targets=_CLAUDE),
    Rule("system_role_blocks", "A system message holds text.", (_SYSTEM,), system_role.blocks, targets=_CLAUDE),
    Rule(
        "system_role_first",
        "The first instructions are the parameter `system`.",
        (_SYSTEM,),
        system_role.first,
        targets=_CLAUDE,
    ),
    Rule(
        "system_role_after_assistant",
        "A system message follows a message of the user, or the result of a server tool.",
        (_SYSTEM,),
        system_role.after_assistant,
        targets=_CLAUDE,
    ),
    Rule(
        "system_role_before_user",
        "A system message stands before the assistant's, or at the end.",
        (_SYSTEM, f"{_CODE}/73821"),
        system_role.before_user,
        targets=_CLAUDE,
    ),
    Rule(
        "system_role_whitespace",
        "The text of a system message is not all white space.",
        (_SYSTEM,),
        system_role.whitespace,
        targets=_CLAUDE,
    ),
)
_OWNERS = (
    ("tool_use_in_user_message", "assistant", ("tool_use",), "Only the assistant calls.", _TOOL_RESULTS),
    ("tool_result_in_assistant_message", "user", ("tool_result",), "Only the user answers calls.", _TOOL_RESULTS),
    ("thinking_in_user_message", "assistant", THOUGHT, "Only the assistant thinks.", _THINKING),
    (
        "server_tool_in_user_message",
        "assistant",
        server_tools.KINDS,
        "Server tools are the assistant's.",
        _SERVER_TOOLS,
    ),
    ("image_in_assistant_message", "user", ("image",), "Images come from the user.", _VISION),
    ("document_in_assistant_message", "user", ("document",), "Documents come from the user.", _VERSION),
    (
        "user_block_in_assistant_message",
        "user",
        ("search_result", "container_upload"),
        "Search results and uploads come from the user.",
        _SDK,
    ),
    (
        "tool_change_outside_system",
        "system",
        system_role.TOOL_CHANGES,
        "Tools are changed in a system message.",
        _SYSTEM,
    ),
)
# That these hold is known; the sentence that the API says is not.
_PLACES = tuple(
    Rule(id, about, (source, _OURS), partial(roles.misplaced, rule=id, owner=owner, kinds=kinds), False)
    for id, owner, kinds, about, source in _OWNERS
)
_TEXT = (
    Rule("empty_content", "A message of the user holds something.", (_PROBES, f"{_CODE}/6774"), text.empty_content),
    Rule("empty_text_block", "A text block holds a character.", (f"{_CODE}/59812", _PROBES), text.empty_text),
    Rule("whitespace_only_text", "A turn is not all white space.", (f"{_CODE}/23440", _PROBES), text.whitespace_only),
    Rule("citations_in_user_text", "Only the assistant cites.", (_VERSION, _OURS), text.citations, False),
)
_PAIRS = (
    Rule(
        "duplicate_tool_use_id",
        "Each call has an id of its own.",
        (f"{_CODE}/20693", f"{_GITHUB}/trycua/cua/issues/524"),
        pairs.duplicate_use,
    ),
    Rule(
        "tool_use_without_result",
        "Every call is answered in the next turn.",
        (_TOOL_RESULTS, f"{_CODE}/8210", _RECORDING),
        pairs.without_result,
    ),
    Rule("tool_use_not_last", "Calls end the assistant's turn.", (_RECORDING, f"{_CODE}/15205"), pairs.not_last),
    Rule("tool_result_not_first", "Results begin the user's turn.", (_TOOL_RESULTS,), pairs.not_first),
    Rule(
        "tool_result_without_use",
        "A result has its call in the turn before.",
        (_TOOL_RESULTS, f"{_CODE}/13460"),
        pairs.without_use,
    ),
    Rule(
        "duplicate_tool_result",
        "A call has one result.",
        (_TOOL_RESULTS, "regression tests of OpenHands and LiteLLM"),
        pairs.duplicate_result,
    ),
    Rule(
        "server_tool_use_without_result",
        "A call of a server tool has its result behind it.",
        (_SERVER_TOOLS,),
        server_tools.without_result,
    ),
    Rule(
        "server_tool_result_without_use",
        "The result of a server tool has its call before it.",
        (_SERVER_TOOLS, f"{_CODE}/64383"),
        server_tools.without_use,
    ),
)
_THOUGHT = (
    Rule(
        "thinking_missing_before_tool_use",
        "With thinking set by hand, an open tool turn begins with it.",
        (_THINKING, f"{_GITHUB}/anomalyco/opencode/issues/3077"),
        thinking.missing_before_tool_use,
    ),
    Rule(
        "thinking_missing_before_prefill",
        "With thinking set by hand, a begun reply begins with it.",
        (_THINKING, f"{_GITHUB}/lbjlaq/Antigravity-Manager/issues/139"),
        thinking.missing_before_prefill,
        targets=_CLAUDE,
    ),
    Rule(
        "thinking_last",
        "The last block of the history is no thinking.",
        (f"{_GITHUB}/router-for-me/CLIProxyAPI/issues/5321",),
        thinking.last_block,
    ),
    Rule(
        "thinking_modified",
        "Thinking in the latest reply comes back as it was.",
        (_ERRORS, f"{_CODE}/63284"),
        thinking.modified,
    ),
    Rule(
        "thinking_signature",
        "Thinking fits its signature.",
        (_THINKING, f"{_CODE}/10627"),
        thinking.bad_signature,
    ),
    Rule(
        "thinking_bound_elsewhere",
        "The newest models read thinking only behind what it was made behind.",
        (_PRESERVED, f"{_GITHUB}/anomalyco/opencode/issues/48637", "reasons but the system prompt's: our wording"),
        thinking.bound_elsewhere,
    ),
)
_END = (
    Rule(
        "prefill_not_supported",
        "The last message is not the assistant's, where a reply cannot be begun.",
        (_ERRORS,),
        roles.prefill,
    ),
    Rule(
        "trailing_whitespace",
        "A begun reply does not end with white space.",
        (f"{_GITHUB}/langchain-ai/langchain/issues/35071",),
        text.trailing_whitespace,
        targets=_CLAUDE,
    ),
)
_CACHE = (
    Rule(
        "too_many_cache_breakpoints",
        "There are four cache markers at most.",
        (_CACHING, f"{_GITHUB}/tghamm/Anthropic.SDK/issues/50"),
        caching.too_many,
    ),
    Rule(
        "cache_ttl_order",
        "Markers for an hour stand before those for five minutes.",
        (_CACHING, f"{_GITHUB}/cnighswonger/claude-code-cache-fix/issues/44"),
        caching.ttl_order,
    ),
    Rule(
        "cache_ttl_mismatch",
        "The automatic marker agrees with the block's own.",
        (f"{_GITHUB}/vellum-ai/vellum-assistant/issues/23414",),
        caching.ttl_mismatch,
    ),
    Rule(
        "automatic_cache_ttl_order",
        "An automatic marker for an hour has none for five minutes before it.",
        (f"{_GITHUB}/cnighswonger/claude-code-cache-fix/issues/44",),
        caching.automatic_ttl_order,
    ),
)
_MEDIA = (
    Rule("too_many_images", "Images and PDF pages are not too many.", (_VISION, _OURS), media.too_many, False),
    Rule("image_too_heavy", "An image has 10 MB at most.", (_VISION, _OURS), media.too_heavy, False),
    Rule(
        "image_too_large", "An image has 8,000 pixels a side at most, one of many 2,000.", (_VISION,), media.too_large
    ),
)

RULES = (*_SCHEMA, *_FIELDS, *_ROLES, *_PLACES, *_TEXT, *_PAIRS, *_THOUGHT, *_END, *_CACHE, *_MEDIA)
"""Every rule of a history."""
