"""Each way to make a history shorter, on histories that one can read."""

import copy
import pickle
from fractions import Fraction

import pytest
from anthropic.types import TextBlock

from turnkeeper import check_history
from turnkeeper.models import MODELS
from turnkeeper.tokens import request_tokens
from turnkeeper.trimming import (
    BudgetTooSmall,
    cut_rarely,
    keep_last_messages,
    keep_last_turns,
    opening,
    trim_to_budget,
    window_with_anchor,
)

from .blocks import HIDDEN, assistant, call, found, result, searched, system, text, user

CHAT = [user("A"), assistant("B"), user("C"), assistant("D"), user("E")]
AGENT = [
    user("Book me a boat."),
    assistant(call("1")),
    user(result("1")),
    assistant(call("2")),
    user(result("2")),
    assistant(call("3")),
    user(result("3")),
]
"""One turn that is a tool loop, and still open."""
SERVICE = [
    user("Where is order 17?"),
    assistant(call("a")),
    user(result("a")),
    assistant("On its way."),
    user("And order 18?"),
    assistant(call("b")),
    user(result("b")),
    assistant("In the shop."),
    user("Send it."),
]
PAUSED = [user("A"), assistant(searched("s")), user("B"), assistant(found("s"), text("C")), user("D")]


def one(message):
    """A message as the unit of a budget."""
    return 1


def places(kept, messages):
    numbers = {id(message): place for place, message in enumerate(messages)}
    return [numbers[id(message)] for message in kept]


def by_messages(messages, budget, **more):
    return places(trim_to_budget(messages, budget, count=one, **more), messages)


def test_the_wrong_way_cuts_anywhere():
    kept = keep_last_messages(SERVICE, 7)
    assert kept == SERVICE[2:]
    assert [problem.rule for problem in check_history(kept)] == ["tool_result_without_use"]
    assert keep_last_messages(SERVICE, 20) == SERVICE
    assert keep_last_messages(SERVICE, 1) == SERVICE[-1:]


@pytest.mark.parametrize(
    ("keep", "what"), [(keep_last_messages, "messages"), (keep_last_turns, "turns"), (window_with_anchor, "messages")]
)
class TestNumbers:
    @pytest.mark.parametrize("n", [0, -1])
    def test_none_at_all_is_refused(self, keep, what, n):
        with pytest.raises(ValueError, match=f"^n is the number of {what} to keep: 1 or more, not {n}$"):
            keep(CHAT, n)

    @pytest.mark.parametrize("n", [True, 2.0, "2", None, Fraction(2)])
    def test_what_is_no_whole_number_is_refused(self, keep, what, n):
        with pytest.raises(TypeError) as refusal:
            keep(CHAT, n)
        assert str(refusal.value) == f"n is a whole number, not {n!r}"

    def test_an_empty_history_stays_empty(self, keep, what):
        assert keep([], 1) == []


@pytest.mark.parametrize(
    ("messages", "n", "expected"),
    [
        (CHAT, 1, [4]),
        (CHAT, 2, [2, 3, 4]),
        (CHAT, 3, [0, 1, 2, 3, 4]),
        (CHAT, 9, [0, 1, 2, 3, 4]),
        (SERVICE, 2, [4, 5, 6, 7, 8]),
        (AGENT, 1, [0, 1, 2, 3, 4, 5, 6]),
        (CHAT[:4], 1, [2, 3]),
        # The call of an API's own tool is answered behind what the user says: the nearest safe cut is further in front.
        (PAUSED, 1, [4]),
        (PAUSED, 2, [0, 1, 2, 3, 4]),
        ([user("X"), assistant("Y"), *PAUSED], 2, [2, 3, 4, 5, 6]),
        # A greeting belongs to the first turn, and goes with it.
        ([assistant("Hi"), *CHAT], 3, [0, 1, 2, 3, 4, 5]),
        ([assistant("Hi"), *CHAT], 2, [3, 4, 5]),
        # Blank words do not make a turn of their own, though they look like one.
        ([*CHAT, user(" ")], 1, [4, 5]),
        ([user("A"), user("B"), assistant("C")], 1, [1, 2]),
        ([user(" "), user("\n")], 1, [0, 1]),
    ],
)
def test_the_last_turns(messages, n, expected):
    assert places(keep_last_turns(messages, n), messages) == expected


@pytest.mark.parametrize(
    ("messages", "budget", "expected"),
    [
        (CHAT, 5, [0, 1, 2, 3, 4]),
        (CHAT, 4, [2, 3, 4]),
        (CHAT, 3, [2, 3, 4]),
        (CHAT, 2, [4]),
        (CHAT, 1, [4]),
        (SERVICE, 8, [4, 5, 6, 7, 8]),
        (SERVICE, 4, [8]),
        ([assistant("Hi"), *CHAT], 5, [1, 2, 3, 4, 5]),
        (PAUSED, 4, [4]),
        (PAUSED[:4], 4, [0, 1, 2, 3]),
        # A stored history ends with the reply.
        (SERVICE[:8], 7, [4, 5, 6, 7]),
        ([*CHAT, assistant()], 3, [4, 5]),
        # One long turn: the oldest exchanges go.
        (AGENT, 7, [0, 1, 2, 3, 4, 5, 6]),
        (AGENT, 6, [0, 3, 4, 5, 6]),
        (AGENT, 4, [0, 5, 6]),
        (AGENT, 3, [0, 5, 6]),
        ([*CHAT[:4], *AGENT], 6, [4, 7, 8, 9, 10]),
        ([*AGENT, assistant("Booked.")], 4, [0, 5, 6, 7]),
        ([*AGENT, assistant(call("4"))], 4, [0, 5, 6, 7]),
        # Instructions stay with what they were given behind.
        ([user("A"), system("Be brief."), *AGENT[1:]], 6, [0, 1, 4, 5, 6, 7]),
        # Nothing in it starts a turn: what is left begins as badly as before.
        (AGENT[1:], 4, [2, 3, 4, 5]),
        (AGENT[2:], 2, [3, 4]),
        ([assistant(call("1")), user(result("1"), text("Go.")), *AGENT[3:]], 4, [0, 1, 4, 5]),
    ],
)
def test_what_fits_a_budget_of_messages(messages, budget, expected):
    assert by_messages(messages, budget) == expected


def test_the_last_words_of_the_user_between_results_stay():
    messages = [
        *AGENT[:2],
        user(result("1"), text("For two.")),
        assistant(call("2")),
        user(result("2"), text("No, three.")),
        *AGENT[5:],
        assistant(call("4")),
        user(result("4")),
    ]
    assert by_messages(messages, 7) == [0, 3, 4, 5, 6, 7, 8]
    assert by_messages(messages, 6) == [0, 3, 4, 7, 8]
    with pytest.raises(BudgetTooSmall):
        by_messages(messages, 4)
    assert by_windows([*CHAT[:4], *messages], 1) == [0, 1, 4, 7, 8, 11, 12]


@pytest.mark.parametrize("after", [assistant("Booked."), assistant(call("4"))])
def test_the_newest_exchange_stays_also_in_front_of_a_reply(after):
    with pytest.raises(BudgetTooSmall) as refusal:
        by_messages([*AGENT, after], 3)
    assert refusal.value.needed == 4


def test_thinking_at_the_beginning_of_a_tool_loop_stays():
    thinks = [AGENT[0], assistant(HIDDEN, call("1")), *AGENT[2:]]
    assert by_messages(thinks, 5) == [0, 1, 2, 5, 6]
    twice = [*thinks[:3], assistant(HIDDEN, call("2")), *AGENT[4:]]
    assert by_messages(twice, 5) == [0, 3, 4, 5, 6]
    by_hand = {"type": "enabled", "budget_tokens": 1024}
    kept = trim_to_budget(thinks, 5, count=one)
    assert check_history(kept, model="claude-sonnet-4-5", thinking=by_hand) == []
    assert check_history([thinks[0], *thinks[5:]], model="claude-sonnet-4-5", thinking=by_hand) != []


def test_counts_of_the_caller_decide():
    sizes = dict(zip(map(id, SERVICE), [50, 10, 400, 20, 30, 10, 100, 20, 10], strict=True))
    kept = trim_to_budget(SERVICE, 170, count=lambda message: sizes[id(message)])
    assert kept == SERVICE[4:]
    assert trim_to_budget(SERVICE, 169, count=lambda message: sizes[id(message)]) == SERVICE[8:]
    assert trim_to_budget(SERVICE, 650, count=lambda message: sizes[id(message)]) == SERVICE


def test_counting_ends_where_the_budget_does():
    seen = []

    def count(message):
        seen.append(message)
        return 1

    long = CHAT[:4] * 1_000 + SERVICE
    assert trim_to_budget(long, 6, count=count) == SERVICE[4:]
    assert len(seen) == 7


def test_what_the_caller_counts_besides_the_messages():
    seen = []

    def count(message):
        seen.append(message)
        return 1

    tools = [{"name": "lösche", "input_schema": {"type": "object"}}]
    assert trim_to_budget(CHAT, 5, count=count, system="Be brief.", tools=tools) == CHAT[2:]
    assert {"role": "system", "content": "Be brief."} in seen
    assert {"role": "system", "content": '[{"name": "lösche", "input_schema": {"type": "object"}}]'} in seen
    seen.clear()
    assert trim_to_budget(CHAT, 5, count=count, system="", tools=[]) == CHAT
    assert all(message in CHAT for message in seen)
    assert trim_to_budget(CHAT, 6, count=count, tools=[{"name": one}]) == CHAT  # what is no JSON is counted by its name


@pytest.mark.parametrize("model", ["claude-haiku-5-5", "claude-haiku-4-5", MODELS["claude-opus-5"]])
def test_the_stand_in_counter_is_the_models(model):
    row = MODELS[model] if isinstance(model, str) else model
    around = {"system": "You sell boats.", "tools": [{"name": "look", "input_schema": {"type": "object"}}]}
    whole = request_tokens(SERVICE, model=row, **around)
    assert trim_to_budget(SERVICE, whole, model=model, **around) == SERVICE
    assert trim_to_budget(SERVICE, whole - 1, model=model, **around) == SERVICE[4:]
    assert trim_to_budget(SERVICE, whole + 9, model=model, reserve=10, **around) == SERVICE[4:]
    assert cut_rarely(SERVICE, whole, 0, model=model, **around) == SERVICE
    assert cut_rarely(SERVICE, whole - 1, 0, model=model, **around) == SERVICE[8:]
    assert cut_rarely(SERVICE, whole + 9, 0, model=model, reserve=10, **around) == SERVICE[8:]


def test_the_default_model_is_the_courses():
    whole = request_tokens(SERVICE, model=MODELS["claude-haiku-5-5"])
    assert trim_to_budget(SERVICE, whole) == SERVICE
    assert trim_to_budget(SERVICE, whole - 1) == SERVICE[4:]
    assert cut_rarely(SERVICE, whole, 1) == SERVICE
    assert cut_rarely(SERVICE, whole - 1, 1) == SERVICE[8:]


def test_an_unknown_model_is_named():
    for trim in (lambda **more: trim_to_budget(CHAT, 9, **more), lambda **more: cut_rarely(CHAT, 9, 9, **more)):
        with pytest.raises(ValueError, match=r"^no model 'claude-0' here; known are claude-fable-5-2, ") as refusal:
            trim(model="claude-0")
        assert str(refusal.value).endswith(", ".join(MODELS))
        assert trim(model="claude-0", count=one) == CHAT
    assert trim_to_budget(CHAT, 10_000, model="claude-3-haiku-20240307") == CHAT


def test_a_budget_that_is_too_small_says_how_much_is_needed():
    with pytest.raises(BudgetTooSmall) as refusal:
        trim_to_budget(AGENT, 1_003, count=lambda message: 1_000, system="Be brief.", tools=[{}], reserve=5)
    error = refusal.value
    assert (error.budget, error.newest, error.fixed, error.reserve, error.needed) == (1_003, 3_000, 2_000, 5, 5_005)
    assert str(error) == (
        "a budget of 1,003 tokens is too small: the newest turn needs 3,000 at the least, the request itself with its "
        "system prompt and tools takes 2,000, and 5 are held in reserve. Raise the budget to 5,005, or shorten one of "
        "these"
    )
    assert error.args == (1_003, 3_000, 2_000, 5)
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), vars(again)) == (str(error), vars(error))
    assert str(copy.copy(error)) == str(error)
    assert (
        len(trim_to_budget(AGENT, 5_005, count=lambda message: 1_000, system="Be brief.", tools=[{}], reserve=5)) == 3
    )


@pytest.mark.parametrize("budget", [0, -1, -1_000_000])
def test_a_budget_of_nothing_is_too_small(budget):
    with pytest.raises(BudgetTooSmall, match=f"a budget of {budget:,} tokens"):
        trim_to_budget(CHAT, budget)
    with pytest.raises(BudgetTooSmall, match=f"a budget of {budget:,} tokens"):
        cut_rarely(CHAT, budget, budget)
    assert trim_to_budget([], budget) == []
    assert cut_rarely([], budget, budget) == []


def test_what_is_fixed_may_be_too_much_by_itself():
    for more in (
        {"reserve": 100},
        {"system": "Be brief. " * 50},
        {"tools": [{"name": "look", "description": "x " * 99}]},
    ):
        with pytest.raises(BudgetTooSmall) as refusal:
            trim_to_budget(CHAT, 90, **more)
        assert refusal.value.fixed + refusal.value.reserve > 90


@pytest.mark.parametrize("number", [True, 2.5, "2", None])
def test_numbers_are_whole(number):
    for name, trim in {
        "budget": lambda: trim_to_budget(CHAT, number),
        "reserve": lambda: trim_to_budget(CHAT, 9, reserve=number),
        "high": lambda: cut_rarely(CHAT, number, 1),
        "low": lambda: cut_rarely(CHAT, 1, number),
    }.items():
        with pytest.raises(TypeError) as refusal:
            trim()
        assert str(refusal.value) == f"{name} is a whole number, not {number!r}"
    with pytest.raises(TypeError, match=r"^reserve is a whole number"):
        cut_rarely(CHAT, 9, 9, reserve=number)


def test_numbers_that_make_no_sense_together():
    for trim in (lambda: trim_to_budget(CHAT, 9, reserve=-1_000), lambda: cut_rarely(CHAT, 9, 9, reserve=-1_000)):
        with pytest.raises(ValueError, match=r"^reserve is a number of tokens to keep free: 0 or more, not -1,000$"):
            trim()
    with pytest.raises(
        ValueError, match=r"^low is what is left after a cut: at most high, which is 1,000, and not 2,000$"
    ):
        cut_rarely(CHAT, 1_000, 2_000)


@pytest.mark.parametrize("thing", ["Hello", {"role": "user", "content": [3]}, {"role": "user", "content": None}])
def test_what_is_no_message_is_named_by_its_place(thing):
    messages = [*CHAT[:2], thing, *CHAT[3:]]
    for trim in (lambda: trim_to_budget(messages, 9_999), lambda: cut_rarely(messages, 9_999, 9)):
        with pytest.raises(TypeError, match=r"^messages\.2 "):
            trim()
    with pytest.raises(
        TypeError, match=r"^messages\.2 cannot be counted: a content block is a mapping or an SDK block, not int$"
    ):
        trim_to_budget([*CHAT[:2], {"role": "user", "content": [3]}, *CHAT[3:]], 9_999)


def by_windows(messages, n, **more):
    return places(window_with_anchor(messages, n, **more), messages)


@pytest.mark.parametrize(
    ("messages", "n", "expected"),
    [
        (CHAT, 5, [0, 1, 2, 3, 4]),
        (CHAT, 4, [0, 1, 2, 3, 4]),
        (CHAT, 2, [0, 1, 4]),
        (SERVICE, 9, [0, 1, 2, 3, 4, 5, 6, 7, 8]),
        (SERVICE, 5, [0, 3, 4, 5, 6, 7, 8]),
        (SERVICE, 4, [0, 3, 8]),
        ([assistant("Hi"), *CHAT], 5, [1, 2, 3, 4, 5]),
        ([assistant("Hi"), *CHAT], 2, [1, 2, 5]),
        # There is no opening in front of the window, or no reply in it yet.
        (AGENT, 3, [0, 5, 6]),
        ([*AGENT, user("Well?")], 2, [7]),
        ([user("A"), user("B"), assistant("C"), user("D")], 3, [1, 2, 3]),
        # A reply is not put behind another turn's question: the first turn that has both is the opening.
        (
            [
                user("Delete it?"),
                assistant(""),
                user("List it?"),
                assistant("Yes."),
                user("C"),
                assistant("D"),
                user("E"),
            ],
            1,
            [2, 3, 6],
        ),
        (
            [*AGENT[:3], user("Leave it. What is 6 * 7?"), assistant("42"), user("C"), assistant("D"), user("E")],
            1,
            [3, 4, 7],
        ),
        ([user(" "), assistant("Hi"), user("B"), assistant("C"), user("D")], 1, [2, 3, 4]),
        # The newest turn cannot be shortened further.
        ([*CHAT[:4], *AGENT], 1, [0, 1, 4, 9, 10]),
        ([*CHAT[:4], *AGENT], 5, [0, 1, 4, 7, 8, 9, 10]),
    ],
)
def test_a_window_behind_the_opening(messages, n, expected):
    assert by_windows(messages, n) == expected


def test_an_anchor_of_ones_own():
    seen = []

    def first_and_third(front):
        seen.append(front)
        return [2, 0]

    assert by_windows(SERVICE, 1, anchor=first_and_third) == [0, 2, 8]
    assert seen == [SERVICE[:8]]
    assert by_windows(SERVICE, 1, anchor=lambda front: ()) == [8]
    assert by_windows(SERVICE, 1, anchor=lambda front: [0, 0, 3]) == [0, 3, 8]
    assert by_windows(SERVICE, 1, anchor=lambda front: [7]) == [7, 8]


@pytest.mark.parametrize("anchor", [[-1], [0, 8], [99]])
def test_an_anchor_that_is_not_in_front_of_the_window(anchor):
    with pytest.raises(ValueError, match=r"^the anchor is places in front of the window, from 0 to 7, and not \["):
        window_with_anchor(SERVICE, 1, anchor=lambda front: anchor)


@pytest.mark.parametrize(
    ("messages", "expected"),
    [
        (CHAT, [0, 1]),
        (SERVICE, [0, 3]),
        ([assistant("Hi"), *CHAT], [1, 2]),
        (AGENT, []),
        ([], []),
        ([assistant("Hi")], []),
        (
            [user("A"), assistant(), assistant(" "), assistant(HIDDEN), assistant(TextBlock(type="text", text="B"))],
            [0, 4],
        ),
        (
            [
                user("A"),
                assistant(text("I search."), searched("s")),
                assistant(found("s"), text("B")),
                system("C"),
                assistant("D"),
            ],
            [0, 4],
        ),
    ],
)
def test_the_opening(messages, expected):
    assert opening(messages) == expected


def grow(messages, high, low, **more):
    """Return what is kept, as places, each time that a message has come."""
    return [
        places(cut_rarely(messages[:length], high, low, count=one, **more), messages)
        for length in range(1, len(messages) + 1)
    ]


def test_a_history_grows_to_its_height_and_is_then_cut():
    chat = [(user, assistant)[number % 2](str(number)) for number in range(12)]
    assert grow(chat, 6, 3)[5:] == [
        [0, 1, 2, 3, 4, 5],
        [4, 5, 6],
        [4, 5, 6, 7],
        [4, 5, 6, 7, 8],
        [4, 5, 6, 7, 8, 9],
        [8, 9, 10],
        [8, 9, 10, 11],
    ]
    assert grow(chat, 7, 3, reserve=1) == grow(chat, 6, 2)
    assert grow(chat, 7, 4, system="Be brief.") == grow(chat, 6, 3)
    assert grow(chat, 12, 1)[-1] == list(range(12))


def test_a_long_turn_grows_and_is_cut_too():
    loop = [user("Book me a boat.")]
    for number in range(6):
        loop += [assistant(call(str(number))), user(result(str(number)))]
    assert grow(loop, 6, 3)[4:] == [
        [0, 1, 2, 3, 4],
        [0, 1, 2, 3, 4, 5],
        [0, 5, 6],
        [0, 5, 6, 7],
        [0, 5, 6, 7, 8],
        [0, 5, 6, 7, 8, 9],
        [0, 9, 10],
        [0, 9, 10, 11],
        [0, 9, 10, 11, 12],
    ]


def test_a_message_that_was_too_long_once_is_cut_later():
    chat = [user("A"), assistant("B"), user("C"), assistant("D")]
    sizes = dict(zip(map(id, chat), [1, 9, 1, 1], strict=True))

    def count(message):
        return sizes[id(message)]

    with pytest.raises(BudgetTooSmall) as refusal:
        cut_rarely(chat[:2], 8, 4, count=count)
    assert refusal.value.needed == 10
    assert cut_rarely(chat, 8, 4, count=count) == chat[2:]


def test_nothing_that_is_given_is_changed_and_all_that_is_kept_is_the_same():
    messages = tuple(SERVICE)
    before = copy.deepcopy(messages)
    for kept in (
        keep_last_messages(messages, 2),
        keep_last_turns(messages, 2),
        keep_last_turns(messages, 9),
        trim_to_budget(messages, 5, count=one),
        trim_to_budget(messages, 9, count=one),
        window_with_anchor(messages, 3),
        cut_rarely(messages, 5, 2, count=one),
    ):
        assert type(kept) is list
        assert all(any(message is other for other in messages) for message in kept)
    assert messages == before
