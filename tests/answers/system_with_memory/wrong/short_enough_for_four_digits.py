"""Fails: test_the_tag_is_short

Counted its characters with four digits alone.
"""

from turnkeeper import current_order


def system_with_memory(base, messages):
    order = current_order(messages)
    if order is None:
        return base
    return f"{base}\n\n<memory>\nIn this conversation the customer is speaking of their order no. {order}.\n</memory>"
