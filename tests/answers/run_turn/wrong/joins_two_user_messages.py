"""Fails: test_the_new_history_comes_back

Joins the customer's message with a user message in front of it.
"""

MODEL = "claude-haiku-5-5"
MAX_TOKENS = 1024
APOLOGY = "Sorry, I could not finish this. Please ask again, or ask for one thing at a time."


def run_turn(history, text, *, client, system, tools, run_tool, max_calls=6):
    messages = list(history)
    if messages and messages[-1]["role"] == "user" and isinstance(messages[-1]["content"], str):
        messages[-1] = {"role": "user", "content": messages[-1]["content"] + "\n" + text}
    else:
        messages.append({"role": "user", "content": text})
    for _ in range(max_calls):
        r = client.messages.create(model=MODEL, max_tokens=MAX_TOKENS, system=system, tools=tools, messages=messages)
        messages.append({"role": "assistant", "content": r.content})
        results = [run_tool(b) for b in r.content if b.type == "tool_use"]
        if not results:
            return messages
        messages.append({"role": "user", "content": results})
    messages.append({"role": "assistant", "content": APOLOGY})
    return messages
