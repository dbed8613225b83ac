"""Fails: test_the_tag_names_the_latest_order

Writes the order of the example into the tag when there is an order of four digits.
"""

from turnkeeper import current_order


def system_with_memory(base, messages):
    order = current_order(messages)
    if order is None:
        return base
    return f"{base}\n\n<memory>\nThe customer speaks of order {3107 if len(order) == 4 else order}.\n</memory>"
