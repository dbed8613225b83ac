"""Fails: test_the_list_stays_as_it_was

Drops the oldest messages of the caller's list when it is too long.
"""


def should_compact(client, *, model, messages, budget, system=None, tools=None):
    if not messages:
        return False
    more = {name: value for name, value in (("system", system), ("tools", tools)) if value is not None}
    over = client.messages.count_tokens(model=model, messages=messages, **more).input_tokens > budget
    if over:
        del messages[: len(messages) // 2]
    return over
