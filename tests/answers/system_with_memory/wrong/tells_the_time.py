"""Fails: test_the_same_order_gives_the_same_text

Says when it was written.
"""

import time

from turnkeeper import current_order


def system_with_memory(base, messages):
    order = current_order(messages)
    if order is None:
        return base
    return f"{base}\n\n<memory>\nOrder {order}, at {time.perf_counter_ns() % 10**9}.\n</memory>"
