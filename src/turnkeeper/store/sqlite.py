"""A store in one SQLite file: it outlives the process, and several processes may use it at the same time."""

import json
import os
import sqlite3
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import RLock
from typing import Any, Self

from turnkeeper.messages import Message
from turnkeeper.store.contract import (
    ConversationChangedError,
    Saved,
    Step,
    StoreError,
    check_kept,
    checked_id,
    encode,
)

APPLICATION = 0x5455524E
"""The `application_id` in the head of the file ("TURN"), by which a file of this store is told from others."""

MIGRATIONS: tuple[tuple[str, ...], ...] = (
    (
        "CREATE TABLE conversation (key INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, version INTEGER NOT NULL)",
        "CREATE TABLE message (key INTEGER, place INTEGER, json TEXT NOT NULL, PRIMARY KEY (key, place)) WITHOUT ROWID",
        "CREATE TABLE step (key INTEGER, place INTEGER, json TEXT NOT NULL, PRIMARY KEY (key, place)) WITHOUT ROWID",
        "CREATE TABLE newest (version INTEGER NOT NULL)",
        "INSERT INTO newest VALUES (0)",
    ),
)
"""What makes each version of the schema from the one before it; the first makes it from an empty file."""

_MENDS = {
    "SQLITE_NOTADB": "this file is no SQLite database: name another one, or move it away",
    "SQLITE_CANTOPEN": "the file cannot be opened: its folder must be there, and this user allowed to write to it",
    "SQLITE_READONLY": "the file can be read and not written: give this user the right to write to it and its folder",
    "SQLITE_BUSY": "another process has been writing for longer than this one waits: send again, or raise `wait`",
    "SQLITE_FULL": "the disk is full: make room, and then send again",
    "SQLITE_CORRUPT": "the file is damaged: put a copy back, or save what can be read with the command .recover",
}


class SqliteStore:
    """A `Store` in a SQLite file.

    The file is in WAL mode, so that readers do not wait for a writer, and `synchronous` is FULL: with less, the last
    turns may be missing after a power cut, though `send` had returned them (SQLite's page "PRAGMA synchronous": NORMAL
    in WAL mode "might lose durability"). A write then waits for the disk once.

    One store may be used from many threads, one after the other: a lock sees to it. After a fork the new process
    opens a store of its own. On a network drive WAL does not work (SQLite's page "Write-Ahead Logging").

    Args:
        path: The file. It is made when there is none; its folder is not.
        wait: How long a write waits for another process that is writing, in seconds.

    Raises:
        StoreError: If the file is no such store, was made by a newer Turnkeeper, or cannot be opened and written to.
    """

    def __init__(self, path: str | Path, *, wait: float = 5.0) -> None:
        self.path = Path(path)
        self._lock = RLock()
        self._process = os.getpid()
        with self._told():
            self._db = sqlite3.connect(self.path, timeout=wait, isolation_level=None, check_same_thread=False)
        try:
            with self._told():
                self._open(wait)
        except BaseException:
            self._db.close()
            raise

    def load(self, id: str) -> Saved:
        """Return a conversation, all of it as of one moment; an empty one of version 0 when there is none."""
        with self._transaction("BEGIN"):
            row = self._db.execute("SELECT key, version FROM conversation WHERE id = ?", [checked_id(id)]).fetchone()
            if row is None:
                return Saved()
            return Saved(row[1], self._rows("message", row[0]), self._rows("step", row[0]))

    def write(
        self,
        id: str,
        version: int,
        *,
        keep_messages: int,
        messages: Sequence[Message] = (),
        keep_steps: int = 0,
        steps: Sequence[Step] = (),
    ) -> int:
        """Change a conversation at its end in one transaction, and return its new version: see `Store.write`."""
        new_messages, new_steps = [encode(one) for one in messages], [encode(step) for step in steps]
        with self._transaction("BEGIN IMMEDIATE"):
            row = self._db.execute("SELECT key, version FROM conversation WHERE id = ?", [checked_id(id)]).fetchone()
            if (row[1] if row else 0) != version:
                raise ConversationChangedError(id, version)
            [newest] = self._db.execute("UPDATE newest SET version = version + 1 RETURNING version").fetchone()
            if row:
                key = row[0]
                self._db.execute("UPDATE conversation SET version = ? WHERE key = ?", [newest, key])
            else:
                key = self._db.execute("INSERT INTO conversation (id, version) VALUES (?, ?)", [id, newest]).lastrowid
            self._replace("message", key, keep_messages, new_messages)
            self._replace("step", key, keep_steps, new_steps)
            return int(newest)

    def ids(self) -> list[str]:
        """Return the ids of all conversations, sorted by their characters."""
        with self._transaction("BEGIN"):
            return [row[0] for row in self._db.execute("SELECT id FROM conversation ORDER BY id")]

    def delete(self, id: str) -> bool:
        """Delete a conversation, and return whether there was one."""
        with self._transaction("BEGIN IMMEDIATE"):
            row = self._db.execute("DELETE FROM conversation WHERE id = ? RETURNING key", [checked_id(id)]).fetchone()
            if row:
                self._replace("message", row[0], 0, [])
                self._replace("step", row[0], 0, [])
            return row is not None

    def close(self) -> None:
        """Close the file. What was written stays; the store cannot be used any more."""
        with self._lock:
            self._db.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def _open(self, wait: float) -> None:
        """Make the file ready: its mode, and its schema brought up to this version in one transaction."""
        with self._transaction("BEGIN"):
            schema = self._schema()  # first, so that the file of another program stays as it is
        self._to_wal(time.monotonic() + wait)
        self._db.execute("PRAGMA synchronous = FULL")
        if schema == len(MIGRATIONS):
            return
        with self._transaction("BEGIN IMMEDIATE"):
            for statements in MIGRATIONS[self._schema() :]:  # asked again: another process may have been faster
                for statement in statements:
                    self._db.execute(statement)
            self._db.execute(f"PRAGMA application_id = {APPLICATION}")
            self._db.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")

    def _to_wal(self, latest: float) -> None:
        """Put a file into WAL mode. SQLite does not always wait for other processes here."""
        while True:
            try:
                self._db.execute("PRAGMA journal_mode = WAL")
                return
            except sqlite3.OperationalError as error:
                if error.sqlite_errorname != "SQLITE_BUSY" or time.monotonic() > latest:
                    raise
                time.sleep(0.01)

    def _schema(self) -> int:
        """Return the version of the schema in the file, 0 for an empty one. Needs a transaction around it."""
        application, schema = self._pragma("application_id"), self._pragma("user_version")
        tables = self._db.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]
        if application != APPLICATION and (application or tables):
            raise StoreError(f"{self.path}: this is a SQLite database of another program: name another file")
        if schema > len(MIGRATIONS):
            raise StoreError(
                f"{self.path}: this store has version {schema} of the schema, and this Turnkeeper knows versions up to "
                f"{len(MIGRATIONS)}: install a newer Turnkeeper"
            )
        return schema

    def _pragma(self, name: str) -> int:
        return int(self._db.execute(f"PRAGMA {name}").fetchone()[0])

    def _rows(self, table: str, key: int) -> list[Any]:
        rows = self._db.execute(f"SELECT json FROM {table} WHERE key = ? ORDER BY place", [key])
        return [json.loads(row[0]) for row in rows]

    def _replace(self, table: str, key: int | None, kept: int, new: list[str]) -> None:
        [last] = self._db.execute(f"SELECT max(place) FROM {table} WHERE key = ?", [key]).fetchone()
        check_kept(f"keep_{table}s", kept, 0 if last is None else last + 1)
        self._db.execute(f"DELETE FROM {table} WHERE key = ? AND place >= ?", [key, kept])
        rows = [(key, place, text) for place, text in enumerate(new, kept)]
        self._db.executemany(f"INSERT INTO {table} VALUES (?, ?, ?)", rows)

    @contextmanager
    def _transaction(self, begin: str) -> Iterator[None]:
        if os.getpid() != self._process:
            raise StoreError(
                f"{self.path}: this store was opened before a fork, and SQLite may be used on one side of it only: "
                "open another one in the new process"
            )
        with self._lock, self._told():
            self._db.execute(begin)
            try:
                yield
                self._db.execute("COMMIT")
            except BaseException:
                if self._db.in_transaction:  # SQLite itself takes it back when the disk is full
                    self._db.execute("ROLLBACK")
                raise

    @contextmanager
    def _told(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            name = getattr(error, "sqlite_errorname", "")
            mends = [mend for start, mend in _MENDS.items() if name.startswith(start)]
            raise StoreError(f"{self.path}: {'. '.join([*mends, f'SQLite says: {error}'])}") from error
