"""Fails: test_the_same_order_gives_the_same_text

Says how long the history is.
"""

from turnkeeper import current_order


def system_with_memory(base, messages):
    order = current_order(messages)
    if order is None:
        return base
    return f"{base}\n\n<memory>\nOrder {order} ({len(messages)} messages).\n</memory>"
