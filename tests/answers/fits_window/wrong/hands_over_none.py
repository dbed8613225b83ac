"""Fails: test_the_api_counts_the_input

None is no system prompt: the API wants the field left out.
"""


def fits_window(client, request, window):
    tokens = client.messages.count_tokens(
        model=request["model"],
        messages=request["messages"],
        system=request.get("system"),
        tools=request.get("tools"),
    ).input_tokens
    if tokens > window:
        return "refused"
    if tokens + request["max_tokens"] > window:
        return "may stop early"
    return "fits"
