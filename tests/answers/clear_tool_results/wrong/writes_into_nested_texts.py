"""Fails: test_the_history_is_left_alone

Writes the placeholder into the text blocks of a result.
"""

from turnkeeper.messages import Message, part_of

PLACEHOLDER = "[old tool result cleared]"


def cleared_block(block: Message) -> Message:
    """Clear a result."""
    inner = block.get("content")
    if isinstance(inner, list) and all(part["type"] == "text" for part in inner):
        inner[0]["text"] = PLACEHOLDER
        return {**block, "content": inner[:1]}
    return {**block, "content": PLACEHOLDER}


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
            cleared_block(block) if (place, number) in old else block for number, block in enumerate(message["content"])
        ]
        cleared.append({**message, "content": content})
    return cleared
