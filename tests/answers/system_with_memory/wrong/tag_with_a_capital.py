"""Fails: test_the_tag_stands_behind_the_base

Writes the opening tag with a capital.
"""

from turnkeeper import current_order


def system_with_memory(base, messages):
    order = current_order(messages)
    if order is None:
        return base
    return f"{base}\n\n<Memory>\nThe customer speaks of order {order}.\n</memory>"
