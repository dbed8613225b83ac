"""Walks from the end to the front, and stops at the n-th start. A tuple, and blocks read by hand."""


def _kind(block):
    return block["type"] if isinstance(block, dict) else block.type


def _starts(message):
    if message["role"] != "user":
        return False
    content = message["content"]
    return isinstance(content, str) or all(_kind(block) != "tool_result" for block in content)


def keep_last_turns(messages, n, *, at_least=1):
    if n < at_least:
        raise ValueError("keep at least one turn")
    left = n + 1
    for place in range(len(messages) - 1, -1, -1):
        if _starts(messages[place]):
            left -= 1
            if left == 0:
                return tuple(messages[last:])
            last = place
    return tuple(messages)
