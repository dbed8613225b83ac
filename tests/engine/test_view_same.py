"""Which messages of one list are found in another."""

import copy

from hypothesis import given
from hypothesis import strategies as st

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


@given(data=st.data(), history=valid_histories(thinks=True))
def test_what_was_left_out_is_all_that_is_not_found(data, history):
    places = sorted(data.draw(st.sets(st.integers(0, len(history) - 1))))
    part = [history[place] for place in places]
    for kept in (part, copy.deepcopy(part)):
        found = same_places(history, kept)
        assert None not in found
        assert sorted(set(found)) == found
        assert [history[place] for place in found] == kept
