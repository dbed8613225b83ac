"""Fails: test_the_reply_needs_room

The room is that of the request, and not of an example.
"""


def fits_window(client, request, window):
    sent = {name: value for name, value in request.items() if name != "max_tokens"}
    tokens = client.messages.count_tokens(**sent).input_tokens
    if tokens > window:
        return "refused"
    if tokens + 20 > window:
        return "may stop early"
    return "fits"
