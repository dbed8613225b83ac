"""Looks at what the input leaves of the window; missing fields are the SDK's omit."""

from anthropic import omit


def room(client, request, window):
    used = client.messages.count_tokens(
        model=request["model"],
        messages=request["messages"],
        system=request.get("system", omit),
        tools=request.get("tools", omit),
    )
    return window - used.input_tokens


def fits_window(client, request, window):
    left = room(client, request, window)
    if left < 0:
        return "refused"
    return "fits" if left >= request["max_tokens"] else "may stop early"
