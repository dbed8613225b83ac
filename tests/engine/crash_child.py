"""Processes that hold conversations on a SQLite file until they are killed, for the tests of what a crash leaves.

What a process has to tell goes into files that are only added to: a line is there as a whole, or not at all, and it
stays when the process is killed the moment after.
"""

import os
import signal
import time
from pathlib import Path

from turnkeeper import Conversation, ScriptedModel, connect
from turnkeeper.conversation import OpenTurnError
from turnkeeper.messages import text_of
from turnkeeper.scripts.shop import SYSTEM, TOOLS, Shop
from turnkeeper.scripts.shop_assistant import shop_assistant
from turnkeeper.store import ConversationChangedError, SqliteStore
from turnkeeper.trimming import keep_last_turns

ASKED = (
    "What time do you close?",
    "Is order 3107 ready? And what about order 3112?",
    "Please add a chain to order 3107. How much is a chain?",
)
"""What the customer says in turn: something without a call, with two calls, with one."""
TURNS = 12
"""How many turns a conversation has before the next one begins."""


def fork(act):
    """Run a function in a process of its own, which ends with it, and return its id."""
    pid = os.fork()
    if pid:
        return pid
    status = 1
    try:
        act()
        status = 0
    finally:
        os._exit(status)


def kill_now():
    """End this process as a power cut would: nothing is cleaned up."""
    os.kill(os.getpid(), signal.SIGKILL)


def add_line(path, line):
    """Add a line to a file in one write."""
    file = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    os.write(file, f"{line}\n".encode())
    os.close(file)


def lines(path):
    """Return the lines of a file, none when there is no file."""
    return Path(path).read_text().splitlines() if Path(path).exists() else []


def asked(number):
    """Return what the customer says as the number-th message of all."""
    return f"{number:06}. {ASKED[number % len(ASKED)]}"


def number_of(message):
    """Return the number of a customer's message."""
    return int(text_of(message)[:6])


def script(request):
    """The shop's assistant, whose calls have ids that are told from the request alone, and are never the same."""
    said = shop_assistant(request)
    if isinstance(said, str):
        return said
    number = [number_of(m) for m in request.messages if m["role"] == "user" and isinstance(m["content"], str)][-1]
    return [{**block, "id": f"toolu_{number}_{len(request.messages)}_{at}"} for at, block in enumerate(said)]


class Chat:
    """Conversations on one SQLite file, with a ledger of the calls that ran.

    Args:
        folder: The folder with the file, the ledger, and the list of what `send` returned.
        in_tool: Called before a tool has an effect, and after it.
    """

    def __init__(self, folder, *, in_tool=lambda place: None):
        self.folder, self.in_tool = Path(folder), in_tool
        self.store = SqliteStore(self.folder / "chats.db")
        self.client = connect(ScriptedModel(script, target="strict", record=0))
        self.shop = Shop()

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        self.store.close()

    def open(self, id):
        """Load a conversation."""
        return Conversation(
            self.client,
            system=SYSTEM,
            tools=TOOLS,
            run_tool=self.run,
            pick_history=lambda messages: keep_last_turns(messages, 2),
            store=self.store,
            id=id,
        )

    def run(self, call):
        self.in_tool("before")
        add_line(self.folder / "ledger", call["id"])
        self.in_tool("after")
        return self.shop.run(call)

    def go_on(self, ready):
        """Tell that it begins by a byte into a pipe, finish what is open, and talk on for ever."""
        os.write(ready, b".")
        ids = self.store.ids()
        number = sum(len(self.turns(id)) for id in ids)
        conversation = self.open(f"c{len(ids) - 1 if ids else 0:04}")
        while True:
            if conversation.is_open:
                said = conversation.resume()
            elif len(self.turns(conversation.id)) == TURNS:
                conversation = self.open(f"c{int(conversation.id[1:]) + 1:04}")
                continue
            else:
                number += 1
                said = "".join(conversation.stream(asked(number))) if number % 2 else conversation.send(asked(number))
            add_line(self.folder / "returned", f"{number} {said}")

    def turns(self, id):
        """Return the numbers of what was asked in a conversation, the open turn among them."""
        return [number_of(m) for m in self.open(id).messages if isinstance(m["content"], str) and m["role"] == "user"]

    def talk(self, id, texts):
        """Say these things in a conversation to which another process may write, and again when it was faster."""
        conversation = self.open(id)
        for said in texts:
            while True:
                try:
                    conversation.send(said)
                    break
                except (ConversationChangedError, OpenTurnError) as error:  # the other is ahead, or still at work
                    add_line(self.folder / "changed", type(error).__name__)
                    time.sleep(0.001)
                    conversation.reload()
