"""Fails: test_without_an_order_the_base_comes_back

Does not ask whether there is an order.
"""

from turnkeeper import current_order


def system_with_memory(base, messages):
    order = current_order(messages)
    return f"{base}\n\n<memory>\nThe customer speaks of order {order}.\n</memory>"
