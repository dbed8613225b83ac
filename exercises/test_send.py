"""What `exercises/send.py` has to do. Run it with `pytest exercises/test_send.py`."""

from contextlib import suppress
from types import ModuleType
from typing import Any

import anthropic
import pytest

from turnkeeper import OfflineModel, connect
from turnkeeper.grading import expect
from turnkeeper.messages import plain_block
from turnkeeper.scripts import reader, replies

HELLO = "Hello. My name is Noor."
ASK = "What is my name?"


def start(answer: ModuleType, model: OfflineModel) -> Any:
    return answer.Conversation(connect(model))


def sent_in_call(model: OfflineModel, number: int, called: str) -> list[dict[str, Any]]:
    """Return the messages of the call with this number, counted from 1."""
    expect(
        len(model.requests) == number,
        called=called,
        got=f"{len(model.requests)} calls of messages.create in all",
        expected=f"{number}: one for each send()",
        why="Each turn is one call, and the model answers only what it is sent.",
    )
    return model.requests[-1].messages


def plain(messages: Any) -> Any:
    """Return a history with every block as a plain mapping, so that it can be compared."""
    if not isinstance(messages, list):
        return messages
    return [
        {**m, "content": [plain_block(b) for b in m["content"]]}
        if isinstance(m, dict) and isinstance(m.get("content"), list)
        else m
        for m in messages
    ]


@pytest.mark.hint(
    "What does messages.create() take as its `messages`?",
    'A user message is a mapping: {"role": "user", "content": text}. It must be in the list before the call.',
)
def test_the_user_message_goes_in(answer: ModuleType) -> None:
    """The user's message is the last one in the request."""
    model = OfflineModel(reader)
    start(answer, model).send(HELLO)
    sent = sent_in_call(model, 1, f"send({HELLO!r})")
    last = sent[-1]
    text = last["content"] if isinstance(last["content"], str) else last["content"][-1].get("text")
    expect(
        last["role"] == "user" and text == HELLO,
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
    """Every call carries the whole history: three messages in the second call, five in the third."""
    model = OfflineModel(reader)
    conversation = start(answer, model)
    for turn, text in enumerate((HELLO, ASK, "Thank you."), 1):
        conversation.send(text)
        sent = sent_in_call(model, turn, f"send(), turn {turn}")
        expect(
            [message["role"] for message in sent] == ["user", "assistant"] * (turn - 1) + ["user"],
            called=f"send({text!r}) as turn {turn}",
            got=sent,
            expected=f"{2 * turn - 1} messages: user and assistant by turns, the oldest first",
            why="What is not in the list was never said, as far as the model can tell.",
        )


@pytest.mark.hint(
    "Which part of the response is the text? A reply may hold several content blocks.",
    "Go through response.content and join the text of the blocks whose type is 'text'.",
)
def test_the_text_of_the_reply_comes_back(answer: ModuleType) -> None:
    """send() returns the text of the reply, also when the reply does not begin with a text block."""
    thinking = {"type": "thinking", "thinking": "A greeting.", "signature": "offline"}
    model = OfflineModel(replies("Good morning.", [thinking, {"type": "text", "text": "Good evening."}]))
    conversation = start(answer, model)
    for text, expected in (("Morning.", "Good morning."), ("Evening.", "Good evening.")):
        got = conversation.send(text)
        expect(
            got == expected,
            called=f"send({text!r})",
            got=got,
            expected=repr(expected),
            why="A model that thinks first puts a thinking block in front of its text.",
        )


@pytest.mark.hint(
    "What did the model send you, and how much of it do you keep?",
    'Append {"role": "assistant", "content": response.content}: the blocks as they came, and not their text.',
)
def test_the_content_of_the_reply_is_kept(answer: ModuleType) -> None:
    """The reply is kept as it came: its list of content blocks, not only its text."""
    blocks: list[dict[str, Any]] = [
        {"type": "text", "text": "Let me look that up."},
        {"type": "tool_use", "id": "toolu_1", "name": "find_order", "input": {"name": "Noor"}},
    ]
    conversation = start(answer, OfflineModel(replies(blocks)))
    conversation.send(HELLO)
    history = plain(conversation.messages)
    kept = history[-1] if isinstance(history, list) and history else None
    expect(
        isinstance(kept, dict) and kept.get("role") == "assistant" and kept.get("content") == blocks,
        called=f"send({HELLO!r}), then looked at self.messages",
        got=history,
        expected="an assistant message at the end whose content is the reply's two blocks",
        why="Tool calls and thinking live in blocks. A later call needs them back unchanged.",
    )


@pytest.mark.hint(
    "In which order do you call the API and change self.messages?",
    "Build the list to send without touching self.messages. Change self.messages once the reply is there.",
)
def test_a_failed_call_changes_nothing(answer: ModuleType) -> None:
    """When a call fails, the history is as it was, and the same message can be sent again."""
    model = OfflineModel(reader)
    conversation = start(answer, model)
    conversation.send(HELLO)
    before = plain(list(conversation.messages))
    model.fail_next(400)
    with suppress(anthropic.APIError):
        conversation.send(ASK)
    after = plain(conversation.messages)
    expect(
        after == before,
        called=f"send({ASK!r}) while the API refuses the call",
        got=after,
        expected="the two messages of the turn before, and no more",
        why="A question without an answer in the list would be asked twice at the next try.",
    )
    model.requests.clear()
    conversation.send(ASK)
    sent = sent_in_call(model, 1, f"send({ASK!r}) once more")
    expect(
        str(plain(sent)).count(ASK) == 1,
        called=f"send({ASK!r}) once more, after the call that failed",
        got=sent,
        expected="a request that asks the question once",
        why="After an error the reader of your app presses send again.",
    )


@pytest.mark.hint(
    "When is the list made: once for the class, or once for each conversation?",
    "Make the list in __init__, so that every conversation gets its own.",
)
def test_two_conversations_share_nothing(answer: ModuleType) -> None:
    """Two conversations share nothing: each knows only what was said in it."""
    model = OfflineModel(reader)
    first, second = start(answer, model), start(answer, model)
    first.send(HELLO)
    got = second.send(ASK)
    expect(
        len(model.requests) == 2 and len(model.requests[-1].messages) == 1,
        called=f"send({HELLO!r}) in one conversation, then send({ASK!r}) in another",
        got=model.requests[-1].messages,
        expected="one message in the second conversation's request, so that the name is unknown there",
        why=f"Here one customer would read what another one said: {got}",
    )
