"""Yields the new messages one by one; the function only puts them together."""

MODEL = "claude-haiku-5-5"
APOLOGY = "Sorry, I could not finish this. Please ask again, or ask for one thing at a time."


def _new(history, text, ask, run_tool, max_calls):
    new = [{"role": "user", "content": text}]
    yield new[-1]
    for _ in range(max_calls):
        reply = ask(messages=history + new)
        new.append({"role": "assistant", "content": reply.content})
        yield new[-1]
        if not any(block.type == "tool_use" for block in reply.content):
            return
        new.append({"role": "user", "content": [run_tool(b) for b in reply.content if b.type == "tool_use"]})
        yield new[-1]
    yield {"role": "assistant", "content": APOLOGY}


def run_turn(history, text, *, client, system, tools, run_tool, max_calls=6):
    def ask(**more):
        return client.messages.create(model=MODEL, max_tokens=1024, system=system, tools=tools, **more)

    return history + list(_new(history, text, ask, run_tool, max_calls))
