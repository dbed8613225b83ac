"""Fails: test_only_a_confirmed_order_is_remembered

Takes the last number of four digits that somebody typed when no tool has found one.
"""

import re

from turnkeeper import current_order


def system_with_memory(base, messages):
    typed = re.findall(r"\b\d{4}\b", str(messages))
    order = current_order(messages) or (typed[-1] if typed else None)
    if order is None:
        return base
    return f"{base}\n\n<memory>\nThe customer speaks of order {order}.\n</memory>"
