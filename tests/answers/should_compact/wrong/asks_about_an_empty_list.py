"""Fails: test_an_empty_list_needs_no_call

Lets the API refuse the empty list, and says False then.
"""

import anthropic


def should_compact(client, *, model, messages, budget, system=None, tools=None):
    fields = {k: v for k, v in {"system": system, "tools": tools}.items() if v is not None}
    try:
        return client.messages.count_tokens(model=model, messages=messages, **fields).input_tokens > budget
    except anthropic.BadRequestError:
        return False
