"""Names each field, and leaves out what is not there."""


def fits_window(client, request, window):
    counted = {"model": request["model"], "messages": request["messages"]}
    if "system" in request:
        counted["system"] = request["system"]
    if "tools" in request:
        counted["tools"] = request["tools"]
    size = client.messages.count_tokens(**counted).input_tokens
    if size + request["max_tokens"] <= window:
        return "fits"
    elif size <= window:
        return "may stop early"
    else:
        return "refused"
