"""First finds out where the markers belong, then builds the request anew and asks for each block whether it is one."""

from turnkeeper.messages import blocks


def usable(block):
    if block["type"] == "text":
        return bool(block["text"])
    return "thinking" not in block["type"]


def bare(mapping, mark=False):
    rest = {key: value for key, value in mapping.items() if key != "cache_control"}
    return {**rest, "cache_control": {"type": "ephemeral"}} if mark else rest


def block_like(block, mark):
    made = bare(block, mark)
    if made["type"] == "tool_result" and not isinstance(made.get("content", ""), str):
        made["content"] = [bare(inner) for inner in made["content"]]
    return made


def place_breakpoints(request, **_):
    system = blocks({"content": request.get("system") or []})
    tools = list(request.get("tools", ()))
    said = [blocks(message) for message in request["messages"]]
    stable = [place for place, block in enumerate(system) if block["text"]]
    ends = [(m, b) for m, content in enumerate(said) for b, block in enumerate(content) if usable(block)]
    new = bare(request)
    if system:
        new["system"] = [bare(block, place in stable[-1:]) for place, block in enumerate(system)]
    if tools:
        last = None if stable else len(tools) - 1
        new["tools"] = [bare(tool, place == last) for place, tool in enumerate(tools)]
    new["messages"] = [
        {**message, "content": [block_like(block, (m, b) in ends[-1:]) for b, block in enumerate(said[m])]}
        for m, message in enumerate(request["messages"])
    ]
    return new
