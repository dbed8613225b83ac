"""Fails: test_exactly_the_budget_still_fits

Leaves a tenth of the budget unused.
"""


def should_compact(client, *, model, messages, budget, system=None, tools=None):
    if not messages:
        return False
    more = {name: value for name, value in (("system", system), ("tools", tools)) if value is not None}
    return client.messages.count_tokens(model=model, messages=messages, **more).input_tokens > 0.9 * budget
