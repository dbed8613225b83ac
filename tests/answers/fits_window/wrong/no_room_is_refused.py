"""Fails: test_a_full_window_is_no_error

Only the second limit is right: the first has >= for >.
"""


def fits_window(client, request, window):
    sent = {name: value for name, value in request.items() if name != "max_tokens"}
    tokens = client.messages.count_tokens(**sent).input_tokens
    room = window - tokens
    if room <= 0:
        return "refused"
    return "fits" if room >= request["max_tokens"] else "may stop early"
