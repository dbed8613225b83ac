"""Fails: test_everything_else_stays

Of a message with results it keeps the results alone.
"""

from turnkeeper.messages import Message, part_of

PLACEHOLDER = "[old tool result cleared]"


def clear_tool_results(messages: list[Message], keep: int = 3) -> list[Message]:
    """Return a history in which the old tool results hold a placeholder."""
    if keep < 0:
        raise ValueError(f"keep is 0 or more, not {keep}")
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
            if place not in {at for at, _ in results} or (place, number) in results
        ]
        cleared.append({**message, "content": content})
    return cleared
