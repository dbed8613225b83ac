import pytest
from hypothesis import given
from hypothesis import strategies as st

from turnkeeper.models import MODELS, Model
from turnkeeper.offline.limits import end
from turnkeeper.offline.reply import Said
from turnkeeper.offline.request import MessagesRequest
from turnkeeper.tokens import block_tokens, cut_text, text_tokens

HAIKU = MODELS["claude-haiku-5-5"]
CALL = {"type": "tool_use", "id": "toolu_1", "name": "find", "input": {"town": "Tarn"}}


def text(words):
    return {"type": "text", "text": words}


def ended(*blocks, most=100, model=HAIKU, input_tokens=10, stop_reason=None, **fields):
    request = MessagesRequest(model, [{"role": "user", "content": "?"}], max_tokens=most, fields=fields)
    return end(Said(list(blocks), stop_reason), request, input_tokens)


def test_a_reply_that_fits_ends_its_turn():
    whole = ended(text("one two"))
    assert (whole.content, whole.stop_reason, whole.stop_sequence) == ([text("one two")], "end_turn", None)
    assert whole.output_tokens == text_tokens("one two")


def test_a_call_stops_for_its_tool_and_a_script_may_name_the_reason():
    assert ended(text("Wait."), CALL).stop_reason == "tool_use"
    assert ended(text("No."), stop_reason="refusal").stop_reason == "refusal"


def test_max_tokens_cuts_the_text():
    cut = ended(text("one two six ten"), most=2)
    assert (cut.content, cut.stop_reason, cut.output_tokens) == ([text("one two ")], "max_tokens", 2)


def test_a_reply_of_exactly_max_tokens_is_whole():
    assert ended(text("one two"), most=2).stop_reason == "end_turn"


def test_the_window_cuts_too_and_says_so():
    small = Model("small", window=12)
    cut = ended(text("one two six ten"), model=small, input_tokens=10)
    assert (cut.content, cut.stop_reason) == ([text("one two ")], "model_context_window_exceeded")
    full = ended(text("one"), model=small, input_tokens=12)
    assert (full.content, full.stop_reason, full.output_tokens) == ([], "model_context_window_exceeded", 0)


def test_a_call_that_is_cut_comes_without_its_input():
    cut = ended(text("one"), CALL, most=3)
    assert [block.get("input") for block in cut.content] == [None, {}]
    assert cut.stop_reason == "max_tokens"


def test_what_comes_behind_the_cut_is_not_sent():
    assert ended(text("one two"), text("six"), most=1).content == [text("one ")]


@pytest.mark.parametrize(
    ("sequences", "content", "matched"),
    [
        (["END"], [text("one "), text("two ")], "END"),
        (["six", "two"], [text("one ")], "two"),
        (["two", "one"], [], "one"),
        (["nowhere"], [text("one "), text("two END six"), text("ten")], None),
    ],
)
def test_a_stop_sequence_ends_the_text_in_front_of_it(sequences, content, matched):
    cut = ended(text("one "), text("two END six"), text("ten"), stop_sequences=sequences)
    assert (cut.content, cut.stop_sequence) == (content, matched)
    assert cut.stop_reason == ("end_turn" if matched is None else "stop_sequence")


def test_max_tokens_in_front_of_the_stop_sequence_wins():
    assert ended(text("one two END"), most=1, stop_sequences=["END"]).stop_reason == "max_tokens"


@given(st.text(), st.integers(0, 40), st.sampled_from([3, 6]))
def test_a_cut_text_is_the_longest_beginning_that_fits(words, most, letters):
    kept = cut_text(words, most, letters)
    assert words.startswith(kept)
    assert text_tokens(kept, letters) <= most
    if kept != words:
        assert text_tokens(words[: len(kept) + 1], letters) > most


blocks = st.lists(st.one_of(st.builds(text, st.text()), st.just(CALL)), max_size=5)


@given(blocks, st.integers(1, 60))
def test_a_reply_never_holds_more_than_max_tokens(content, most):
    cut = ended(*content, most=most)
    sent = sum(block_tokens(block) for block in cut.content if block.get("input") != {})
    assert sent <= most
    assert (cut.stop_reason == "max_tokens") == (sum(map(block_tokens, content)) > most)
