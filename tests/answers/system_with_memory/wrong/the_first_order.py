"""Fails: test_the_tag_names_the_latest_order

Names the first order that was confirmed.
"""

from turnkeeper import current_order


def system_with_memory(base, messages):
    orders = [current_order(messages[:n]) for n in range(len(messages) + 1)]
    order = next((o for o in orders if o), None)
    if order is None:
        return base
    return f"{base}\n\n<memory>\nThe customer speaks of order {order}.\n</memory>"
