"""What `exercises/run_turn.py` has to do. Run it with `pytest exercises/test_run_turn.py`."""

import random
from types import ModuleType
from typing import Any, NamedTuple

import anthropic
import pytest
from anthropic.types import TextBlock, ToolUseBlock

from turnkeeper import MessagesRequest, ScriptedModel, connect
from turnkeeper.faults import refusal_of
from turnkeeper.grading import call, expect, expect_same, expect_unchanged, plain, shown
from turnkeeper.grading.histories import is_history
from turnkeeper.messages import plain_block
from turnkeeper.scripts import Shop
from turnkeeper.scripts.shop import SYSTEM, TOOLS

ASK = "Is order 3107 ready?"
DONE = "It is ready today at 16:30."
TOO_LONG = "The workshop is open from Tuesday to Saturday. " * 500
"""More than a reply of this exercise may be long."""
APOLOGY = "Sorry, I could not finish this. Please ask again, or ask for one thing at a time."
_PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
HISTORY: list[dict[str, Any]] = [
    {
        "role": "user",
        "content": [
            {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": _PIXEL}},
            {"type": "text", "text": "This is my bicycle. Is order 3112 ready?"},
        ],
    },
    {
        "role": "assistant",
        "content": [
            TextBlock(type="text", text="Let me see."),
            ToolUseBlock(type="tool_use", id="toolu_old", name="look_up", input={"order": "3112"}),
        ],
    },
    {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "toolu_old", "content": "ready"}]},
    {"role": "assistant", "content": [TextBlock(type="text", text="Yes, it is ready to collect.")]},
]
"""A turn with a picture and a tool call, kept as the SDK returned it."""


def look_up(number: int, order: str = "3107") -> dict[str, Any]:
    """Return a tool call; the order 9999 is one that its tool refuses."""
    return {"type": "tool_use", "id": f"toolu_{number}", "name": "look_up", "input": {"order": order}}


def find_by_phone(number: int) -> dict[str, Any]:
    """Return a call of another tool."""
    return {"type": "tool_use", "id": f"toolu_{number}", "name": "find_by_phone", "input": {"phone": "555-0171"}}


def results_of(*calls: dict[str, Any]) -> dict[str, Any]:
    """Return the message that answers these calls."""
    return {"role": "user", "content": [Shop().run(each) for each in calls]}


def user(text: str) -> dict[str, Any]:
    return {"role": "user", "content": text}


def assistant(content: Any) -> dict[str, Any]:
    return {"role": "assistant", "content": content}


class Tools:
    """The shop's tools, and the calls that reached them, in their order."""

    def __init__(self) -> None:
        self.ran: list[Any] = []
        self._shop = Shop()

    def run(self, *given: Any) -> dict[str, Any]:
        if len(given) != 1:
            raise TypeError(f"run_tool takes one argument, the tool_use block, and was given {len(given)}")
        self.ran.append(plain_block(given[0]).get("id"))
        return self._shop.run(given[0])


class Played(NamedTuple):
    """A turn that was run: what the model was sent, which calls reached the tools, and what came back."""

    requests: list[MessagesRequest]
    ran: list[Any]
    returned: Any
    called: str


def scripted(replies: tuple[Any, ...]) -> ScriptedModel:
    """Return a model that says these replies; it calls no tool that it was not sent, and ends any turn that is left."""
    left = list(replies)

    def script(request: MessagesRequest) -> Any:
        if not request.tools or (request.tool_choice or {}).get("type") == "none":
            return "I was sent no tools that I may call."
        return left.pop(0) if left else "Is there anything else?"

    return ScriptedModel(script)


def play(
    answer: ModuleType, *replies: Any, history: Any = (), text: str = ASK, model: Any = None, **more: Any
) -> Played:
    """Let an answer run one turn in which the model says these replies."""
    model, tools = model or scripted(replies), Tools()
    given = {"system": SYSTEM, "tools": TOOLS, **more}
    limit = f", max_calls={more['max_calls']}" if "max_calls" in more else ""
    begin = f"{len(history)} messages" if history else "[]"
    called = f"run_turn({begin}, {text!r}{limit}, …)"
    returned = call(
        answer.run_turn, list(history), text, called=called, client=connect(model), run_tool=tools.run, **given
    )
    return Played(model.requests, tools.ran, returned, called)


def sent(request: MessagesRequest) -> list[Any]:
    """Return the messages of a request in one form; a signature is the API's, and left out."""
    return [
        {"role": message["role"], "content": [_unsigned(block) for block in plain(message)["content"]]}
        for message in request.messages
    ]


def _unsigned(block: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in block.items() if name != "signature"}


def expect_calls(played: Played) -> None:
    """Require that the model was called at all."""
    expect(
        bool(played.requests),
        called=played.called,
        got="no call of messages.create",
        expected="one call at least",
        why="Only the model can answer the customer.",
    )


def apology_of(answer: ModuleType) -> str:
    """Return the apology of an answer: its constant, or the one of the task."""
    said = getattr(answer, "APOLOGY", None)
    return said if isinstance(said, str) and said.strip() else APOLOGY


@pytest.mark.hint(
    "What does the model know of the turn so far, when you call it for the second time?",
    "Keep one list for the turn. It begins with the history and the question, grows with each reply and each message "
    "of results, and each call sends all of it.",
)
def test_each_call_sends_the_whole_list(answer: ModuleType) -> None:
    """Each call sends the old history, the customer's message, and all that was said and called in this turn so far."""
    thought = {"type": "thinking", "thinking": "An order.", "signature": "offline"}
    first = [thought, {"type": "text", "text": "Let me look."}, look_up(1)]
    turns: tuple[tuple[list[Any], str, tuple[Any, ...]], ...] = (
        ([], ASK, ("Hello.",)),
        (HISTORY, "And order 3107?", (first, [look_up(2, "3112")], DONE)),
    )
    for history, text, replies in turns:
        played = play(answer, *replies, history=history, text=text)
        expected = [plain(message) for message in (*history, user(text))]
        expect_calls(played)
        for number, request in enumerate(played.requests[: len(replies)], 1):
            expect(
                sent(request) == expected,
                called=f"{played.called}, then looked at call {number} of the model",
                got=sent(request),
                expected=expected,
                why="The model keeps nothing between two calls, also within one turn.",
            )
            said = replies[number - 1]
            if isinstance(said, list):
                content = [_unsigned(block) for block in said]
                expected = [*expected, assistant(content), plain(results_of(said[-1]))]


@pytest.mark.hint(
    "Which arguments of run_turn belong into a call of the model, besides the messages?",
    "A call in the middle of a turn stands alone as well: give it `system` and `tools` as you gave them to the first.",
)
def test_each_call_sends_system_and_tools(answer: ModuleType) -> None:
    """Each call sends the system prompt and the tools that were given, also the calls in the middle of a turn."""
    for system, tools in ((SYSTEM, TOOLS), ("You know one tool, and use it.", TOOLS[:1])):
        played = play(answer, *([look_up(number)] for number in range(len(tools))), DONE, system=system, tools=tools)
        expect_calls(played)
        for number, request in enumerate(played.requests, 1):
            given = request.system or ""
            prompt = given if isinstance(given, str) else "".join(str(block.get("text", "")) for block in given)
            names = [tool.get("name") for tool in request.tools]
            expect(
                prompt == system,
                called=f"{played.called}, then looked at call {number} of the model",
                got=f"the system prompt {prompt!r}" if prompt else "no system prompt",
                expected=f"the system prompt that was given: {system!r}",
                why="Opening hours and prices stand there. Without it the model cannot tell them.",
            )
            expect(
                names == [tool["name"] for tool in tools],
                called=f"{played.called}, then looked at call {number} of the model",
                got=f"the tools {', '.join(map(str, names))}" if names else "no tools",
                expected=f"the tools that were given: {', '.join(tool['name'] for tool in tools)}",
                why="The model can call only the tools that this one request names.",
            )


@pytest.mark.hint(
    "When is a turn over? Look at the blocks of a reply, and not only at the first of them.",
    "Run what was called, append the message with the result, and call the model again: until a reply comes in which "
    "no block is a tool_use.",
)
def test_results_go_back_until_a_reply_calls_nothing(answer: ModuleType) -> None:
    """A tool that is called is run, its result goes back, and so on, until a reply comes that calls no tool."""
    text = {"type": "text", "text": "One moment."}
    turns: tuple[tuple[Any, ...], ...] = (
        (DONE,),
        ([look_up(1)], DONE),
        ([text, look_up(1)], [look_up(2, "9999")], DONE),
        ([look_up(1, "9999")], [text, look_up(2)], [text, text, look_up(3, "3112")], DONE),
    )
    for replies in turns:
        blocks = [block for reply in replies if isinstance(reply, list) for block in reply]
        calls = [block for block in blocks if block["type"] == "tool_use"]
        played = play(answer, *replies)
        expect(
            played.ran == [each["id"] for each in calls],
            called=f"{played.called}, where the model calls {_tools(len(calls))} before it answers",
            got=f"run_tool was called for {', '.join(map(str, played.ran)) or 'none'}",
            expected=f"run_tool once for each: {', '.join(each['id'] for each in calls) or 'none'}",
            why="The model only asks for a tool. Your code is what runs it.",
        )
        expect(
            len(played.requests) == len(replies),
            called=f"{played.called}, where the model calls {_tools(len(calls))} before it answers",
            got=_times(len(played.requests)),
            expected=_times(len(replies)),
            why="The model sees a result only in the next call, and a reply without tool calls is the answer.",
        )
        for number, each in enumerate(calls, 2):
            last = sent(played.requests[number - 1])[-1:]
            expect(
                last == [plain(results_of(each))],
                called=f"{played.called}, then looked at the last message of call {number} of the model",
                got=last,
                expected=[results_of(each)],
                why="A result goes back as run_tool returned it, also when the tool says that it could not do it.",
            )
    model = ScriptedModel(lambda _: TOO_LONG)
    called = f"run_turn([], {ASK!r}, …), where max_tokens cuts the first reply off, and no tool is called"
    refused = ""
    try:
        play(answer, model=model)
    except anthropic.BadRequestError as error:
        refused = refusal_of(error)
    expect(
        len(model.requests) <= 1 and not refused,
        called=called,
        got=f"another call, and {refused}" if refused else _times(len(model.requests)),
        expected=_times(1),
        why="A reply without tool_use blocks ends the turn, whatever its stop_reason is.",
    )


@pytest.mark.hint(
    "How many user messages stand between a reply and the next call?",
    "Go through all the tool_use blocks of the reply, collect a result for each, and then append one message.",
)
def test_parallel_calls_are_answered_in_one_message(answer: ModuleType) -> None:
    """When a reply calls several tools, all are run in order, and their results go back in order, in one message."""
    drawn = random.Random(5)
    some = [look_up(number, drawn.choice(("3107", "3112"))) for number in range(drawn.randint(4, 5))]
    mixed = [look_up(1), find_by_phone(2), look_up(3, "3112")]
    for calls in ([look_up(1), look_up(2, "3112")], [look_up(7), look_up(3), look_up(5)], mixed, some):
        played = play(answer, calls, DONE)
        called = f"{played.called}, where the model calls {len(calls)} tools at once"
        expect(
            played.ran == [each["id"] for each in calls],
            called=called,
            got=f"run_tool was called for {', '.join(map(str, played.ran)) or 'none'}",
            expected=f"run_tool for {', '.join(each['id'] for each in calls)}",
            why="Each call wants a result of its own, in its place, also when a tool is called twice with one input.",
        )
        behind = [plain(message) for request in played.requests[1:2] for message in sent(request)[2:]]
        expect(
            behind == [plain(results_of(*calls))],
            called=f"{called}, then looked at what call 2 sends behind the reply",
            got=behind,
            expected=[results_of(*calls)],
            why="The API wants a result for each call in the very next message.",
        )


@pytest.mark.hint(
    "What does the caller need for the next turn?",
    "Return the list of this turn, with the last reply in it: the blocks of response.content, and not their text.",
)
def test_the_new_history_comes_back(answer: ModuleType) -> None:
    """The new history comes back: the old messages, the customer's, and all of this turn to the last reply's blocks."""
    pieces = [{"type": "text", "text": "Ready "}, {"type": "text", "text": "at 16:30."}]
    turns: tuple[tuple[list[Any], str, tuple[Any, ...]], ...] = (
        ([], "Good morning.", ("Good morning.",)),
        (HISTORY, "Thank you.", (pieces,)),
        ([*HISTORY, user("Thank you.")], "Are you there?", ("Yes, I am.",)),
        (HISTORY, ASK, ([look_up(1)], [look_up(2, "3112")], pieces)),
    )
    for history, text, replies in turns:
        played = play(answer, *replies, history=history, text=text)
        new: list[Any] = [user(text)]
        for reply in replies:
            new.append(assistant(reply))
            if isinstance(reply, list) and reply[-1]["type"] == "tool_use":
                new.append(results_of(*reply))
        why = "What is missing in the history was never said, as far as the next turn can tell."
        expect_same(played.returned, [*history, *new], called=played.called, why=why)


@pytest.mark.hint(
    "How often may the model be called in one turn?",
    "Count the calls of the model, and not the tools: the one with number max_calls is made, and no other after it.",
)
def test_the_model_is_called_max_calls_times_at_most(answer: ModuleType) -> None:
    """The model is called max_calls times at most in one turn; 6 times when nothing is said about it."""
    for limit, at_once, history in ((1, 1, []), (3, 1, HISTORY), (None, 2, [])):
        most = limit or 6
        endless = [[look_up(10 * number + place) for place in range(at_once)] for number in range(most + 2)]
        model = scripted(tuple(endless))
        try:
            given: dict[str, Any] = {"max_calls": limit} if limit else {}
            play(answer, model=model, history=history, **given)
        except anthropic.BadRequestError:
            if at_once == 1:
                raise
            continue  # a result is missing: the requirement on parallel calls tells it
        except Exception:
            if len(model.requests) != most:
                raise  # else it stopped in time, and the requirement on the apology tells the rest
        begin, end = f"{len(history)} messages" if history else "[]", f"max_calls={limit}, " if limit else ""
        endless_costs = "A model that goes round in circles would else cost you money until somebody notices."
        expect(
            len(model.requests) == most,
            called=f"run_turn({begin}, {ASK!r}, {end}…), where each reply calls a tool",
            got=_times(len(model.requests)),
            expected=_times(most),
            why=endless_costs if len(model.requests) > most else "A turn may need all the calls that it is allowed.",
        )


@pytest.mark.hint(
    "What is the last message of the list, when the calls are used up?",
    "The results of the last reply are kept like all others. Behind them comes one assistant message, APOLOGY; but not "
    "when the last reply has ended the turn.",
)
def test_the_apology_ends_a_turn_at_the_limit(answer: ModuleType) -> None:
    """At the limit the last results are kept, and the apology follows as the assistant's; a finished turn gets none."""
    apology = apology_of(answer)
    for limit in (1, 3):
        rounds = [[look_up(number)] for number in range(limit + 2)]
        played = play(answer, *rounds, max_calls=limit)
        expect_calls(played)
        called = f"{played.called}, where each reply calls a tool"
        # How often it may be called, and what comes back, are requirements of their own.
        if len(played.requests) <= len(rounds) and is_history(played.returned):
            last = rounds[len(played.requests) - 1]
            end = [assistant(last), results_of(*last), assistant(apology)]
            why = "Without results the API refuses the next turn; without the apology nobody has answered the customer."
            expect_same(played.returned[-3:], end, called=f"{called}, then looked at the last three messages", why=why)
        played = play(answer, *rounds[1:limit], DONE, max_calls=limit)
        called = f"{played.called}, where the last call brings the answer"
        expect(
            len(played.requests) != limit or apology not in str(played.returned),
            called=called,
            got=played.returned,
            expected="no apology: the model has answered",
            why="The customer would read an answer, and then that there is none.",
        )


@pytest.mark.hint(
    "Does your code change the list it was given, or build another?",
    "Begin with a new list that holds the messages of the old one, and append to the new one only.",
)
def test_the_old_history_stays_as_it_was(answer: ModuleType) -> None:
    """The list that was given, and the messages in it, stay as they were."""
    words = [user("Good morning."), assistant("Good morning. What can I do?")]
    for history, replies in (([], ("Hello.",)), (HISTORY, ([look_up(1)], DONE)), (words, (DONE,))):
        expect_unchanged(
            answer.run_turn,
            list(history),
            ASK,
            called=f"run_turn({f'{len(history)} messages' if history else '[]'}, {ASK!r}, …)",
            client=connect(scripted(replies)),
            system=SYSTEM,
            tools=TOOLS,
            run_tool=Tools().run,
        )


@pytest.mark.hint(
    "What should whoever called run_turn learn, when the model could not be called?",
    "Let the error of messages.create go through: no try around it is needed.",
)
def test_an_error_goes_through(answer: ModuleType) -> None:
    """When a call of the model fails, the first or a later one, the SDK's error goes through."""
    for failing in (1, 2):
        model = ScriptedModel(lambda _: [look_up(1)])
        requests = model.requests

        def script(request: MessagesRequest, model: ScriptedModel = model) -> Any:
            model.fail_next(400)
            return [look_up(1)]

        model.script = script
        if failing == 1:
            model.fail_next(400)
        try:
            got = f"no error, but {_told(play(answer, model=model).returned)}"
        except anthropic.BadRequestError:
            got = ""
        except NotImplementedError:
            raise
        except Exception as error:
            got = f"another error: {type(error).__name__}: {error}"
        expect(
            not got or len(requests) < failing,  # that results go back is a requirement of its own
            called=f"run_turn([], {ASK!r}, …), where call {failing} of the model fails with status 400",
            got=got,
            expected="the SDK's error, unchanged",
            why="Whoever called it still has the old history, and has to know that this turn is not in a new one.",
        )


def _told(returned: object) -> str:
    return f"a list of {len(returned)} messages" if isinstance(returned, list) else shown(returned)


def _times(number: int) -> str:
    return f"{number} call{'' if number == 1 else 's'} of the model"


def _tools(number: int) -> str:
    return "no tool" if number == 0 else "a tool" if number == 1 else f"{number} tools, one after the other,"
