"""Fails: test_the_list_is_left_alone

Takes each message out of the list as it is saved.
"""

import json

from turnkeeper.messages import plain_block

TABLE = "CREATE TABLE IF NOT EXISTS message (id TEXT, place INTEGER, json TEXT)"


def plain(message):
    content = message["content"]
    return message if isinstance(content, str) else {**message, "content": [plain_block(block) for block in content]}


def save(connection, conversation_id, messages):
    rows = [(conversation_id, place, json.dumps(plain(message))) for place, message in enumerate(taken(messages))]
    with connection:
        connection.execute(TABLE)
        connection.execute("DELETE FROM message WHERE id = ?", [conversation_id])
        connection.executemany("INSERT INTO message VALUES (?, ?, ?)", rows)


def taken(messages):
    while messages:
        yield messages.pop(0)


def load(connection, conversation_id):
    connection.execute(TABLE)
    rows = connection.execute("SELECT json FROM message WHERE id = ? ORDER BY place", [conversation_id])
    return [json.loads(row[0]) for row in rows]
