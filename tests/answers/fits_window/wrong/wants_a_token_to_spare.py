"""Fails: test_the_reply_needs_room

Input and reply may fill the window to the last token.
"""


def fits_window(client, request, window):
    sent = {name: value for name, value in request.items() if name != "max_tokens"}
    tokens = client.messages.count_tokens(**sent).input_tokens
    if tokens > window:
        return "refused"
    if tokens + request["max_tokens"] >= window:
        return "may stop early"
    return "fits"
