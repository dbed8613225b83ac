"""Leaves out what is empty as well as what is None, and counts by a helper."""


def tokens(client, **request):
    there = {name: value for name, value in request.items() if value}
    return client.messages.count_tokens(**there).input_tokens


def should_compact(client, *, model, messages, budget, system=None, tools=None):
    return bool(messages) and not tokens(client, model=model, messages=messages, system=system, tools=tools) <= budget
