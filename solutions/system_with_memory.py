"""Why this is the answer.

The base comes first and is never touched, so what stands in front of the tag stays the same for the prompt cache.
Nothing but the order goes into the tag: no time, no count of turns, which would change it with every call. Without an
order there is no tag, since a memory of nothing could only mislead.
"""

from turnkeeper import current_order
from turnkeeper.messages import Message


def system_with_memory(base: str, messages: list[Message]) -> str:
    """Return the system prompt, with the order that a tool confirmed last at its end."""
    order = current_order(messages)
    if order is None:
        return base
    return f"{base}\n\n<memory>\nThe customer speaks of order {order}.\n</memory>"
