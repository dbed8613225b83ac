"""Which messages of one list are found in another."""

import copy

from hypothesis import given
from hypothesis import strategies as st

from turnkeeper.messages import blocks
from turnkeeper.view.same import same_places

from .histories import valid_histories


def said(text):
    return {"role": "user", "content": text}


def test_the_order_counts():
    old = [said("a"), said("b"), said("a")]
    assert same_places(old, [said("b"), said("a")]) == [1, 2]
    assert same_places(old, [said("b"), said("b")]) == [1, None]
    assert same_places(old, []) == []


def test_a_role_makes_another_message():
    assert same_places([said("a")], [{"role": "assistant", "content": "a"}]) == [None]


def test_the_order_of_the_fields_makes_none():
    block = {"type": "text", "text": "a"}
    turned = {"role": "user", "content": [dict(reversed(block.items()))]}
    assert same_places([said("a")], [turned]) == [0]


def marked(message):
    block = {"type": "text", "text": message["content"], "cache_control": {"type": "ephemeral"}}
    return {**message, "content": [block]}


def contents(messages):
    """What messages hold, a text as one block."""
    return [(message["role"], blocks(message)) for message in messages]


def test_beside_the_same_objects_a_marked_copy_is_found():
    old = [said("a"), said("b"), said("c")]
    assert same_places(old, [old[0], marked(old[1])]) == [0, 1]
    assert same_places(old, [marked(old[0]), old[2]]) == [0, 2]
    assert same_places([old[0], marked(old[1])], [*old[:2], marked(old[2])]) == [0, 1, None]


def test_the_same_object_comes_before_the_same_content():
    old = [said("a"), said("b"), said("a"), said("c")]
    assert same_places(old, [old[2], marked(old[3])]) == [2, 3]
    assert same_places(old, [marked(old[0]), old[2]]) == [0, 2]
    # A copy is found between the objects beside it, or not at all.
    assert same_places(old, [old[0], said("a"), old[1]]) == [0, None, 1]
    assert same_places(old, [said("c"), old[1]]) == [None, 1]
    assert same_places(old, [old[3], said("b")]) == [3, None]


@given(data=st.data(), history=valid_histories(thinks=True))
def test_of_what_was_left_out_and_partly_copied_all_is_found(data, history):
    places = sorted(data.draw(st.sets(st.integers(0, len(history) - 1))))
    copied = data.draw(st.sets(st.sampled_from(places))) if places else set()
    kept = [copy.deepcopy(history[place]) if place in copied else history[place] for place in places]
    found = same_places(history, kept)
    assert None not in found
    assert contents(history[place] for place in found) == contents(kept)
    assert sorted(set(found)) == found
    objects = dict(zip(places, found, strict=True))
    assert all(objects[place] == place for place in places if place not in copied)


@given(data=st.data(), history=valid_histories(thinks=True))
def test_what_was_left_out_is_all_that_is_not_found(data, history):
    places = sorted(data.draw(st.sets(st.integers(0, len(history) - 1))))
    part = [history[place] for place in places]
    for kept in (part, copy.deepcopy(part)):
        found = same_places(history, kept)
        assert None not in found
        assert sorted(set(found)) == found
        assert contents(history[place] for place in found) == contents(kept)
