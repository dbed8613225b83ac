"""Why this is the answer.

The places where turns start are the only ones at which it may cut, so it collects them first, and then counts from the
end. No pair can be parted: a result is never at such a place, and its call is right before it. The check of n comes
first, because starts[-0] would be the first start, and zero turns would become all of them.
"""

from turnkeeper.messages import Message, types_of


def starts_turn(message: Message) -> bool:
    """Tell whether a message starts a turn: it is the user's, and brings no tool result."""
    return message["role"] == "user" and "tool_result" not in types_of(message)


def keep_last_turns(messages: list[Message], n: int) -> list[Message]:
    """Return the last n turns of a history; all of it when it has no more."""
    if n < 1:
        raise ValueError(f"n is the number of turns to keep: 1 or more, not {n}")
    starts = [place for place, message in enumerate(messages) if starts_turn(message)]
    if len(starts) <= n:
        return list(messages)
    return list(messages[starts[-n] :])
