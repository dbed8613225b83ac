"""Fails: test_a_failed_save_changes_nothing

Takes the save back when SQLite fails, and tells nobody.
"""

import json
import sqlite3

from turnkeeper.messages import plain_block

TABLE = "CREATE TABLE IF NOT EXISTS conversation (id TEXT PRIMARY KEY, messages TEXT)"


def plain(message):
    content = message["content"]
    return message if isinstance(content, str) else {**message, "content": [plain_block(block) for block in content]}


def save(connection, conversation_id, messages):
    kept = json.dumps([plain(message) for message in messages])
    try:
        with connection:
            connection.execute(TABLE)
            connection.execute("INSERT OR REPLACE INTO conversation VALUES (?, ?)", [conversation_id, kept])
    except sqlite3.Error:
        print("could not save")


def load(connection, conversation_id):
    connection.execute(TABLE)
    row = connection.execute("SELECT messages FROM conversation WHERE id = ?", [conversation_id]).fetchone()
    return json.loads(row[0]) if row else []
