"""Fails: test_the_tag_is_short

Explains the tag in a long sentence.
"""

from turnkeeper import current_order


def system_with_memory(base, messages):
    order = current_order(messages)
    if order is None:
        return base
    return f"{base}\n\n<memory>\nIn this conversation the customer is talking about the order with the number {order}.\n</memory>"
