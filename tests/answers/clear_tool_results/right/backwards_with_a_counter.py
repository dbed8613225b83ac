"""Right: walks from the end and counts what it may still keep."""

from turnkeeper.messages import Message, part_of

PLACEHOLDER = "[old tool result cleared]"


def clear_tool_results(messages: list[Message], keep: int = 3) -> list[Message]:
    """Return a history in which the old tool results hold a placeholder."""
    if keep < 0:
        raise ValueError(f"keep is 0 or more, not {keep}")

    left, turned = keep, []
    for message in reversed(messages):
        content = message["content"]
        if not isinstance(content, str):
            blocks = []
            for block in reversed(content):
                if part_of(block, "type") == "tool_result":
                    left -= 1
                    if left < 0:
                        block = dict(block)
                        block["content"] = [{"type": "text", "text": PLACEHOLDER}]
                blocks.insert(0, block)
            message = {"role": message["role"], "content": blocks}
        turned.insert(0, message)
    return turned
