"""Fails: test_it_asks_the_api_and_asks_for_no_reply

Makes a real call and reads its usage.
"""


def should_compact(client, *, model, messages, budget, system=None, tools=None):
    if not messages:
        return False
    more = {name: value for name, value in (("system", system), ("tools", tools)) if value is not None}
    reply = client.messages.create(model=model, max_tokens=1, messages=messages, **more)
    return reply.usage.input_tokens > budget
