"""Fails: test_results_go_back_until_a_reply_calls_nothing

Gives up when a tool says that it could not do what it was asked.
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
        results = [run_tool(block) for block in calls]
        if len(results) == 1 and results[0].get("is_error"):
            raise RuntimeError(results[0]["content"])
        messages.append({"role": "user", "content": results})
    return [*messages, {"role": "assistant", "content": APOLOGY}]
