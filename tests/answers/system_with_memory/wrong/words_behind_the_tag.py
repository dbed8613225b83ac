"""Fails: test_the_tag_stands_behind_the_base

Adds an instruction behind the tag.
"""

from turnkeeper import current_order


def system_with_memory(base, messages):
    order = current_order(messages)
    if order is None:
        return base
    return f"{base}\n\n<memory>\nThe customer speaks of order {order}.\n</memory>\nUse it."
