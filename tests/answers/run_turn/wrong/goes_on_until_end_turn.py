"""Fails: test_results_go_back_until_a_reply_calls_nothing

Ends the turn at the stop reason end_turn only, so a reply that was cut off goes on with no results.
"""

MODEL = "claude-haiku-5-5"
MAX_TOKENS = 1024
APOLOGY = "Sorry, I could not finish this. Please ask again, or ask for one thing at a time."


def run_turn(history, text, *, client, system, tools, run_tool, max_calls=6):
    messages = [*history, {"role": "user", "content": text}]
    for _ in range(max_calls):
        r = client.messages.create(model=MODEL, max_tokens=MAX_TOKENS, system=system, tools=tools, messages=messages)
        messages.append({"role": "assistant", "content": r.content})
        if r.stop_reason == "end_turn":
            return messages
        messages.append({"role": "user", "content": [run_tool(b) for b in r.content if b.type == "tool_use"]})
    messages.append({"role": "assistant", "content": APOLOGY})
    return messages
