import pytest
from anthropic.types import model_param

from turnkeeper import check_history
from turnkeeper.models import DEFAULT_MODEL, MODELS, rules_of

BEGUN = [{"role": "user", "content": "Hello"}, {"role": "assistant", "content": "Good"}]


def test_the_table_holds_the_models_of_the_sdk_but_for_a_preview():
    import typing

    known = set(typing.get_args(typing.get_args(model_param.ModelParam)[0]))
    assert known - MODELS.keys() == {"claude-mythos-preview"}
    assert MODELS.keys() <= known
    assert DEFAULT_MODEL in MODELS


def test_an_id_and_its_dated_form_share_a_row():
    assert MODELS["claude-opus-4-5-20251101"] is MODELS["claude-opus-4-5"]


@pytest.mark.parametrize(
    "older",
    [
        "claude-3-7-sonnet-20250219",
        "claude-3-5-haiku-latest",
        "claude-opus-4-20250514",
        "claude-opus-4-1",
        "claude-opus-4-1-20250805",
        "claude-sonnet-4-0",
        "claude-2.1",
        "claude-instant-1.2",
    ],
)
def test_histories_for_older_models_are_judged_by_the_oldest_rules_known(older):
    assert older not in MODELS
    assert check_history(BEGUN, model=older) == []


@pytest.mark.parametrize("unknown", ["claude-nope-1", "claude-sonnet-4-9", "claude-30", "gpt-4", ""])
def test_other_ids_are_not_known(unknown):
    assert rules_of(unknown) is None
    with pytest.raises(ValueError, match="known are claude-fable"):
        check_history(BEGUN, model=unknown)
