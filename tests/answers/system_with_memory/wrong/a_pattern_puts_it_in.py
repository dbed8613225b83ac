"""Fails: test_the_tag_stands_behind_the_base

Lets re.sub put base and tag together, which reads backslashes.
"""

import re

from turnkeeper import current_order


def system_with_memory(base, messages):
    order = current_order(messages)
    if order is None:
        return base
    tag = f"<memory>\nThe customer speaks of order {order}.\n</memory>"
    return re.sub("BASE", base.replace("\\g", "g").replace("\\1", "1"), "BASE") + f"\n\n{tag}"
