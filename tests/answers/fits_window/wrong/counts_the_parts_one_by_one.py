"""Fails: test_the_api_counts_the_input

Each part is counted in a request of its own, and each of those has a message that is not sent.
"""

PLACEHOLDER = [{"role": "user", "content": "x"}]


def fits_window(client, request, window):
    def count(messages, **more):
        return client.messages.count_tokens(model=request["model"], messages=messages, **more).input_tokens

    tokens = count(request["messages"])
    for name in ("system", "tools"):
        if name in request:
            tokens += count(PLACEHOLDER, **{name: request[name]})
    if tokens > window:
        return "refused"
    if tokens + request["max_tokens"] > window:
        return "may stop early"
    return "fits"
