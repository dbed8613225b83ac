"""Fails: test_the_reply_needs_room

The reply is written into the same window.
"""


def fits_window(client, request, window):
    sent = {name: value for name, value in request.items() if name != "max_tokens"}
    tokens = client.messages.count_tokens(**sent).input_tokens
    return "fits" if tokens <= window else "refused"
