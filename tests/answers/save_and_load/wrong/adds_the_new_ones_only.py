"""Fails: test_saving_again_replaces

Takes the old history for the beginning of the new one, and adds what is behind it.
"""

import json

from turnkeeper.messages import plain_block

TABLE = "CREATE TABLE IF NOT EXISTS message (id TEXT, place INTEGER, json TEXT)"


def plain(message):
    content = message["content"]
    return message if isinstance(content, str) else {**message, "content": [plain_block(block) for block in content]}


def save(connection, conversation_id, messages):
    rows = [(conversation_id, place, json.dumps(plain(message))) for place, message in enumerate(messages)]
    there = len(load(connection, conversation_id))
    with connection:
        connection.executemany("INSERT INTO message VALUES (?, ?, ?)", rows[there:])


def load(connection, conversation_id):
    connection.execute(TABLE)
    rows = connection.execute("SELECT json FROM message WHERE id = ? ORDER BY place", [conversation_id])
    return [json.loads(row[0]) for row in rows]
