"""Fails: test_the_order_of_a_result_is_found

Takes four digits for an order number, as in the shop.
"""

import re
import json

from turnkeeper.messages import blocks


def order_in(text):
    try:
        told = json.loads(text)
    except ValueError:
        return None
    number = told.get("order") if isinstance(told, dict) else None
    return number if isinstance(number, str) and re.fullmatch(r"\d{4}", number) else None


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
