"""Fails: test_the_tag_stands_behind_the_base

Formats the base, braces and percent signs included.
"""

from turnkeeper import current_order


def system_with_memory(base, messages):
    order = current_order(messages)
    if order is None:
        return base
    text = base + "\n\n<memory>\nThe customer speaks of order %s.\n</memory>"
    return text % order if "%" not in base else text.replace("%s", order)
