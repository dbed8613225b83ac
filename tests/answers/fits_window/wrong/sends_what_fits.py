"""Fails: test_nothing_is_sent_to_the_model

It sends the request when it fits: the caller would send it again.
"""


def fits_window(client, request, window):
    sent = {name: value for name, value in request.items() if name != "max_tokens"}
    tokens = client.messages.count_tokens(**sent).input_tokens
    if tokens > window:
        return "refused"
    if tokens + request["max_tokens"] > window:
        return "may stop early"
    client.messages.create(**request)
    return "fits"
