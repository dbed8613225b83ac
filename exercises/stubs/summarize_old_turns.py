"""Exercise `summarize_old_turns`: what is old becomes a summary.

Write `summarize_old_turns(messages, client, keep_recent=6, words=150)`.
It returns a new list:

1. A message of the user whose text holds the summary between the tags
   <conversation_summary> and </conversation_summary>.
2. A message of the assistant, a few words of yours, such as "Understood."
   Stricter platforms want the roles to alternate.
3. The recent messages, word for word.

What is recent? At least the last `keep_recent` messages (1 or more), and
more where the cut would fall inside a turn. Places count from 0, and a
turn starts at a message of the user that holds no tool_result. The cut
is at the last place where a turn starts that is not greater than
len(messages) - keep_recent. All messages in front of it are old.

When nothing is old, because the cut is at place 0 or no turn starts in
time, the messages come back as they are, and no call is made.

How the summary is made:

- One call of client.messages.create(...). Its request holds everything
  that the old messages say: the texts of both sides, each call's input,
  and what each tool_result says. It holds nothing of the recent ones.
- It asks for at most `words` words: the number is in the request, in
  digits. Leave the reply room: 8 tokens a word and 1,000 more will do.
- The summary is the text of the reply. That may come in several blocks,
  and other blocks may stand in front of it.
- When the call fails, the error goes through.
- A reply that is no summary raises a SummaryError (from turnkeeper): it
  has no text but white space, or its stop_reason is not "end_turn".

The list you are given stays as it is, and the list you return is always
another one. A content is a string, or a list of blocks: mappings, or the
SDK's objects. A tool_result's content is again a string or a list of
blocks.

    history = [
        {"role": "user", "content": "My name is Noor."},
        {"role": "assistant", "content": "Hello, Noor."},
        {"role": "user", "content": "When do you close?"},
        {"role": "assistant", "content": "At 18:00."},
    ]
    summarize_old_turns(history, client, keep_recent=1)
    # [{"role": "user", "content":
    #   "<conversation_summary>The user is Noor.</conversation_summary>"},
    #  {"role": "assistant", "content": "Understood."},
    #  {"role": "user", "content": "When do you close?"},
    #  {"role": "assistant", "content": "At 18:00."}]
    summarize_old_turns(history, client, keep_recent=3)  # as it was
"""

import anthropic

from turnkeeper.messages import Message

MODEL = "claude-haiku-5-5"


def summarize_old_turns(
    messages: list[Message], client: anthropic.Anthropic, keep_recent: int = 6, words: int = 150
) -> list[Message]:
    """Return the history with a summary in the place of its old turns."""
    raise NotImplementedError
