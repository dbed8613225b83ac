"""Fails: test_the_list_stays_as_it_was

Turns the SDK's blocks in the caller's messages into mappings.
"""


def should_compact(client, *, model, messages, budget, system=None, tools=None):
    if not messages:
        return False
    for m in messages:
        if isinstance(m["content"], list):
            m["content"] = [b if isinstance(b, dict) else b.model_dump(exclude_none=True) for b in m["content"]]
    fields = {k: v for k, v in {"system": system, "tools": tools}.items() if v is not None}
    return client.messages.count_tokens(model=model, messages=messages, **fields).input_tokens > budget
