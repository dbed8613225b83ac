"""Why this is the answer.

The whole history is one value of JSON in one row, so it comes back in its order, with its blocks, or not at all. The id
is the primary key of a TEXT column and is handed over with a question mark: SQLite never reads it as SQL or as a
number. `with connection` makes a transaction of the one write: it is kept when the block ends well, and taken back when
an error comes. The JSON is made before anything is written. A store for long conversations writes the new messages
only; the engine's `SqliteStore` does so, step by step.
"""

import json
import sqlite3

from turnkeeper.messages import Message, plain_block

TABLE = "CREATE TABLE IF NOT EXISTS conversation (id TEXT PRIMARY KEY, messages TEXT NOT NULL)"


def plain(message: Message) -> Message:
    """Return a message with its blocks as mappings; a string stays a string."""
    content = message["content"]
    return message if isinstance(content, str) else {**message, "content": [plain_block(block) for block in content]}


def save(connection: sqlite3.Connection, conversation_id: str, messages: list[Message]) -> None:
    """Keep a history under its id, in place of the one that was kept there."""
    kept = json.dumps([plain(message) for message in messages])
    with connection:
        connection.execute(TABLE)
        connection.execute("INSERT OR REPLACE INTO conversation VALUES (?, ?)", [conversation_id, kept])


def load(connection: sqlite3.Connection, conversation_id: str) -> list[Message]:
    """Return the history that is kept under an id; an empty list when there is none."""
    connection.execute(TABLE)
    row = connection.execute("SELECT messages FROM conversation WHERE id = ?", [conversation_id]).fetchone()
    messages: list[Message] = json.loads(row[0]) if row else []
    return messages
