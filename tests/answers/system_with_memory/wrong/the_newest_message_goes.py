"""Fails: test_the_history_is_left_alone

Pops the newest message to look at it.
"""

from turnkeeper import current_order


def system_with_memory(base, messages):
    order = current_order(messages)
    if messages:
        messages.pop()
    if order is None:
        return base
    return f"{base}\n\n<memory>\nThe customer speaks of order {order}.\n</memory>"
