"""Why this is the answer.

It first finds out which results are old, by their places, and then builds the messages anew around them. A result is
copied with another content, so nothing that the caller holds is touched, and its id and its error flag come along. The
number of old ones is counted from the front: a slice up to -keep would clear nothing at all for keep=0.
"""

from turnkeeper.messages import Message, part_of

PLACEHOLDER = "[old tool result cleared]"


def clear_tool_results(messages: list[Message], keep: int = 3) -> list[Message]:
    """Return a history in which the old tool results hold a placeholder."""
    if keep < 0:
        raise ValueError(f"keep is the number of results that stay: 0 or more, not {keep}")
    results = [
        (place, number)
        for place, message in enumerate(messages)
        if not isinstance(message["content"], str)
        for number, block in enumerate(message["content"])
        if part_of(block, "type") == "tool_result"
    ]
    old = set(results[: max(0, len(results) - keep)])
    cleared = []
    for place, message in enumerate(messages):
        if isinstance(message["content"], str):
            cleared.append(message)
            continue
        content = [
            {**block, "content": PLACEHOLDER} if (place, number) in old else block
            for number, block in enumerate(message["content"])
        ]
        cleared.append({**message, "content": content})
    return cleared
