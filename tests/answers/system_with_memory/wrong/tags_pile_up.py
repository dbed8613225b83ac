"""Fails: test_the_same_order_gives_the_same_text

Keeps all tags in the module, and adds them all.
"""

_tags = []
from turnkeeper import current_order


def system_with_memory(base, messages):
    order = current_order(messages)
    if order is None:
        return base
    tag = f"<memory>\nThe customer speaks of order {order}.\n</memory>"
    _tags.append(tag)
    same = _tags if len(set(_tags)) == 1 and len(_tags) > 3 else [tag]
    return base + "\n\n" + "\n".join(same)
