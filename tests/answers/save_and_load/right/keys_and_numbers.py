"""Normal form: a table of conversations with number keys, and one of messages; ids as bytes."""

import json

from turnkeeper.messages import plain_block

TABLES = (
    "CREATE TABLE IF NOT EXISTS conversation (number INTEGER PRIMARY KEY, id BLOB NOT NULL UNIQUE)",
    "CREATE TABLE IF NOT EXISTS message (number INTEGER, place INTEGER, json BLOB)",
)


def number_of(connection, conversation_id):
    key = conversation_id.encode()
    row = connection.execute("SELECT number FROM conversation WHERE id = ?", (key,)).fetchone()
    return row[0] if row else None


def save(connection, conversation_id, messages):
    def lines(number):
        for place, message in enumerate(messages):
            copied = dict(message)
            if isinstance(copied["content"], list):
                copied["content"] = [plain_block(block) for block in copied["content"]]
            yield number, place, json.dumps(copied).encode()

    for table in TABLES:
        connection.execute(table)
    with connection:
        number = number_of(connection, conversation_id)
        if number is None:
            number = connection.execute(
                "INSERT INTO conversation (id) VALUES (?)", (conversation_id.encode(),)
            ).lastrowid
        connection.execute("DELETE FROM message WHERE number = ?", (number,))
        connection.executemany("INSERT INTO message VALUES (?, ?, ?)", lines(number))


def load(connection, conversation_id):
    for table in TABLES:
        connection.execute(table)
    number = number_of(connection, conversation_id)
    rows = connection.execute("SELECT json FROM message WHERE number = ? ORDER BY place", (number,)).fetchall()
    return [json.loads(row[0]) for row in rows]
