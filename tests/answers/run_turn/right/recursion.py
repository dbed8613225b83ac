"""Calls itself for the rest of the turn, and makes a new list at each step."""

MODEL = "claude-haiku-5-5"
APOLOGY = "Sorry, I could not finish this. Please ask again, or ask for one thing at a time."


def go_on(messages, left, ask, run_tool):
    if left == 0:
        return messages + [{"role": "assistant", "content": APOLOGY}]
    content = ask(messages).content
    messages = messages + [{"role": "assistant", "content": content}]
    results = [run_tool(block) for block in content if block.type == "tool_use"]
    if results:
        return go_on(messages + [{"role": "user", "content": results}], left - 1, ask, run_tool)
    return messages


def run_turn(history, text, *, client, system, tools, run_tool, max_calls=6):
    def ask(messages):
        return client.messages.create(model=MODEL, max_tokens=500, system=system, tools=tools, messages=messages)

    return go_on(history + [{"role": "user", "content": text}], max_calls, ask, run_tool)
