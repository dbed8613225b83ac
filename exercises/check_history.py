"""Exercise `check_history`: find out what a cut has broken.

Write `check_history(messages, target="claude")`. It returns a list of
faults, each a tuple `(place, rule)`: the place of a message, counted from
0, and the name of a rule that this message breaks. No faults, no tuples:
the list is then empty. An empty history has no faults either.

The rules:

- "tool_result_without_use": a tool_result in this message has no call
  (a tool_use with its id) in the message right before.
- "tool_use_without_result": a call in this message has no tool_result
  in the message right behind it, or nothing is behind it.
- "tool_result_not_first": in this message of the user, a result stands
  behind a block that is no result (a text, an image). Only a result
  whose call is in the message right before counts here. That call does
  have its result, so it breaks no rule.
- "first_role": the first message is not the user's. This is a fault
  only with target="strict".

The list is in the order of the messages. Each pair of place and rule is
in it once, also when two blocks of one message break the same rule. Two
rules at one place may come in either order. The list you are given
stays as it is.

You may count on this: user and assistant take turns, a message each,
and each call has an id of its own. A content is a string, or a list of
blocks: mappings, or the SDK's objects. `blocks(message)` returns it as a
list of mappings in every case.

    history = [
        {"role": "user", "content": [
            {"type": "tool_result", "tool_use_id": "a", "content": "ready"},
        ]},
        {"role": "assistant", "content": [
            {"type": "tool_use", "id": "b", "name": "look_up", "input": {}},
        ]},
    ]
    check_history(history)
    # [(0, "tool_result_without_use"), (1, "tool_use_without_result")]
"""

from turnkeeper.messages import Message, blocks


def calls_in(message: Message) -> list[str]:
    """Return the ids of the calls in a message."""
    return [block["id"] for block in blocks(message) if block["type"] == "tool_use"]


def check_history(messages: list[Message], target: str = "claude") -> list[tuple[int, str]]:
    """Return the faults of a history, each as its place and the rule that is broken."""
    raise NotImplementedError
