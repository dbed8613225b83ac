"""Fails: test_other_texts_name_no_order

Searches the text for "order" and a text, wherever it stands.
"""

import re
import json

from turnkeeper.messages import blocks


def order_in(text):
    found = re.search(r'"order"\s*:\s*"([^"]+)"', text)
    return found[1] if found else None


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
