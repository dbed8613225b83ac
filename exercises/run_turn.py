"""Exercise `run_turn`: from the old history to the new one.

A turn begins with what the customer says, and ends with a reply that
calls no tool. Write what happens in between, as a function: it gets the
old history and returns the new one, a new list that holds the messages
of `history` and then everything of this turn, in order.

- First comes the customer's message: the role user, the content `text`.
- Each call of `client.messages.create(...)` sends the whole list as it
  is by then, and the `system` and `tools` that were given.
- Each reply is kept as an assistant message with `response.content`:
  all its blocks, unchanged.
- A reply with `tool_use` blocks goes on with the turn. Run each of
  them, in order: `run_tool(block)` returns its `tool_result` block. All
  results of one reply go, in the same order, into one user message.
  Then the model is called again. A result with `is_error` is kept and
  sent like any other.
- A reply without `tool_use` blocks ends the turn.
- The model is called `max_calls` times at most (1 or more). When the
  last of these replies still calls tools, they are run and their
  results kept, as before. Then an assistant message with the content
  APOLOGY ends the turn. A reply that ends the turn gets no apology.
- When a call of the model fails, the error goes through. The list
  `history` and the messages in it stay as they were, always.

    history = run_turn([], "Is order 3107 ready?", client=client,
                       system=SYSTEM, tools=TOOLS, run_tool=shop.run)
    len(history)  # 4: the question, a call, its result, the answer
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
    raise NotImplementedError
