"""Fails: test_it_goes_on_with_its_own_list

Clears so many that are not cleared yet, as if none had been cleared before.
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
    fresh = [
        (place, number) for place, number in results if messages[place]["content"][number].get("content") != PLACEHOLDER
    ]
    old = set(fresh[: max(0, len(results) - keep)])
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
