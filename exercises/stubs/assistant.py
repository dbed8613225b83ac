"""Exercise `assistant`: the long day.

Write the class `Assistant`. Somebody at the counter of Tannery Lane Cycles
talks to it for 200 turns, in one conversation, and asks 30 times for what
was said before. No request may be longer than the budget.

    assistant = Assistant(client, system, tools, run_tool, budget)
    assistant.send("My landlord is Ada Birk.")  # returns the reply's text

- client: an SDK client, as connect() makes it.
- system: the system prompt, a text. tools: a list of tool definitions.
- run_tool(block): runs one call, a tool_use block (the SDK's object or a
  mapping), and returns its tool_result block.
- budget: the most input tokens of a request, 2,500 in the course's days.
  It counts the whole prompt (system, tools, messages), cached or not.
  turnkeeper.tokens.request_tokens counts as the offline API does:
  request_tokens(messages, model=MODELS["claude-haiku-5-5"], system=...,
  tools=...), with MODELS from turnkeeper.models.

First the requirements:

1. send(text) does one turn: it sends the text as it is, runs the tools
   until a reply calls none, and returns the text of that reply, a str.
2. Every request holds what any platform takes (the strict target).
3. No request is over the budget, whatever the budget is: it may be any
   number from 2,300. What you keep besides counts, too. The facts of a
   whole day fit in, beside its longest turn.
4. Every tool call of a reply is run once, in the order of the calls.
5. Every request of a turn has the whole system prompt in its system
   prompt (more may stand around it), and offers all the tools.
6. When a call fails after the SDK's own retries, its error goes through.
   Nothing of that turn is kept: the same text can be sent again.
7. Two assistants share nothing.
8. On the open day, long_day(0), 80 % of the facts asked for are in the
   answers. On a day that nobody has seen it is 80 %, too. Its seed comes
   from the text of your file; the verdict names it.

Then the score, on the unseen day: the recall, and the bill in dollars.

You may use all of turnkeeper, and make calls of your own. They go through
the same client, count on the bill, and are held to rules 2 and 3. The
model behind it is a script. It answers a request without tools

- with a summary, when the instruction has the word "summary",
  "summarise" or "summarize". "120 words" in it asks for 120 words; else
  it is at most 150.
- with a JSON object {"facts": ["name: value"]}, when the instruction has
  both "facts" and "JSON": every "my … is …" of the user's messages, in
  order. Of what was corrected, both are there, the newer one last.

The instruction is the request's system prompt, and the first paragraph of
its newest message. turnkeeper.summarize asks in this way.

To the counter it answers as the shop's assistant of the lessons. It knows
a fact from "My … is …" in a message of the user, the nearest first, or
from <known_facts> as KnownFacts.render() writes them, in the system
prompt or in the newest message of the user. "It" is the order whose
number stands nearest to the end of the messages, in words, calls or
results, and last the one in the known facts or the system prompt.

Try it: play(long_day(0), Assistant, budget=BUDGET) shows what came of a
day, and .missed what was not known. All three are in turnkeeper.bench.

    played.missed[0].probe.question    "What is my landlord?"
    played.missed[0].probe.expected    ("Ada Birk",)
"""

from collections.abc import Callable
from typing import Any

import anthropic


class Assistant:
    """Answers at the counter, within a budget of input tokens for each request."""

    def __init__(
        self,
        client: anthropic.Anthropic,
        system: str,
        tools: list[dict[str, Any]],
        run_tool: Callable[[Any], dict[str, Any]],
        budget: int,
    ) -> None:
        raise NotImplementedError

    def send(self, text: str) -> str:
        """Do one turn, and return the text of its last reply."""
        raise NotImplementedError
