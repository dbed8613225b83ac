"""Fails: test_what_is_saved_is_in_the_file

Writes, and does not commit: all is gone when the connection is closed.
"""

import json

from turnkeeper.messages import plain_block

TABLE = "CREATE TABLE IF NOT EXISTS conversation (id TEXT PRIMARY KEY, messages TEXT)"


def plain(message):
    content = message["content"]
    return message if isinstance(content, str) else {**message, "content": [plain_block(block) for block in content]}


def save(connection, conversation_id, messages):
    kept = json.dumps([plain(message) for message in messages])
    connection.execute(TABLE)
    connection.execute("SAVEPOINT one")
    try:
        connection.execute("INSERT OR REPLACE INTO conversation VALUES (?, ?)", [conversation_id, kept])
    except Exception:
        connection.execute("ROLLBACK TO one")
        raise


def load(connection, conversation_id):
    connection.execute(TABLE)
    row = connection.execute("SELECT messages FROM conversation WHERE id = ?", [conversation_id]).fetchone()
    return json.loads(row[0]) if row else []
