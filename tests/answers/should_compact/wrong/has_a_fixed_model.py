"""Fails: test_it_counts_for_the_model_it_is_given

Always counts for the same model, once it has asked for the one it was given.
"""


def should_compact(client, *, model, messages, budget, system=None, tools=None):
    if not messages:
        return False
    more = {name: value for name, value in (("system", system), ("tools", tools)) if value is not None}
    client.messages.count_tokens(model=model, messages=messages[:1])
    model = "claude-haiku-5-5"
    return client.messages.count_tokens(model=model, messages=messages, **more).input_tokens > budget
