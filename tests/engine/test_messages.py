import pytest
from anthropic.types import TextBlock

from turnkeeper.messages import blocks, text_of


def test_a_string_is_one_text_block():
    assert blocks({"role": "user", "content": "Hi"}) == [{"type": "text", "text": "Hi"}]


def test_sdk_blocks_and_mappings_stand_side_by_side():
    message = {"role": "assistant", "content": [TextBlock(type="text", text="a"), {"type": "text", "text": "b"}]}
    assert blocks(message) == [{"type": "text", "text": "a"}, {"type": "text", "text": "b"}]
    assert text_of(message) == "ab"


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
