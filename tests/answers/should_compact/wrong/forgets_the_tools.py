"""Fails: test_the_tools_count

Counts messages and system prompt only.
"""


def should_compact(client, *, model, messages, budget, system=None, tools=None):
    if not messages:
        return False
    more = {name: value for name, value in (("system", system), ("tools", tools)) if value is not None}
    more.pop("tools", None)
    return client.messages.count_tokens(model=model, messages=messages, **more).input_tokens > budget
