"""Where conversations are kept, by id: in memory, in a SQLite file, or in a store of your own behind `Store`."""

from typing import TYPE_CHECKING, Any

from turnkeeper.store.contract import ConversationChangedError, Saved, Step, Store, StoreError
from turnkeeper.store.jsonl import export_lines, import_lines
from turnkeeper.store.memory import MemoryStore

if TYPE_CHECKING:
    from turnkeeper.store.sqlite import SqliteStore

__all__ = [
    "ConversationChangedError",
    "MemoryStore",
    "Saved",
    "SqliteStore",
    "Step",
    "Store",
    "StoreError",
    "export_lines",
    "import_lines",
]


def __getattr__(name: str) -> Any:
    """Import the SQLite store when it is first asked for: in the browser `sqlite3` is a download of its own."""
    if name != "SqliteStore":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from turnkeeper.store.sqlite import SqliteStore

    return SqliteStore
