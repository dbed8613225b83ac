"""Keeps what the SDK dumps of a reply, fields that are None and all."""

MODEL = "claude-haiku-5-5"
APOLOGY = "Sorry, I could not finish this. Please ask again, or ask for one thing at a time."


def run_turn(history, text, *, client, system, tools, run_tool, max_calls=6):
    out = history[:]
    out.append(dict(role="user", content=text))
    budget = max_calls
    while budget > 0:
        budget -= 1
        r = client.messages.create(model=MODEL, max_tokens=1024, system=system, tools=tools, messages=out)
        d = r.model_dump()
        out.append({"role": d["role"], "content": d["content"]})
        uses = [b for b in d["content"] if b["type"] == "tool_use"]
        match uses:
            case []:
                return out
            case _:
                out.append({"role": "user", "content": [run_tool(u) for u in uses]})
    out.append({"role": "assistant", "content": APOLOGY})
    return out
