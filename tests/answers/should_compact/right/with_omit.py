"""Uses the SDK's own word for a field that is left out."""

import anthropic


def should_compact(client, *, model, messages, budget, system=None, tools=None):
    if len(messages) == 0:
        return False
    counted = client.messages.count_tokens(
        model=model,
        messages=messages,
        system=anthropic.omit if system is None else system,
        tools=anthropic.omit if tools is None else tools,
    )
    return bool(counted.input_tokens > budget)
