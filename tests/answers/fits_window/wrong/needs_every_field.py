"""Fails: test_the_api_counts_the_input

A request without a system prompt or tools is a fine request.
"""


def fits_window(client, request, window):
    tokens = client.messages.count_tokens(
        model=request["model"], messages=request["messages"], system=request["system"], tools=request["tools"]
    ).input_tokens
    if tokens > window:
        return "refused"
    if tokens + request["max_tokens"] > window:
        return "may stop early"
    return "fits"
