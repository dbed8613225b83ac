"""Fails: test_the_history_is_only_read

Keeps the answer for each list object that it has seen.
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


_seen = []


def current_order(messages):
    for known, number in _seen:
        if known is messages:
            return number
    last = None
    for message in messages:
        for result in blocks(message):
            if result["type"] != "tool_result" or result.get("is_error"):
                continue
            for part in blocks(result):
                if part["type"] == "text":
                    number = order_in(part["text"])
                    if number is not None:
                        last = number
    _seen.append((messages, last))
    return last
