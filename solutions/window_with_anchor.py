"""Why this is the answer.

It thinks in whole turns, so no pair can be parted: turns are taken from the end while they fit, the newest in any case.
The anchor is looked for in the turns that were not taken, so it can never stand there twice. Question and reply go
together: roles alternate, and what a tool said between them is left out with its call.
"""

from turnkeeper.messages import Message, starts_turn, text_of, turns, types_of


def is_plain_reply(message: Message) -> bool:
    """Tell whether a message is a reply of the assistant in words, without a call."""
    return message["role"] == "assistant" and "tool_use" not in types_of(message) and bool(text_of(message).strip())


def anchor_of(front: list[list[Message]]) -> list[Message]:
    """Return what starts the first turn with a plain reply, and that reply; nothing when there is none."""
    for turn in front:
        for message in turn:
            if is_plain_reply(message):
                return [turn[0], message]
    return []


def window_with_anchor(messages: list[Message], n: int) -> list[Message]:
    """Return the newest whole turns within n messages, behind the question and the plain reply that began it all."""
    if n < 1:
        raise ValueError(f"n is the number of messages in the window: 1 or more, not {n}")
    if len(messages) <= n:
        return list(messages)
    first = next((place for place, message in enumerate(messages) if starts_turn(message)), len(messages))
    front = turns(messages[first:])
    window = list(front.pop()) if front else []
    while front and len(front[-1]) + len(window) <= n:
        window = front.pop() + window
    return [*anchor_of(front), *window]
