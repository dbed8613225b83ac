"""The conversation that every client here holds: three turns, and the second needs a tool."""

from turnkeeper.messages import blocks, text_of

MODEL = "claude-haiku-5-5"
SYSTEM = "You are the harbour office. Be brief."
TURNS = ("Hello, I am Noor.", "When is the tide high in Brest?", "Thank you.")
CALLED = {"harbour": "Brest"}
TIDE = "07:42"
SAID = ("Good morning.", f"High water in Brest is at {TIDE}.", f"You are welcome. Remember {TIDE}.")
GET_TIDE = {
    "name": "get_tide",
    "description": "The time of the next high water in a harbour.",
    "input_schema": {
        "type": "object",
        "properties": {"harbour": {"type": "string", "description": "Name of the harbour"}},
        "required": ["harbour"],
    },
}


def harbour(request):
    """The script: it greets, looks up a tide with the tool, and knows what stands in the history and nothing else."""
    found = [_words(block) for message in request.messages for block in _results(message)]
    newest = request.messages[-1]
    if _results(newest):
        return f"High water in Brest is at {found[-1]}."
    if "tide" in text_of(newest):
        call = {"type": "tool_use", "id": f"toolu_{len(request.messages):04}", "name": "get_tide", "input": CALLED}
        return [{"type": "text", "text": "Let me look. "}, call]
    if "Thank" in text_of(newest):
        return f"You are welcome. Remember {found[-1]}."
    return "Good morning."


def _results(message):
    return [block for block in blocks(message) if block["type"] == "tool_result"]


def _words(result):
    return text_of(result) if "content" in result else ""


def check_record(model, *, system=SYSTEM):
    """The model was sent the growing conversation: one call for each turn, and one more with the result of the tool."""
    assert [len(request.messages) for request in model.requests] == [1, 3, 5, 7]
    last = model.requests[-1].messages
    assert [message["role"] for message in last] == ["user", "assistant"] * 3 + ["user"]
    assert (text_of(last[0]), text_of(last[2]), text_of(last[6])) == TURNS
    assert (text_of(last[1]), text_of(last[5])) == SAID[:2]
    (call,) = (block for block in blocks(last[3]) if block["type"] == "tool_use")
    (result,) = blocks(last[4])
    assert (call["name"], call["input"]) == ("get_tide", CALLED)
    assert (result["type"], result["tool_use_id"], _words(result)) == ("tool_result", call["id"], TIDE)
    for earlier, later in zip(model.requests, model.requests[1:], strict=False):
        assert _plain(later.messages)[: len(earlier.messages)] == _plain(earlier.messages)
    for request in model.requests:
        assert text_of({"content": request.system}) == system
        assert [tool["name"] for tool in request.tools] == ["get_tide"]


def _plain(messages):
    """Messages without the ways in which a client may write the same: a string or a block, a field that is left out."""
    kept = ("type", "text", "id", "name", "input", "tool_use_id")
    return [
        (message["role"], [{key: block[key] for key in kept if key in block} for block in blocks(message)])
        for message in messages
    ]
