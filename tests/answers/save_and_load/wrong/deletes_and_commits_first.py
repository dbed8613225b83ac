"""Fails: test_a_failed_save_changes_nothing

Deletes the old history in a transaction of its own: when the new one fails, both are gone.
"""

import json

from turnkeeper.messages import plain_block

TABLE = "CREATE TABLE IF NOT EXISTS message (id TEXT, place INTEGER, json TEXT)"


def plain(message):
    content = message["content"]
    return message if isinstance(content, str) else {**message, "content": [plain_block(block) for block in content]}


def save(connection, conversation_id, messages):
    with connection:
        connection.execute(TABLE)
        connection.execute("DELETE FROM message WHERE id = ?", [conversation_id])
    with connection:
        for place, message in enumerate(messages):
            row = conversation_id, place, json.dumps(plain(message))
            connection.execute("INSERT INTO message VALUES (?, ?, ?)", row)


def load(connection, conversation_id):
    connection.execute(TABLE)
    rows = connection.execute("SELECT json FROM message WHERE id = ? ORDER BY place", [conversation_id])
    return [json.loads(row[0]) for row in rows]
