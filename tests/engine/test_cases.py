"""Histories from public reports (tests/cases): each is judged by the rule and the place of its fault."""

import json
from pathlib import Path

import pytest

from turnkeeper.models import DEFAULT_MODEL
from turnkeeper.validity import RULES, check_history

CASES = [json.loads(path.read_text()) for path in sorted((Path(__file__).parents[1] / "cases").glob("*.json"))]
VALIDATED = [case for case in CASES if case["operation"] == "validate"]
NAIVE = [case for case in CASES if "naive_faults" in case["expected"]]
FIELDS = ("system", "tools", "thinking", "cache_control")


def faults(case, messages):
    request = case["request"]
    given = {name: request[name] for name in FIELDS if name in request}
    model = case["arguments"].get("model", request.get("model", DEFAULT_MODEL))
    return check_history(messages, model=model, **given)


def places(problems):
    return [(p.message_index, p.block_index, p.rule, list(p.ids)) for p in problems]


def expected(listed):
    return [(fault["message_index"], fault["block_index"], fault["rule"], fault["ids"]) for fault in listed]


def naive(case):
    """Return what the buggy tool left: the messages it kept, or its summary, what it kept, and the next question."""
    messages, expected = case["request"]["messages"], case["expected"]
    if case["operation"] == "trim":
        return [messages[index] for index in expected["naive_keep_indices"]]
    summary = {"role": expected["summary_role"], "content": case["arguments"]["scripted_summary"]}
    question = {"role": "user", "content": "Go on."}
    return [summary, *(messages[index] for index in expected["naive_kept_indices"]), question]


def named(case):
    return case["id"]


def test_every_case_was_read():
    assert len(VALIDATED) == 10
    assert len(NAIVE) == 5


@pytest.mark.parametrize("case", VALIDATED, ids=named)
def test_the_faults_of_a_request(case):
    found = faults(case, case["request"]["messages"])
    assert places(found) == expected(case["expected"]["faults"])
    assert bool(found) is not case["expected"]["valid"]
    if case["expected"].get("error_index_certain"):
        assert [problem.message for problem in found] == [case["expected"]["error_for_this_input"]]


@pytest.mark.parametrize("case", NAIVE, ids=named)
def test_the_faults_that_a_naive_tool_leaves_behind(case):
    kept = naive(case)
    found = faults(case, kept)
    assert places(found) == expected(case["expected"]["naive_faults"])
    said = case["expected"]["error_for_naive"]
    assert [problem.message for problem in found] == [said]


@pytest.mark.parametrize("case", [case for case in CASES if case["expected"].get("keep_indices")], ids=named)
def test_what_is_better_kept_is_valid_under_either_target(case):
    for indices in case["expected"]["acceptable"]:
        kept = [case["request"]["messages"][index] for index in indices]
        assert kept[-1]["role"] == "user"
        assert check_history(kept, target="strict") == []


@pytest.mark.parametrize("case", [case for case in CASES if "repaired_messages" in case["expected"]], ids=named)
def test_a_repair_is_valid(case):
    assert faults(case, case["expected"]["repaired_messages"]) == []


def test_missing_thinking_is_a_fault_in_manual_mode_only():
    (case,) = (case for case in CASES if case["id"].startswith("024"))
    adaptive = case | {"request": case["request"] | {"thinking": {"type": "adaptive"}}}
    assert faults(case, case["request"]["messages"])
    assert faults(adaptive, case["request"]["messages"]) == []


def test_two_messages_in_a_row_are_a_fault_on_other_platforms():
    (case,) = (case for case in CASES if case["id"].startswith("045"))
    (problem,) = check_history(case["request"]["messages"], target="strict")
    assert (problem.rule, problem.message_index) == ("roles_alternate", 1)
    assert problem.message == case["expected"]["on_other_platforms"]["amazon-bedrock"]["error"]


def test_every_rule_of_the_cases_is_in_the_table():
    listed = [fault for case in CASES for key in ("faults", "naive_faults") for fault in case["expected"].get(key, ())]
    assert {fault["rule"] for fault in listed} <= {rule.id for rule in RULES}
