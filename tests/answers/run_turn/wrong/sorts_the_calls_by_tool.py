"""Fails: test_parallel_calls_are_answered_in_one_message

Runs the calls of one reply in the order of their tools' names.
"""

MODEL = "claude-haiku-5-5"
MAX_TOKENS = 1024
APOLOGY = "Sorry, I could not finish this. Please ask again, or ask for one thing at a time."


def run_turn(history, text, *, client, system, tools, run_tool, max_calls=6):
    messages = [*history, {"role": "user", "content": text}]
    for _ in range(max_calls):
        r = client.messages.create(model=MODEL, max_tokens=MAX_TOKENS, system=system, tools=tools, messages=messages)
        messages.append({"role": "assistant", "content": r.content})
        uses = sorted((b for b in r.content if b.type == "tool_use"), key=lambda b: b.name)
        if not uses:
            return messages
        messages.append({"role": "user", "content": [run_tool(b) for b in uses]})
    messages.append({"role": "assistant", "content": APOLOGY})
    return messages
