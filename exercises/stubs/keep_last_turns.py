"""Exercise `keep_last_turns`: cut a history, and only between turns.

Write `keep_last_turns(messages, n)`. It returns the last `n` turns of a
history, as a new list.

- A turn starts at a message of the user that holds no tool_result. It
  runs up to the next such message.
- A message with a tool_result goes on with its turn, also when the user
  says something in it, next to the result.
- A content is a string, or a list of blocks: mappings, or the SDK's
  objects. A text block or an image starts a turn like a string does.
- A history of `n` turns or fewer is kept whole, with whatever stands in
  front of its first turn.
- `n` less than 1 is a ValueError, whatever the history.
- The list you are given stays as it is, and the list you return is
  always another one. The messages in it are those of the history.

    history = [
        {"role": "user", "content": "Is order 3107 ready?"},   # turn 1
        {"role": "assistant", "content": [
            {"type": "tool_use", "id": "a", "name": "look_up",
             "input": {"order": "3107"}},
        ]},
        {"role": "user", "content": [
            {"type": "tool_result", "tool_use_id": "a", "content": "yes"},
        ]},
        {"role": "assistant", "content": "It is."},
        {"role": "user", "content": "When do you close?"},     # turn 2
        {"role": "assistant", "content": "At 18:00."},
    ]
    keep_last_turns(history, 1)  # the last 2 messages
    keep_last_turns(history, 2)  # all 6

`types_of(message)` from `turnkeeper.messages` lists the types of the
blocks in a message, whatever its content is: ["text"] for a string.
"""

from turnkeeper.messages import Message


def keep_last_turns(messages: list[Message], n: int) -> list[Message]:
    """Return the last n turns of a history; all of it when it has no more."""
    raise NotImplementedError
