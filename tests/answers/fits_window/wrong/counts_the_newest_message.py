"""Fails: test_the_api_counts_the_input

The whole list is sent, and not only the newest message.
"""


def fits_window(client, request, window):
    sent = {name: value for name, value in request.items() if name != "max_tokens"}
    sent["messages"] = [message for message in sent["messages"] if message["role"] == "user"][:1]
    tokens = client.messages.count_tokens(**sent).input_tokens
    if tokens > window:
        return "refused"
    if tokens + request["max_tokens"] > window:
        return "may stop early"
    return "fits"
