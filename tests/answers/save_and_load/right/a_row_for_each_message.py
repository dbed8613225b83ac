"""A row for each message, with its place; two tables, and an explicit transaction."""

import json
import sqlite3

from turnkeeper.messages import plain_block


def tables(connection):
    connection.executescript(
        """
        CREATE TABLE IF NOT EXISTS message (
            conversation TEXT NOT NULL,
            place INTEGER NOT NULL,
            role TEXT NOT NULL,
            rest TEXT NOT NULL,
            PRIMARY KEY (conversation, place)
        );
        """
    )


def row(conversation_id, place, message):
    rest = {name: value for name, value in message.items() if name != "role"}
    if not isinstance(rest["content"], str):
        rest["content"] = [dict(plain_block(block)) for block in rest["content"]]
    return conversation_id, place, message["role"], json.dumps(rest, ensure_ascii=False)


def save(connection, conversation_id, messages):
    tables(connection)
    connection.execute("BEGIN IMMEDIATE")
    try:
        connection.execute("DELETE FROM message WHERE conversation = ?", (conversation_id,))
        for place, message in enumerate(messages):
            connection.execute("INSERT INTO message VALUES (?, ?, ?, ?)", row(conversation_id, place, message))
    except BaseException:
        connection.rollback()
        raise
    connection.commit()


def load(connection, conversation_id):
    tables(connection)
    found = connection.execute(
        "SELECT role, rest FROM message WHERE conversation = ? ORDER BY place", (conversation_id,)
    )
    return [{"role": role, **json.loads(rest)} for role, rest in found]
