"""What `exercises/summarize_old_turns.py` has to do. Run it with `pytest exercises/test_summarize_old_turns.py`."""

import contextlib
import copy
import re
from types import ModuleType
from typing import Any

import anthropic
import pytest
from anthropic.types import TextBlock, ToolUseBlock

from turnkeeper import ScriptedModel, SummaryError, connect
from turnkeeper.grading import call, expect, expect_same, expect_valid, history_in, messages_sent, plain, shown
from turnkeeper.history_table import history_table
from turnkeeper.messages import text_of

Message = dict[str, Any]

MODEL = "claude-haiku-5-5"
SUMMARY = "Noor asked when the workshop closes."
IMAGE = {"type": "image", "source": {"type": "url", "url": "https://example.com/bicycle.png"}}
TAGGED = re.compile(r"<conversation_summary>(.*?)</conversation_summary>", re.DOTALL)


def text(words: str) -> Message:
    """Return a text block."""
    return {"type": "text", "text": words}


def user(content: Any) -> Message:
    """Return a message of the user."""
    return {"role": "user", "content": content}


def assistant(content: Any) -> Message:
    """Return a message of the assistant."""
    return {"role": "assistant", "content": content}


def plain_turns(number: int) -> list[Message]:
    """Return so many questions, each with its answer."""
    both = ((user(f"Question {k}?"), assistant([text(f"Answer {k}.")])) for k in range(number))
    return [message for pair in both for message in pair]


def calls(*ids: str) -> Message:
    """Return a message of the assistant that calls a tool once for each id."""
    return assistant([{"type": "tool_use", "id": id, "name": "look_up", "input": {"order": id}} for id in ids])


def results(*ids: str) -> list[Message]:
    """Return a result for each id."""
    return [{"type": "tool_result", "tool_use_id": id, "content": f"result of {id}"} for id in ids]


def said_in(message: Message) -> str:
    """Return the text of a message; none of what is no message."""
    try:
        return text_of(message)
    except (TypeError, AttributeError):
        return ""


def always(reply: Any) -> ScriptedModel:
    """Return a model that answers every request in the same way."""
    return ScriptedModel(lambda request: reply)


def run(answer: ModuleType, model: ScriptedModel, history: list[Message], called: str, **named: int) -> Any:
    """Call summarize_old_turns() with a model, and return what it returned."""
    return call(answer.summarize_old_turns, history, connect(model), called=called, **named)


def expect_recent(answer: ModuleType, history: list[Message], keep_recent: int, cut: int, why: str) -> None:
    """Require that the messages from a place on are kept, and none in front of it."""
    called = f"summarize_old_turns(history, client, keep_recent={keep_recent}), where history is\n"
    called += history_table(history)
    returned = run(answer, always(SUMMARY), history, called, keep_recent=keep_recent)
    got = history_in(returned, called=called)
    recent, old = [plain(message) for message in history[cut:]], [plain(message) for message in history[:cut]]
    kept, head = got[-len(recent) :], got[: -len(recent)]
    expect(
        kept == recent and not any(message in old for message in head),
        called=called,
        got=history_table(list(returned)),
        expected=f"at the end messages {cut} to {len(history) - 1} of the history, word for word"
        + (", and the rest as a summary" if old else ", which are all"),
        why=why,
    )


@pytest.mark.hint(
    "Which message is the first that stays? Count with a history of six messages and keep_recent=2.",
    "The place len(messages) - keep_recent itself may be the cut. All from the cut to the end stays, the newest "
    "message too.",
)
def test_the_recent_messages_stay_word_for_word(answer: ModuleType) -> None:
    """The last keep_recent messages end the new list, word for word, and nothing that is older stands in it."""
    why = "What was said last is needed exactly as it was said."
    for history, sizes in ((plain_turns(5), (2, 8)), ([*plain_turns(4), user("And on Sunday?")], (1, 5))):
        for keep_recent in sizes:
            expect_recent(answer, history, keep_recent, len(history) - keep_recent, why)


TOOLS = [user("Is it ready?"), calls("a"), user(results("a")), calls("b", "c"), user(results("c", "b"))]
DONE = [*TOOLS, assistant("It is.")]
STEERED = [user("Look."), calls("d"), user([*results("d"), text("Be quick.")]), assistant("Here it is.")]
PICTURE = [user([IMAGE]), assistant("A chain."), user([text("And this?")]), assistant("A cable.")]


@pytest.mark.hint(
    "Could the first message that you keep do without the one in front of it?",
    "Go back from len(messages) - keep_recent to the nearest place where a turn starts: a message of the user without "
    "a tool_result, whatever else it holds. When that is place 0, nothing is old.",
)
def test_the_cut_is_where_a_turn_starts(answer: ModuleType) -> None:
    """The cut moves back to where a turn starts: no call loses its result, and no answer its question."""
    why = "A result whose call is gone is refused, and an answer without its question says little."
    before = plain_turns(2)
    cases = [
        *(([*before, *DONE], keep_recent, 4) for keep_recent in (1, 2, 4)),
        ([*before, *TOOLS], 1, 4),
        (plain_turns(4), 3, 4),
        *(([*before, *STEERED], keep_recent, 4) for keep_recent in (1, 2)),
        ([*before, *PICTURE], 1, 6),
        ([*before, *PICTURE], 3, 4),
        (DONE, 2, 0),
        (plain_turns(2), 3, 0),
        ([*DONE[3:], *plain_turns(1)], 3, 0),
    ]
    for history, keep_recent, cut in cases:
        expect_recent(answer, history, keep_recent, cut, why)


@pytest.mark.hint(
    "What do the two messages in front of the recent ones hold, and who says them?",
    "The first is the user's: the tags with the reply's text between them, all of it, from all its text blocks. The "
    "second is a short message of the assistant.",
)
def test_the_summary_stands_in_the_old_ones_place(answer: ModuleType) -> None:
    """A user message with the summary in its tags comes first, then an answer of the assistant; valid everywhere."""
    thinking = {"type": "thinking", "thinking": "What matters here?", "signature": "offline"}
    history = [user("My name is Noor."), assistant([text("Hello, Noor.")]), *plain_turns(3)]
    replies: list[tuple[list[Message], dict[str, int]]] = [
        ([text(SUMMARY)], {}),
        ([thinking, text("Noor asked when\n"), text("the workshop opens.")], {}),
        ([text("The user is Noor. She has a blue tourer.")], {"words": 5}),
    ]
    before: list[str] = []
    for blocks, named in replies:
        summary = text_of(assistant(blocks))
        given = "".join(f", {name}={value}" for name, value in {"keep_recent": 2, **named}.items())
        called = f"summarize_old_turns(history, client{given})"
        model = always(blocks)
        try:
            returned = run(answer, model, history, called, keep_recent=2, **named)
        except SummaryError:
            if model.requests and model.requests[-1].max_tokens < 100:
                continue  # the reply was cut short: room for it is a requirement of its own
            raise
        got = history_in(returned, called=called)
        first = got[0] if got else {}
        tagged = TAGGED.search(said_in(first))
        expect(
            len(got) > 2 and first.get("role") == "user" and tagged is not None,
            called=called,
            got=list(returned),
            expected="first a message of the user, with the tags <conversation_summary> and </conversation_summary>",
            why="The tags tell the model that this is a summary, and not what the user wrote.",
        )
        between = " ".join(tagged[1].split()) if tagged else ""
        number = sum(block["type"] == "text" for block in blocks)
        called += f", with a reply of {number} text block{'' if number == 1 else 's'}: {summary!r}"
        expect(
            " ".join(summary.split()) in between,
            called=called,
            got=f"between the tags: {shown(between)}",
            expected="the whole reply between the tags",
            why="What of the reply is left out here is forgotten.",
        )
        extra = [words for words in (thinking["thinking"], *before) if words in between]
        expect(
            not extra,
            called=called,
            got=f"between the tags: {shown(between)}",
            expected="the text of this reply, without the model's thinking and without the summary of an earlier call",
            why="A summary holds what was said in this history, and nothing else.",
        )
        before.append(" ".join(summary.split()))
        expect(
            got[1].get("role") == "assistant" and bool(said_in(got[1]).strip()),
            called=called,
            got=list(returned),
            expected="a few words of the assistant as the second message",
            why="Stricter platforms refuse two messages of the user in a row.",
        )
        expect_valid(got, called=called, why="The next call sends this list.")


LONG = "There is much to say about it, one thing after the other. " * 50
OLD = [
    user("My name is markone."),
    assistant([TextBlock(type="text", text="Hello, marktwo.")]),
    user([text("Is my order ready? It is markthree."), IMAGE]),
    assistant([text(f"{LONG} I look it up by markfour."), *calls("a")["content"]]),
    user([{"type": "tool_result", "tool_use_id": "a", "content": f"{LONG} It is in the workshop: markfive."}]),
    assistant(
        [
            ToolUseBlock(type="tool_use", id="b", name="add_job", input={"job": "marksix"}),
            {"type": "tool_use", "id": "c", "name": "add_job", "input": {"jobs": ["markseven"]}},
        ]
    ),
    user(
        [
            {"type": "tool_result", "tool_use_id": "c", "content": "Not done: markeight.", "is_error": True},
            {"type": "tool_result", "tool_use_id": "b", "content": [text("Done: marknine."), IMAGE, text("markten")]},
            text("Be quick, markeleven."),
        ]
    ),
    assistant("It is done, marktwelve."),
]
OLD_MARKS = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
RECENT = [*plain_turns(1), user("When do you close, markrecentone?"), assistant("At 18:00, markrecenttwo.")]


@pytest.mark.hint(
    "Print the request of your call. What of the old messages is not in it, and what should not be there?",
    "Go through the blocks of each old message: the text of a text block, the input of a tool_use, the content of a "
    "tool_result, which may itself be a list of text blocks. Leave out what stays.",
)
def test_everything_old_is_in_the_request(answer: ModuleType) -> None:
    """One call holds all that the old messages say, calls and results too, and nothing of the recent ones."""
    marked = ["markrecentone", "markrecenttwo"]
    for history, keep_recent, old, recent in (
        ([*OLD, *RECENT], 3, [f"mark{mark}" for mark in OLD_MARKS], marked),
        ([*plain_turns(4)[2:], *RECENT], 3, ["Question 1", "Answer 1", "Question 3", "Answer 3"], marked),
        ([*plain_turns(4)[2:], *RECENT], 4, [], ["Question 0", "Answer 0", *marked]),
    ):
        model = always(SUMMARY)
        called = f"summarize_old_turns(history, client, keep_recent={keep_recent}), where history is\n"
        called += history_table(history)
        run(answer, model, history, called, keep_recent=keep_recent)
        messages_sent(model, 1, called=called, why="One call makes one summary.")
        sent = str(model.requests[-1].fields)
        missing = [mark for mark in old if mark not in sent]
        expect(
            not missing,
            called=called,
            got=f"a request in which these words of the old messages are missing: {', '.join(missing)}",
            expected="all texts, the calls' inputs and the results' contents of the old messages",
            why="What the summariser is not sent cannot be in the summary.",
        )
        extra = [mark for mark in recent if mark in sent]
        expect(
            not extra,
            called=called,
            got=f"a request in which these words of the recent messages stand: {', '.join(extra)}",
            expected="the old messages alone",
            why="The recent messages stay as they are. A summary of them would be paid for, and would say them twice.",
        )


@pytest.mark.hint(
    "How does the model know how long the summary may be?",
    "Write the number into the instruction, and let max_tokens grow with it: a word is more than one token.",
)
def test_so_many_words_are_asked_for(answer: ModuleType) -> None:
    """The request names the number of words, and leaves the reply room for so many."""
    for words in (37, 163, 900):
        called = f"summarize_old_turns(history, client, keep_recent=2, words={words})"
        long = " ".join(f"fact{number}" for number in range(words))
        model = always(long)
        with contextlib.suppress(SummaryError):  # what comes of a reply has requirements of its own
            run(answer, model, plain_turns(3), called, keep_recent=2, words=words)
        request = model.requests[-1] if model.requests else None
        expect(
            request is not None and bool(re.search(rf"\b{words}\b", str(request.messages) + str(request.system))),
            called=called,
            got=f"a request without the number {words}" if request else "no request",
            expected=f"a request that asks for at most {words} words",
            why="The model keeps to a length only when it is told one.",
        )
        room = request.max_tokens if request else 0
        reply = connect(always(long)).messages.create(model=MODEL, max_tokens=room, messages=[user("And?")])  # type: ignore[list-item]
        expect(
            reply.stop_reason == "end_turn",
            called=f"{called}, with a reply of {words} words",
            got=f"max_tokens={room}, at which the reply is cut short",
            expected="a request with room for the whole reply",
            why="A word takes more than one token, and a summary that is cut short has lost its end.",
        )


@pytest.mark.hint(
    "What is there to sum up when all the messages are recent?",
    "Find the cut first. When it is at the very front, return the messages in a new list, without a call.",
)
def test_nothing_old_means_no_call(answer: ModuleType) -> None:
    """A history with nothing old comes back as it was, and no call is made."""
    for history in ([], [user("When do you close?")], plain_turns(1), plain_turns(3), DONE):
        for keep_recent in (max(1, len(history)), len(history) + 1, len(history) + 9):
            model = always(SUMMARY)
            called = f"summarize_old_turns(history, client, keep_recent={keep_recent}), where history is\n"
            called += history_table(history)
            returned = run(answer, model, history, called, keep_recent=keep_recent)
            messages_sent(model, 0, called=called, why="A summary of nothing costs a call and says nothing.")
            expect_same(returned, history, called=called, why="Nothing is old, so nothing may be lost.")


@pytest.mark.hint(
    "Who should learn that there is no summary?",
    "Let the SDK's error pass: do not catch it, and do not turn it into another.",
)
def test_a_failed_call_is_an_error(answer: ModuleType) -> None:
    """When the call fails, the SDK's error goes through."""
    for status, times in ((400, 1), (529, 3)):
        model = always(SUMMARY)
        model.fail_next(status, times=times)
        called = f"summarize_old_turns(history, client, keep_recent=2) while the API answers with status {status}"
        try:
            got = f"no error, but {shown(run(answer, model, plain_turns(3), called, keep_recent=2))}"
        except anthropic.APIStatusError:
            continue
        except SummaryError as error:
            got = f"a SummaryError: {error}"
        expect(
            False,
            called=called,
            got=got,
            expected="the SDK's error, unchanged",
            why="The caller decides whether to try again, or to go on with the history as it is.",
        )


@pytest.mark.hint(
    "Which replies are no summary, although the call was answered?",
    "Look at the text without its white space, and at reply.stop_reason. Raise a SummaryError before a new list is "
    "made.",
)
def test_a_reply_that_is_no_summary_is_not_used(answer: ModuleType) -> None:
    """A reply without text, one that was cut short, or a refusal raises a SummaryError."""

    def too_long(request: Any) -> str:
        return " ".join(["word"] * (int(request.max_tokens) + 10))

    useless: dict[str, Any] = {
        "an empty reply": lambda request: "",
        "a reply of white space": lambda request: " \n ",
        "a reply longer than max_tokens": too_long,
        "a refusal": lambda request: {"content": [text("I cannot do that.")], "stop_reason": "refusal"},
        "a reply that was paused": lambda request: {"content": [text("Noor")], "stop_reason": "pause_turn"},
    }
    for what, script in useless.items():
        called = f"summarize_old_turns(history, client, keep_recent=2), which gets {what}"
        usual, model = always(SUMMARY), ScriptedModel(script)
        run(answer, usual, plain_turns(3), called, keep_recent=2)
        try:
            got = f"no error, but {shown(run(answer, model, plain_turns(3), called, keep_recent=2))}"
        except SummaryError:
            expect(
                len(model.requests) <= len(usual.requests),
                called=called,
                got=f"a SummaryError, but {len(model.requests)} calls of messages.create",
                expected="a SummaryError, without another try",
                why="The caller decides whether to pay for another try.",
            )
            continue
        except ValueError as error:
            got = f"another error: {type(error).__name__}: {error}"
        expect(
            False,
            called=called,
            got=got,
            expected="a SummaryError",
            why="The summary takes the old messages' place. When it is worth nothing, they are lost.",
        )


@pytest.mark.hint(
    "Which lists does your function change, and when?",
    "Take slices and build a new list at the end: messages[:cut] and messages[cut:] leave the list as it is.",
)
def test_the_history_is_left_alone(answer: ModuleType) -> None:
    """The list that is given stays as it is, also when the call fails, and what comes back is always another list."""
    for history, keep_recent in ((plain_turns(4), 2), ([*plain_turns(2), *DONE], 6), (plain_turns(1), 2)):
        for fails in (False, True):
            model = always(SUMMARY)
            if fails:
                model.fail_next(400)
            given = copy.deepcopy(history)
            called = f"summarize_old_turns(history, client, keep_recent={keep_recent})"
            called += " while the API answers with status 400" if fails else ""
            try:
                returned = answer.summarize_old_turns(given, connect(model), keep_recent=keep_recent)
            except (anthropic.APIStatusError, SummaryError, ValueError):
                returned = None  # when there is an error, and which, has requirements of its own
            expect(
                given == history,
                called=f"{called}, then looked at the list it was given",
                got=given,
                expected=history,
                why="The list is the caller's, and holds the whole history. Build a new list instead.",
            )
            expect(
                returned is not given,
                called=called,
                got="the very list that was given",
                expected="a new list",
                why="Whoever appends to what you return would else append to the whole history.",
            )
