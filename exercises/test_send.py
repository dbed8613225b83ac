"""What `exercises/send.py` has to do. Run it with `pytest exercises/test_send.py`."""

from types import ModuleType
from typing import Any

import anthropic
import pytest

from turnkeeper import ScriptedModel, connect
from turnkeeper.grading import call, expect, messages_sent, plain, shown
from turnkeeper.scripts import reader, replies

HELLO = "Hello. My name is Noor."
ASK = "What is my name?"


def say(conversation: Any, text: str) -> Any:
    """Call send(), and return what it returned."""
    return call(conversation.send, text, called=f"send({text!r})")


def sent_in_call(model: ScriptedModel, number: int, called: str) -> list[dict[str, Any]]:
    """Return the messages of the call with this number, counted from 1."""
    return messages_sent(
        model, number, called=called, why="Each turn is one call, and the model answers only what it is sent."
    )


def history_of(conversation: Any) -> list[Any]:
    """Return the history that a conversation keeps."""
    kept = getattr(conversation, "messages", None)
    expect(
        isinstance(kept, list),
        called="Conversation(client), then looked at self.messages",
        got=kept if hasattr(conversation, "messages") else "there is no self.messages",
        expected="a list: self.messages",
        why="The API takes a list of messages, the oldest first.",
    )
    return [plain(message) for message in kept or []]


def unsigned(message: Any) -> Any:
    """Return a message in plain form without signatures, which are the API's."""
    message = plain(message)
    if not isinstance(message, dict) or not isinstance(message.get("content"), list):
        return message
    blocks = [
        {name: value for name, value in block.items() if name != "signature"} if isinstance(block, dict) else block
        for block in message["content"]
    ]
    return {**message, "content": blocks}


class Line(ScriptedModel):
    """The scripted reader, behind a line that can be cut."""

    cut = False

    def answer(self, *given: Any) -> Any:
        if self.cut:
            self.cut = False
            raise ConnectionError("The line is cut.")
        return super().answer(*given)


@pytest.mark.hint(
    "What does messages.create() take as its `messages`?",
    'A user message is a mapping: {"role": "user", "content": text}. It must be in the list before the call.',
)
def test_the_user_message_goes_in(answer: ModuleType) -> None:
    """The user's message is the last one in the request."""
    model = ScriptedModel(reader)
    say(answer.Conversation(connect(model)), HELLO)
    sent = sent_in_call(model, 1, f"send({HELLO!r})")
    expect(
        plain(sent[-1]) == plain({"role": "user", "content": HELLO}),
        called=f"send({HELLO!r})",
        got=sent,
        expected=f"a request whose last message is the user's: {HELLO!r}",
        why="The model answers the last message of the list.",
    )


@pytest.mark.hint(
    "What is left of the first turn when the second call is made?",
    "Send the history and the new message as one list. Think of what self.messages holds before the second call.",
)
def test_the_whole_history_is_sent(answer: ModuleType) -> None:
    """Every call carries the whole history, as it was said: three messages in turn 2, five in turn 3, and so on."""
    model = ScriptedModel(reader)
    conversation = answer.Conversation(connect(model))
    before: list[Any] = []
    for turn, text in enumerate((HELLO, ASK, *["Thank you.", ASK] * 5), 1):
        say(conversation, text)
        sent = sent_in_call(model, turn, f"send(), turn {turn}")
        expect(
            [{"role": m["role"], "content": plain(m)["content"]} for m in sent[:-1]] == before,
            called=f"send({text!r}) as turn {turn}",
            got=sent,
            expected=f"{2 * turn - 1} messages: all that was said in the turns before, word for word, and the new one",
            why="What is not in the list was never said, as far as the model can tell.",
        )
        before += [plain(sent[-1]), plain({"role": "assistant", "content": reader(model.requests[-1])})]


@pytest.mark.hint(
    "Which part of the response is the text? A reply may hold several content blocks.",
    "Go through response.content and join the text of the blocks whose type is 'text'.",
)
def test_the_text_of_the_reply_comes_back(answer: ModuleType) -> None:
    """send() returns the text of the reply, also when the reply is in several blocks or begins with thinking."""
    thinking = {"type": "thinking", "thinking": "A greeting.", "signature": "offline"}
    pieces = [{"type": "text", "text": "Good "}, {"type": "text", "text": "evening."}]
    conversation = answer.Conversation(connect(ScriptedModel(replies("Good morning.", [thinking, *pieces]))))
    for text, expected in (("Morning.", "Good morning."), ("Evening.", "Good evening.")):
        got = say(conversation, text)
        expect(
            isinstance(got, str) and got == expected,
            called=f"send({text!r})",
            got=shown(got),
            expected=repr(expected),
            why="A model that thinks puts a thinking block in front of its text, and the text may come in pieces.",
        )


@pytest.mark.hint(
    "What did the model send you, and how much of it do you keep?",
    'Append {"role": "assistant", "content": response.content}: the blocks as they came, and not their text.',
)
def test_the_history_is_kept(answer: ModuleType) -> None:
    """self.messages holds every message so far, and each reply as its content blocks, not only its text."""
    thinking = {"type": "thinking", "thinking": "An order.", "signature": "offline"}
    call = {"type": "tool_use", "id": "toolu_1", "name": "find_order", "input": {"name": "Noor"}}
    blocks: list[dict[str, Any]] = [{"type": "text", "text": "Let me look that up."}, thinking, call]
    model = ScriptedModel(replies("Hello, Noor.", blocks))
    conversation = answer.Conversation(connect(model))
    asked = []
    for text in (HELLO, "Where is my order?"):
        say(conversation, text)
        asked.append(plain(model.requests[-1].messages[-1]) if model.requests else None)
    replied = [unsigned({"role": "assistant", "content": content}) for content in ("Hello, Noor.", blocks)]
    history = [unsigned(message) for message in history_of(conversation)]
    expect(
        history == [asked[0], replied[0], asked[1], replied[1]],
        called="send() twice, then looked at self.messages",
        got=history,
        expected="four messages, yours and the replies by turns; of a reply its role and its content, with every block",
        why="Tool calls and thinking live in blocks. A later call needs them back unchanged.",
    )


@pytest.mark.hint(
    "In which order do you call the API and change self.messages?",
    "Build the list to send without touching self.messages. Change self.messages once the reply is there.",
)
def test_a_failed_call_changes_nothing(answer: ModuleType) -> None:
    """When a call fails, the error goes through, the history is as it was, and the message can be sent again."""
    model = Line(reader)
    conversation = answer.Conversation(connect(model).with_options(max_retries=0))
    say(conversation, HELLO)
    for status, question in ((400, ASK), (529, "What is my size?"), (None, "What is my order?")):
        before = history_of(conversation)
        if status:
            model.fail_next(status)
        model.cut = not status
        fault = f"the API answers with status {status}" if status else "there is no connection"
        called = f"send({question!r}) while {fault}"
        try:
            got = f"no error, but {shown(say(conversation, question))}"
        except anthropic.APIError:
            got = ""
        expect(
            not got,
            called=called,
            got=got,
            expected="the SDK's error, unchanged",
            why="Whoever called send() has to learn that there is no answer.",
        )
        after = history_of(conversation)
        expect(
            after == before,
            called=called,
            got=after,
            expected="the history as it was before, and no more",
            why=(
                "A question without an answer in the list would be asked twice at the next try."
                if len(after) > len(before)
                else "What was said before is still a part of the conversation, and the next call has to send it."
            ),
        )
        model.requests.clear()
        say(conversation, question)
        sent = sent_in_call(model, 1, f"send({question!r}) once more")
        expect(
            str(sent).count(question) == 1,
            called=f"send({question!r}) once more, after the call that failed",
            got=sent,
            expected="a request that asks the question once",
            why="After an error the reader of your app presses send again.",
        )


@pytest.mark.hint(
    "When is the list made: once for the class, or once for each conversation?",
    "Make the list in __init__, and keep it on self, so that every conversation gets its own.",
)
def test_two_conversations_share_nothing(answer: ModuleType) -> None:
    """Two conversations share nothing, even through one client: each knows only what was said in it."""
    model = ScriptedModel(reader)
    client = connect(model)
    first, second = answer.Conversation(client), answer.Conversation(client)
    say(first, HELLO)
    say(second, ASK)
    called = f"send({HELLO!r}) in one conversation, then send({ASK!r}) in another"
    sent = sent_in_call(model, 2, called)
    expect(
        "Noor" not in str(sent),
        called=called,
        got=sent,
        expected="a request in which the name does not occur",
        why="What one customer said is known in that customer's conversation, and nowhere else.",
    )
    for conversation, text in ((first, HELLO), (second, ASK)):
        kept = history_of(conversation)
        expect(
            len(kept) == 2 and text in str(kept[0]),
            called=f"{called}, then looked at self.messages of the {'first' if conversation is first else 'second'}",
            got=kept,
            expected=f"two messages, beginning with {text!r}",
            why="Each conversation has a history of its own.",
        )
