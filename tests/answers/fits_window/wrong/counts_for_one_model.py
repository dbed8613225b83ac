"""Fails: test_the_api_counts_the_input

Models count differently, and the request names another.
"""


def fits_window(client, request, window):
    sent = {**request, "model": "claude-haiku-5-5"}
    del sent["max_tokens"]
    tokens = client.messages.count_tokens(**sent).input_tokens
    if tokens > window:
        return "refused"
    if tokens + request["max_tokens"] > window:
        return "may stop early"
    return "fits"
