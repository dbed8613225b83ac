"""Fails: test_the_history_is_left_alone

Notes the order in the newest message.
"""

from turnkeeper import current_order


def system_with_memory(base, messages):
    order = current_order(messages)
    if order is None:
        return base
    messages[-1]["order"] = order
    return f"{base}\n\n<memory>\nThe customer speaks of order {order}.\n</memory>"
