"""Fails: test_the_api_counts_the_input

The rule of models before Claude 4.5: input and max_tokens together had to fit.
"""


def fits_window(client, request, window):
    sent = {name: value for name, value in request.items() if name != "max_tokens"}
    tokens = client.messages.count_tokens(**sent).input_tokens
    if tokens + request["max_tokens"] > window:
        return "refused"
    return "fits"
