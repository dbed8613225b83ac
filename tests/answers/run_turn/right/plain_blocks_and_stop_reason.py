"""Goes by the stop reason, keeps plain blocks, the text as a block, and the system prompt as one too."""

import copy

MODEL = "claude-haiku-5-5"
APOLOGY = "Sorry, I could not finish this. Please ask again, or ask for one thing at a time."


def run_turn(history, text, *, client, system, tools, run_tool, max_calls=6):
    messages = copy.deepcopy(list(history))
    messages.append({"role": "user", "content": [{"type": "text", "text": text}]})
    calls = 0
    while True:
        response = client.messages.create(
            model=MODEL,
            max_tokens=800,
            system=[{"type": "text", "text": system, "cache_control": {"type": "ephemeral"}}],
            tools=list(tools),
            messages=messages,
        )
        calls += 1
        blocks = [block.model_dump(exclude_none=True) for block in response.content]
        messages.append({"role": "assistant", "content": blocks})
        if response.stop_reason != "tool_use":
            break
        results = []
        for block in blocks:
            if block["type"] == "tool_use":
                results.append(run_tool(block))
        messages.append({"role": "user", "content": results})
        if calls == max_calls:
            messages.append({"role": "assistant", "content": [{"type": "text", "text": APOLOGY}]})
            break
    return messages
