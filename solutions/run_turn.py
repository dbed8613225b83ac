"""Why this is the answer.

The new list is made at the start, so the old one is never touched, and a call that fails leaves nothing behind. Each
round sends the whole of it. A round adds two messages, however many tools are called in it: the reply, block for
block, and one message with a result for each call. The only other way out of the loop is a reply without calls; when
the rounds are used up, every call has its result, and the apology has the last word.
"""

from collections.abc import Callable, Sequence

import anthropic
from anthropic.types import MessageParam, ToolParam, ToolResultBlockParam, ToolUseBlock

MODEL = "claude-haiku-5-5"
MAX_TOKENS = 1024
APOLOGY = "Sorry, I could not finish this. Please ask again, or ask for one thing at a time."

RunTool = Callable[[ToolUseBlock], ToolResultBlockParam]


def run_turn(
    history: list[MessageParam],
    text: str,
    *,
    client: anthropic.Anthropic,
    system: str,
    tools: Sequence[ToolParam],
    run_tool: RunTool,
    max_calls: int = 6,
) -> list[MessageParam]:
    """Return the history with one more turn: what the customer said, and all that came of it."""
    messages: list[MessageParam] = [*history, {"role": "user", "content": text}]
    for _ in range(max_calls):
        response = client.messages.create(
            model=MODEL, max_tokens=MAX_TOKENS, system=system, tools=tools, messages=messages
        )
        messages.append({"role": "assistant", "content": response.content})
        calls = [block for block in response.content if block.type == "tool_use"]
        if not calls:
            return messages
        messages.append({"role": "user", "content": [run_tool(block) for block in calls]})
    return [*messages, {"role": "assistant", "content": APOLOGY}]
