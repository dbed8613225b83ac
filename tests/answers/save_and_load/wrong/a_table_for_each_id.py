"""Fails: test_any_text_is_an_id

Makes a table with the id as its name: those do not tell capitals from small letters.
"""

import json

from turnkeeper.messages import plain_block


def name(conversation_id):
    return '"' + conversation_id.replace('"', '""') + '"'


def plain(message):
    content = message["content"]
    return message if isinstance(content, str) else {**message, "content": [plain_block(block) for block in content]}


def save(connection, conversation_id, messages):
    kept = json.dumps([plain(message) for message in messages])
    table = name(conversation_id)
    with connection:
        connection.execute(f"CREATE TABLE IF NOT EXISTS {table} (messages TEXT)")
        connection.execute(f"DELETE FROM {table}")
        connection.execute(f"INSERT INTO {table} VALUES (?)", [kept])


def load(connection, conversation_id):
    table = name(conversation_id)
    connection.execute(f"CREATE TABLE IF NOT EXISTS {table} (messages TEXT)")
    row = connection.execute(f"SELECT messages FROM {table}").fetchone()
    return json.loads(row[0]) if row else []
