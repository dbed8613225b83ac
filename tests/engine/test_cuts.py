"""Where a history may be cut."""

import pytest
from anthropic.types import ServerToolUseBlock, TextBlock, ToolUseBlock

from turnkeeper.cuts import Piece, first_opening, growing, open_calls, openings, pieces, safe_cut, turn_starts

from .blocks import HIDDEN, assistant, call, found, result, searched, system, text, user

LOOP = [
    user("Where is order 17?"),
    assistant(text("I look."), call("a"), call("b")),
    user(result("a"), result("b")),
    assistant(call("c")),
    user(result("c"), text("Hurry.")),
    assistant("On its way."),
    user("Thank you."),
]
WAITING = [user("Tides?"), assistant(searched("s")), user("Go on."), assistant(found("s"), text("High.")), user("Low?")]
"""The result of one of the API's own tools may come behind what the user says."""
THROUGH_A_LOOP = [
    user("Tides?"),
    assistant(searched("s"), call("a")),
    user(result("a")),
    assistant(found("s")),
    user("?"),
]


def spans(messages):
    return [(piece.first, piece.end) for piece in pieces(messages)]


def test_a_turn_starts_at_what_the_user_says_without_results():
    assert turn_starts(LOOP) == [0, 6]
    assert turn_starts([assistant("Good morning."), user(result("a")), user({"type": "image"})]) == [2]
    assert turn_starts([]) == []


@pytest.mark.parametrize(
    ("messages", "expected"),
    [
        (LOOP, [0, 1, 1, 3, 3, 5, 6, 7]),
        (WAITING, [0, 1, 1, 1, 4, 5]),
        (THROUGH_A_LOOP, [0, 1, 1, 1, 4, 5]),
        ([user("Hi"), assistant(call("a"), call("b")), user(result("a")), user(result("b"))], [0, 1, 1, 1, 4]),
        ([user("Hi"), user(" "), user("Hi"), assistant("Hi"), assistant("")], [0, 0, 2, 3, 3, 5]),
        ([user("Hi"), assistant(" "), user("Hi")], [0, 1, 2, 3]),
        ([user("Hi"), system("Be brief."), user(" ")], [0, 1, 1, 3]),
        ([user("Hi"), assistant(call("a"))], [0, 1, 1]),
        ([], [0]),
    ],
)
def test_the_nearest_safe_cut(messages, expected):
    assert [safe_cut(messages, place) for place in range(len(messages) + 1)] == expected


@pytest.mark.parametrize("place", [-1, 8])
def test_a_place_outside_the_history_is_named(place):
    with pytest.raises(ValueError, match=f"^this history can be cut at the places 0 to 7, not at {place}$"):
        safe_cut(LOOP, place)


@pytest.mark.parametrize(
    ("messages", "expected"),
    [
        (LOOP, [0, 6]),
        (WAITING, [0, 4]),
        (THROUGH_A_LOOP, [0, 4]),
        ([assistant("Good morning."), user("Hi")], [1]),
        ([user("Hi"), user("Hello?"), user(" "), assistant("Hi")], [0, 1]),
        ([user(" "), user("\n"), user({"type": "image"})], [2]),
        ([user(), user("Hi")], [1]),
        ([user(text(" "), text("Hi"))], [0]),
        ([user(result("a")), assistant("Done.")], []),
        ([assistant("Hi")], []),
        # A result of nothing binds nothing; nor does a call that was never answered.
        ([user("Hi"), assistant(call("a")), user("Never mind."), assistant("Fine."), user(result("b"))], [0, 2]),
        # A call that is answered late is not parted from its result, although the API refuses both.
        ([user("Hi"), assistant(call("a")), user("Wait."), user(result("a")), assistant("Fine."), user("?")], [0, 5]),
        # Ids may come again: a result belongs to the last call.
        (
            [user("Hi"), assistant(call("a")), user(result("a")), user("So?"), assistant(call("a")), user(result("a"))],
            [0, 3],
        ),
        # Nor does a second result of one call, which the API refuses.
        ([user("Hi"), assistant(call("a")), user(result("a")), user("So?"), user(result("a")), user("?")], [0, 3, 5]),
        # The cut that parts them is nearer to the end, where first_opening reads the other side.
        (
            [user("Hi"), assistant("Hi"), user("Tides?"), assistant(searched("s")), user("So?"), assistant(found("s"))],
            [0, 2],
        ),
        (
            [user("Hi"), assistant("Hi"), *WAITING[:4], user("Low?")],
            [0, 2, 6],
        ),
        (
            [user("A"), assistant("B"), user("C"), assistant("D"), user("E"), assistant("F"), user(result("b"))],
            [0, 2, 4],
        ),
        # A caller's tool and one of the API's own may have the same id.
        ([user("Hi"), assistant(call("a")), user("So?"), assistant(found("a"))], [0, 2]),
        ([user("Hi"), assistant(searched("a")), user("So?"), assistant("Hm."), user(result("a"))], [0, 2]),
    ],
)
def test_openings(messages, expected):
    assert openings(messages) == expected
    for start in range(len(messages) + 1):
        assert first_opening(messages, start) == next((place for place in expected if place >= start), None)


@pytest.mark.parametrize(
    ("messages", "expected"),
    [
        (LOOP, []),
        ([], []),
        ([user("Hi"), assistant(call("a"), call("b")), user(result("b"))], ["a"]),
        ([user("Hi"), assistant(text("Hm."), call("b")), assistant(call("a"))], ["b", "a"]),
        ([user("Hi"), assistant(call("b")), system("Be brief."), assistant(call("a"))], ["b", "a"]),
        ([user("Hi"), assistant(call("a")), user("Never mind.")], ["a"]),
        ([user("Hi"), assistant(call("a")), user("Never mind."), assistant("Fine.")], []),
        ([assistant(call("a")), user("Never mind.")], ["a"]),
        ([user("Hi"), assistant(searched("s"))], ["s"]),
        ([user("Hi"), assistant(searched("s"), call("a")), user(result("a")), assistant(call("b"))], ["s", "b"]),
        (WAITING, []),
        ([user(result("x"), text("Hi"))], []),
        ([user(call("a"))], ["a"]),
        ([user("Hi"), assistant(searched("a"), call("a")), user(result("a"))], ["a"]),
    ],
)
def test_open_calls(messages, expected):
    assert open_calls(messages) == expected


def test_blocks_of_the_sdk_are_read_too():
    asked = ToolUseBlock(type="tool_use", id="a", name="look", input={}, caller={"type": "direct"})
    search = ServerToolUseBlock(type="server_tool_use", id="s", name="web_search", input={}, caller={"type": "direct"})
    messages = [user("Hi"), assistant(TextBlock(type="text", text="I look."), search, asked)]
    assert open_calls(messages) == ["s", "a"]
    answered = [*messages, user(result("a")), assistant(found("s"), TextBlock(type="text", text="Here."))]
    assert spans(answered) == [(0, 1), (1, 4)]
    assert [safe_cut(answered, place) for place in range(5)] == [0, 1, 1, 1, 4]


def test_the_pieces_of_a_turn():
    assert pieces(LOOP) == [
        Piece(0, 1, opens=True, told=True, thinks=False, answered=True),
        Piece(1, 3, opens=False, told=False, thinks=False, answered=True),
        Piece(3, 5, opens=False, told=True, thinks=False, answered=True),
        Piece(5, 6, opens=False, told=False, thinks=False, answered=False),
        Piece(6, 7, opens=True, told=True, thinks=False, answered=True),
    ]
    assert pieces([]) == []


def test_a_piece_begins_with_thinking_or_not():
    looks = [
        user("Hi"),
        assistant(HIDDEN, call("a")),
        user(result("a")),
        assistant(),
        assistant(HIDDEN, call("b")),
        user(result("b")),
        assistant(text("So."), HIDDEN, call("c")),
        user(result("c")),
    ]
    assert [piece.thinks for piece in pieces(looks)] == [False, True, True, False]


def test_instructions_go_with_what_stands_in_front_of_them():
    messages = [
        user("Hi"),
        system("Be brief."),
        assistant(call("a")),
        user(result("a")),
        system("Hurry."),
        assistant("Hm."),
    ]
    assert spans(messages) == [(0, 2), (2, 5), (5, 6)]
    assert [piece.answered for piece in pieces(messages)] == [True, True, False]
    assert spans([system("Be brief.")]) == [(0, 1)]


def test_what_a_call_of_the_api_and_its_result_enclose_is_one_piece():
    assert spans(WAITING) == [(0, 1), (1, 4), (4, 5)]
    assert spans(THROUGH_A_LOOP) == [(0, 1), (1, 4), (4, 5)]


def test_neighbours_of_one_role_are_one_piece_unless_a_history_may_begin_there():
    split = [user("Hi"), assistant("I look."), assistant(call("a"), call("b")), user(result("a")), user(result("b"))]
    assert spans([*split, user("So?"), user(" "), assistant("Hm.")]) == [(0, 1), (1, 5), (5, 7), (7, 8)]


def test_a_history_that_begins_in_the_middle():
    messages = [user(result("x")), assistant("Good."), user("Hi")]
    assert [(piece.first, piece.opens) for piece in pieces(messages)] == [(0, False), (1, False), (2, True)]


def test_a_piece_as_it_was_before():
    whole = pieces(LOOP)[2]
    before, now = growing(LOOP, whole.first, whole.end, opens=whole.opens)
    assert before == Piece(3, 4, opens=False, told=False, thinks=False, answered=False)
    assert now == whole
    assert [piece.opens for piece in growing(LOOP, 0, 1, opens=True)] == [True]


READERS = {
    "turn_starts": turn_starts,
    "openings": openings,
    "first_opening": lambda m: first_opening(m, 1),
    "open_calls": open_calls,
    "pieces": pieces,
    "safe_cut": lambda m: safe_cut(m, 1),
}


@pytest.mark.parametrize("read", READERS.values(), ids=READERS)
@pytest.mark.parametrize(
    ("thing", "reason"),
    [
        ("Hello", "it is of the type str"),
        (
            {"role": "user", "content": None},
            "a message's content is a string or a list of content blocks, not NoneType",
        ),
    ],
)
def test_what_is_no_message_is_named_by_its_place(read, thing, reason):
    with pytest.raises(TypeError) as refusal:
        read([user("Hi"), thing])
    assert str(refusal.value) == f"messages.1 is no message with a role and content: {reason}"


@pytest.mark.parametrize(
    "blocks", [[3], [{}], [{"type": None}], [{"type": "tool_use"}], [{"type": "tool_result", "tool_use_id": []}]]
)
def test_blocks_that_are_none_bind_nothing(blocks):
    messages = [user("Hi"), {"role": "assistant", "content": blocks}, user("So?")]
    assert openings(messages) == [0, 2]
