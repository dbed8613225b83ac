"""Fails: test_other_texts_name_no_order

Looks for "order" at any depth.
"""

import json

from turnkeeper.messages import blocks


def order_in(text):
    try:
        told = json.loads(text)
    except ValueError:
        return None
    return deep(told)


def deep(value):
    if isinstance(value, dict):
        if isinstance(value.get("order"), str):
            return value["order"]
        value = list(value.values())
    if isinstance(value, list):
        for item in value:
            if isinstance(item, dict) and (found := deep(item)):
                return found
    return None


def current_order(messages):
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
    return last
