"""Fails: test_the_order_of_a_result_is_found

Counts the results of look_up alone, and forgets that other tools return an order as well.
"""

import json

from turnkeeper import latest_confirmed


def find(text):
    try:
        number = json.loads(text)["order"]
    except (ValueError, KeyError, TypeError):
        return None
    return number if isinstance(number, str) else None


def current_order(messages):
    return latest_confirmed(messages, find, tools=["look_up"])
