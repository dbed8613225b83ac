"""Goes from the newest text to the oldest and stops at the first order. Reads the blocks without the engine's help."""

import json


def field(block, name):
    return block.get(name) if isinstance(block, dict) else getattr(block, name, None)


def as_list(content):
    return [{"type": "text", "text": content}] if isinstance(content, str) else list(content or [])


def texts(messages):
    for message in reversed(messages):
        for block in reversed(as_list(message["content"])):
            if field(block, "type") == "tool_result" and not field(block, "is_error"):
                for part in reversed(as_list(field(block, "content"))):
                    if field(part, "type") == "text":
                        yield field(part, "text")


def current_order(messages):
    for text in texts(messages):
        try:
            number = json.loads(text)["order"]
        except (ValueError, KeyError, TypeError):
            continue
        if isinstance(number, str):
            return number
