"""Fails: test_the_tag_stands_behind_the_base

Puts the tag on the last line of the base.
"""

from turnkeeper import current_order


def system_with_memory(base, messages):
    order = current_order(messages)
    if order is None:
        return base
    return f"{base} <memory>\nThe customer speaks of order {order}.\n</memory>"
