"""Fails: test_contents_of_every_form

Reads each block as a mapping, and fails at the SDK's objects.
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
        if block["type"] == "tool_result"
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
