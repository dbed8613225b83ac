"""Fails: test_blocks_of_the_sdk_are_saved

Decides by the first block whether all of them are objects of the SDK.
"""

import json

TABLE = "CREATE TABLE IF NOT EXISTS conversation (id TEXT PRIMARY KEY, messages TEXT)"


def plain(message):
    content = message["content"]
    if isinstance(content, str) or not hasattr(content[0], "model_dump"):
        return message
    return {**message, "content": [block.model_dump(exclude_none=True) for block in content]}


def save(connection, conversation_id, messages):
    kept = json.dumps([plain(message) for message in messages])
    with connection:
        connection.execute(TABLE)
        connection.execute("INSERT OR REPLACE INTO conversation VALUES (?, ?)", [conversation_id, kept])


def load(connection, conversation_id):
    connection.execute(TABLE)
    row = connection.execute("SELECT messages FROM conversation WHERE id = ?", [conversation_id]).fetchone()
    return json.loads(row[0]) if row else []
