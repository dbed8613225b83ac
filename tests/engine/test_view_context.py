"""The picture of one context: what is in the window, and what became of the messages that are not."""

import copy

import pytest
from anthropic.types import TextBlock, ToolUseBlock
from hypothesis import given
from hypothesis import strategies as st

from turnkeeper.models import DEFAULT_MODEL, MODELS
from turnkeeper.tokens import message_tokens, request_tokens
from turnkeeper.view import show_context
from turnkeeper.view.picture import MOST_ROWS

from .histories import systems, tools, valid_histories
from .views import CALL, HISTORY, Reader, held, number, svg_text, tables

MODEL = MODELS[DEFAULT_MODEL]


def wholes(view):
    """The rows of the first table: its facts and the words below."""
    _, *rows = tables(view)[0]
    return [(facts, words) for facts, [words] in zip(rows[::2], rows[1::2], strict=True)]


def one_by_one(view):
    return tables(view)[1][1:]


def states(view):
    return [(row[0], row[2]) for row in one_by_one(view)]


def tokens(*messages):
    return sum(message_tokens(message, MODEL.letters_per_piece) for message in messages)


@given(data=st.data(), history=valid_histories(thinks=True, system_messages=True), system=systems, defined=tools)
def test_tokens_add_up_to_those_of_the_request(data, history, system, defined):
    defined = data.draw(st.sampled_from([[], defined]))
    kept = history[data.draw(st.integers(0, len(history))) :]
    before = copy.deepcopy((history, kept, system, defined))
    view = show_context(history, system=system, tools=defined, kept=kept)
    for (facts, words), sent in zip(wholes(view), (history, kept), strict=True):
        counted = request_tokens(sent, model=MODEL, system=system, tools=defined)
        assert number(facts[2]) == counted == held(words)
        assert number(facts[4]) == MODEL.window - counted
        assert number(facts[1]) == len(sent)
    assert [number(row[1]) for row in one_by_one(view)] == [tokens(message) for message in history]
    gone = len(history) - len(kept)
    assert [row[2] for row in one_by_one(view)] == ["dropped"] * gone + ["sent"] * len(kept)
    assert (history, kept, system, defined) == before


@given(data=st.data(), history=valid_histories(thinks=True))
def test_kept_may_be_messages_their_copies_or_their_places(data, history):
    history = [message for place, message in enumerate(history) if message not in history[:place]]
    places = sorted(data.draw(st.sets(st.integers(0, len(history) - 1), min_size=1)))
    kept = [history[place] for place in places]
    shown = repr(show_context(history, kept=places))
    assert shown == repr(show_context(history, kept=kept))
    assert shown.count("\n") == repr(show_context(history, kept=copy.deepcopy(kept))).count("\n")


def test_places_may_come_in_any_order():
    assert repr(show_context(HISTORY, kept=[4, 3])) == repr(show_context(HISTORY, kept=range(3, 5)))


@pytest.mark.parametrize("given", [{"kept": [1, 0, 0]}, {"summarised": [2, 2], "kept": []}])
def test_a_place_that_is_given_twice_is_named(given):
    name, places = next(iter(given.items()))
    with pytest.raises(ValueError, match=f"{name} holds the place {places[-1]} more than once: give each place once"):
        show_context(HISTORY, **given)


def test_copies_of_messages_are_found():
    kept = copy.deepcopy(HISTORY[3:])
    assert [state for _, state in states(show_context(HISTORY, kept=kept))] == ["dropped"] * 3 + ["sent"] * 2


def test_of_equal_messages_the_very_ones_are_kept():
    yes, done = {"role": "user", "content": "Yes."}, {"role": "assistant", "content": "Done."}
    history = [dict(yes), dict(done), dict(yes), dict(done), {"role": "user", "content": "Thanks."}]
    view = show_context(history, kept=history[2:])
    assert [state for _, state in states(view)] == ["dropped", "dropped", "sent", "sent", "sent"]


def test_all_is_sent_unless_something_is_said():
    view = show_context(HISTORY)
    assert [facts[0] for facts, _ in wholes(view)] == ["What is sent"]
    assert tables(view)[1][0] == ["Message", "Tokens", "It holds"]
    assert "State" not in repr(view)


def test_rows_say_what_a_message_holds():
    assert [row[-1] for row in one_by_one(show_context(HISTORY))] == [
        "user text: Where is order 17?",
        'thinking; tool call: find_order {"order": 17}',
        "tool result: It comes tomorrow.",
        "assistant text: It comes tomorrow.",
        "user text: Thank you.",
    ]


def test_nothing_kept_is_everything_dropped():
    view = show_context(HISTORY, kept=[])
    assert {state for _, state in states(view)} == {"dropped"}
    assert number(wholes(view)[1][0][2]) == request_tokens((), model=MODEL)


def test_a_summary_stands_for_what_it_covers():
    summary = {"role": "user", "content": "Summary: order 17 comes tomorrow."}
    view = show_context(HISTORY, kept=[summary, *HISTORY[3:]], summarised=range(3))
    assert states(view) == [
        ("0 user", "summarised"),
        ("1 assistant", "summarised"),
        ("2 user", "summarised"),
        ("new user", "summary"),
        ("3 assistant", "sent"),
        ("4 user", "sent"),
    ]
    assert one_by_one(view)[3][-1] == "summary: Summary: order 17 comes tomor …"
    assert f"summary {tokens(summary)}" in wholes(view)[1][1]
    assert "lower case: summarised, not sent" in repr(view)


def test_what_is_summarised_and_kept_is_sent():
    view = show_context(HISTORY, kept=HISTORY, summarised=[0])
    assert {state for _, state in states(view)} == {"sent"}


def test_one_message_may_be_summarised_by_one():
    view = show_context(HISTORY, kept=[{"role": "user", "content": "Short."}, *HISTORY[1:]], summarised=[0])
    assert [state for _, state in states(view)][:2] == ["summarised", "summary"]


def test_a_changed_message_says_what_it_was():
    cleared = [{"role": "user", "content": [{"type": "tool_result", "tool_use_id": "toolu_1", "content": "…"}]}]
    view = show_context(HISTORY, kept=[*HISTORY[:2], *cleared, *HISTORY[3:]])
    row = one_by_one(view)[2]
    assert row[:3] == ["2 user", f"{tokens(*cleared)}", f"changed, was {tokens(HISTORY[2])}"]
    first, second = wholes(view)
    assert number(first[0][2]) - number(second[0][2]) == tokens(HISTORY[2]) - tokens(*cleared)


def test_an_added_message_is_sent_too():
    anchor = {"role": "assistant", "content": "I can look up orders."}
    view = show_context(HISTORY, kept=[HISTORY[0], anchor, *HISTORY[3:]])
    assert states(view)[:4] == [
        ("0 user", "sent"),
        ("1 assistant", "dropped"),
        ("2 user", "dropped"),
        ("new assistant", "added"),
    ]
    assert number(wholes(view)[1][0][1]) == 4


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"model": "gpt"}, "no model 'gpt' here; known are claude"),
        ({"window": 0}, "a window of 0 tokens with 0 for the reply"),
        ({"max_tokens": -1}, "with -1 for the reply makes no sense"),
        ({"kept": [5]}, "kept holds 5, which is no place of this history: it has 5, counted from 0"),
        ({"kept": [0, HISTORY[1]]}, "kept holds {'role': 'assistant'"),
        ({"summarised": [-1]}, "summarised holds -1"),
        ({"summarised": ["1"]}, "summarised holds '1'"),
    ],
)
def test_what_makes_no_sense_is_refused(given, said):
    with pytest.raises(ValueError, match=said):
        show_context(HISTORY, **given)


def test_the_window_is_that_of_the_model():
    view = show_context(HISTORY, model="claude-haiku-4-5", max_tokens=1_000)
    assert Reader(view.to_html()).captions[0] == (
        "Against 200,000 stand-in tokens, 1,000 of them for the reply (claude-haiku-4-5)."
    )
    [[_, _, counted, _, free], _] = wholes(view)[0]
    assert number(free) == 200_000 - 1_000 - number(counted)


def test_a_request_that_is_too_long_says_by_how_much():
    counted = request_tokens(HISTORY, model=MODEL)
    view = show_context(HISTORY, window=counted - 10, max_tokens=5)
    assert wholes(view)[0][0][-1] == "over by 15"
    for drawn in (repr(view), view.to_html(), view.to_svg()):
        assert "end of the window" in drawn
    bar = repr(view).splitlines()[5]
    assert len(bar) == 80
    assert bar.index("|") == 2 + round(78 * (counted - 10) / (counted + 5))


def test_a_request_that_just_fits_has_no_mark():
    view = show_context(HISTORY, window=request_tokens(HISTORY, model=MODEL))
    assert wholes(view)[0][0][-2:] == ["100.0%", "0"]
    assert "end of the window" not in repr(view)


def test_the_mark_stands_behind_a_bar_that_is_shorter():
    window = request_tokens(HISTORY, model=MODEL) - 1
    bar = repr(show_context(HISTORY, kept=HISTORY[3:], window=window)).splitlines()[8 + 1]
    assert bar.rstrip().endswith("|")
    assert "....|" in bar


def test_blocks_of_the_sdk_are_drawn_too():
    content = [
        TextBlock(type="text", text="Let me see."),
        ToolUseBlock(type="tool_use", id="toolu_1", name="find_order", input={"order": 17}),
    ]
    assert one_by_one(show_context([{"role": "assistant", "content": content}])) == (
        one_by_one(show_context([{"role": "assistant", "content": [{"type": "text", "text": "Let me see."}, CALL]}]))
    )


@pytest.mark.parametrize(
    ("message", "row"),
    [
        ({"role": "system", "content": "Be short."}, ["0 system", "system text: Be short."]),
        ({"role": "user", "content": []}, ["0 user", "empty"]),
        ({"role": "user"}, ["0 user", "empty"]),
        ({"role": "user", "content": ""}, ["0 user", "user text"]),
        ({"role": "tool", "content": "17"}, ["0 other role", "other: 17"]),
        ({"role": "user", "content": [{"type": "image", "source": {}}] * 2}, ["0 user", "2 × image or document"]),
        (
            {"role": "user", "content": [{"type": "document", "title": "Terms", "source": {}}]},
            ["0 user", "image or document: Terms"],
        ),
        (
            {"role": "assistant", "content": [{"type": "compaction", "content": "They asked."}]},
            ["0 assistant", "summary: They asked."],
        ),
        (
            {"role": "assistant", "content": [{"type": "redacted_thinking", "data": "x"}, {"type": "fallback"}]},
            ["0 assistant", "thinking; other"],
        ),
        (
            {"role": "user", "content": [{"type": "tool_result", "content": [{"type": "text", "text": "It\ncomes."}]}]},
            ["0 user", "tool result: It comes."],
        ),
        (
            {"role": "user", "content": [{"type": "tool_result", "content": [{"type": "image", "source": {}}]}]},
            ["0 user", "tool result"],
        ),
        (
            {"role": "assistant", "content": [{"type": "server_tool_use", "name": "web_search", "input": {}}]},
            ["0 assistant", "tool call: web_search {}"],
        ),
        (
            {"role": "user", "content": [{"type": "text", "text": "a"}, {"type": "image"}] * 4},
            ["0 user", "user text: a; image or document; user text: a; …"],
        ),
    ],
)
def test_every_kind_of_content_has_its_words(message, row):
    [[head, _, words]] = one_by_one(show_context([message]))
    assert [head, words] == row


def test_many_messages_are_put_together():
    history = [{"role": role, "content": "Hi."} for role in ("user", "assistant")] * 2_000
    view = show_context(history, kept=history[3_000:])
    rows = one_by_one(view)
    assert len(rows) == MOST_ROWS + 2
    together = [row for row in rows if "more messages" in row[-1]]
    assert [(row[0], row[2]) for row in together] == [("6–2993", "dropped"), ("3006–3993", "sent")]
    assert together[0][-1].startswith("2,988 more messages: user text ")
    assert sum(number(row[1]) for row in rows) == tokens(*history)
    assert len(view.to_html()) < 40_000
    assert svg_text(view).count("\n") == 1 + 2 + len(rows)


def test_states_that_alternate_are_put_together_as_well():
    history = [{"role": role, "content": "Hi."} for role in ("user", "assistant")] * 2_000
    view = show_context(history, kept=range(0, 4_000, 2))
    [together] = [row for row in one_by_one(view) if "more messages" in row[-1]]
    assert together[0] == "12–3987"
    assert together[2] == "dropped, sent"


def test_added_messages_that_are_many_are_put_together():
    added = [{"role": "user", "content": f"{number}"} for number in range(100)]
    view = show_context(HISTORY, kept=added)
    assert [row[0] for row in one_by_one(view) if "more messages" in row[-1]] == ["new–new"]


def test_an_empty_history_is_an_empty_picture():
    view = show_context([])
    assert one_by_one(view) == []
    assert number(wholes(view)[0][0][2]) == request_tokens((), model=MODEL)
