"""Fails: test_a_history_comes_back_as_it_was

The message is part of the key: the second "Yes." is taken for the first.
"""

import json

from turnkeeper.messages import plain_block

TABLE = "CREATE TABLE IF NOT EXISTS message (id TEXT, json TEXT, UNIQUE (id, json))"


def plain(message):
    content = message["content"]
    return message if isinstance(content, str) else {**message, "content": [plain_block(block) for block in content]}


def save(connection, conversation_id, messages):
    rows = [(conversation_id, json.dumps(plain(message))) for message in messages]
    with connection:
        connection.execute(TABLE)
        connection.execute("DELETE FROM message WHERE id = ?", [conversation_id])
        connection.executemany("INSERT OR IGNORE INTO message VALUES (?, ?)", rows)


def load(connection, conversation_id):
    connection.execute(TABLE)
    rows = connection.execute("SELECT json FROM message WHERE id = ? ORDER BY rowid", [conversation_id])
    return [json.loads(row[0]) for row in rows]
