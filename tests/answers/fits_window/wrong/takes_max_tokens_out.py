"""Fails: test_the_request_stays_as_it_was

It takes max_tokens out of the caller's request.
"""


def fits_window(client, request, window):
    reply = request.pop("max_tokens")
    tokens = client.messages.count_tokens(**request).input_tokens
    if tokens > window:
        return "refused"
    return "may stop early" if tokens + reply > window else "fits"
