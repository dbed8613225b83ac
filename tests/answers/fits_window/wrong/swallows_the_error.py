"""Fails: test_the_api_counts_the_input

Says "refused" when the input could not be counted.
"""


def fits_window(client, request, window):
    fields = {k: v for k, v in request.items() if k != "max_tokens"}
    try:
        tokens = client.messages.count_tokens(**fields).input_tokens
    except Exception:
        return "refused"
    if tokens > window:
        return "refused"
    if tokens + request["max_tokens"] > window:
        return "may stop early"
    return "fits"
