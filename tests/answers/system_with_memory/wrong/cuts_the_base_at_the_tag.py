"""Fails: test_the_tag_stands_behind_the_base

Takes what stands behind the name of the tag in the base for an old memory.
"""

from turnkeeper import current_order


def system_with_memory(base, messages):
    order = current_order(messages)
    if order is None:
        return base
    return f"{base.split('<memory>')[0]}\n\n<memory>\nThe customer speaks of order {order}.\n</memory>"
