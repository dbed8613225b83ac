"""The trim cases of public reports (tests/cases): what is kept is the right answer, and not the one of the report."""

import json
from functools import partial
from pathlib import Path

import pytest

from turnkeeper import check_history
from turnkeeper.trimming import BudgetTooSmall, keep_last_turns, trim_to_budget

CASES = [json.loads(path.read_text()) for path in sorted((Path(__file__).parents[1] / "cases").glob("*.json"))]
TRIMMED = [case for case in CASES if case["operation"] == "trim"]


def trimmed(case):
    """Return what the engine keeps of a case's history, as places."""
    messages, arguments = case["request"]["messages"], case["arguments"]
    places = {id(message): place for place, message in enumerate(messages)}
    if arguments["strategy"] == "keep_last_turns":
        kept = keep_last_turns(messages, arguments["turns"])
    else:
        count = partial(counted, places, arguments.get("token_counts"))
        kept = trim_to_budget(messages, arguments["budget"], count=count)
    return [places[id(message)] for message in kept]


def counted(places, token_counts, message):
    return token_counts[places[id(message)]] if token_counts else 1


def named(case):
    return case["id"]


def test_every_case_was_read():
    assert len(TRIMMED) == 6


@pytest.mark.parametrize("case", [case for case in TRIMMED if "keep_indices" in case["expected"]], ids=named)
def test_what_is_kept(case):
    expected, messages = case["expected"], case["request"]["messages"]
    kept = trimmed(case)
    assert kept == expected["keep_indices"]
    assert kept != expected.get("naive_keep_indices")
    assert check_history([messages[place] for place in kept], target="strict") == []


@pytest.mark.parametrize("case", [case for case in TRIMMED if "keep_indices" not in case["expected"]], ids=named)
def test_what_is_refused(case):
    assert "raise" in case["expected"]["acceptable"]
    with pytest.raises(ValueError, match=r"more, not 0|too small") as refusal:
        trimmed(case)
    if isinstance(refusal.value, BudgetTooSmall):
        assert f"{case['arguments']['budget']:,}" in str(refusal.value)
        assert f"{sum(case['arguments']['token_counts']):,}" in str(refusal.value)


def test_the_system_prompt_is_no_message_to_drop():
    (case,) = (case for case in TRIMMED if case["id"].startswith("039"))
    kept = trim_to_budget(case["request"]["messages"], 4, count=lambda message: 1, system=case["request"]["system"])
    assert kept == case["request"]["messages"][2:]
