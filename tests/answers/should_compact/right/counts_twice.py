"""Looks at the messages alone first, and at the whole request only when they still fit."""


def should_compact(client, *, model, messages, budget, system=None, tools=None):
    if not messages:
        return False
    count = client.messages.count_tokens
    if count(model=model, messages=tuple(messages)).input_tokens > budget:
        return True
    more = {}
    if system:
        more["system"] = [{"type": "text", "text": system}]
    if tools:
        more["tools"] = list(tools)
    return bool(more) and count(model=model, messages=messages, **more).input_tokens > budget
