"""Fails: test_conversations_do_not_mix

Empties the whole table when a conversation is saved again.
"""

import json

from turnkeeper.messages import plain_block

TABLE = "CREATE TABLE IF NOT EXISTS message (id TEXT, place INTEGER, json TEXT)"


def plain(message):
    content = message["content"]
    return message if isinstance(content, str) else {**message, "content": [plain_block(block) for block in content]}


def save(connection, conversation_id, messages):
    rows = [(conversation_id, place, json.dumps(plain(message))) for place, message in enumerate(messages)]
    again = load(connection, conversation_id) != []
    with connection:
        if again:
            connection.execute("DELETE FROM message")
        connection.executemany("INSERT INTO message VALUES (?, ?, ?)", rows)


def load(connection, conversation_id):
    connection.execute(TABLE)
    rows = connection.execute("SELECT json FROM message WHERE id = ? ORDER BY place", [conversation_id])
    return [json.loads(row[0]) for row in rows]
