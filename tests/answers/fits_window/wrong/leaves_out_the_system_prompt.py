"""Fails: test_the_system_prompt_counts

The instructions are sent as well.
"""


def fits_window(client, request, window):
    sent = {name: request[name] for name in ("model", "messages", "tools") if name in request}
    tokens = client.messages.count_tokens(**sent).input_tokens
    if tokens > window:
        return "refused"
    if tokens + request["max_tokens"] > window:
        return "may stop early"
    return "fits"
