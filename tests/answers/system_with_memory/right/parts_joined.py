"""Joins the parts that there are."""

from turnkeeper import current_order

TAG = "<memory>Order: {}</memory>"


def system_with_memory(base, messages, find=current_order):
    number = find(messages)
    return base if number is None else "\n".join((base, TAG.format(number)))
