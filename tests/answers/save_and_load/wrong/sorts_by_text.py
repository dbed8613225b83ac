"""Fails: test_a_history_comes_back_as_it_was

The place is kept as a text, so message 10 comes behind message 1.
"""

import json

from turnkeeper.messages import plain_block

TABLE = "CREATE TABLE IF NOT EXISTS message (id TEXT, place TEXT, json TEXT)"


def plain(message):
    content = message["content"]
    return message if isinstance(content, str) else {**message, "content": [plain_block(block) for block in content]}


def save(connection, conversation_id, messages):
    rows = [(conversation_id, str(place), json.dumps(plain(message))) for place, message in enumerate(messages)]
    with connection:
        connection.execute(TABLE)
        connection.execute("DELETE FROM message WHERE id = ?", [conversation_id])
        connection.executemany("INSERT INTO message VALUES (?, ?, ?)", rows)


def load(connection, conversation_id):
    connection.execute(TABLE)
    rows = connection.execute("SELECT json FROM message WHERE id = ? ORDER BY place", [conversation_id])
    return [json.loads(row[0]) for row in rows]
