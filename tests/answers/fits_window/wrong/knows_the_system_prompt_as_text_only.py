"""Fails: test_the_system_prompt_counts

A system prompt may be a list of blocks.
"""


def fits_window(client, request, window):
    sent = {name: request[name] for name in ("model", "messages", "tools") if name in request}
    if isinstance(request.get("system"), str):
        sent["system"] = request["system"]
    tokens = client.messages.count_tokens(**sent).input_tokens
    if tokens > window:
        return "refused"
    if tokens + request["max_tokens"] > window:
        return "may stop early"
    return "fits"
