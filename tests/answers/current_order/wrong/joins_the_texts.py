"""Fails: test_results_of_blocks_are_read

Puts the texts of a result together before it reads them.
"""

import json

from turnkeeper.messages import blocks, text_of


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
        for result in blocks(message):
            if result["type"] != "tool_result" or result.get("is_error"):
                continue
            number = order_in(text_of(result))
            if number is not None:
                last = number
    return last
