"""Fails: test_an_unknown_id_is_empty

Looks for an id that begins so, when there is none: a stranger gets another one's history.
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
    rows = connection.execute("SELECT id, messages FROM conversation").fetchall()
    exact = [text for id, text in rows if id == conversation_id]
    near = [text for id, text in rows if len(conversation_id) > 3 and id.startswith(conversation_id)]
    found = exact or near
    return json.loads(found[0]) if found else []
