"""Fails: test_any_text_is_an_id

Puts the id between quotes into the SQL, and a quote in it ends the text.
"""

import json

from turnkeeper.messages import plain_block

TABLE = "CREATE TABLE IF NOT EXISTS conversation (id TEXT PRIMARY KEY, messages TEXT)"


def plain(message):
    content = message["content"]
    return message if isinstance(content, str) else {**message, "content": [plain_block(block) for block in content]}


def save(connection, conversation_id, messages):
    kept = json.dumps([plain(message) for message in messages])
    with connection:
        connection.execute(TABLE)
        connection.execute("INSERT OR REPLACE INTO conversation VALUES (?, ?)", [conversation_id, kept])


def load(connection, conversation_id):
    connection.execute(TABLE)
    row = connection.execute(f"SELECT messages FROM conversation WHERE id = '{conversation_id}'").fetchone()
    return json.loads(row[0]) if row else []
