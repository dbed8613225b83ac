"""Fails: test_the_tag_stands_behind_the_base

Takes the name of the tag in the base for a memory that is there already.
"""

from turnkeeper import current_order


def system_with_memory(base, messages):
    order = current_order(messages)
    if order is None or "<memory>" in base:
        return base
    return f"{base}\n\n<memory>\nThe customer speaks of order {order}.\n</memory>"
