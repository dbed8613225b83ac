"""Fails: test_the_apology_ends_a_turn_at_the_limit

Makes the model answer in its last call, by taking the tools away.
"""

MODEL = "claude-haiku-5-5"
APOLOGY = "Sorry, I could not finish this. Please ask again, or ask for one thing at a time."


def run_turn(history, text, *, client, system, tools, run_tool, max_calls=6):
    m = [*history, {"role": "user", "content": text}]
    for n in range(max_calls):
        more = {"tool_choice": {"type": "none"}} if n == max_calls - 1 else {}
        r = client.messages.create(model=MODEL, max_tokens=1024, system=system, tools=tools, messages=m, **more)
        m.append({"role": "assistant", "content": r.content})
        res = [run_tool(b) for b in r.content if b.type == "tool_use"]
        if not res:
            return m
        m.append({"role": "user", "content": res})
    return m + [{"role": "assistant", "content": APOLOGY}]
