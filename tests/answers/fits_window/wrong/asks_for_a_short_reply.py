"""Fails: test_nothing_is_sent_to_the_model

It has the model answer, and reads the usage.
"""


def fits_window(client, request, window):
    sent = {name: value for name, value in request.items() if name != "max_tokens"}
    tokens = client.messages.count_tokens(**sent).input_tokens
    tokens = client.messages.create(**{**request, "max_tokens": 1}).usage.input_tokens
    if tokens > window:
        return "refused"
    if tokens + request["max_tokens"] > window:
        return "may stop early"
    return "fits"
