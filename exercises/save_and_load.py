"""Exercise `save_and_load`: a conversation that outlives the process.

Write `save(connection, conversation_id, messages)`, which keeps a history
in a SQLite database, and `load(connection, conversation_id)`, which
returns it as a new list.

- `connection` is what `sqlite3.connect(path)` returns, with nothing
  changed. The file may be new and empty: make the tables you need, when
  they are not there. Leave the connection open.
- `conversation_id` is any text of one character or more, and stands for
  itself: "7", "07" and "7 " are three conversations, "noor" and "Noor"
  are two, and `"x' OR '1'='1"` is an id like any other.
- `load` returns the messages in their order, equal to what was saved: a
  content that was a string is a string again, a list of blocks is a list
  of blocks. The SDK's objects among the blocks are saved as mappings:
  `plain_block(block)` from `turnkeeper.messages` returns a block as one.
- `load` of an id that was never saved returns an empty list.
- `save` puts the new history in the old one's place, be it shorter,
  longer or empty. Every other conversation stays as it is.
- When `save` returns, the history is in the file: another connection to
  it finds it, and the first one may then be closed at any moment.
- A history is saved as a whole or not at all. What JSON cannot hold, such
  as a set, is a TypeError, as `json.dumps` raises it. That error, and any
  of SQLite's, goes through; the history saved before is then unchanged,
  for this connection too, and the next `save` works as usual.
- The list you are given stays as it is.

    history = [
        {"role": "user", "content": "It's Noor. Is order 3107 ready?"},
        {"role": "assistant", "content": [
            {"type": "text", "text": "Yes, today at 16:30."},
        ]},
    ]
    save(connection, "customer 17", history)
    load(connection, "customer 17")  # the 2 messages, equal to history
    save(connection, "customer 17", history[:1])
    load(connection, "customer 17")  # the first message alone
    load(connection, "customer 18")  # []
"""

import sqlite3

from turnkeeper.messages import Message


def save(connection: sqlite3.Connection, conversation_id: str, messages: list[Message]) -> None:
    """Keep a history under its id, in place of the one that was kept there."""
    raise NotImplementedError


def load(connection: sqlite3.Connection, conversation_id: str) -> list[Message]:
    """Return the history that is kept under an id; an empty list when there is none."""
    raise NotImplementedError
