"""Fails: test_a_field_that_is_none_is_left_out

Keeps the fields of one call in a default, so the next call sends them too.
"""


def should_compact(client, *, model, messages, budget, system=None, tools=None, fields={}):
    if not messages:
        return False
    if system is not None:
        fields["system"] = system
    if tools is not None:
        fields["tools"] = tools
    return client.messages.count_tokens(model=model, messages=messages, **fields).input_tokens > budget
