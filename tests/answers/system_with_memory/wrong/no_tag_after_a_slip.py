"""Fails: test_only_a_confirmed_order_is_remembered

Forgets the order when the last lookup has failed.
"""

from turnkeeper import current_order


def system_with_memory(base, messages):
    order = current_order(messages)
    if order is None or "is_error" in str(messages[-2:-1]):
        return base
    return f"{base}\n\n<memory>\nThe customer speaks of order {order}.\n</memory>"
