"""Messages and blocks, for the tests of the rules."""

import base64

import pytest

from turnkeeper import check_history

OLD = "claude-sonnet-4-5"
"""A model that takes a begun reply and thinking set by hand, and no system messages inside the list."""
NEW = "claude-opus-5"
"""A model that takes system messages inside the list, and none of the others."""
MARK = {"type": "ephemeral"}
SHORT = {"type": "ephemeral", "ttl": "5m"}
HOUR = {"type": "ephemeral", "ttl": "1h"}
BY_HAND = {"type": "enabled", "budget_tokens": 1024}
URL = {"type": "url", "url": "https://example.com/a"}
HIDDEN = {"type": "redacted_thinking", "data": "from elsewhere"}
SEARCH_RESULT = {"type": "search_result", "source": "shelf 3", "title": "Lamps", "content": []}


def _message(role, content):
    only_text = len(content) == 1 and isinstance(content[0], str)
    return {"role": role, "content": content[0] if only_text else list(content)}


def user(*content):
    """Return a message of the user: one string, or blocks."""
    return _message("user", content)


def assistant(*content):
    """Return a message of the assistant."""
    return _message("assistant", content)


def system(*content):
    """Return a message of the role system."""
    return _message("system", content)


def text(words, **more):
    return {"type": "text", "text": words, **more}


def call(id, **more):
    return {"type": "tool_use", "id": id, "name": "look", "input": {}, **more}


def result(id, **more):
    return {"type": "tool_result", "tool_use_id": id, **more}


def searched(id, **more):
    return {"type": "server_tool_use", "id": id, "name": "web_search", "input": {}, **more}


def found(id, **more):
    return {"type": "web_search_tool_result", "tool_use_id": id, "content": [], **more}


def thought(words, signature="from elsewhere"):
    return {"type": "thinking", "thinking": words, "signature": signature}


def tool(name, **more):
    return {"name": name, "input_schema": {"type": "object"}, **more}


def picture(data):
    return {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": data}}


def png(width, height):
    """Return the head of a PNG, as base64 text."""
    head = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + width.to_bytes(4, "big") + height.to_bytes(4, "big")
    return base64.b64encode(head).decode()


HI = user("Hello")
REPLY = assistant("Fine.")


def told(problems):
    """Return what is at fault: the rule, message and block in the list as given, ids, and the path the API names."""
    return [
        (p.rule, p.message_index, p.block_index, " ".join(p.ids), p.message.split(": ")[0] if ": " in p.message else "")
        for p in problems
    ]


def checks_of(faulty, fine):
    """Return two tests: that each history of a table has these faults, and that each of another has none.

    Args:
        faulty: Histories, with the other arguments of `check_history`, and what is told of them.
        fine: Histories with the other arguments.
    """

    @pytest.mark.parametrize(("history", "fields", "faults"), faulty)
    def what_is_at_fault(history, fields, faults):
        assert told(check_history(history, **fields)) == faults

    @pytest.mark.parametrize(("history", "fields"), fine)
    def near_misses_are_fine(history, fields):
        assert check_history(history, **fields) == []

    return what_is_at_fault, near_misses_are_fine
