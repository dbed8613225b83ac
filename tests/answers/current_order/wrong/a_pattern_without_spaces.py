"""Fails: test_the_order_of_a_result_is_found

Wants exactly one space behind the colon, and looks at objects only.
"""

import re
import json

from turnkeeper.messages import blocks


def order_in(text):
    try:
        told = json.loads(text)
    except ValueError:
        return None
    found = re.match(r'\{"order": "([^"]+)"', text)
    return found[1] if found and isinstance(told, dict) else None


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
