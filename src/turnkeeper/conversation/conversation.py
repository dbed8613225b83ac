"""`Conversation`: turn after turn, with tools, in a store, and whole again after a crash."""

from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, cast
from uuid import uuid4

from turnkeeper.conversation.choice import PickHistory, choose
from turnkeeper.conversation.content import Content, copied, plain_content, plain_reply
from turnkeeper.conversation.kept_reply import Kept, kept_reply
from turnkeeper.conversation.model_call import Call, in_pieces, returned, whole
from turnkeeper.conversation.open_turn import OpenTurn, OpenTurnError
from turnkeeper.conversation.record import Record
from turnkeeper.conversation.tool_results import UNKNOWN, RunTool, error_result
from turnkeeper.conversation.turn_loop import APOLOGY, Rerun, check_limits, finish_turn
from turnkeeper.messages import THOUGHT, Block, Message
from turnkeeper.models import DEFAULT_MODEL, rules_of
from turnkeeper.store import MemoryStore, Store, StoreError

if TYPE_CHECKING:
    import anthropic
    from anthropic.types import MessageParam, Usage


class Conversation:
    """Keeps the history of one conversation in full, and sends it, or a choice of it, with every call.

    A turn runs from what the user says to the reply that answers it. Replies with tool calls come in between; their
    calls are run in order and answered in one message. Each step is kept before the next is made, so that a turn can be
    finished after a crash (`resume`), and joins the history as a whole.

    What is kept can always be sent again. A reply may have ended early: `stop_reason` says why. Of one that was cut off
    or refused, the calls are left out and never run, and what was said is kept. One that the API paused is sent back as
    it came, and goes on in the same message. Blank text is left out. When nothing remains, a short text says so:
    `EMPTY_REPLY`, `CUT_REPLY` or `REFUSED_REPLY`.

    One object is for one thread at a time. For many, or many processes, make one each on the same store.

    A reply's thinking is kept and sent with it. Some models take thinking back only behind the very messages, system
    prompt and tools behind which it was written (`Model.binds_thinking`). For those, a call that sends something else
    than the full history leaves all thinking out, and that of its reply is not kept; with `build_system` this is every
    call. After a change of the model, the system prompt or the tools, give `pick_history=without_thinking`.

    Args:
        client: The SDK client to call, from `connect()` or your own.
        system: The system prompt, as text or text blocks, or None.
        model: The model to name in each request.
        max_tokens: The most a reply may hold, in tokens.
        tools: The tool definitions, as a request holds them.
        run_tool: Runs one call, a `tool_use` block, and returns its `tool_result` block, a text, or what JSON can hold.
            What it raises becomes a result with `is_error`, and is logged. With None, `send` returns at a reply with
            calls: send their results as the next content.
        max_calls: The most model calls in one turn. Tool calls in the last reply are then not run any more, and the
            apology ends the turn.
        apology: What the assistant says then.
        pick_history: Gets a copy of all messages, the newest last, before every call, and returns those to send. The
            last has to hold all that the newest says, as blocks or whole paragraphs; known facts, say, may be added.
        build_system: Gets such a copy too, and returns the system prompt of this call, in place of `system`.
        store: Where the conversation is kept; None for a `MemoryStore` of its own. To begin with a history, write it
            there first.
        id: The conversation's id in the store; None for a new one.
        fields: Further fields of every request, such as `{"cache_control": {"type": "ephemeral"}}`.

    Raises:
        TypeError: If `max_calls` or `max_tokens` is no whole number.
        ValueError: If `max_calls` is less than 1, the apology is blank, or the id is none.
        StoreError: If the store cannot load the conversation.

    Attributes:
        id: The conversation's id in the store.
        usages: What the API reported for each call of the turn that this object worked on last, in tokens, as far as it
            made them. After `undo` they are still those of the turn that went: its calls were made and paid for.
        last_usage: What it reported for the last call; None before the first. `undo` leaves it.
        stop_reason: Why the last reply ended, in the API's word; None before the first. `undo` leaves it.
    """

    def __init__(
        self,
        client: "anthropic.Anthropic",
        *,
        system: Content | None = None,
        model: str = DEFAULT_MODEL,
        max_tokens: int = 1024,
        tools: Sequence[Mapping[str, Any]] = (),
        run_tool: RunTool | None = None,
        max_calls: int = 10,
        apology: str = APOLOGY,
        pick_history: PickHistory | None = None,
        build_system: Callable[[list[Message]], Content | None] | None = None,
        store: Store | None = None,
        id: str | None = None,
        fields: Mapping[str, Any] | None = None,
    ) -> None:
        check_limits(max_calls=max_calls, max_tokens=max_tokens, apology=apology)
        self.client = client
        self.system = system
        self.model = model
        self.max_tokens = max_tokens
        self.tools = tools
        self.run_tool = run_tool
        self.max_calls = max_calls
        self.apology = apology
        self.pick_history = pick_history
        self.build_system = build_system
        self.fields = fields or {}
        self.id = uuid4().hex if id is None else id
        self.usages: list[Usage] = []
        self.last_usage: Usage | None = None
        self.stop_reason: str | None = None
        self._record = Record(MemoryStore() if store is None else store, self.id)

    @property
    def messages(self) -> "list[MessageParam]":
        """The history as plain JSON, oldest first, with the messages of an open turn at its end: a copy of your own."""
        return cast("list[MessageParam]", copied(self._record.messages))

    @property
    def is_open(self) -> bool:
        """Whether a turn is open: its last reply is missing."""
        return bool(self._record.turn.messages)

    @property
    def open_calls(self) -> list[Block]:
        """The tool calls of the open turn that have no result yet, in their order: a copy of your own."""
        return cast("list[Block]", copied(self._record.turn.waiting))

    def reload(self) -> None:
        """Load the conversation from its store again, with what others have written to it.

        A turn that another has left open, or is still at work on, goes on with `resume` alone.

        Raises:
            StoreError: If the store cannot load it.
        """
        self._record.load()

    def send(self, content: Content) -> str:
        """Send a user message with the history, run the tools that are called, and return the text of the last reply.

        When a call fails before the model has replied, the history is as it was, and the same message can be sent
        again. When it fails later, the turn stays open: send the same content again, or `resume`, and it goes on where
        it stopped. Nothing is asked or run twice.

        It also goes on with a turn that was open when this object was made, so that a program can send again after a
        crash. A turn at which another process is still at work looks the same: where that may be, as with a double
        click, look at `is_open` first. Else the model is asked twice, and the slower one gets
        `ConversationChangedError`. With a turn that `reload` has found open, only `resume` goes on.

        Args:
            content: What the user says; or the results of all open calls, as a list of `tool_result` blocks.

        Raises:
            OpenTurnError: If a turn is open that began with another content, or that `reload` has found.
            ConversationChangedError: If somebody else has written to the conversation since it was loaded, or this
                object itself while the reply was on its way.
            StoreError: If a step cannot be kept.
            ValueError: If `pick_history` leaves out the newest message.
            TypeError: If the content is neither a text nor a list of content blocks.
            anthropic.APIError: If the call fails, after the SDK's own retries.
        """
        return returned(self._turn(content, whole))

    def stream(self, content: Content) -> Iterator[str]:
        """Do the same as `send`, and yield the text of all replies of the turn as it arrives.

        Nothing is sent before the first piece is asked for, and the turn is finished when the iterator ends. When you
        leave it earlier, the reply that was arriving is lost, and all is as after a call that failed.

        Args:
            content: What the user says; or the results of all open calls, as a list of `tool_result` blocks.

        Raises:
            Exception: Whatever `send` raises, when a piece is asked for.
        """
        yield from self._turn(content, in_pieces)

    def resume(self, *, rerun: bool | Rerun = False) -> str | None:
        """Finish the turn that is open, and return the text of its last reply; None when no turn is open.

        Every step that was kept is used as it is. A tool call that had been started, and whose result was not kept, is
        not run again: the model is told that nobody knows whether it ran (`UNKNOWN`). So it is told of all open calls
        when there is no `run_tool`.

        Args:
            rerun: True to run such calls again, or a function that tells for a `tool_use` block whether it may be:
                one that only reads, say.

        Raises:
            Exception: Whatever `send` raises. The turn then stays open.
        """
        if not self.is_open:
            return None
        for call in self.open_calls if self.run_tool is None else ():  # the caller had them, and may have run them
            self._record.keep({"result": error_result(call, UNKNOWN)})
        return returned(self._go_on(whole, rerun if callable(rerun) else lambda _: bool(rerun)))

    def undo(self) -> Content:
        """Take the newest turn back, open or finished, and return what the user said in it, to be said in other words.

        What its tools have done is not undone. A summary that `summarize` has put at the beginning stays: the user did
        not say it.

        Returns:
            The content of the user's message: a text, or a list of content blocks.

        Raises:
            ValueError: If there is no turn.
            ConversationChangedError: If another process has written to the conversation since it was loaded.
            StoreError: If the store cannot write.
        """
        return self._record.take_back()

    def _turn(self, content: Content, call: Call) -> Generator[str, None, str]:
        begins = self._begin(plain_content(content))
        version = self._record.version
        try:
            return (yield from self._go_on(call, lambda _: False))
        except BaseException:
            if begins and self._record.version == version:  # the model has said nothing
                with suppress(StoreError):  # the first error is the one to tell
                    self._record.drop()
            raise

    def _begin(self, content: Content) -> bool:
        """Keep what is sent, and tell so; tell False when the open turn began with it, and goes on."""
        turn = self._record.turn
        if turn.messages and not turn.is_answered_by(content):
            if content == turn.opening and self._record.is_ours:
                return False
            raise OpenTurnError(self.id, turn, same_goes_on=self._record.is_ours)
        self._record.keep({"asked": content})
        return True

    def _go_on(self, call: Call, rerun: Rerun) -> Generator[str, None, str]:
        return finish_turn(
            self._record,
            lambda turn: self._reply(turn, call),
            run_tool=self.run_tool,
            max_calls=self.max_calls,
            apology=self.apology,
            rerun=rerun,
            model=rules_of(self.model),
        )

    def _reply(self, turn: OpenTurn, call: Call) -> Generator[str, None, Kept]:
        """Ask for the next reply of the open turn."""
        messages, version, row = self._record.messages, self._record.version, rules_of(self.model)
        choice = choose(messages, self.pick_history, model=row, new_system=self.build_system is not None)
        system = self.system if self.build_system is None else self.build_system(copied(messages))
        request = {"model": self.model, "max_tokens": self.max_tokens, "messages": choice.messages, **self.fields}
        optional = {"system": system, "tools": list(self.tools)}
        response = yield from call(self.client, request | {name: given for name, given in optional.items() if given})
        self._record.expect(version)
        self.last_usage, self.stop_reason = response.usage, response.stop_reason
        self.usages = [*(self.usages if turn.replies else ()), response.usage]
        new = plain_reply(response.content)
        if not choice.keeps_thinking:
            new = [block for block in new if block["type"] not in THOUGHT]
        return kept_reply([*turn.reply, *new], response.stop_reason, row)
