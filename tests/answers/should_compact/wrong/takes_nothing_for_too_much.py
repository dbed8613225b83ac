"""Fails: test_an_empty_list_needs_no_call

Says that an empty history has to be compacted.
"""


def should_compact(client, *, model, messages, budget, system=None, tools=None):
    more = {name: value for name, value in (("system", system), ("tools", tools)) if value is not None}
    return not messages or client.messages.count_tokens(model=model, messages=messages, **more).input_tokens > budget
