"""Fails: test_the_api_counts_the_input

It lets the API count the messages and the tools, and estimates the rest.
"""


def fits_window(client, request, window):
    sent = {name: request[name] for name in ("model", "messages", "tools") if name in request}
    tokens = client.messages.count_tokens(**sent).input_tokens + len(str(request.get("system", ""))) // 4
    if tokens > window:
        return "refused"
    if tokens + request["max_tokens"] > window:
        return "may stop early"
    return "fits"
