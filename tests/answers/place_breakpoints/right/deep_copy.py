"""Works on a deep copy, takes all markers off, then sets two."""

import copy

from turnkeeper.messages import plain_block


def place_breakpoints(request):
    new = copy.deepcopy(request)
    new.pop("cache_control", None)
    for tool in new.get("tools", []):
        tool.pop("cache_control", None)
    system = new.get("system")
    if isinstance(system, str) and system:
        new["system"] = [{"type": "text", "text": system}]
    for block in new.get("system") or []:
        block.pop("cache_control", None)
    for message in new["messages"]:
        if isinstance(message["content"], str):
            continue
        message["content"] = [dict(plain_block(block)) for block in message["content"]]
        for block in message["content"]:
            block.pop("cache_control", None)
            if block["type"] == "tool_result" and isinstance(block.get("content"), list):
                for inner in block["content"]:
                    inner.pop("cache_control", None)

    for block in reversed(new.get("system") or []):
        if block["text"] != "":
            block["cache_control"] = {"type": "ephemeral"}
            break
    else:
        if new.get("tools"):
            new["tools"][-1]["cache_control"] = {"type": "ephemeral"}

    for message in reversed(new["messages"]):
        if isinstance(message["content"], str):
            if message["content"] == "":
                continue
            message["content"] = [{"type": "text", "text": message["content"]}]
        for block in reversed(message["content"]):
            if block["type"] in ("thinking", "redacted_thinking") or block.get("text") == "":
                continue
            block["cache_control"] = {"type": "ephemeral"}
            return new
    return new
