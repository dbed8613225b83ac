"""Fails: test_the_request_stays_as_it_was

It writes a system prompt into the request of the caller.
"""


def fits_window(client, request, window):
    request.setdefault("system", "")
    sent = {name: value for name, value in request.items() if name != "max_tokens"}
    tokens = client.messages.count_tokens(**sent).input_tokens
    if tokens > window:
        return "refused"
    if tokens + request["max_tokens"] > window:
        return "may stop early"
    return "fits"
