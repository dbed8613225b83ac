"""Fails: test_without_an_order_the_base_comes_back

Adds the line breaks in any case.
"""

from turnkeeper import current_order


def system_with_memory(base, messages):
    order = current_order(messages)
    if order is None:
        return base + "\n\n"
    return f"{base}\n\n<memory>\nThe customer speaks of order {order}.\n</memory>"
