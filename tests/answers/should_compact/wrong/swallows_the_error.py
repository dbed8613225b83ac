"""Fails: test_it_asks_the_api_and_asks_for_no_reply

Takes an error of the API for a request that fits.
"""


def should_compact(client, *, model, messages, budget, system=None, tools=None):
    if not messages:
        return False
    more = {name: value for name, value in (("system", system), ("tools", tools)) if value is not None}
    try:
        return client.messages.count_tokens(model=model, messages=messages, **more).input_tokens > budget
    except Exception:
        return False
