"""Fails: test_a_field_that_is_none_is_left_out

Hands system and tools on as they are.
"""


def should_compact(client, *, model, messages, budget, system=None, tools=None):
    if not messages:
        return False
    more = {name: value for name, value in (("system", system), ("tools", tools)) if value is not None}
    counted = client.messages.count_tokens(model=model, messages=messages, system=system, tools=tools)
    return counted.input_tokens > budget
