from types import MappingProxyType

import pytest
from anthropic.types import TextBlock

from turnkeeper.messages import blocks, content_of, part_of, starts_turn, text_of, turns, types_of, well_formed


def test_a_string_is_one_text_block():
    assert blocks({"role": "user", "content": "Hi"}) == [{"type": "text", "text": "Hi"}]


def test_sdk_blocks_and_mappings_stand_side_by_side():
    message = {"role": "assistant", "content": [TextBlock(type="text", text="a"), {"type": "text", "text": "b"}]}
    assert blocks(message) == [{"type": "text", "text": "a"}, {"type": "text", "text": "b"}]
    assert text_of(message) == "ab"


def test_a_text_block_without_text_says_nothing():
    assert text_of({"role": "assistant", "content": [{"type": "text"}, {"type": "text", "text": "b"}]}) == "b"


def test_text_leaves_out_what_a_person_would_not_read():
    message = {"role": "assistant", "content": [{"type": "thinking", "thinking": "x"}, {"type": "text", "text": "y"}]}
    assert text_of(message) == "y"


@pytest.mark.parametrize("content", [None, 3, {"type": "text"}])
def test_what_is_no_content_is_named(content):
    with pytest.raises(TypeError, match="a message's content is a string or a list of content blocks"):
        blocks({"role": "user", "content": content})


def test_what_is_no_block_is_named():
    with pytest.raises(TypeError, match="a content block is a mapping or an SDK block, not int"):
        blocks({"role": "user", "content": [3]})


@pytest.mark.parametrize(
    ("message", "starts"),
    [
        ({"role": "user", "content": "Hi"}, True),
        ({"role": "user", "content": ""}, True),
        ({"role": "user", "content": [{"type": "image"}]}, True),
        ({"role": "user", "content": [{"type": "tool_result"}]}, False),
        ({"role": "user", "content": [{"type": "text", "text": "Hi"}, {"type": "tool_result"}]}, False),
        ({"role": "assistant", "content": "Hi"}, False),
        ({"role": "system", "content": "Hi"}, False),
        ({"content": "Hi"}, False),
    ],
)
def test_a_turn_starts_at_what_the_user_says_without_results(message, starts):
    assert starts_turn(message) is starts


@pytest.mark.parametrize(
    ("roles", "expected"),
    [
        ("", []),
        ("u", ["u"]),
        ("uaua", ["ua", "ua"]),
        ("uaraua", ["uara", "ua"]),
        ("uua", ["u", "ua"]),
        ("usau", ["usa", "u"]),
        ("au", ["au"]),
        ("raraua", ["raraua"]),
        ("auaua", ["aua", "ua"]),
        ("ara", ["ara"]),
    ],
)
def test_turns(roles, expected):
    names = {"u": "user", "a": "assistant", "s": "system", "r": "user"}
    messages = [
        {"role": names[role], "content": [{"type": "tool_result"}] if role == "r" else f"{place}{role}"}
        for place, role in enumerate(roles)
    ]
    found = turns(messages)
    assert [len(turn) for turn in found] == [len(turn) for turn in expected]
    assert [message for turn in found for message in turn] == messages


def test_types_and_parts_are_read_from_mappings_and_from_objects_of_the_sdk():
    block = TextBlock(type="text", text="a")
    assert types_of({"role": "user", "content": [block, {"type": "image"}, {}]}) == ["text", "image", "None"]
    assert types_of({"role": "user", "content": "Hi"}) == ["text"]
    assert types_of({"role": "system"}) == []
    assert part_of(block, "text") == part_of({"text": "a"}, "text") == part_of(MappingProxyType({"text": "a"}), "text")
    assert part_of(block, "id") is part_of({}, "id") is part_of(3, "id") is None


def test_content_may_be_a_tuple():
    assert content_of({"role": "user", "content": ({"type": "text", "text": "a"},)}) == ({"type": "text", "text": "a"},)


@pytest.mark.parametrize(
    ("text", "told"), [("Grüße \U0001f6b2", "Grüße \U0001f6b2"), ("a\ud800b", "a?b"), ('"\udfff"', '"?"'), ("", "")]
)
def test_half_a_surrogate_pair_is_replaced_and_nothing_else(text, told):
    assert well_formed(text) == told
