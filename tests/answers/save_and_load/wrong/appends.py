"""Fails: test_saving_again_replaces

Puts the history behind the old one: each turn is saved once more at every save.
"""

import json

from turnkeeper.messages import plain_block

TABLE = "CREATE TABLE IF NOT EXISTS message (id TEXT, place INTEGER, json TEXT)"


def plain(message):
    content = message["content"]
    return message if isinstance(content, str) else {**message, "content": [plain_block(block) for block in content]}


def save(connection, conversation_id, messages):
    rows = [(conversation_id, place, json.dumps(plain(message))) for place, message in enumerate(messages)]
    with connection:
        connection.execute(TABLE)
        connection.executemany("INSERT INTO message VALUES (?, ?, ?)", rows)


def load(connection, conversation_id):
    connection.execute(TABLE)
    rows = connection.execute("SELECT json FROM message WHERE id = ? ORDER BY rowid", [conversation_id])
    return [json.loads(row[0]) for row in rows]
