"""Fails: test_only_a_confirmed_order_is_remembered

Names the order of the last call, whether it was found or not.
"""

from turnkeeper import current_order


def system_with_memory(base, messages):
    calls = [
        b["input"]["order"] for m in messages for b in m["content"] if isinstance(b, dict) and b["type"] == "tool_use"
    ]
    order = calls[-1] if calls else None
    if order is None:
        return base
    return f"{base}\n\n<memory>\nThe customer speaks of order {order}.\n</memory>"
