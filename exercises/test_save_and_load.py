"""What `exercises/save_and_load.py` has to do. Run it with `pytest exercises/test_save_and_load.py`."""

import random
import sqlite3
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from anthropic.types import TextBlock, ThinkingBlock, ToolUseBlock

from turnkeeper.grading import call, expect, expect_same, expect_unchanged

Message = dict[str, Any]

WHOLE = "What comes back is sent to the model again. A word, a block or its place that is lost here is lost for good."
ROOM = 1_000_000


def user(content: Any) -> Message:
    """Return a message of the user."""
    return {"role": "user", "content": content}


def assistant(content: Any) -> Message:
    """Return a message of the assistant."""
    return {"role": "assistant", "content": content}


def talk(*said: str) -> list[Message]:
    """Return a conversation in strings, in which user and assistant take turns."""
    return [(assistant if place % 2 else user)(words) for place, words in enumerate(said)]


def numbered(count: int, what: str = "Line") -> list[Message]:
    """Return so many messages, each with its number."""
    return talk(*[f"{what} {number}." for number in range(count)])


ANSWERED: list[Message] = [
    user([{"type": "text", "text": "Is order 3107 ready?"}, {"type": "image", "source": {"type": "url", "url": "x"}}]),
    assistant(
        [
            {"type": "text", "text": "I look it up."},
            {
                "type": "tool_use",
                "id": "a",
                "name": "look_up",
                "input": {"order": "3107", "deep": [1, 2.5, None, True]},
            },
            {"type": "tool_use", "id": "b", "name": "look_up", "input": {}},
        ]
    ),
    user(
        [
            {"type": "tool_result", "tool_use_id": "a", "content": '{"ready": "today at 16:30"}'},
            {"type": "tool_result", "tool_use_id": "b", "content": [{"type": "text", "text": "no"}], "is_error": True},
        ]
    ),
    assistant("Today at 16:30."),
]
LETTERS = talk(
    "It's Noor's \"blue\" tourer; -- 100 % of it, isn't it? '' \\ \\n",
    "Zoë, 16:30 h — 24 €, 自転車 🚲, e\u0301 and é",
    "first line\nsecond line\r\n\ttabbed, and a space behind ",
    " ",
    '{"role": "user"}',
    "NULL",
)


@contextmanager
def database(path: str | Path = ":memory:") -> Iterator[sqlite3.Connection]:
    """Open a database, and close it at the end."""
    with closing(sqlite3.connect(path, timeout=0.1)) as connection:
        yield connection


def save(answer: ModuleType, connection: sqlite3.Connection, id: str, messages: list[Message], called: str) -> None:
    """Save a copy of some messages."""
    call(answer.save, connection, id, messages, called=called)


def expect_open(connection: sqlite3.Connection, called: str) -> None:
    """Require that the connection was left open."""
    try:
        connection.execute("SELECT 1").close()
    except sqlite3.ProgrammingError as error:
        why = "The connection is the caller's, who goes on with it."
        expect(False, called=called, got=f"a connection that is closed: {error}", expected="an open one", why=why)


def expect_back(
    answer: ModuleType, connection: sqlite3.Connection, id: str, expected: list[Message], *, called: str, why: str
) -> None:
    """Require that an id has these messages."""
    expect_same(call(answer.load, connection, id, called=called), expected, called=called, why=why)


def expect_form(got: Any, expected: list[Message], *, called: str) -> None:
    """Require that these messages, which say the same, have the same form."""
    told = "the same words in another form: strings as blocks, or blocks as strings"
    told = told if isinstance(got, list) else f"the messages in a {type(got).__name__}, and not in a list"
    same = isinstance(got, list) and got == expected
    expect(same, called=called, got=told, expected="a list of the messages as they were", why=WHOLE)


@pytest.mark.hint(
    "Compare what you saved with what you loaded, message by message: which one differs, and in what?",
    "Turn each message, or the whole list, into JSON and back: str() cannot be read again. When a message has a row of "
    "its own, give it its place as a number, and sort by that.",
)
def test_a_history_comes_back_as_it_was(answer: ModuleType) -> None:
    """A history that was saved comes back in its order, each string and each block as it was."""
    rng = random.Random(17)
    mixed = [*numbered(23), *ANSWERED]
    rng.shuffle(mixed)
    for what, history in (
        ("three messages", numbered(3)),
        ("a turn with two calls, their results, and a picture", ANSWERED),
        ("quotes, line ends and letters of several scripts", LETTERS),
        ("the same words again and again", talk("Yes.", "Yes.", "Yes.", "No.", "Yes.", "Yes.")),
        ("27 messages of all kinds", mixed),
        ("a list of one text block", [user([{"type": "text", "text": "Is order  3107\tready?"}])]),
        ("250 messages", numbered(250)),
    ):
        with database() as connection:
            called = f'save(connection, "kept", history), then load(connection, "kept"), where history is {what}'
            save(answer, connection, "kept", history, called)
            got = call(answer.load, connection, "kept", called=called)
            expect_same(got, history, called=called, why=WHOLE)
            expect_form(got, history, called=called)


@pytest.mark.hint(
    "What is response.content made of, and does json.dumps take it?",
    "Before you make JSON of a message, make a new one: a content that is a list gets plain_block(block) for each of "
    "its blocks, whatever it is.",
)
def test_blocks_of_the_sdk_are_saved(answer: ModuleType) -> None:
    """A reply in the SDK's objects is saved, too, and comes back as mappings."""
    thought = ThinkingBlock(type="thinking", thinking="Look it up.", signature="s1")
    words = TextBlock(type="text", text="I look it up.")
    used = ToolUseBlock(type="tool_use", id="a", name="look_up", input={"order": "3107"})
    result = {"type": "tool_result", "tool_use_id": "a", "content": "ready"}
    history = [user("Ready?"), assistant([thought, words, used]), user([result]), assistant([words])]
    mixed = [user("Ready?"), assistant([{"type": "text", "text": "I look."}, used]), user([result]), assistant("Yes.")]
    for given in (history, mixed):
        with database() as connection:
            called = 'save(connection, "reply", history), then load(connection, "reply"), where history holds a reply'
            save(answer, connection, "reply", given, called)
            got = call(answer.load, connection, "reply", called=called)
            expect_same(got, given, called=called, why=WHOLE)
            blocks = [b for m in got if not isinstance(m["content"], str) for b in m["content"]]
            expect(
                all(isinstance(block, Mapping) for block in blocks),
                called=called,
                got="blocks that are objects of the SDK",
                expected="mappings",
                why="A file outlives the SDK's version. Mappings can be read by any program.",
            )


@pytest.mark.hint(
    "Save five messages, then two under the same id. What does load return?",
    "What was there under this id has to go before the new history comes, in the same transaction. An empty history is "
    "a history, too.",
)
def test_saving_again_replaces(answer: ModuleType) -> None:
    """Saving again puts the new history in the old one's place: a longer, a shorter, an empty one, or the same."""
    histories = [numbered(4), numbered(9), numbered(9), numbered(2, "Other"), [], numbered(6, "New"), numbered(1)]
    with database() as connection:
        for number, history in enumerate(histories):
            called = (
                f'save(connection, "again", …) with {", then ".join(str(len(h)) for h in histories[: number + 1])} '
            )
            called += 'messages, then load(connection, "again")'
            save(answer, connection, "again", history, called)
            why = "What is saved twice would be sent twice, and what was taken out would come back."
            expect_back(answer, connection, "again", history, called=called, why=why)


@pytest.mark.hint(
    "Save two conversations, then change one of them. What has become of the other?",
    "Every statement that reads, replaces or deletes has to say whose messages: WHERE id = ?. Keep nothing in "
    "variables of the module: only the file counts.",
)
def test_conversations_do_not_mix(answer: ModuleType) -> None:
    """Several conversations, and several files, are kept apart, whichever of them is saved again."""
    why = "One customer would read what another one said."
    kept = {f"mix {name}": numbered(count, name) for name, count in (("ada", 3), ("ben", 5), ("cleo", 1), ("dan", 2))}
    with database() as connection, database() as other:
        for id, history in kept.items():
            save(answer, connection, id, history, f'save(connection, "{id}", history)')
        for id, count in (("mix ben", 6), ("mix dan", 3), ("mix ada", 2)):
            saved = f'four conversations saved, then save(connection, "{id}", history) once more'
            save(answer, connection, id, numbered(count, "newer"), saved)
            del kept[id]  # what becomes of the one that is saved again is another requirement
            for each, expected in kept.items():
                called = f'{saved}, then load(connection, "{each}")'
                expect_back(answer, connection, each, expected, called=called, why=why)
        for file, what in ((connection, "here"), (other, "there")):
            save(answer, file, "mix eve", numbered(2, what), f'save(connection, "mix eve", history), {what}')
        called = 'save(connection, "mix eve", history) in two files, each with a history of its own, then load'
        for file, what in ((connection, "here"), (other, "there")):
            expect_back(answer, file, "mix eve", numbered(2, what), called=called, why="Another file is another shop.")


IDS = [
    *("7", "07", "7.0", "7 ", "+7", "1e3", "1000", "0x10", "noor", "Noor", "NOOR", "no_r", "no%", "%", "_", "*"),
    *("o'neill", '"', "'", "''", "x' OR '1'='1", "'; DROP TABLE conversation; --", "?", ":id", "a;b", "null", "None"),
    *("../../etc/passwd", "zoë", "zoe", "客 17", "🚲", "a\nb", "x" * 300, "messages", "conversation"),
]


@pytest.mark.hint(
    "What does SQLite make of '07' in a column whose type is not TEXT? What of a quote in a text that is pasted into "
    "SQL?",
    "Make the column of the id TEXT, compare with =, and hand the id over as a value: a question mark in the SQL, and "
    "the id beside it.",
)
def test_any_text_is_an_id(answer: ModuleType) -> None:
    """Every text is an id of its own: digits, capitals, quotes, what looks like SQL."""
    with database() as connection:
        kept = {}
        for number, id in enumerate(IDS):
            kept[id] = [user(f"I am number {number}.")]
            called = f"save(connection, {id[:60]!r}, history)"
            try:
                save(answer, connection, id, kept[id], called)
            except sqlite3.Error as error:
                expect(False, called=called, got=f"{type(error).__name__}: {error}", expected="no error", why=MEANS)
        for id, history in kept.items():
            called = f"{len(IDS)} conversations saved, then load(connection, {id[:60]!r})"
            expect_back(answer, connection, id, history, called=called, why=MEANS)


MEANS = "An id may come from outside. It is a name, and neither SQL nor a number nor a pattern."


@pytest.mark.hint(
    "What does fetchone return when there is no row, and what is in a file that was made a moment ago?",
    "Make the table in load, too, when it is not there, and turn 'no row' into an empty list.",
)
def test_an_unknown_id_is_empty(answer: ModuleType) -> None:
    """An id that was never saved has an empty list, in a new file and beside others."""
    why = "A customer who comes for the first time has no history yet."
    with database() as connection:
        called = 'load(connection, "stranger"), where the file is new and empty'
        expect_back(answer, connection, "stranger", [], called=called, why=why)
        saved = 'save(connection, "known", history)'
        save(answer, connection, "known", numbered(3), saved)
        for id in ("stranger", "know", "known!"):
            called = f'{saved}, then load(connection, "{id}")'
            expect_back(answer, connection, id, [], called=called, why=why)


@pytest.mark.hint(
    "Open the file a second time, while the first connection is still open. Is your history there?",
    "What is written is in a transaction until it is committed: connection.commit(), or a block `with connection:`, "
    "which commits at its end.",
)
def test_what_is_saved_is_in_the_file(answer: ModuleType) -> None:
    """When save returns, another connection finds the history, and closing the first one loses nothing."""
    why = "A program can end at any moment. What was saved has to be there when it starts again."
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "chats.db"
        with database(path) as first:
            for id, history in (("filed", numbered(4)), ("filed too", numbered(6))):
                saved = f'save(connection, "{id}", history)'
                save(answer, first, id, history, saved)
                called = f'{saved}, then load(another, "{id}"), where another is a second connection to the file'
                with database(path) as second:
                    try:
                        expect_back(answer, second, id, history, called=called, why=why)
                    except sqlite3.OperationalError as error:
                        got = f"{type(error).__name__}: {error}"
                        expect(False, called=called, got=got, expected="the messages", why=why)
        with database(path) as again:
            called = 'save(connection, "filed too", history), connection.close(), then load on a new connection'
            expect_back(answer, again, "filed too", numbered(6), called=called, why=why)


@pytest.mark.hint(
    "When the third of five messages cannot be written, what has become of the history that was there?",
    "Make the JSON first. Then put all that is deleted and written into one `with connection:` block: it is taken back "
    "as a whole when an error comes. Catch no error.",
)
def test_a_failed_save_changes_nothing(answer: ModuleType) -> None:
    """When a save fails, its error goes through, and the history that was there is whole."""
    old = numbered(3, "Old")
    odd = [*numbered(2), user([{"type": "tool_result", "tool_use_id": "a", "content": {"1", "2"}}]), *numbered(2)]
    keyed = [*numbered(2), assistant([{"type": "tool_use", "id": "a", "name": "look_up", "input": {("3107", 1): "x"}}])]
    long = [user(f"{number} " + "It is a long story. " * 200) for number in range(60)]
    for what, history, error in (
        ("while one of its messages holds a set", odd, TypeError),
        ("while one of its messages holds a mapping with a tuple as a key", keyed, TypeError),
        ("while the disk is full", long, sqlite3.OperationalError),
        ("while SQLite deletes and takes no new row", numbered(5), sqlite3.DatabaseError),
    ):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "chats.db"
            with database(path) as connection:
                saved = 'save(connection, "whole", old) with 3 messages'
                save(answer, connection, "whole", old, saved)
                expect_open(connection, saved)
                connection.commit()  # whether it does so itself is another requirement
                called = f'{saved}, then save(connection, "whole", history) {what}'
                expect_error(answer, connection, history, error, called)
                why = "Half a history is worse than an old one: the model would go on from turns that never were."
                expect_back(answer, connection, "whole", old, called=f"{called}, then load", why=why)
                with database(path) as other:
                    expect_back(answer, other, "whole", old, called=f"{called}, then load from the file", why=why)
                after = f'{called}, then save(connection, "next", history), then load(connection, "next")'
                save(answer, connection, "next", numbered(2, "New"), after)
                expect_back(
                    answer,
                    connection,
                    "next",
                    numbered(2, "New"),
                    called=after,
                    why="One failed save must not be the end of all others.",
                )


def no_new_row(action: int, table: str | None, *_: object) -> int:
    """Allow all but new and changed rows, as SQLite asks before each statement; the list of the tables is its own."""
    writes = action in (sqlite3.SQLITE_INSERT, sqlite3.SQLITE_UPDATE) and not str(table).startswith("sqlite_")
    return sqlite3.SQLITE_DENY if writes else sqlite3.SQLITE_OK


def expect_error(
    answer: ModuleType, connection: sqlite3.Connection, history: list[Message], error: type[Exception], called: str
) -> None:
    """Require that a save fails with this error; for one of SQLite's, the disk is full or no row is taken."""
    full, refused = error is sqlite3.OperationalError, error is sqlite3.DatabaseError
    if refused:
        connection.set_authorizer(no_new_row)
    if full:
        pages = connection.execute("PRAGMA page_count").fetchone()[0]
        connection.execute(f"PRAGMA max_page_count = {pages + 1}")
    got, awaited = "no error", sqlite3.Error if full else error
    try:
        save(answer, connection, "whole", history, called)
    except awaited:
        return
    except (TypeError, ValueError, sqlite3.Error) as other:
        got = f"{type(other).__name__}: {other}"
    finally:
        expect_open(connection, called)
        if refused:
            connection.set_authorizer(None)
        if full:
            connection.execute(f"PRAGMA max_page_count = {ROOM}")
    expected = "the TypeError of json.dumps"
    if full or refused:
        expected = "sqlite3." + (
            "OperationalError: database or disk is full" if full else "DatabaseError: not authorized"
        )
    expect(
        False,
        called=called,
        got=got,
        expected=expected,
        why="Whoever called save has to learn that nothing was saved.",
    )


@pytest.mark.hint(
    "Which of the lists that you are given do you change?",
    "Build new messages for the JSON, and leave those of the caller as they are, down to the blocks.",
)
def test_the_list_is_left_alone(answer: ModuleType) -> None:
    """The list that is given stays as it is, down to its blocks."""
    words = TextBlock(type="text", text="I look it up.")
    for history in (numbered(3), ANSWERED, [user("Ready?"), assistant([words])], []):
        with database() as connection:
            called = 'save(connection, "mine", history)'
            try:
                expect_unchanged(answer.save, connection, "mine", history, called=called)
            except TypeError:  # whether objects of the SDK can be saved is another requirement
                continue
