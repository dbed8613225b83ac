"""Fails: test_exactly_the_budget_still_fits

Compares with >=, so that the last token of the budget is not to be used.
"""


def should_compact(client, *, model, messages, budget, system=None, tools=None):
    if not messages:
        return False
    more = {name: value for name, value in (("system", system), ("tools", tools)) if value is not None}
    return client.messages.count_tokens(model=model, messages=messages, **more).input_tokens >= budget
