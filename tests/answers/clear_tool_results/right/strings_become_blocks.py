"""Right: writes each string as a text block, leaves short contents alone, and finds the old by their ids."""

from turnkeeper.messages import Message, part_of

PLACEHOLDER = "[old tool result cleared]"


def blocks_of(message: Message) -> list[object]:
    """Return the blocks of a message."""
    content = message["content"]
    return [{"type": "text", "text": content}] if isinstance(content, str) else list(content)


def short(content: object) -> bool:
    """Tell whether there is nothing to win."""
    return content is None or (isinstance(content, str) and len(content) <= 60)


def clear_tool_results(messages: list[Message], keep: int = 3) -> list[Message]:
    """Return a history in which the old tool results hold a placeholder."""
    if keep < 0:
        raise ValueError(f"keep is 0 or more, not {keep}")

    ids = [b["tool_use_id"] for m in messages for b in blocks_of(m) if part_of(b, "type") == "tool_result"]
    newest = set(ids[len(ids) - min(keep, len(ids)) :])

    def cleared(block: object) -> object:
        if part_of(block, "type") != "tool_result" or block["tool_use_id"] in newest or short(block.get("content")):
            return block
        return {**block, "content": PLACEHOLDER}

    return [{**message, "content": list(map(cleared, blocks_of(message)))} for message in messages]
