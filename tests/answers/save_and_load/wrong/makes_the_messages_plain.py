"""Fails: test_the_list_is_left_alone

Puts the plain blocks into the caller's own messages.
"""

import json

from turnkeeper.messages import plain_block

TABLE = "CREATE TABLE IF NOT EXISTS conversation (id TEXT PRIMARY KEY, messages TEXT)"


def plain(message):
    if not isinstance(message["content"], str):
        message["content"] = [plain_block(block) for block in message["content"]]
    return message


def save(connection, conversation_id, messages):
    kept = json.dumps([plain(message) for message in messages])
    with connection:
        connection.execute(TABLE)
        connection.execute("INSERT OR REPLACE INTO conversation VALUES (?, ?)", [conversation_id, kept])


def load(connection, conversation_id):
    connection.execute(TABLE)
    row = connection.execute("SELECT messages FROM conversation WHERE id = ?", [conversation_id]).fetchone()
    return json.loads(row[0]) if row else []
