"""Fails: test_objects_of_the_sdk_are_read

Reads every block as a mapping.
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
    last = None
    for message in messages:
        for result in [] if isinstance(message["content"], str) else message["content"]:
            if result["type"] != "tool_result" or result.get("is_error"):
                continue
            for part in blocks(result):
                if part["type"] == "text":
                    number = order_in(part["text"])
                    if number is not None:
                        last = number
    return last
