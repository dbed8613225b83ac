"""Fails: test_the_tag_stands_behind_the_base

Writes a heading between the base and the tag.
"""

from turnkeeper import current_order


def system_with_memory(base, messages):
    order = current_order(messages)
    if order is None:
        return base
    return f"{base}\n\nKnown so far:\n<memory>\nThe customer speaks of order {order}.\n</memory>"
