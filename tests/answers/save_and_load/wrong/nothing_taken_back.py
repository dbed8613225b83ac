"""Fails: test_a_failed_save_changes_nothing

Deletes, writes and commits, and takes nothing back when the second of these fails.
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
    connection.execute(TABLE)
    connection.execute("DELETE FROM conversation WHERE id = ?", [conversation_id])
    connection.execute("INSERT INTO conversation VALUES (?, ?)", [conversation_id, kept])
    connection.commit()


def load(connection: sqlite3.Connection, conversation_id: str) -> list[Message]:
    """Return the history that is kept under an id; an empty list when there is none."""
    connection.execute(TABLE)
    row = connection.execute("SELECT messages FROM conversation WHERE id = ?", [conversation_id]).fetchone()
    messages: list[Message] = json.loads(row[0]) if row else []
    return messages
