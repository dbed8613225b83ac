"""A system prompt that is not there is an empty one, and so are tools."""

import bisect


def fits_window(client, request, window, *, names=("fits", "may stop early", "refused")):
    used = client.messages.count_tokens(
        messages=list(request["messages"]),
        model=request["model"],
        system=request.get("system", ""),
        tools=request.get("tools") or [],
    ).input_tokens
    limits = (used, used + request["max_tokens"])
    return names[2 - bisect.bisect_right(limits, window)]
