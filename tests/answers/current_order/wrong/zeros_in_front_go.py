"""Fails: test_the_order_of_a_result_is_found

Takes a number with zeros in front for a number.
"""

import json

from turnkeeper.messages import blocks


def texts_of(result):
    content = result.get("content", "")
    if isinstance(content, str):
        return [content]
    return [block["text"] for block in blocks(result) if block["type"] == "text"]


def order_in(text):
    try:
        data = json.loads(text)
    except ValueError:
        return None
    if isinstance(data, dict) and isinstance(data.get("order"), str):
        return str(int(data["order"])) if data["order"].isdigit() else data["order"]
    return None


def current_order(messages):
    found = None
    for message in messages:
        for block in blocks(message):
            if block["type"] == "tool_result" and not block.get("is_error"):
                for text in texts_of(block):
                    order = order_in(text)
                    if order is not None:
                        found = order
    return found
