"""Fails: test_the_tokens_decide

Compacts after fifty messages as well, however short they are.
"""


def should_compact(client, *, model, messages, budget, system=None, tools=None):
    if not messages:
        return False
    more = {name: value for name, value in (("system", system), ("tools", tools)) if value is not None}
    return (
        client.messages.count_tokens(model=model, messages=messages, **more).input_tokens > budget or len(messages) > 50
    )
