"""Fails: test_what_cannot_be_marked_is_passed_over

The last block of the system prompt is marked even when it is empty.
"""

from typing import Any

from turnkeeper.messages import blocks

MARK = {"type": "ephemeral"}


def place_breakpoints(request: dict[str, Any]) -> dict[str, Any]:
    """Return the request with a marker behind its stable part, and one at its end."""
    new = without_mark(request)
    if "tools" in new:
        new["tools"] = [without_mark(tool) for tool in new["tools"]]
    if new.get("system"):
        new["system"] = bare({"content": new["system"]})
    new["messages"] = [{**message, "content": bare(message)} for message in new["messages"]]
    if new.get("system"):
        new["system"][-1]["cache_control"] = dict(MARK)
    else:
        mark_last(new.get("tools") or [])
    for message in reversed(new["messages"]):
        if mark_last(message["content"]):
            break
    return new


def mark_last(items: list[dict[str, Any]]) -> bool:
    """Mark the last of some blocks or tools that can be marked, and tell whether there was one."""
    for item in reversed(items):
        kind = item.get("type")
        if kind not in ("thinking", "redacted_thinking") and not (kind == "text" and not item["text"]):
            item["cache_control"] = dict(MARK)
            return True
    return False


def bare(message: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the blocks of a message as mappings without markers, also those in the results."""
    found = []
    for block in map(without_mark, blocks(message)):
        if block.get("type") == "tool_result" and isinstance(block.get("content"), list):
            block["content"] = [without_mark(inner) for inner in block["content"]]
        found.append(block)
    return found


def without_mark(item: Any) -> dict[str, Any]:
    """Return a copy of a mapping without its marker."""
    return {name: value for name, value in item.items() if name != "cache_control"}
