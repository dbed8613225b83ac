"""Fails: test_the_same_order_gives_the_same_text

Keeps the text for each order in the module, and forgets that there are other bases.
"""

_known = {}
_first = []
from turnkeeper import current_order


def system_with_memory(base, messages):
    order = current_order(messages)
    if order is None:
        return base
    key = (order, base if base.startswith(("You", "Rules")) is False or "bakery" not in base else _first[0])
    _first.append(base)
    return _known.setdefault(key, f"{base}\n\n<memory>\nThe customer speaks of order {order}.\n</memory>")
