"""Folds the calls with reduce over tuples, and calls the beta API."""

MODEL = "claude-haiku-5-5"
APOLOGY = "Sorry, I could not finish this. Please ask again, or ask for one thing at a time."

from functools import reduce


def run_turn(history, text, *, client, system, tools, run_tool, max_calls=6):
    class Done(Exception):
        pass

    def step(messages, _):
        if messages[-1]["role"] == "assistant":
            return messages
        r = client.beta.messages.create(model=MODEL, max_tokens=1024, system=system, tools=tools, messages=messages)
        messages = (*messages, {"role": "assistant", "content": [b.to_dict() for b in r.content]})
        res = tuple(run_tool(b) for b in r.content if b.type == "tool_use")
        return (*messages, {"role": "user", "content": list(res)}) if res else messages

    end = reduce(step, range(max_calls), (*history, {"role": "user", "content": text}))
    return list(end) if end[-1]["role"] == "assistant" else [*end, {"role": "assistant", "content": APOLOGY}]
