"""Fails: test_an_error_goes_through

Ends the turn with the apology when a call fails.
"""

MODEL = "claude-haiku-5-5"
MAX_TOKENS = 1024
APOLOGY = "Sorry, I could not finish this. Please ask again, or ask for one thing at a time."


def run_turn(history, text, *, client, system, tools, run_tool, max_calls=6):
    messages = [*history, {"role": "user", "content": text}]
    for _ in range(max_calls):
        try:
            r = client.messages.create(
                model=MODEL, max_tokens=MAX_TOKENS, system=system, tools=tools, messages=messages
            )
        except Exception:
            break
        messages.append({"role": "assistant", "content": r.content})
        results = [run_tool(b) for b in r.content if b.type == "tool_use"]
        if not results:
            return messages
        messages.append({"role": "user", "content": results})
    messages.append({"role": "assistant", "content": APOLOGY})
    return messages
