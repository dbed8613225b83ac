"""Fails: test_the_tag_stands_behind_the_base

Strips the base before the tag is put behind it.
"""

from turnkeeper import current_order


def system_with_memory(base, messages):
    order = current_order(messages)
    if order is None:
        return base
    return f"{base.strip()}\n\n<memory>\nThe customer speaks of order {order}.\n</memory>"
