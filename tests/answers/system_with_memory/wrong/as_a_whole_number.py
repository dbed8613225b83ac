"""Fails: test_the_tag_names_the_latest_order

Writes the digits of the order only.
"""

from turnkeeper import current_order


def system_with_memory(base, messages):
    order = current_order(messages)
    if order is None:
        return base
    digits = "".join(c for c in order if c.isdigit())
    return f"{base}\n\n<memory>\nThe customer speaks of order {digits}.\n</memory>"
