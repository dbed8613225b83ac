"""`turnkeeper trim`: what is kept and dropped, every form of input and output, wrong options, and the exit status."""

import importlib
import io
import json
import os
import re
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from turnkeeper import ScriptedModel, check_history, cli, connect, trim_file
from turnkeeper.messages import starts_turn
from turnkeeper.models import MODELS
from turnkeeper.tokens import message_tokens, request_tokens
from turnkeeper.trim_file import Span, Trimmed, report
from turnkeeper.trim_file.reporting import MOST_SPANS
from turnkeeper.trimming import (
    cut_rarely,
    keep_last_turns,
    trim_to_budget,
    window_with_anchor,
    without_thinking,
)

from .histories import spoil, valid_histories

ROOT = Path(__file__).parents[2]
CASES = sorted((ROOT / "tests/cases").glob("*.json"))
TURNKEEPER = (sys.executable, "-m", "turnkeeper.cli")
CALL = {"type": "tool_use", "id": "toolu_1", "name": "look_up", "input": {"order": "3107"}}
RESULT = {"type": "tool_result", "tool_use_id": "toolu_1", "content": "In the workshop."}
TALK = [
    {"role": "user", "content": "Is order 3107 ready?"},
    {"role": "assistant", "content": [CALL]},
    {"role": "user", "content": [RESULT]},
    {"role": "assistant", "content": "Not yet: it is in the workshop."},
    {"role": "user", "content": "When do you open?"},
    {"role": "assistant", "content": "From Tuesday to Saturday, at 9:00."},
    {"role": "user", "content": "Grüße, и спасибо."},
]
REQUEST = {"model": "claude-haiku-5-5", "system": "Be brief.", "messages": TALK, "max_tokens": 9}
ORPHAN = TALK[2:]
LAST_TURN = ("--strategy", "turns", "--turns", "1")
STRATEGIES = {
    "turns": LAST_TURN,
    "budget": ("--strategy", "budget", "--budget", "700", "--reserve", "20"),
    "window": ("--strategy", "window", "--window", "3"),
    "rarely": ("--strategy", "rarely", "--high", "700", "--low", "600", "--reserve", "10"),
}


@pytest.fixture
def trim(command_on_file):
    """Run `turnkeeper trim` on a file."""
    return partial(command_on_file, "trim")


@pytest.fixture
def refused(trim, capsys):
    """Run the command on a valid request with options that argparse refuses; return what it says."""

    def run(*options):
        with pytest.raises(SystemExit) as stopped:
            trim(REQUEST, *options)
        out, err = capsys.readouterr()
        assert (stopped.value.code, out) == (2, "")
        return err.partition("error: ")[2]

    return run


# What is printed


def test_the_report_names_what_is_kept_what_is_dropped_and_why(trim):
    status, out, err = trim(TALK, "--strategy", "turns", "--turns", "2")
    assert (status, err) == (0, "")
    head, picture = out.split("\n\nWhat is in the context window\n")
    assert head.splitlines() == [
        "given.json: 3 of 7 messages kept, 4 dropped",
        "strategy turns: only the newest 2 turns may be kept",
        "",
        "dropped  messages 0-3: the oldest turn, 67 tokens",
        "kept     messages 4-6: 2 turns, 40 tokens",
        "",
        "              before       after",
        "messages           7           3",
        "tokens           110          43",
        "faults             0           0",
        "Stand-in tokens of claude-haiku-5-5: an estimate. Faults for the target claude.",
    ]
    assert len(re.findall(r"dropped  ", picture)) == 4
    assert "Written" not in out


@pytest.mark.parametrize(
    ("options", "spans"),
    [
        (LAST_TURN, ["dropped messages 0-3: the oldest turn", "dropped messages 4-5: turn 2 of 3",
                     "kept message 6: the newest turn"]),
        (("--strategy", "turns", "--turns", "9"), ["kept messages 0-6: 3 turns"]),
        (STRATEGIES["window"], ["kept message 0: a part of the oldest turn",
                                "dropped messages 1-2: a part of the oldest turn",
                                "kept messages 3-6: 3 turns, not all of them whole"]),
    ],
)  # fmt: skip
def test_each_stretch_has_a_line(trim, options, spans):
    _, out, _ = trim(TALK, *options)
    lines = [" ".join(line.split()) for line in out.splitlines() if line.startswith(("kept  ", "dropped  "))]
    assert [line.rpartition(", ")[0] for line in lines] == spans


def test_a_turn_by_itself_is_the_only_one(trim):
    _, out, _ = trim(TALK[:4], *LAST_TURN)
    assert "kept     messages 0-3: the only turn, 67 tokens" in out


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_the_json_form_says_what_the_engines_function_does(trim, strategy):
    fields = {"system": "Be brief."}
    row = MODELS["claude-haiku-5-5"]
    tools = [{"name": "look_up", "input_schema": {"type": "object"}}]
    many = [json.loads(json.dumps(message).replace("toolu_1", f"toolu_{n}")) for n in range(6) for message in TALK[:-1]]
    many.append(TALK[-1])
    expected = {
        "turns": keep_last_turns(many, 1),
        "budget": trim_to_budget(many, 700, tools=tools, reserve=20, **fields),
        "window": window_with_anchor(many, 3),
        "rarely": cut_rarely(many, 700, 600, tools=tools, reserve=10, **fields),
    }[strategy]
    status, out, err = trim({**fields, "tools": tools, "messages": many}, *STRATEGIES[strategy], "--json")
    told = json.loads(out)
    assert (status, err, told["strategy"]) == (0, "", strategy)
    assert [many[place] for place in told["kept"]] == expected
    dropped = [place for span in told["dropped"] for place in span["places"]]
    assert dropped
    assert sorted([*told["kept"], *dropped]) == list(range(len(many)))
    assert {span["why"] for span in told["dropped"]} == {told["dropped"][0]["why"]}
    assert told["tokens"] == {
        "before": request_tokens(many, model=row, tools=tools, **fields),
        "after": request_tokens(expected, model=row, tools=tools, **fields),
    }
    gone = told["tokens"]["before"] - told["tokens"]["after"]
    assert sum(span["tokens"] for span in told["dropped"]) == gone
    assert told["problems"] == {"before": [], "after": []}


@pytest.mark.parametrize(
    ("options", "why"),
    [
        (STRATEGIES["turns"], "only the newest turn may be kept"),
        (STRATEGIES["window"], "only the opening and the newest 3 messages may be kept, in whole turns"),
        (STRATEGIES["budget"], "the whole request may have 700 tokens, 20 of them for the reply"),
        (
            STRATEGIES["rarely"],
            "whenever the request had more than 700 tokens, 10 of them for the reply, it was cut to 600",
        ),
        (("--strategy", "budget", "--budget", "1_000"), "the whole request may have 1,000 tokens"),
        (("--strategy", "budget", "--budget", "700", "--reserve", "0"), "the whole request may have 700 tokens"),
        (
            ("--strategy", "window", "--window", "1"),
            "only the opening and the newest message may be kept, in whole turns",
        ),
    ],
)
def test_the_reason_names_the_numbers(trim, options, why):
    _, out, _ = trim(REQUEST, *options)
    line = re.search(r"^strategy \w+: (.*?)\n\n", out, re.DOTALL | re.MULTILINE)[1]
    assert " ".join(line.split()) == why


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
@pytest.mark.parametrize("strategy", STRATEGIES)
def test_a_case_of_the_collection_is_told_in_80_columns(trim, path, strategy):
    case = path.read_text(encoding="utf-8")
    status, out, err = trim(case, *STRATEGIES[strategy])
    assert max(map(len, (out + err).splitlines())) <= 80 or status == 2
    status_again, told, _ = trim(case, *STRATEGIES[strategy], "--json")
    assert status_again == status
    if status == 2:
        assert (out, told) == ("", "")
        assert err.startswith("turnkeeper trim: given.json: ")
    else:
        assert bool(json.loads(told)["problems"]["after"]) == bool(status)


def test_the_picture_is_drawn_against_the_budget(trim):
    assert "Against 700 stand-in tokens" in trim(REQUEST, *STRATEGIES["budget"])[1]
    assert "Against 700 stand-in tokens" in trim(REQUEST, *STRATEGIES["rarely"])[1]
    assert "Against 1,000,000 stand-in tokens" in trim(REQUEST, *STRATEGIES["turns"])[1]


def test_a_long_history_has_a_short_report_and_all_of_it_in_json(trim):
    many = [*TALK[:4] * 700, TALK[-1]]
    status, out, _ = trim(many, *LAST_TURN)
    lines = out.splitlines()
    told = [line for line in lines if line.startswith(("kept  ", "dropped  ", "…  "))]
    assert (status, len(told)) == (0, MOST_SPANS + 1)
    assert told[MOST_SPANS // 2] == "…        messages 24-2,779: 689 lines more, 46,163 tokens dropped"
    assert len(lines) < 150
    assert max(map(len, lines)) <= 80
    assert len(json.loads(trim(many, *LAST_TURN, "--json")[1])["dropped"]) == 700


def test_the_model_decides_what_a_token_is(trim):
    request = {**REQUEST, "model": "claude-haiku-4-5"}
    assert "Stand-in tokens of claude-haiku-4-5" in trim(request, *LAST_TURN)[1]
    before = [
        json.loads(trim(request, *LAST_TURN, "--json", "--model", model)[1])["tokens"]["before"] for model in MODELS
    ]
    assert len(set(before)) == 2
    assert "Stand-in tokens of claude-sonnet-4-5" in trim(TALK, *LAST_TURN, "--model", "claude-3-opus-20240229")[1]


# Faults


def test_faults_are_told_before_and_after(trim):
    status, out, _ = trim(ORPHAN, "--strategy", "turns", "--turns", "2")
    assert status == 1
    assert out.count("✗ tool_result_without_use") == 2
    assert "Faults before:" in out
    assert "Faults after:" in out
    assert "Mend: " in out
    status, out, _ = trim(ORPHAN, *LAST_TURN)
    assert status == 0
    assert "Faults before:" in out
    assert "Faults after:" not in out
    told = json.loads(trim(ORPHAN, *LAST_TURN, "--json")[1])["problems"]
    assert [problem["rule"] for problem in told["before"]] == ["tool_result_without_use"]
    assert (told["before"][0]["message_index"], told["after"]) == (0, [])


def test_many_faults_are_counted(trim):
    many = [{"role": "user", "content": [{**RESULT, "tool_use_id": f"toolu_{n}"}]} for n in range(MOST_SPANS + 2)]
    _, out, _ = trim([*many, TALK[-1]], *LAST_TURN)
    assert out.count("  … 2 more; --json names them all") == 2
    assert out.count("✗") == 2 * MOST_SPANS


def test_the_target_decides_what_is_a_fault(trim):
    twice = [TALK[-1], TALK[-1]]
    options = ("--strategy", "turns", "--turns", "2")
    assert trim(twice, *options)[0] == 0
    status, out, _ = trim(twice, *options, "--target", "strict")
    assert status == 1
    assert "Faults for the target strict." in out


def test_what_a_terminal_would_obey_is_written_out(trim):
    bad = [{**TALK[0], "extra\x1b[2J": 1}, *TALK[1:]]
    _, out, _ = trim(bad, "--strategy", "turns", "--turns", "3")
    assert "\x1b" not in out
    assert r"extra\x1b[2J" in out


def test_one_token_and_one_line_are_no_plural(trim):
    one = Trimmed([], [], [Span(range(place, place + 1), place % 2 == 0, 1, "a turn") for place in range(13)], "turns",
                  "", None, (1, 1), MODELS["claude-haiku-5-5"])  # fmt: skip
    lines = list(report("a.json", one, [], [], target="claude"))
    assert lines[3] == "kept     message 0: a turn, 1 token"
    assert lines[9] == "…        messages 6-6: 1 line more, 0 tokens dropped"
    assert "a budget of 1 token is too small" in trim(REQUEST, "--strategy", "budget", "--budget", "1")[2]


# Thinking that is bound to what stands before it

OPUS = "claude-opus-5-5"


def thinks(request):
    """A script that thinks, calls a tool at the start of each turn, and answers its result."""
    thought = {"type": "thinking", "thinking": f"Message {len(request.messages)} asks for an answer, I think."}
    if starts_turn(request.messages[-1]):
        return [thought, {**CALL, "id": f"toolu_{len(request.messages)}"}]
    return [thought, {"type": "text", "text": "It is in the workshop."}]


def thoughtful(model=OPUS, turns=3):
    """A request of so many turns whose model has thought before every call and every answer."""
    client = connect(ScriptedModel(thinks))
    tools = [{"name": "look_up", "description": "Looks.", "input_schema": {"type": "object"}}]
    request = {"model": model, "max_tokens": 100, "system": "Be brief.", "tools": tools, "messages": []}
    for turn in range(turns):
        said = f"Is order {turn} ready?"
        for content in (said, "result"):
            if content == "result":
                content = [{**RESULT, "tool_use_id": request["messages"][-1]["content"][-1]["id"]}]
            request["messages"].append({"role": "user", "content": content})
            reply = client.messages.create(**request)
            request["messages"].append({"role": "assistant", "content": [block.to_dict() for block in reply.content]})
    request["messages"].append(TALK[-1])
    return request


def thoughts(messages):
    return sum(block["type"] == "thinking" for message in messages[1::2] for block in message["content"])


@pytest.mark.parametrize(
    ("options", "places"),
    [
        (("--strategy", "turns", "--turns", "2"), [8, 9, 10, 11, 12]),
        (("--strategy", "budget", "--budget", "500"), [8, 9, 10, 11, 12]),
        (("--strategy", "window", "--window", "5"), [0, 3, 8, 9, 10, 11, 12]),
        (("--strategy", "rarely", "--high", "500", "--low", "450"), [8, 9, 10, 11, 12]),
    ],
)
def test_bound_thinking_goes_when_something_in_front_of_it_goes(trim, tmp_path, options, places):
    request = thoughtful()
    assert thoughts(request["messages"]) == 6
    status, out, err = trim(request, *options, "--json", "--out", "new.json")
    told = json.loads(out)
    assert (status, err, told["problems"]) == (0, "", {"before": [], "after": []})
    assert told["kept"] == places
    assert told["thinking"] == f"left out, since {OPUS} takes it only behind the messages it was made behind"
    kept = json.loads((tmp_path / "new.json").read_text())
    assert thoughts(kept["messages"]) == 0
    assert [message["role"] for message in kept["messages"]] == [request["messages"][at]["role"] for at in places]
    assert connect(ScriptedModel(thinks)).messages.create(**kept)
    fields = {key: kept[key] for key in ("system", "tools", "messages")}
    assert told["tokens"]["after"] == request_tokens(model=MODELS[OPUS], **fields)


def test_the_report_and_the_picture_say_that_thinking_is_left_out(trim):
    request = thoughtful()
    status, out, _ = trim(request, "--strategy", "turns", "--turns", "2")
    assert status == 0
    assert f"\nthinking: left out, since {OPUS} takes it only behind the messages it\n  was made behind\n\n" in out
    kept = without_thinking(request["messages"][8:])
    tokens = sum(message_tokens(message, MODELS[OPUS].letters_per_piece) for message in kept)
    assert f"kept     messages 8-12: 2 turns, {tokens} tokens\n" in out
    after = request_tokens(kept, model=MODELS[OPUS], system=request["system"], tools=request["tools"])
    assert re.search(rf"\ntokens  .* {after}\n", out)
    assert re.search(rf"What is sent +5 +{after} ", out)
    assert out.endswith("\nThe picture is without the thinking that is left out of what is kept.\n")


@pytest.mark.parametrize(
    ("model", "options", "kept"),
    [
        (OPUS, ("--strategy", "turns", "--turns", "4"), 6),  # nothing is dropped
        (OPUS, LAST_TURN, 0),  # no thinking is kept
        ("claude-opus-5", ("--strategy", "turns", "--turns", "2"), 2),  # it is not bound
    ],
)
def test_other_thinking_stays(trim, tmp_path, model, options, kept):
    status, out, _ = trim(thoughtful(model), *options, "--json", "--out", "new.json")
    assert (status, json.loads(out)["thinking"]) == (0, None)
    assert thoughts(json.loads((tmp_path / "new.json").read_text())["messages"]) == kept
    assert "thinking: left out" not in trim(thoughtful(model), *options)[1]


# Nothing to trim


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("", "line 1, column 1: there is nothing here"),
        ("[1, 2", "line 1, column 6: this is not JSON"),
        ([], "this cannot be trimmed before it is mended: "),
        ({"messages": "Hello."}, "this cannot be trimmed before it is mended: messages: "),
        ([{"role": "user"}], "this cannot be trimmed before it is mended: messages.0.content: "),
        ([TALK[0], {"role": "robot", "content": "Hm."}], "Give message 1 the role"),
        ([TALK[0], 7], "messages.1: "),
        ({"system": 7, "messages": TALK}, "this cannot be trimmed before it is mended: system: "),
        ({"model": "gpt-7", "messages": TALK}, 'the request names the model "gpt-7", whose rules are not known'),
        ("[" * 100_000, "nested too deeply"),
    ],
)
def test_what_cannot_be_trimmed_is_named(trim, tmp_path, content, said):
    status, out, err = trim(content, *LAST_TURN, "--out", "new.json")
    assert (status, out) == (2, "")
    assert err.startswith("turnkeeper trim: given.json: ")
    assert err.endswith(".\n")
    assert said in err
    assert not (tmp_path / "new.json").exists()


def test_a_file_that_is_not_there_is_named(capsys):
    assert cli.main(["trim", "no_such_file.json", *LAST_TURN]) == 2
    assert capsys.readouterr().err == (
        "turnkeeper trim: no_such_file.json cannot be read: No such file or directory.\n"
    )


@pytest.mark.parametrize("command", [("check",), ("trim", *LAST_TURN)])
def test_no_name_of_a_file_is_obeyed_by_the_terminal(capsys, tmp_path, command):
    bad = tmp_path / "bad\x1b[2J.json"
    command, *options = command
    assert cli.main([command, str(bad), *options]) == 2
    bad.write_text("{")
    assert cli.main([command, str(bad), *options]) == 2
    out, err = capsys.readouterr()
    assert (out, len(err.splitlines()), err.count(r"bad\x1b[2J.json")) == ("", 2, 2)
    assert "\x1b" not in err


def test_no_name_of_an_output_is_obeyed_by_the_terminal(trim):
    told = [trim(TALK, *LAST_TURN, "--out", name) for name in ("new\x1b[2J.json", "no\x1b[2J/new.json")]
    assert [status for status, _, _ in told] == [0, 2]
    assert told[0][1].endswith(r"Written to new\x1b[2J.json." + "\n")
    assert r"no\x1b[2J/new.json cannot be written: " in told[1][2]
    assert not any("\x1b" in out + err for _, out, err in told)


@pytest.mark.parametrize(
    "options", [("--strategy", "budget", "--budget", "5"), ("--strategy", "rarely", "--high", "5", "--low", "4")]
)
def test_a_budget_that_is_too_small_is_told_with_what_is_needed(trim, tmp_path, options):
    status, out, err = trim(REQUEST, *options, "--out", "new.json")
    assert (status, out) == (2, "")
    assert err.startswith("turnkeeper trim: given.json: a budget of 5 tokens is too small: the newest turn needs ")
    needed = re.search(r"Raise the budget to (\d+)", err)[1]
    assert not (tmp_path / "new.json").exists()
    assert trim(REQUEST, "--strategy", "budget", "--budget", needed)[0] == 0


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--strategy", "turns"), "--strategy turns needs --turns: add it with a number"),
        (("--strategy", "rarely"), "--strategy rarely needs --high and --low: add it with a number"),
        (("--strategy", "rarely", "--high", "9"), "--strategy rarely needs --low"),
        (("--strategy", "budget", "--reserve", "9"), "--strategy budget needs --budget"),
        (
            (*LAST_TURN, "--budget", "9"),
            "--strategy turns does not take --budget: leave it out; it takes --turns",
        ),
        ((*LAST_TURN, "--reserve", "9"), "--strategy turns does not take --reserve"),
        (
            ("--strategy", "rarely", "--high", "9", "--low", "10"),
            "--low 10 is above --high 9: a cut at --high must make the history shorter",
        ),
        (("--strategy", "turns", "--turns", "0"), "argument --turns: give a whole number of 1 or more, not '0'"),
        (
            (*STRATEGIES["budget"][:-1], "-1"),
            "argument --reserve: give a whole number of 0 or more, not '-1'",
        ),
        (
            (*STRATEGIES["budget"][:-1], "none"),
            "argument --reserve: give a whole number of 0 or more, not 'none'",
        ),
        (("--strategy", "turns", "--turns", "two"), "argument --turns: give a whole number of 1 or more, not 'two'"),
        (("--strategy", "oldest"), "argument --strategy: invalid choice: 'oldest'"),
        ((), "the following arguments are required: --strategy"),
        ((*LAST_TURN, "--json", "--out", "-"), "--json and --out - both want standard output: name a file for --out"),
        ((*LAST_TURN, "--out", ""), "--out names no file: give it a name, or - for standard output"),
    ],
)
def test_a_wrong_option_says_what_to_do(refused, options, said):
    assert refused(*options).startswith(said)


def test_the_command_line_offers_what_there_is(capsys):
    with pytest.raises(SystemExit):
        cli.main(["trim", "--help"])
    told = " ".join(capsys.readouterr().out.split())
    assert f"--strategy {{{','.join(trim_file.STRATEGIES)}}}" in told
    assert set(re.findall(r"--(\w+) (?:N|TOKENS|MESSAGES)\b", told)) == trim_file.OPTIONS
    assert set(STRATEGIES) == set(trim_file.STRATEGIES)
    with pytest.raises(SystemExit):
        cli.main(["api", "--help"])
    told = " ".join(capsys.readouterr().out.split())
    assert cli.main(["api", "--script", "nope"]) == 2
    offered = re.search(r"take ([\w, ]+), or module:name", capsys.readouterr().err)[1]
    assert f"what the model says: {offered}, or module:name" in told
    assert offered.split(", ") == list(cli.SCRIPTS)


def test_the_reserve_may_be_left_out(trim):
    assert trim(REQUEST, "--strategy", "budget", "--budget", "700")[0] == 0
    assert trim(REQUEST, "--strategy", "rarely", "--high", "700", "--low", "700")[0] == 0


# Forms of input and output

LINES = "\n".join(json.dumps(message, ensure_ascii=False) for message in TALK)
KEPT = TALK[-1:]
FORMS = {
    "a request": (REQUEST, {**REQUEST, "messages": KEPT}),
    "a list": (TALK, KEPT),
    "a case": ({"id": "1", "request": {"messages": TALK}}, {"id": "1", "request": {"messages": KEPT}}),
    "a byte order mark": (b"\xef\xbb\xbf" + json.dumps(TALK).encode(), KEPT),
    "one message": (TALK[0], TALK[0]),
}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("stdin", [False, True])
def test_every_form_is_written_as_it_was_read(trim, tmp_path, form, stdin):
    content, expected = FORMS[form]
    status, out, err = trim(content, *LAST_TURN, "--out", "new.json", stdin=stdin)
    assert (status, err) == (0, "")
    assert out.endswith("\nWritten to new.json.\n")
    assert json.loads((tmp_path / "new.json").read_bytes()) == expected
    assert {path.name for path in tmp_path.iterdir()} == {"given.json", "new.json"}
    status, out, err = trim(content, *LAST_TURN, "--out", "-", stdin=stdin)
    assert json.loads(out) == expected
    assert err.startswith(f"{'standard input' if stdin else 'given.json'}: 1 of ")


def test_lines_are_written_as_lines(trim, tmp_path):
    assert trim(LINES, *LAST_TURN, "--out", "new.jsonl")[0] == 0
    assert (tmp_path / "new.jsonl").read_text(encoding="utf-8") == f"{json.dumps(KEPT[0], ensure_ascii=False)}\n"
    assert trim(LINES + "\n\n", "--strategy", "turns", "--turns", "9", "--out", "-")[1] == LINES + "\n"


def test_the_order_of_the_fields_the_indent_and_the_letters_stay(trim, tmp_path):
    trim(json.dumps(REQUEST, indent=4), *LAST_TURN, "--out", "new.json")
    text = (tmp_path / "new.json").read_text(encoding="utf-8")
    assert text == json.dumps({**REQUEST, "messages": KEPT}, indent=2, ensure_ascii=False) + "\n"
    trim(REQUEST, *LAST_TURN, "--out", "new.json")
    assert (tmp_path / "new.json").read_text(encoding="utf-8").count("\n") == 1


def test_half_a_character_is_written_as_it_came(trim, tmp_path):
    half = '[{"role": "user", "content": "a\\ud800b"}]'
    assert trim(half, *LAST_TURN, "--out", "new.json")[0] in (0, 1)
    assert (tmp_path / "new.json").read_text() == half + "\n"


def test_a_number_that_json_has_no_form_for_is_not_written(trim, tmp_path):
    huge = json.dumps(TALK).replace('"3107"}', "1e999}")
    status, out, err = trim(huge, "--strategy", "turns", "--turns", "9", "--out", "new.json")
    assert (status, out) == (2, "")
    assert "a number in it is too large to be written again." in err
    assert not (tmp_path / "new.json").exists()


@pytest.mark.parametrize("kind", ["name", "symlink", "hardlink"])
def test_the_input_is_not_overwritten(trim, tmp_path, kind):
    (tmp_path / "given.json").write_text("")
    name = "given.json" if kind == "name" else "other.json"
    if kind == "symlink":
        (tmp_path / name).symlink_to("given.json")
    if kind == "hardlink":
        os.link(tmp_path / "given.json", tmp_path / name)
    status, out, err = trim(TALK, *LAST_TURN, "--out", name)  # the fixture sees that the input is unchanged
    assert (status, out) == (2, "")
    assert (
        f"--out names the file that was read, and what is dropped would be lost: name another file than {name}" in err
    )


def test_an_older_file_is_replaced_with_its_rights_and_through_a_link(trim, tmp_path):
    old = tmp_path / "old.json"
    old.write_text("old")
    old.chmod(0o640)
    (tmp_path / "link.json").symlink_to("old.json")
    assert trim(TALK, *LAST_TURN, "--out", "link.json")[0] == 0
    assert json.loads(old.read_text(encoding="utf-8")) == KEPT
    assert (tmp_path / "link.json").is_symlink()
    assert old.stat().st_mode & 0o777 == 0o640


def test_a_file_that_cannot_be_written_leaves_the_old_one_and_nothing_else(trim, tmp_path, monkeypatch):
    status, out, err = trim(TALK, *LAST_TURN, "--out", "no_such_folder/new.json")
    assert (status, out) == (2, "")
    assert err == "turnkeeper trim: no_such_folder/new.json cannot be written: No such file or directory.\n"
    (tmp_path / "old.json").write_text("old")

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    status, out, err = trim(TALK, *LAST_TURN, "--out", "old.json")
    assert (status, out) == (2, "")
    assert "old.json cannot be written: No space left on device." in err
    assert {path.name for path in tmp_path.iterdir()} == {"given.json", "old.json"}
    assert (tmp_path / "old.json").read_text() == "old"


def test_what_is_no_plain_file_is_written_to_and_not_replaced(trim, tmp_path):
    os.mkfifo(tmp_path / "pipe")
    with subprocess.Popen(["cat", tmp_path / "pipe"], stdout=subprocess.PIPE) as reading:
        assert trim(TALK, *LAST_TURN, "--out", "pipe")[0] == 0
        assert json.loads(reading.communicate()[0]) == KEPT
    assert (tmp_path / "pipe").is_fifo()


def test_json_and_a_file_together(trim, tmp_path):
    status, out, _ = trim(TALK, *LAST_TURN, "--json", "--out", "new.json")
    assert (status, json.loads(out)["kept"]) == (0, [6])
    assert json.loads((tmp_path / "new.json").read_text(encoding="utf-8")) == KEPT


# Terminals and pipes


class _Terminal(io.StringIO):
    encoding = "utf-8"

    def isatty(self):
        return True


@pytest.mark.parametrize("rich", [True, False])
def test_a_terminal_gets_colours_where_rich_is_installed_and_the_same_words(trim, monkeypatch, rich):
    if not rich:
        monkeypatch.setattr("turnkeeper.trim_file.reporting.find_spec", lambda name: None)
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    _, plain, _ = trim(TALK, *LAST_TURN)
    monkeypatch.setattr(sys, "stdout", _Terminal())
    trim(TALK, *LAST_TURN)
    coloured = sys.stdout.getvalue()
    assert ("\x1b[" in coloured) == rich
    words = re.sub(r"\x1b\[[\d;]*m", "", coloured)
    assert [line.rstrip() for line in words.splitlines()] == plain.splitlines()


def test_a_pipe_that_is_closed_early_is_no_traceback(tmp_path):
    (tmp_path / "given.json").write_text(json.dumps(TALK * 3000))
    command = [*TURNKEEPER, "trim", "given.json", "--strategy", "turns", "--turns", "9000", "--out", "-"]
    with subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        running.stdout.close()
        assert b"Traceback" not in running.stderr.read()


class _Closed(io.StringIO):
    """A pipe whose reader has left."""

    encoding = "utf-8"

    def __init__(self, path):
        super().__init__()
        self.file = path.open("w")

    def write(self, text):
        raise BrokenPipeError

    def fileno(self):
        return self.file.fileno()


def test_a_closed_pipe_takes_nothing_more(trim, tmp_path, monkeypatch):
    closed = _Closed(tmp_path / "closed")
    monkeypatch.setattr(sys, "stdout", closed)
    assert cli.main(["trim", str(ROOT / "tests/cases/045-two-user-messages-in-a-row.json"), *LAST_TURN]) == 0
    closed.file.write("lost")
    closed.file.close()
    assert (tmp_path / "closed").read_text() == ""


class _Full(_Closed):
    """A stream onto a disk that is full."""

    def write(self, text):
        raise OSError(28, "No space left on device")


CASE = str(ROOT / "tests/cases/045-two-user-messages-in-a-row.json")
FULL = "standard output cannot be written: No space left on device."


@pytest.mark.parametrize("command", [("check", CASE), ("trim", CASE, *LAST_TURN)])
def test_a_full_disk_is_told_in_a_sentence(tmp_path, monkeypatch, capsys, command):
    monkeypatch.setattr(sys, "stdout", _Full(tmp_path / "full"))
    assert cli.main([*command]) == 2
    assert capsys.readouterr().err == f"turnkeeper {command[0]}: {FULL}\n"
    sys.stdout.file.close()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device of Linux")
@pytest.mark.parametrize(
    "command",
    [
        ("check", CASE),
        ("check", CASE, "--json"),
        ("trim", CASE, *LAST_TURN),
        ("trim", CASE, *LAST_TURN, "--json"),
        ("trim", CASE, *LAST_TURN, "--out", "-"),
    ],
)
def test_a_full_device_is_told_in_a_sentence(command):
    with Path("/dev/full").open("w") as full:
        done = subprocess.run([*TURNKEEPER, *command], stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr.endswith(f"turnkeeper {command[0]}: {FULL}\n")
    assert "Traceback" not in done.stderr
    assert "Exception ignored" not in done.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device of Linux")
@pytest.mark.parametrize("file", [CASE, "no_such_file.json"])
def test_a_full_device_for_what_is_told_beside_ends_with_2(file):
    with Path("/dev/full").open("w") as full:
        command = [*TURNKEEPER, "trim", file, *LAST_TURN, "--out", "-"]
        assert subprocess.run(command, stdout=subprocess.PIPE, stderr=full, check=False).returncode == 2


def test_the_command_is_a_module_too(monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["turnkeeper", "trim", "no_such_file.json", *LAST_TURN])
    with pytest.raises(SystemExit) as stopped:
        importlib.import_module("turnkeeper.cli.__main__")
    assert stopped.value.code == 2
    assert "no_such_file.json cannot be read" in capsys.readouterr().err


def test_the_sdk_is_not_imported(tmp_path):
    (tmp_path / "given.json").write_text(json.dumps(TALK))
    code = f"from turnkeeper import cli\ncli.main(['trim', 'given.json', *{LAST_TURN}])"
    done = subprocess.run(
        [sys.executable, "-c", f"import sys\n{code}\nsys.exit('anthropic' in sys.modules)"],
        cwd=tmp_path, capture_output=True, text=True, check=False, env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")


# Any history


@pytest.mark.parametrize("strategy", STRATEGIES)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(data=st.data())
def test_no_history_ends_in_a_traceback_and_a_valid_one_stays_valid(trim, strategy, data):
    history = data.draw(valid_histories())
    valid = not check_history(history)
    if data.draw(st.booleans()):
        history = spoil(data.draw, history)
        valid = not check_history(history)
    status, out, err = trim({"messages": history}, *STRATEGIES[strategy])
    assert status in (0, 1, 2)
    assert (status == 2) == (out == "") == (err != "")
    if valid and status != 2:
        assert status == 0
