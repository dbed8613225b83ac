"""Fails: test_the_latest_order_counts

Walks from the end to the front over messages, but takes the first result in one.
"""

import json

from turnkeeper.messages import blocks


def order_in(text):
    try:
        told = json.loads(text)
    except ValueError:
        return None
    number = told.get("order") if isinstance(told, dict) else None
    return number if isinstance(number, str) else None


def current_order(messages):
    for message in reversed(messages):
        for result in blocks(message):
            if result["type"] != "tool_result" or result.get("is_error"):
                continue
            for part in reversed(blocks(result)):
                if part["type"] == "text":
                    number = order_in(part["text"])
                    if number is not None:
                        return number
    return None
