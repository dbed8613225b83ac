"""Works with places in the list, and returns a tuple. Blocks are read by hand."""


def kinds(message):
    content = message["content"]
    if isinstance(content, str):
        return ["text"]
    return [b["type"] if isinstance(b, dict) else b.type for b in content]


def words(message):
    content = message["content"]
    if isinstance(content, str):
        return content.strip()
    return "".join(
        (b["text"] if isinstance(b, dict) else b.text) for b in content if "text" in kinds({"content": [b]})
    ).strip()


def window_with_anchor(messages, n, *, least=1):
    if n < least:
        raise ValueError(n)
    if len(messages) <= n:
        return tuple(messages)
    starts = [i for i, m in enumerate(messages) if m["role"] == "user" and "tool_result" not in kinds(m)]
    if not starts:
        return ()
    cut = min([i for i in starts if len(messages) - i <= n], default=starts[-1])
    asked = None
    for place in range(cut):
        if place in starts:
            asked = place
        message = messages[place]
        if asked is not None and message["role"] == "assistant" and "tool_use" not in kinds(message) and words(message):
            return (messages[asked], message, *messages[cut:])
    return tuple(messages[cut:])
