"""What `kill -9` leaves of a conversation: all that `send` returned, nothing twice, and a history that can be sent."""

import os
import random
import signal
import time

import pytest

from turnkeeper import check_history
from turnkeeper.conversation import UNKNOWN
from turnkeeper.messages import blocks, text_of
from turnkeeper.scripts.shop import TOOLS
from turnkeeper.store import SqliteStore

from . import crash_child
from .blocks import user
from .crash_child import Chat, add_line, asked, fork, kill_now, lines, number_of

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="a process is killed, and made by os.fork")

KILLS = 200


@pytest.fixture(scope="module", autouse=True)
def three_turns(tmp_path_factory):
    """Load everything once, so that the processes that are made begin at once; return what three turns take."""
    with Chat(tmp_path_factory.mktemp("warm")) as chat:
        conversation = chat.open("c")
        conversation.send(asked(0))
        began = time.perf_counter()
        for number in range(1, 4):
            conversation.send(asked(number))
        return time.perf_counter() - began


def is_sendable(messages):
    return check_history([*messages, user("And then?")], target="strict", tools=TOOLS) == []


def told_calls(messages):
    """Return what the model was told of each call, by its id."""
    results = [block for message in messages for block in blocks(message) if block["type"] == "tool_result"]
    return {block["tool_use_id"]: block["content"] for block in results}


def replies_by_number(messages):
    """Return the last reply of each turn, by the number of what was asked; each number must come once."""
    found = {}
    for message in messages:
        if message["role"] == "user" and isinstance(message["content"], str):
            number = number_of(message)
            assert number not in found
            found[number] = None
        elif message["role"] == "assistant":
            found[number] = text_of(message)
    return found


def check_ledger(folder, told):
    """Hold the ledger of the calls that ran to what the model was told of them."""
    ledger = lines(folder / "ledger")
    assert len(set(ledger)) == len(ledger), "a call ran twice"
    assert set(ledger) <= set(told), "a call ran that nobody remembers"
    assert {id for id, result in told.items() if result != UNKNOWN} <= set(ledger), "a call is told that never ran"


def test_a_conversation_survives_kills_at_random_moments(tmp_path, three_turns):
    rng, seen, opened = random.Random(4), {}, set()
    begins, ready = os.pipe()
    kills = 0
    # Where a kill meets the conversation is chance: so many, and more until they have met it in different places.
    while kills < KILLS or (kills < 5 * KILLS and (len(seen) <= KILLS / 10 or len(opened) <= 2)):
        kills += 1
        pid = fork(lambda: Chat(tmp_path).go_on(ready))
        os.read(begins, 1)
        time.sleep(rng.uniform(0, three_turns))
        os.kill(pid, signal.SIGKILL)
        assert os.waitpid(pid, 0)[1] == signal.SIGKILL, "the process had ended by itself"
        with SqliteStore(tmp_path / "chats.db") as store:
            for id in store.ids()[-2:]:
                saved = store.load(id)
                assert is_sendable(saved.messages)
                seen |= replies_by_number(saved.messages)
                opened.add(" ".join(kind for step in saved.steps for kind in step))
        assert {int(line.split()[0]) for line in lines(tmp_path / "returned")} <= seen.keys(), "a turn is lost"
    with Chat(tmp_path) as chat:
        chat.open(chat.store.ids()[-1]).resume()
        histories = [chat.store.load(id).messages for id in chat.store.ids()]
    everything = [message for history in histories for message in history]
    replies = replies_by_number(everything)
    assert list(replies) == list(range(1, len(replies) + 1)), "something is missing or out of order"
    for line in lines(tmp_path / "returned"):
        number, said = line.split(" ", 1)
        assert replies[int(number)] in said
    assert all(map(is_sendable, histories))
    check_ledger(tmp_path, told_calls(everything))
    assert len(replies) > KILLS / 10, "hardly anything was said"
    assert len(opened) > 2, "the kills all came at the same step"


def one_turn(folder, kill_at, place):
    """Hold one turn with two calls, and die at a statement of SQLite, or in a tool."""
    ran = []

    def in_tool(where):
        ran.append(where)
        if (len(ran), "in the tool") == (kill_at, place):
            kill_now()

    chat, counted = Chat(folder, in_tool=in_tool), []
    conversation = chat.open("c")

    def statement(sql):
        counted.append(sql)
        if (len(counted), "in the store") == (kill_at, place):
            kill_now()

    chat.store._db.set_trace_callback(statement)
    conversation.send(asked(1))
    add_line(folder / "returned", len(counted))


def outcome(folder, kill_at=0, place=""):
    """Return how a process ended that was to die at this moment."""
    return os.waitpid(fork(lambda: one_turn(folder, kill_at, place)), 0)[1]


def check_finished(folder):
    """Finish the turn in another process's place, and check what it is."""
    with Chat(folder) as chat:
        conversation = chat.open("c")
        resumed = conversation.resume()
        if not conversation.messages:
            assert lines(folder / "returned") == []
            conversation.send(asked(1))
    assert [message["role"] for message in conversation.messages] == ["user", "assistant"] * 2
    assert is_sendable(conversation.messages)
    told = told_calls(conversation.messages)
    assert list(told) == ["toolu_1_1_0", "toolu_1_1_1"]
    check_ledger(folder, told)
    assert list(told.values()).count(UNKNOWN) <= 1
    return resumed, told


def test_a_turn_is_whole_again_after_a_kill_at_every_statement_of_the_store(tmp_path):
    (tmp_path / "0").mkdir()
    assert outcome(tmp_path / "0") == 0
    statements = int(lines(tmp_path / "0" / "returned")[0])
    assert statements > 8 * 4, "eight writes have more statements than that"
    resumed = 0
    for kill_at in range(1, statements + 1):
        folder = tmp_path / str(kill_at)
        folder.mkdir()
        assert outcome(folder, kill_at, "in the store") == signal.SIGKILL
        resumed += check_finished(folder)[0] is not None
    assert resumed > statements / 2


@pytest.mark.parametrize("kill_at", [1, 2, 3, 4])
def test_a_call_that_was_interrupted_in_the_tool_is_told_and_not_run_again(tmp_path, kill_at):
    assert outcome(tmp_path, kill_at, "in the tool") == signal.SIGKILL
    had_effect = len(lines(tmp_path / "ledger"))
    _, told = check_finished(tmp_path)
    interrupted = "toolu_1_1_0" if kill_at < 3 else "toolu_1_1_1"
    assert [id for id, result in told.items() if result == UNKNOWN] == [interrupted]
    assert had_effect == kill_at // 2
    assert lines(tmp_path / "ledger").count(interrupted) == (kill_at % 2 == 0)


def together(*acts):
    """Run functions in processes of their own, which begin at the same moment; return how they ended."""
    begin, let_go = os.pipe()

    def wait_and(act):
        os.close(let_go)
        os.read(begin, 1)  # returns when the last one who could write has closed the pipe
        act()

    pids = [fork(lambda act=act: wait_and(act)) for act in acts]
    os.close(let_go)
    ends = [os.waitpid(pid, 0)[1] for pid in pids]
    os.close(begin)
    return ends


@pytest.mark.parametrize("number", range(5))
def test_processes_may_make_one_file_at_the_same_time(tmp_path, number):
    def make(id):
        with SqliteStore(tmp_path / "chats.db") as store:
            store.write(id, 0, keep_messages=0, messages=[user("Hello.")])

    assert together(*(lambda id=id: make(id) for id in "abcd")) == [0] * 4
    with SqliteStore(tmp_path / "chats.db") as store:
        assert store.ids() == ["a", "b", "c", "d"]


def test_two_processes_on_one_conversation_never_mix_their_turns(tmp_path):
    turns, most = 10, 200

    def talk(first):
        Chat(tmp_path).talk("c", [asked(number) for number in range(first, first + turns)])

    # Whether they meet is chance, and where, too: while a turn is open, or between its reading and its writing.
    done = 0
    while not {"ConversationChangedError", "OpenTurnError"} & set(lines(tmp_path / "changed")):
        assert done < most, "they never met"
        assert together(lambda: talk(1000 + done), lambda: talk(2000 + done)) == [0, 0]  # noqa: B023 - called at once
        done += turns
    with SqliteStore(tmp_path / "chats.db") as store:
        saved = store.load("c")
    replies = replies_by_number(saved.messages)
    assert sorted(replies) == [*range(1000, 1000 + done), *range(2000, 2000 + done)]
    for first in (1000, 2000):
        own = [number for number in replies if number // 1000 == first // 1000]
        assert own == sorted(own)
    assert saved.steps == []
    assert is_sendable(saved.messages)
    check_ledger(tmp_path, told_calls(saved.messages))


def test_the_script_of_these_tests_makes_calls_of_every_kind(tmp_path):
    with Chat(tmp_path) as chat:
        conversation = chat.open("c")
        for number in range(3):
            conversation.send(asked(number))
    calls = [len([b for b in blocks(m) if b["type"] == "tool_use"]) for m in conversation.messages]
    assert sorted(calls)[-2:] == [1, 2]
    assert len(crash_child.ASKED) == 3
