"""Fails: test_parallel_calls_are_answered_in_one_message

Runs a call once when it was asked for twice, and copies the result.
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
            return messages
        seen = {}
        for block in calls:
            key = (block.name, str(block.input))
            seen[block.id] = {**seen[key], "tool_use_id": block.id} if key in seen else run_tool(block)
            seen[key] = seen[block.id]
        messages.append({"role": "user", "content": [seen[block.id] for block in calls]})
    return [*messages, {"role": "assistant", "content": APOLOGY}]
