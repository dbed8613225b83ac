"""Exercise `receive`: keep the full history, and send a part of it.

Write one turn of a session. `receive` gets the full history and what
the customer says now, and returns the new full history:

1. It asks `pick_history(messages)`, once, which messages to send. That
   function gets the full history, and returns the list to send: a part,
   all of it, none, or other messages, such as a summary.
2. It calls `run_turn(sent, text)` once, with exactly that list, also
   when it is empty. This is the exercise before, with its client and
   tools filled in: it returns a new list, which begins with as many
   messages as it was given and goes on with those of this turn.
3. It returns a new list: the full history, and behind it the messages
   of this turn, each once and in order.

- Messages are told apart by their place. A customer may well say the
  same words twice.
- `pick_history` may do with its list, and with the messages in it, what
  it likes. The history must not notice: give it a deep copy. (A content
  may hold the SDK's block objects, which JSON does not take.)
- The list `history` stays as it was. An error from `run_turn` goes
  through.

With a history of 6 messages, of which the last 2 are picked, and a turn
of 4 messages, `run_turn` gets 2 messages and returns 6, and `receive`
returns 10:

    receive(history, "Is order 3107 ready?", run_turn=run_turn,
            pick_history=lambda messages: messages[-2:])
"""

from collections.abc import Callable

from anthropic.types import MessageParam

PickHistory = Callable[[list[MessageParam]], list[MessageParam]]
RunTurn = Callable[[list[MessageParam], str], list[MessageParam]]


def receive(
    history: list[MessageParam], text: str, *, pick_history: PickHistory, run_turn: RunTurn
) -> list[MessageParam]:
    """Run one turn on a part of the history, and return the full history with that turn behind it."""
    raise NotImplementedError
