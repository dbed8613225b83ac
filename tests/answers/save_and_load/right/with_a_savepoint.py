"""Rows sorted by when they came, within a savepoint; nested objects are made plain by a walk."""

import json


def as_json(value):
    if hasattr(value, "to_dict"):
        return as_json(value.to_dict())
    if isinstance(value, dict):
        return {key: as_json(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [as_json(item) for item in value]
    return value


def save(connection, conversation_id, messages):
    encoded = [(conversation_id, json.dumps(as_json(message))) for message in messages]
    connection.execute("CREATE TABLE IF NOT EXISTS log (n INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT, line TEXT)")
    connection.execute("SAVEPOINT whole")
    try:
        connection.execute("DELETE FROM log WHERE id = ?", [conversation_id])
        connection.executemany("INSERT INTO log (id, line) VALUES (?, ?)", encoded)
    except Exception:
        connection.execute("ROLLBACK TO whole")
        connection.execute("RELEASE whole")
        connection.rollback()
        raise
    connection.execute("RELEASE whole")
    connection.commit()


def load(connection, conversation_id):
    there = connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'log'").fetchone()
    if not there:
        return []
    lines = connection.execute("SELECT line FROM log WHERE id = ? ORDER BY n", [conversation_id])
    return [json.loads(line) for (line,) in lines]
