"""Fails: test_the_new_history_comes_back

Returns the history together with the answer's text.
"""

MODEL = "claude-haiku-5-5"
APOLOGY = "Sorry, I could not finish this. Please ask again, or ask for one thing at a time."


def run_turn(history, text, *, client, system, tools, run_tool, max_calls=6):
    m = [*history, {"role": "user", "content": text}]
    for n in range(max_calls):
        r = client.messages.create(model=MODEL, max_tokens=1024, system=system, tools=tools, messages=m)
        m.append({"role": "assistant", "content": r.content})
        calls = [b for b in r.content if b.type == "tool_use"]
        if not calls:
            return m, r.content[-1].text
        m.append({"role": "user", "content": [run_tool(b) for b in calls]})
    return m + [{"role": "assistant", "content": APOLOGY}], APOLOGY
