"""Fails: test_a_history_comes_back_as_it_was

Saves every content as a list of blocks: what was a string comes back in another form.
"""

import json

from turnkeeper.messages import blocks

TABLE = "CREATE TABLE IF NOT EXISTS conversation (id TEXT PRIMARY KEY, messages TEXT)"


def save(connection, conversation_id, messages):
    kept = json.dumps([{**message, "content": blocks(message)} for message in messages])
    with connection:
        connection.execute(TABLE)
        connection.execute("INSERT OR REPLACE INTO conversation VALUES (?, ?)", [conversation_id, kept])


def load(connection, conversation_id):
    connection.execute(TABLE)
    row = connection.execute("SELECT messages FROM conversation WHERE id = ?", [conversation_id]).fetchone()
    return json.loads(row[0]) if row else []
