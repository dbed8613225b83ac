"""A class with an upsert; a value for the encoder that knows the SDK's objects."""

import json
import sqlite3
from contextlib import suppress


class Store:
    def __init__(self, connection):
        self.connection = connection

    def write(self, key, messages):
        text = json.dumps(list(messages), default=self._model)
        with self.connection as db:
            db.execute("create table if not exists chats (key text not null unique, body text)")
            db.execute(
                "insert into chats values (:key, :body) on conflict (key) do update set body = excluded.body",
                {"key": key, "body": text},
            )

    def read(self, key):
        with suppress(sqlite3.OperationalError):  # no such table
            for (body,) in self.connection.execute("select body from chats where key = :key", {"key": key}):
                return json.loads(body)
        return []

    @staticmethod
    def _model(value):
        if hasattr(value, "model_dump"):
            return value.model_dump(mode="json", exclude_none=True)
        raise TypeError(f"no JSON: {type(value).__name__}")


def save(connection, conversation_id, messages):
    Store(connection).write(conversation_id, messages)


def load(connection, conversation_id):
    return Store(connection).read(conversation_id)
