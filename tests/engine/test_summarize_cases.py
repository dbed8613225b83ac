"""Every summarise case of tests/cases: the right answer comes out, and the naive one is not it."""

import json
from pathlib import Path

import anthropic
import pytest

from turnkeeper import ScriptedModel, check_history, connect
from turnkeeper.scripts import summarizer
from turnkeeper.summarizing import summarize

FILES = sorted((Path(__file__).parents[1] / "cases").glob("*.json"))
CASES = [case for case in map(json.loads, map(Path.read_text, FILES)) if case["operation"] == "summarise"]
NEXT = {"role": "user", "content": "Go on."}


def named(case):
    return case["id"]


def messages_of(case):
    return case["request"]["messages"]


def scripted(case):
    """Return the model of a case: it fails as the case says, gives its summary, or writes one."""
    arguments = case["arguments"]
    said = arguments.get("scripted_summary")
    model = ScriptedModel((lambda _: said) if said else summarizer())
    for fault in arguments.get("scripted_model", ()):
        model.fail_next(fault["status"], times=3)  # the SDK tries three times
    return model


def run(case, model):
    """Summarise the history of a case, with the counts and the sizes it gives."""
    messages, arguments = messages_of(case), case["arguments"]
    given = {}
    if arguments.get("counter") == "given":
        sizes = {id(message): size for message, size in zip(messages, arguments["token_counts"], strict=True)}
        given["count"] = lambda message: sizes[id(message)]
    elif arguments.get("counter") == "messages":
        given["count"] = lambda message: 1
    for name, key in (("window", "summariser_limit"), ("max_tokens", "reserve_for_summary"), ("pinned", "pinned")):
        if key in arguments:
            given[name] = arguments[key]
    return summarize(messages, connect(model), keep_recent=arguments["keep_last"], **given)


def sent(model):
    return [request.messages[0]["content"] for request in model.requests]


def valid(messages, case):
    asked = messages if messages[-1]["role"] == "user" else [*messages, NEXT]
    tools = case["request"].get("tools")
    return not any(check_history(asked, tools=tools, target=target) for target in ("strict", "claude"))


def test_every_case_was_read():
    assert {case["id"][:3] for case in CASES} >= {"011", "036", "041"}


WORKING = [case for case in CASES if not case["expected"].get("error_reported")]
FAILING = [case for case in CASES if case["expected"].get("error_reported")]


@pytest.mark.parametrize("case", WORKING, ids=named)
def test_what_is_summarised_and_what_is_kept(case):
    messages, expected = messages_of(case), case["expected"]
    before = json.dumps(messages)
    model = scripted(case)
    done = run(case, model)
    assert list(done.kept) == expected["kept_indices"]
    assert sorted([*done.covered, *done.kept]) == list(range(len(messages)))
    assert list(done.covered) == expected.get("summarised_indices", list(done.covered))
    kept = done.messages[-len(done.kept) :]
    assert all(one is messages[place] for one, place in zip(kept, done.kept, strict=True))
    assert done.messages[0]["role"] == expected.get("summary_role", "user")
    assert done.summary in done.messages[0]["content"][0]["text"]
    assert done.calls >= expected.get("minimum_summariser_calls", 1)
    assert valid(done.messages, case)
    assert json.dumps(messages) == before
    said = json.dumps(done.messages)
    assert all(fact in said for fact in expected.get("facts_that_must_remain", ()))
    assert not any(words in said for words in expected.get("must_not_contain", ()))


@pytest.mark.parametrize("case", FAILING, ids=named)
def test_a_failure_is_reported_and_leaves_the_history_alone(case, monkeypatch):
    monkeypatch.setattr("time.sleep", lambda seconds: None)
    messages = messages_of(case)
    before = json.dumps(messages)
    with pytest.raises(anthropic.APIStatusError):
        run(case, scripted(case))
    assert json.dumps(messages) == before
    assert all(fact in before for fact in case["expected"].get("facts_that_must_remain", ()))


def case_of(number):
    (case,) = (case for case in CASES if case["id"].startswith(number))
    return case


def test_the_question_of_a_finished_turn_is_summed_up_with_the_rest():
    """Case 011: the cut is inside a turn, in front of the call whose result the four newest messages begin with."""
    case = case_of("011")
    done = run(case, scripted(case))
    assert (done.covered, done.kept) == ((0, 1, 2), (3, 4, 5, 6, 7))
    assert done.messages[1:] == messages_of(case)[3:]
    assert len(done.messages) == 6


def test_a_history_that_is_too_long_for_one_call_is_folded():
    """Case 036: 800 tokens a request, of which up to 200 are the summary so far."""
    case = case_of("036")
    model = scripted(case)
    done = run(case, model)
    texts = sent(model)
    assert (done.calls, len(texts)) == (6, 6)
    sizes = case["arguments"]["token_counts"]
    for place, text in enumerate(texts):
        held = [part for part in range(6) if f"<part {part + 1}>" in text]
        assert held == [place]
        assert sum(sizes[part] for part in held) + 200 * (place > 0) <= 800
        assert ("<summary_so_far>\n<up to 200 tokens>" in text) is (place > 0)


def test_a_call_that_fails_in_the_middle_of_a_fold_leaves_the_history_alone(monkeypatch):
    monkeypatch.setattr("time.sleep", lambda seconds: None)
    case = case_of("036")
    before = json.dumps(messages_of(case))
    said = []

    def fails_at_the_fourth(request):
        said.append(request)
        if len(said) == 3:
            model.fail_next(529, times=3)
        return "So far, so good."

    model = ScriptedModel(fails_at_the_fourth)
    with pytest.raises(anthropic.APIStatusError):
        run(case, model)
    assert len(said) == 3
    assert json.dumps(messages_of(case)) == before
