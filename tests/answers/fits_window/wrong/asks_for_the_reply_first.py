"""Fails: test_the_api_counts_the_input

The two questions are in the wrong order, so that nothing is ever refused.
"""


def fits_window(client, request, window):
    sent = {name: value for name, value in request.items() if name != "max_tokens"}
    tokens = client.messages.count_tokens(**sent).input_tokens
    if tokens + request["max_tokens"] > window:
        return "may stop early"
    if tokens > window:
        return "refused"
    return "fits"
