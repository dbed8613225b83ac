import json
import shutil
import sqlite3
import subprocess
import sys
import threading
from contextlib import closing, nullcontext
from tempfile import mkdtemp

import anthropic
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from turnkeeper import Conversation, ScriptedModel, check_history, connect
from turnkeeper import store as stores
from turnkeeper.conversation import OpenTurnError
from turnkeeper.store import (
    ConversationChangedError,
    MemoryStore,
    Saved,
    SqliteStore,
    StoreError,
    export_lines,
    import_lines,
)
from turnkeeper.store import sqlite as sqlite_store

from .blocks import HI, REPLY, assistant, call, text, tool, user
from .histories import json_values, valid_histories

TURN = [HI, REPLY]
STEPS = [{"asked": "Look."}, {"reply": [call("a")]}, {"started": "a"}]


@pytest.fixture(params=["memory", "sqlite"])
def store(request, tmp_path):
    if request.param == "memory":
        yield MemoryStore()
    else:
        with SqliteStore(tmp_path / "chats.db") as opened:
            yield opened


@pytest.fixture
def sqlite(tmp_path):
    with SqliteStore(tmp_path / "chats.db") as opened:
        yield opened


@pytest.fixture
def with_connection(tmp_path, monkeypatch):
    """A store, and the connection that it opened: some settings are the connection's own, and not in the file."""
    made, connect = [], sqlite3.connect
    monkeypatch.setattr(sqlite3, "connect", lambda *args, **more: made.append(connect(*args, **more)) or made[-1])
    with SqliteStore(tmp_path / "chats.db") as opened:
        yield opened, made[0]


def asked(path, statement):
    """Return the first row that a statement gives to another reader of the file."""
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        return other.execute(statement).fetchone()


# ------------------------------------------------------------------ what every store promises


def test_there_is_nothing_before_the_first_write(store):
    assert store.load("c") == Saved(0, [], [])
    assert store.ids() == []
    assert not store.delete("c")


def test_a_write_changes_the_end_and_gives_a_new_version(store):
    first = store.write("c", 0, keep_messages=0, steps=STEPS)
    assert store.load("c") == Saved(first, [], STEPS)
    second = store.write("c", first, keep_messages=0, keep_steps=2, steps=[{"started": "b"}])
    assert store.load("c") == Saved(second, [], [*STEPS[:2], {"started": "b"}])
    third = store.write("c", second, keep_messages=0, messages=[*TURN, *TURN])
    assert store.load("c") == Saved(third, [*TURN, *TURN], [])
    fourth = store.write("c", third, keep_messages=1, messages=[assistant("Good.")])
    assert store.load("c") == Saved(fourth, [HI, assistant("Good.")], [])
    assert 0 < first < second < third < fourth


@pytest.mark.parametrize("kept", [{"keep_messages": -1}, {"keep_messages": 3}, {"keep_steps": -1}, {"keep_steps": 4}])
def test_no_more_is_kept_than_there_is(store, kept):
    version = store.write("c", 0, keep_messages=0, messages=TURN, steps=STEPS)
    there = 2 if "keep_messages" in kept else 3
    with pytest.raises(
        ValueError, match=f"{next(iter(kept))} says how many of the {there} there are stay: 0 to {there}"
    ):
        store.write("c", version, **{"keep_messages": 0, "messages": TURN, "steps": STEPS, **kept})
    with pytest.raises(ValueError, match="0 to 0, not 1"):
        store.write("new", 0, keep_messages=1, messages=TURN)
    assert store.load("c") == Saved(version, TURN, STEPS)
    assert store.ids() == ["c"]
    last = store.write("c", version, keep_messages=2, messages=TURN, keep_steps=3, steps=STEPS)
    assert store.load("c") == Saved(last, [*TURN, *TURN], [*STEPS, *STEPS])


def test_conversations_do_not_touch_each_other(store):
    store.write("é", 0, keep_messages=0, messages=TURN)
    store.write("c", 0, keep_messages=0, messages=[HI], steps=STEPS)
    assert store.ids() == ["c", "é"]
    assert store.delete("c")
    assert store.ids() == ["é"]
    assert store.load("é").messages == TURN
    assert store.load("c") == Saved()


@pytest.mark.parametrize("version", [0, 1, 10**6])
def test_a_write_on_another_version_changes_nothing(store, version):
    store.write("other", 0, keep_messages=0)
    now = store.write("c", 0, keep_messages=0, messages=TURN)
    with pytest.raises(ConversationChangedError, match=f"since version {version} of it was loaded"):
        store.write("c", version, keep_messages=0, messages=[HI], steps=STEPS)
    assert store.load("c") == Saved(now, TURN, [])
    with pytest.raises(ConversationChangedError):
        store.write("new", 1, keep_messages=0, messages=[HI])
    assert store.ids() == ["c", "other"]


def test_a_version_never_comes_twice_for_an_id(store):
    before = store.write("c", 0, keep_messages=0, messages=TURN)
    store.delete("c")
    with pytest.raises(ConversationChangedError):
        store.write("c", before, keep_messages=2, messages=TURN)
    assert store.write("c", 0, keep_messages=0, messages=TURN) > before


def test_what_comes_back_is_the_callers_own(store):
    message = user(text("Hello"))
    version = store.write("c", 0, keep_messages=0, messages=[message], steps=STEPS)
    message["content"][0]["text"] = "Changed"
    for _ in range(2):
        saved = store.load("c")
        assert saved == Saved(version, [user(text("Hello"))], STEPS)
        saved.messages[0]["content"].clear()
        saved.steps.clear()


ODD = ["\ud800", "\u2028\x85\r\n", "\0", "\U0001f6b2", 1e-300, -0.0, 1.0, 10**40, None, True, {"": []}, "é" * 3]


def test_json_comes_back_exactly(store):
    message = {"role": "user", "content": [{"type": "text", "text": odd} for odd in ODD]}
    store.write("c", 0, keep_messages=0, messages=[message], steps=[{"asked": ODD}])
    saved = store.load("c")
    assert repr(saved.messages) == repr([message])
    assert repr(saved.steps) == repr([{"asked": ODD}])


@pytest.mark.parametrize("wrong", [float("nan"), float("inf"), {1, 2}, object()])
def test_what_is_no_json_is_refused_and_nothing_is_written(store, wrong):
    with pytest.raises((ValueError, TypeError)):
        store.write("c", 0, keep_messages=0, messages=[HI, user(wrong)])
    with pytest.raises((ValueError, TypeError)):
        store.write("c", 0, keep_messages=0, messages=[HI], steps=[{"asked": wrong}])
    assert store.ids() == []


@pytest.mark.parametrize("id", ["", "\0", "a\ud800", 5, None])
def test_an_id_is_a_text_that_every_store_can_take(store, id):
    for use in (store.load, store.delete, lambda id: store.write(id, 0, keep_messages=0)):
        with pytest.raises(ValueError, match="the id of a conversation is a text"):
            use(id)


def test_threads_may_share_a_store(store):
    def chat(number):
        version = 0
        for turn in range(10):
            version = store.write(f"c{number}", version, keep_messages=2 * turn, messages=TURN)

    threads = [threading.Thread(target=chat, args=[number]) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [len(store.load(f"c{number}").messages) for number in range(4)] == [20] * 4


# ------------------------------------------------------------------ files of lines


def test_a_conversation_goes_out_and_in(store):
    messages = [user("Schön\u2028 \ud800"), {"role": "system"}]
    store.write("c", 0, keep_messages=0, messages=messages, steps=STEPS)
    lines = list(export_lines(store, "c"))
    assert len(lines) == 1 + 2 + 3
    assert all(line.isascii() and line.endswith("\n") and len(line.splitlines()) == 1 for line in lines)
    assert json.loads(lines[0]) == {"turnkeeper": 1, "id": "c", "messages": 2, "steps": 3}
    assert import_lines(store, lines, id="copy") == "copy"
    other = MemoryStore()
    assert import_lines(other, ["\n", *lines, " \n"]) == "c"
    for copy in (store.load("copy"), other.load("c")):
        assert (copy.messages, copy.steps) == (messages, STEPS)


def test_an_id_that_exists_is_refused(store):
    store.write("c", 0, keep_messages=0, messages=TURN)
    with pytest.raises(StoreError, match="there is a conversation 'c' already: import under another id"):
        import_lines(store, list(export_lines(store, "c")))
    assert store.load("c").messages == TURN


def test_what_is_not_there_cannot_be_exported(store):
    with pytest.raises(StoreError, match=r"no conversation 'c' to export: Store.ids\(\)"):
        list(export_lines(store, "c"))


HEADER = '{"turnkeeper": 1, "id": "c", "messages": 2, "steps": 1}'
LINES = [HEADER, json.dumps(HI), json.dumps(REPLY), '{"step": {"asked": "Look."}}']


def changed(place, line):
    return [*LINES[:place], *([line] if line is not None else []), *LINES[place + 1 :]]


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        ([], "line 1: the first line has to be the header"),
        (LINES[1:], "line 1: the first line has to be the header"),
        (["", *LINES[1:]], "line 2: the first line has to be the header"),
        (changed(0, '{"turnkeeper": 1, "id": 5, "messages": 2, "steps": 1}'), "line 1: the first line has to be"),
        (changed(0, HEADER.replace("1", "2", 1)), "line 1: this file has form 2, and this Turnkeeper reads form 1"),
        (changed(1, '{"role": "user"'), "line 2: this is not JSON"),
        (changed(1, '{"role": "user", "content": NaN}'), r"line 2: this is not JSON \(NaN is none\)"),
        (changed(1, "[" * 100_000), "line 2: this is not JSON"),
        (changed(1, '["role", "content"]'), "line 2: this is JSON, and no object"),
        (changed(2, '{"content": "Yes."}'), "line 3: this is no message with a role"),
        (changed(3, '{"step": 5}'), "line 4: this is no message"),
        ([*LINES, LINES[1]], "line 5: this is no message"),
        (changed(1, None), "after line 3: the header tells of 2 messages and 1 steps, and there are 1 and 1"),
        (changed(3, None), "after line 3: the header tells of 2 messages and 1 steps, and there are 2 and 0"),
    ],
    ids=range(14),
)
def test_a_faulty_file_is_told_with_its_line_and_nothing_is_imported(store, lines, told):
    with pytest.raises(StoreError, match=told):
        import_lines(store, [f"{line}\n" for line in lines])
    assert store.ids() == []


@given(valid_histories(thinks=True), st.lists(json_values, max_size=3))
def test_any_history_goes_out_and_in(history, steps):
    first, second = MemoryStore(), MemoryStore()
    first.write("c", 0, keep_messages=0, messages=history, steps=[{"asked": step} for step in steps])
    import_lines(second, export_lines(first, "c"))
    assert second.load("c") == first.load("c")
    assert second.load("c").messages == history


# ------------------------------------------------------------------ the SQLite file


def test_a_file_outlives_its_store(tmp_path):
    path = tmp_path / "chats.db"
    with SqliteStore(path) as store:
        version = store.write("c", 0, keep_messages=0, messages=TURN, steps=STEPS)
    with pytest.raises(StoreError, match="closed database"):
        store.load("c")
    with SqliteStore(str(path)) as store:
        assert store.load("c") == Saved(version, TURN, STEPS)


def test_the_file_is_safe_against_a_power_cut(with_connection):
    store, connection = with_connection
    assert asked(store.path, "PRAGMA journal_mode") == ("wal",)
    assert connection.execute("PRAGMA synchronous").fetchone() == (2,)


def test_nothing_of_a_deleted_conversation_stays_in_the_tables(sqlite):
    sqlite.write("c", 0, keep_messages=0, messages=TURN, steps=STEPS)
    sqlite.delete("c")
    for table in ("conversation", "message", "step"):
        assert asked(sqlite.path, f"SELECT count(*) FROM {table}") == (0,)


def test_a_file_of_another_kind_is_refused_and_left_alone(tmp_path):
    path = tmp_path / "notes.txt"
    path.write_text("Dear diary. " * 200)
    with pytest.raises(StoreError, match=r"notes\.txt: this file is no SQLite database"):
        SqliteStore(path)
    assert path.read_text() == "Dear diary. " * 200


@pytest.mark.parametrize("statement", ["CREATE TABLE notes (text)", "PRAGMA application_id = 5"])
def test_a_database_of_another_program_is_refused_and_left_alone(tmp_path, statement):
    path = tmp_path / "other.db"
    with sqlite3.connect(path) as other:
        other.execute(statement)
    other.close()
    before = path.read_bytes()
    with pytest.raises(StoreError, match=r"other\.db: this is a SQLite database of another program"):
        SqliteStore(path)
    assert path.read_bytes() == before


def test_a_file_of_a_newer_turnkeeper_is_refused(tmp_path):
    path = tmp_path / "chats.db"
    with SqliteStore(path) as store:
        store.write("c", 0, keep_messages=0, messages=TURN)
    asked(path, "PRAGMA user_version = 7")
    with pytest.raises(StoreError, match="has version 7 of the schema, and this Turnkeeper knows versions up to 1"):
        SqliteStore(path)


def test_a_file_of_an_older_turnkeeper_is_brought_up(tmp_path, monkeypatch):
    path = tmp_path / "chats.db"
    with SqliteStore(path) as store:
        store.write("c", 0, keep_messages=0, messages=TURN)
    newer = (*sqlite_store.MIGRATIONS, ("ALTER TABLE conversation ADD COLUMN title TEXT",))
    monkeypatch.setattr(sqlite_store, "MIGRATIONS", newer)
    for _ in range(2):
        with SqliteStore(path) as store:
            assert store.load("c").messages == TURN
        assert asked(path, "SELECT title FROM conversation") == (None,)
        assert asked(path, "PRAGMA user_version") == (2,)


def test_a_migration_that_fails_changes_nothing(tmp_path, monkeypatch):
    path = tmp_path / "chats.db"
    SqliteStore(path).close()
    broken = (*sqlite_store.MIGRATIONS, ("CREATE TABLE extra (text)", "CREATE TABLE extra (text)"))
    monkeypatch.setattr(sqlite_store, "MIGRATIONS", broken)
    with pytest.raises(StoreError, match="already exists"):
        SqliteStore(path)
    monkeypatch.undo()
    with SqliteStore(path) as store:
        assert store.ids() == []


@pytest.mark.parametrize("name", ["", "missing/chats.db"])
def test_a_file_that_cannot_be_opened_is_told(tmp_path, name):
    with pytest.raises(StoreError, match="the file cannot be opened: its folder must be there"):
        SqliteStore(tmp_path / name)


def test_a_file_that_cannot_be_written_is_told(with_connection):
    store, connection = with_connection
    version = store.write("c", 0, keep_messages=0, messages=TURN)
    connection.execute("PRAGMA query_only = 1")  # as without the right to write; the tests may run as root
    with pytest.raises(StoreError, match=r"chats\.db: the file can be read and not written"):
        store.write("c", version, keep_messages=2, messages=TURN)
    assert store.load("c").messages == TURN


def test_a_file_that_another_process_is_writing_to_is_told_and_nothing_is_written(tmp_path):
    path = tmp_path / "chats.db"
    with SqliteStore(path, wait=0.01) as store, closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError, match="another process has been writing for longer"):
            store.write("c", 0, keep_messages=0, messages=TURN)
        assert store.load("c") == Saved()  # readers do not wait
        other.execute("ROLLBACK")
        assert store.write("c", 0, keep_messages=0, messages=TURN)


def test_a_file_is_opened_once_another_process_has_read_it(tmp_path):
    path = tmp_path / "chats.db"
    SqliteStore(path).close()
    with closing(sqlite3.connect(path, isolation_level=None, check_same_thread=False)) as other:
        assert other.execute("PRAGMA journal_mode = DELETE").fetchone() == ("delete",)
        other.execute("BEGIN")
        other.execute("SELECT count(*) FROM message").fetchone()
        with pytest.raises(StoreError, match="another process has been writing for longer"):
            SqliteStore(path, wait=0.03)
        ends = threading.Timer(0.05, other.execute, ["ROLLBACK"])
        ends.start()
        with SqliteStore(path, wait=60):
            assert asked(path, "PRAGMA journal_mode") == ("wal",)
        ends.join()


@pytest.mark.parametrize(("name", "tries"), [("SQLITE_BUSY", 3), ("SQLITE_READONLY", 1)])
def test_the_mode_of_the_file_is_asked_for_again_while_others_are_busy(tmp_path, monkeypatch, name, tries):
    """Where two processes would wait for each other, SQLite refuses at once; so it does when both make the file."""
    wanted, connect = [], sqlite3.connect

    class Busy(sqlite3.Connection):
        def execute(self, statement, *values):
            if statement == "PRAGMA journal_mode = WAL":
                wanted.append(statement)
                if len(wanted) < 3:
                    error = sqlite3.OperationalError("it is locked")
                    error.sqlite_errorname = name
                    raise error
            return super().execute(statement, *values)

    monkeypatch.setattr(sqlite3, "connect", lambda *args, **more: connect(*args, factory=Busy, **more))
    with nullcontext() if tries == 3 else pytest.raises(StoreError, match="it is locked"):
        SqliteStore(tmp_path / "chats.db", wait=60).close()
    assert len(wanted) == tries


def test_a_full_disk_is_told_and_nothing_of_the_write_is_kept(with_connection):
    store, connection = with_connection
    version = store.write("c", 0, keep_messages=0, messages=TURN)
    connection.execute("PRAGMA max_page_count = 1")
    with pytest.raises(StoreError, match="the disk is full: make room"):
        store.write("c", version, keep_messages=2, messages=[user("x" * 100_000)])
    connection.execute("PRAGMA max_page_count = 1000000")
    assert store.load("c") == Saved(version, TURN, [])
    assert store.write("c", version, keep_messages=2, messages=TURN) > version


def test_a_damaged_file_is_told(tmp_path):
    path = tmp_path / "chats.db"
    with SqliteStore(path) as store:
        store.write("c", 0, keep_messages=0, messages=[user("x" * 50_000)])
    content = bytearray(path.read_bytes())
    content[4096:] = b"\x07" * len(content[4096:])
    path.write_bytes(content)
    with SqliteStore(path) as store, pytest.raises(StoreError, match="the file is damaged: put a copy back"):
        store.load("c")


def test_a_store_that_was_opened_before_a_fork_is_refused_behind_it(sqlite, monkeypatch):
    monkeypatch.setattr(sqlite_store.os, "getpid", lambda: -1)
    with pytest.raises(StoreError, match="was opened before a fork"):
        sqlite.ids()


def test_in_the_browser_the_store_in_memory_needs_no_sqlite():
    code = "import sys; sys.modules['sqlite3'] = None; from turnkeeper.store import MemoryStore as M; print(M().ids())"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_there_are_no_other_names():
    with pytest.raises(AttributeError, match="has no attribute 'PostgresStore'"):
        _ = stores.PostgresStore


# ------------------------------------------------------------------ both stores, under a conversation


class Chats(RuleBasedStateMachine):
    """One conversation on both stores: sent to, taken back, failing, broken off, loaded again and finished."""

    @initialize()
    def begin(self):
        self.folder = mkdtemp()
        self.stores = [MemoryStore(), SqliteStore(f"{self.folder}/chats.db")]
        self.models = [ScriptedModel(self.say, target="strict") for _ in self.stores]
        self.crash = self.fail = False
        self.number = self.ran = 0
        self.open_anew()

    def teardown(self):
        self.stores[1].close()
        shutil.rmtree(self.folder)

    def say(self, request):
        """Call a tool in every other turn, twice; then give back what was asked."""
        content = request.messages[-1]["content"]
        if isinstance(content, str):
            number = int(content)
            ids = [f"toolu_{number}_{place}" for place in range(number % 3)]
            if ids:
                return [call(id) for id in ids]
            return [] if number % 4 == 0 else f"You said {number}."
        if self.fail:
            raise RuntimeError("as it was told to")
        return "All seen."

    def run(self, block):
        if self.crash:
            raise KeyboardInterrupt
        self.ran += 1
        return f"seen {block['id']}"

    def open_anew(self):
        self.chats = [
            Conversation(connect(model), tools=[tool("look")], run_tool=self.run, store=store, id="c")
            for store, model in zip(self.stores, self.models, strict=True)
        ]

    def both(self, act):
        told = []
        for chat in self.chats:
            try:
                told.append(act(chat))
            except (Exception, KeyboardInterrupt) as error:
                told.append(type(error))
        assert told[0] == told[1]
        return told[0]

    @rule(stream=st.booleans(), crash=st.booleans(), fail=st.booleans())
    def send(self, stream, crash, fail):
        self.number += 1
        self.crash, self.fail = crash, fail
        was_open, content = self.chats[0].is_open, str(self.number)
        if stream:
            told = self.both(lambda chat: "".join(chat.stream(content)))
        else:
            told = self.both(lambda chat: chat.send(content))
        self.crash = self.fail = False
        if was_open:
            assert told is OpenTurnError

    @rule()
    def leave_a_stream(self):
        self.number += 1
        content = str(self.number)

        def half(chat):
            pieces = chat.stream(content)
            first = next(pieces)
            pieces.close()
            return first

        self.both(half)

    @precondition(lambda self: not self.chats[0].is_open)
    @rule()
    def refuse(self):
        for model in self.models:
            model.fail_next(400)
        self.number += 1
        before, content = self.chats[0].messages, str(self.number)
        assert self.both(lambda chat: chat.send(content)) is anthropic.BadRequestError
        assert self.chats[0].messages == before

    @rule()
    def undo(self):
        before = self.chats[0].messages
        told = self.both(lambda chat: chat.undo())
        after = self.chats[0].messages
        assert after == before[: len(after)]
        assert told == (before[len(after)]["content"] if before else ValueError)

    @rule()
    def open_again(self):
        before = self.chats[0].messages
        self.open_anew()
        assert self.chats[0].messages == before

    @rule(rerun=st.booleans())
    def resume(self, rerun):
        was_open = self.chats[0].is_open
        told = self.both(lambda chat: chat.resume(rerun=rerun))
        assert told == ("All seen." if was_open else None)

    @precondition(lambda self: not self.chats[0].is_open)
    @rule()
    def copy(self):
        if self.stores[0].ids():
            import_lines(self.stores[0], export_lines(self.stores[1], "c"), id="copy")
            assert self.stores[0].load("copy").messages == self.stores[0].load("c").messages
            self.stores[0].delete("copy")

    @invariant()
    def both_hold_the_same_and_it_can_be_sent(self):
        memory, sqlite = (store.load("c") for store in self.stores)
        assert (memory.messages, memory.steps) == (sqlite.messages, sqlite.steps)
        assert self.chats[0].messages == self.chats[1].messages
        assert [chat.is_open for chat in self.chats] == [bool(memory.steps)] * 2
        history = [*memory.messages, user("And then?")]
        assert check_history(history, target="strict", tools=[tool("look")]) == []
        asked = [message["content"] for message in self.chats[0].messages if isinstance(message["content"], str)]
        assert sorted(set(asked), key=int) == asked
        calls = [b["id"] for m in memory.messages for b in m["content"] if isinstance(b, dict) and "id" in b]
        assert len(calls) == len(set(calls))


Chats.TestCase.settings = settings(max_examples=20, stateful_step_count=20, deadline=None)
TestChats = Chats.TestCase
