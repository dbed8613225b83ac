"""Why this is the answer.

Only the end of each request is new, so every token is written once: the system prompt and the first question in
turn 1, a reply and a question in every later turn. What is read is the whole request of the turn before. So the writes
grow with the turns and the reads with their square, but at the low price. The variable `sent` holds the one thing that
the next turn needs to know: how long the request before was.
"""


def input_with_cache(
    turns: int, system: int, user: int, assistant: int, read: float = 0.1, write: float = 1.25
) -> float:
    """Return the price of the whole conversation's input, in base tokens."""
    if min(turns, system, user, assistant, read, write) < 0:
        raise ValueError("no number may be less than 0")
    if turns == 0:
        return 0
    sent = written = system + user
    was_read = 0
    for _ in range(turns - 1):
        was_read += sent
        written += assistant + user
        sent += assistant + user
    return read * was_read + write * written
