"""Builds the call's fields one by one."""


def should_compact(client, *, model, messages, budget, system=None, tools=None):
    if messages == []:
        return False
    request = {"model": model, "messages": messages}
    if system is not None:
        request["system"] = system
    if tools is not None:
        request["tools"] = tools
    tokens = client.messages.count_tokens(**request).input_tokens
    if tokens > budget:
        return True
    return False
