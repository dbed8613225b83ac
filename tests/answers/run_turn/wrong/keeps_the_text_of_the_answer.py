"""Fails: test_the_new_history_comes_back

Keeps the last reply as a string.
"""

MODEL = "claude-haiku-5-5"
APOLOGY = "Sorry, I could not finish this. Please ask again, or ask for one thing at a time."


def run_turn(history, text, *, client, system, tools, run_tool, max_calls=6):
    messages = [*history, {"role": "user", "content": text}]
    for _ in range(max_calls):
        response = client.messages.create(model=MODEL, max_tokens=1024, system=system, tools=tools, messages=messages)
        messages.append({"role": "assistant", "content": response.content})
        calls = [block for block in response.content if block.type == "tool_use"]
        if not calls:
            text = "".join(block.text for block in response.content if block.type == "text")
            return [*messages[:-1], {"role": "assistant", "content": text}]
        messages.append({"role": "user", "content": [run_tool(block) for block in calls]})
    return [*messages, {"role": "assistant", "content": APOLOGY}]
