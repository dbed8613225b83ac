"""Fails: test_the_model_is_called_max_calls_times_at_most

Counts the tools that were run, and not the calls of the model.
"""

MODEL = "claude-haiku-5-5"
APOLOGY = "Sorry, I could not finish this. Please ask again, or ask for one thing at a time."


def run_turn(history, text, *, client, system, tools, run_tool, max_calls=6):
    messages = [*history, {"role": "user", "content": text}]
    ran = 0
    while ran < max_calls:
        response = client.messages.create(model=MODEL, max_tokens=1024, system=system, tools=tools, messages=messages)
        messages.append({"role": "assistant", "content": response.content})
        calls = [block for block in response.content if block.type == "tool_use"]
        ran += len(calls)
        if not calls:
            return messages
        messages.append({"role": "user", "content": [run_tool(block) for block in calls]})
    return [*messages, {"role": "assistant", "content": APOLOGY}]
