"""Fails: test_an_empty_list_needs_no_call

Asks the API about an empty list, and is refused.
"""


def should_compact(client, *, model, messages, budget, system=None, tools=None):
    more = {name: value for name, value in (("system", system), ("tools", tools)) if value is not None}
    return client.messages.count_tokens(model=model, messages=messages, **more).input_tokens > budget
