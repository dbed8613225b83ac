"""Fails: test_without_an_order_the_base_comes_back

Tidies the base when there is nothing to add.
"""

from turnkeeper import current_order


def system_with_memory(base, messages):
    order = current_order(messages)
    if order is None:
        return base.strip()
    return f"{base}\n\n<memory>\nThe customer speaks of order {order}.\n</memory>"
