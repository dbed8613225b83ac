import re
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from turnkeeper.models import MODELS
from turnkeeper.tokens import block_tokens, request_tokens, text_tokens

HAIKU = MODELS["claude-haiku-5-5"]


@pytest.mark.parametrize(
    ("text", "letters", "expected"),
    [
        ("", 3, 0),
        ("   \n\t", 3, 0),
        ("cat", 3, 1),
        ("cats", 3, 2),
        ("cats", 6, 1),
        ("Return, please.", 3, 6),  # Ret urn , ple ase .
        ("привет", 3, 3),
        ("你好", 3, 2),
        ("a b c", 3, 3),
    ],
)
def test_pieces(text, letters, expected):
    assert text_tokens(text, letters) == expected


PIECES = re.compile(r"(?P<latin>[0-9A-Za-z_\u00c0-\u024f]+)|(?P<script>[\u0370-\u1fff]+)|(?P<single>[^\s\u200b\ufeff])")


def counted_piece_by_piece(text, letters):
    """The count as it is meant, one piece after the other."""
    sizes = {"latin": letters, "script": 2, "single": 1}
    return sum(-(-len(piece[0]) // sizes[piece.lastgroup]) for piece in PIECES.finditer(text))


mixed = st.text(
    st.one_of(st.characters(), st.sampled_from("abcXYZ019_éɏприв\u0370\u1fff\u1680你好.,  \n\u200b\ufeff\x85\xa0"))
)


@given(mixed, st.sampled_from([3, 6]))
def test_the_fast_count_is_that_of_the_pieces(text, letters):
    assert text_tokens(text, letters) == counted_piece_by_piece(text, letters)


def test_every_character_is_of_the_class_it_is_meant_to_be():
    alone = [*map(chr, range(0x3100)), "\ufeff", "\U0001f600"]
    assert all(text_tokens(character) == counted_piece_by_piece(character, 3) for character in alone)


@pytest.mark.parametrize("text", ["你好，世界。", '{"id": 7}'])
def test_a_long_text_is_counted_several_times_faster_than_piece_by_piece(text):
    text *= 1_000_000 // len(text)
    began = time.process_time()
    text_tokens(text)
    fast = time.process_time() - began
    began = time.process_time()
    counted_piece_by_piece(text, 3)
    assert fast * 2 < time.process_time() - began


@given(st.text(), st.text(), st.sampled_from([3, 6]))
def test_adding_text_never_lowers_the_count(text, more, letters):
    assert text_tokens(text + more, letters) >= text_tokens(text, letters)


@given(st.text(), st.text())
def test_a_whole_is_never_more_than_its_parts(one, other):
    assert text_tokens(one + other) <= text_tokens(one) + text_tokens(other)


@given(st.text())
def test_every_piece_has_at_least_one_character(text):
    assert 0 <= text_tokens(text) <= len(text)


messages = st.lists(st.builds(dict, role=st.sampled_from(["user", "assistant"]), content=st.text()), min_size=1)


@given(messages)
def test_one_more_message_costs_its_own_tokens_and_no_others(history):
    whole = request_tokens(history, model=HAIKU)
    before = request_tokens(history[:-1], model=HAIKU)
    assert whole - before == 3 + text_tokens(history[-1]["content"])


def test_a_string_and_its_text_block_cost_the_same():
    as_text = [{"role": "user", "content": "Hello"}]
    as_block = [{"role": "user", "content": [{"type": "text", "text": "Hello"}]}]
    assert request_tokens(as_text, model=HAIKU) == request_tokens(as_block, model=HAIKU)


def test_everything_in_a_request_counts():
    question = [{"role": "user", "content": "Where is my order?"}]
    alone = request_tokens(question, model=HAIKU)
    assert request_tokens(question, model=HAIKU, system="Be brief.") == alone + text_tokens("Be brief.")
    assert request_tokens(question, model=HAIKU, tools=[{"name": "find_order"}]) > alone
    call = {"type": "tool_use", "id": "toolu_1", "name": "find_order", "input": {"id": 7}}
    result = {"type": "tool_result", "tool_use_id": "toolu_1", "content": [{"type": "text", "text": "Here."}]}
    longer = [*question, {"role": "assistant", "content": [call]}, {"role": "user", "content": [result]}]
    assert request_tokens(longer, model=HAIKU) >= alone + 2 * (3 + 8) + text_tokens("Here.")


def tokens_of(block):
    return block_tokens(block) - block_tokens({"type": "text", "text": ""})


def test_a_document_of_content_costs_its_texts():
    said = "Bring the bicycle before noon."
    for content in (said, [{"type": "text", "text": said}]):
        block = {"type": "document", "title": "Rules", "source": {"type": "content", "content": content}}
        assert tokens_of(block) == text_tokens("Rules") + text_tokens(said)


@pytest.mark.parametrize("source", [{"type": "base64", "data": "JVBERi0="}, {"type": "content", "content": None}, None])
def test_a_document_whose_words_are_not_to_be_seen_costs_a_fixed_sum(source):
    assert tokens_of({"type": "document", "title": "Rules", "source": source}) == text_tokens("Rules") + 1_600


@pytest.mark.parametrize(("odd", "as_text"), [("half \ud800", '"half \ud800"'), (range(3), '"range(0, 3)"')])
def test_what_is_no_json_is_counted_by_what_it_says(odd, as_text):
    call = {"type": "tool_use", "id": "toolu_1", "name": "look_up", "input": {"order": odd}}
    assert tokens_of(call) == 8 + text_tokens('look_up {"order": ' + as_text + "}")
