"""Fails: test_the_old_history_stays_as_it_was

Turns the blocks of the SDK into mappings, and does so in the caller's messages.
"""

MODEL = "claude-haiku-5-5"
APOLOGY = "Sorry, I could not finish this. Please ask again, or ask for one thing at a time."


def run_turn(history, text, *, client, system, tools, run_tool, max_calls=6):
    for message in history:
        if isinstance(message["content"], list):
            blocks = [b if isinstance(b, dict) else b.model_dump(exclude_none=True) for b in message["content"]]
            message["content"] = blocks
    messages = [*history, {"role": "user", "content": text}]
    for _ in range(max_calls):
        response = client.messages.create(model=MODEL, max_tokens=1024, system=system, tools=tools, messages=messages)
        messages.append({"role": "assistant", "content": response.content})
        calls = [block for block in response.content if block.type == "tool_use"]
        if not calls:
            return messages
        messages.append({"role": "user", "content": [run_tool(block) for block in calls]})
    return [*messages, {"role": "assistant", "content": APOLOGY}]
