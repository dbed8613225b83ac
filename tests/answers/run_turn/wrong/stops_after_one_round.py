"""Fails: test_results_go_back_until_a_reply_calls_nothing

Takes any reply that tells something for the answer, whatever it calls besides; it stops in the middle of the turn.
"""

MODEL = "claude-haiku-5-5"
APOLOGY = "Sorry, I could not finish this. Please ask again, or ask for one thing at a time."


def run_turn(history, text, *, client, system, tools, run_tool, max_calls=6):
    messages = [*history, {"role": "user", "content": text}]
    for _ in range(max_calls):
        response = client.messages.create(model=MODEL, max_tokens=999, system=system, tools=tools, messages=messages)
        messages.append({"role": "assistant", "content": response.content})
        if any(block.type == "text" for block in response.content):
            return messages
        results = [run_tool(block) for block in response.content if block.type == "tool_use"]
        messages.append({"role": "user", "content": results})
    return [*messages, {"role": "assistant", "content": APOLOGY}]
