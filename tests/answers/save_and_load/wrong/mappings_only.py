"""Fails: test_blocks_of_the_sdk_are_saved

Hands the messages to json.dumps as they are: a reply of the SDK is a TypeError.
"""

import json

TABLE = "CREATE TABLE IF NOT EXISTS conversation (id TEXT PRIMARY KEY, messages TEXT)"


def save(connection, conversation_id, messages):
    kept = json.dumps(messages)
    with connection:
        connection.execute(TABLE)
        connection.execute("INSERT OR REPLACE INTO conversation VALUES (?, ?)", [conversation_id, kept])


def load(connection, conversation_id):
    connection.execute(TABLE)
    row = connection.execute("SELECT messages FROM conversation WHERE id = ?", [conversation_id]).fetchone()
    return json.loads(row[0]) if row else []
