"""`turnkeeper check`: the cases, every form of input, what is unreadable, the report, and the exit status."""

import io
import json
import os
import re
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest
from bank import ROOT

from turnkeeper import check_history, cli, connect
from turnkeeper.check_file import MOST_FAULTS, check_given
from turnkeeper.grading.seal import SEALS, is_sealed
from turnkeeper.history_file import Given, UnreadableError
from turnkeeper.offline import http, transport
from turnkeeper.site.build import SITE
from turnkeeper.site.serve import PortTakenError
from turnkeeper.site.steps import StepError

CASES = sorted((ROOT / "tests/cases").glob("*.json"))
TURNKEEPER = (sys.executable, "-m", "turnkeeper.cli")
ORPHAN = [
    {"role": "user", "content": "Is order 3107 ready?"},
    {"role": "assistant", "content": "One moment."},
    {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "toolu_7", "content": "3107"}]},
]
VALID = ORPHAN[:1]


@pytest.fixture
def check(command_on_file):
    """Run `turnkeeper check` on a file."""
    return partial(command_on_file, "check")


def places(problems):
    return [(problem["message_index"], problem["block_index"], problem["rule"]) for problem in problems]


def case_of(path):
    return json.loads(path.read_text(encoding="utf-8"))


def test_there_are_cases():
    assert len(CASES) >= 21


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_a_case_is_judged_the_same_from_its_file_its_request_and_the_function(check, path):
    case = case_of(path)
    request = case["request"]
    model = case["arguments"].get("model", "claude-haiku-5-5")
    fields = {key: request[key] for key in ("system", "tools", "thinking", "cache_control") if key in request}
    problems = check_history(request["messages"], model=model, **fields)
    expected = {
        "valid": not problems,
        "problems": [
            {
                "message_index": problem.message_index,
                "block_index": problem.block_index,
                "rule": problem.rule,
                "ids": list(problem.ids),
                "message": problem.message,
            }
            for problem in problems
        ],
    }
    for content in (case, request):
        status, out, err = check(content, "--json", "--model", model)
        assert (status, json.loads(out), err) == (1 if problems else 0, expected, "")
    status, out, _ = check(case, "--model", model)
    assert status == (1 if problems else 0)
    assert all(problem.rule in out for problem in problems)
    assert max(map(len, out.splitlines())) <= 80


@pytest.mark.parametrize(
    "path", [path for path in CASES if case_of(path)["operation"] == "validate"], ids=lambda path: path.stem
)
def test_a_case_that_is_to_be_validated_gets_the_expected_answer(check, path):
    case = case_of(path)
    expected = case["expected"]
    model = case["arguments"].get("model", "claude-haiku-5-5")
    status, out, _ = check(case["request"], "--json", "--model", model)
    told = json.loads(out)
    assert (status, told["valid"]) == (0 if expected["valid"] else 1, expected["valid"])
    good = places([*expected["faults"], *expected.get("also_acceptable", [])])
    assert not good or set(places(told["problems"])) & set(good)


@pytest.mark.parametrize(
    "path", [path for path in CASES if case_of(path)["expected"].get("naive_keep_indices")], ids=lambda path: path.stem
)
def test_what_a_naive_trim_kept_is_refused_where_the_case_says(check, path):
    case = case_of(path)
    kept = [case["request"]["messages"][place] for place in case["expected"]["naive_keep_indices"]]
    faults = case["expected"].get("naive_faults", [])
    status, out, _ = check(kept, "--json")
    assert status == (1 if faults else 0)
    assert set(places(faults)) <= set(places(json.loads(out)["problems"]))


# Forms of input

FORMS = {
    "a request": {"model": "claude-haiku-5-5", "max_tokens": 9, "messages": ORPHAN},
    "a list": ORPHAN,
    "a case": {"id": "1", "request": {"messages": ORPHAN}},
    "lines": "\n".join(map(json.dumps, ORPHAN)),
    "lines with an end, blanks and Windows line ends": "".join(f"{json.dumps(message)}\r\n\r\n" for message in ORPHAN),
    "a byte order mark": b"\xef\xbb\xbf" + json.dumps(ORPHAN).encode(),
    "one message": ORPHAN[2],
}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("stdin", [False, True])
def test_every_form_is_read(check, form, stdin):
    status, out, err = check(FORMS[form], "--json", stdin=stdin)
    told = json.loads(out)
    assert (status, told["valid"], err) == (1, False, "")
    (problem,) = told["problems"]
    assert (problem["ids"], problem["block_index"]) == (["toolu_7"], 0)
    assert problem["message_index"] == (0 if form == "one message" else 2)
    assert set(problem) == {"message_index", "block_index", "rule", "ids", "message"}


def test_lines_may_hold_what_python_takes_for_a_line_end(check):
    said = '{"role": "user", "content": "a\u2028b\x85c"}'
    assert check(said + "\n" + said)[0] == 0


def test_a_valid_history_ends_with_0(check):
    assert check(VALID, "--json") == (0, '{\n  "valid": true,\n  "problems": []\n}\n', "")
    status, out, err = check(VALID)
    assert (status, err) == (0, "")
    assert out.splitlines() == [
        "given.json: valid",
        "1 message, checked for claude-haiku-5-5, target claude",
        "",
        " 0  user       string       'Is order 3107 ready?'",
    ]


def test_an_empty_list_has_a_fault_and_no_table(check):
    status, out, _ = check([])
    assert status == 1
    assert out.splitlines()[:4] == [
        "given.json: 1 fault",
        "0 messages, checked for claude-haiku-5-5, target claude",
        "",
        "  ✗ no_messages",
    ]
    assert out.splitlines()[-1].startswith("    Mend: ")


def test_the_target_and_the_model_decide(check):
    two = [*VALID, {"role": "user", "content": "Hello?"}]
    assert check(two)[0] == 0
    assert check(two, "--target", "strict")[0] == 1
    prefill = [*VALID, {"role": "assistant", "content": "Order 3107 is"}]
    assert check(prefill)[0] == 1
    assert check(prefill, "--model", "claude-haiku-4-5")[0] == 0
    assert check({"model": "claude-haiku-4-5", "messages": prefill})[0] == 0
    assert check({"model": "claude-haiku-4-5", "messages": prefill}, "--model", "claude-opus-5")[0] == 1


def test_the_fields_of_a_request_count(check):
    marks = [{"type": "text", "text": "Rule.", "cache_control": {"type": "ephemeral"}}] * 5
    status, out, _ = check({"system": marks, "messages": VALID}, "--json")
    (problem,) = json.loads(out)["problems"]
    assert (status, problem["rule"], problem["message_index"]) == (1, "too_many_cache_breakpoints", None)
    assert check(VALID)[0] == 0


# What is unreadable

WHOLE = {"model": "claude-haiku-5-5", "max_tokens": 100, "messages": VALID}


@pytest.mark.parametrize(
    ("fields", "rule", "said"),
    [
        ({"max_tokens": -1}, "request_field", "max_tokens: must be greater than or equal to 0"),
        ({"bogus": 1}, "request_field", "bogus: Extra inputs are not permitted"),
        ({"temperature": 1}, "request_field", "temperature: Extra inputs are not permitted"),
        (
            {"model": "claude-haiku-4-5", "thinking": {"type": "adaptive"}},
            "request_field",
            "adaptive thinking is not supported on this model",
        ),
        (
            {"model": "claude-haiku-4-5", "messages": [{"role": "user", "content": "one " * 200_000}]},
            "prompt_too_long",
            "prompt is too long: 200006 tokens > 200000 maximum",
        ),
    ],
)
def test_the_other_fields_of_a_whole_request_are_checked_too(check, fields, rule, said):
    status, out, _ = check({**WHOLE, **fields}, "--json")
    [problem] = json.loads(out)["problems"]
    assert (status, problem["rule"], problem["message"]) == (1, rule, said)


def test_a_whole_request_in_order_is_valid_and_a_fault_of_it_is_told_once(check):
    betas = {"context_management": {"edits": []}, "thread": {"type": "create"}}
    assert check({**WHOLE, **betas}, "--json")[0] == 0
    _, out, _ = check({**WHOLE, "messages": []}, "--json")
    assert [problem["rule"] for problem in json.loads(out)["problems"]] == ["no_messages"]


def test_a_case_may_name_its_model(check):
    messages = [*VALID, {"role": "assistant", "content": "The "}]
    case = {"request": {"messages": messages}, "arguments": {"model": "claude-haiku-4-5"}}
    [problem] = json.loads(check(case, "--json")[1])["problems"]
    assert (problem["rule"], problem["message_index"], problem["block_index"]) == ("trailing_whitespace", 1, 0)
    [problem] = json.loads(check(case, "--json", "--model", "claude-opus-5")[1])["problems"]
    assert problem["rule"] == "prefill_not_supported"


UNREADABLE = {
    "nothing": ("", "line 1, column 1: there is nothing here"),
    "blanks": (" \n\n", "line 1, column 1: there is nothing here"),
    "a number": ("\n  3", "line 2, column 3: this is a number"),
    "a string": ('"a"', "line 1, column 1: this is a string"),
    "null": ("null", "line 1, column 1: this is null"),
    "true": ("true", "line 1, column 1: this is true or false"),
    "another object": ('{"message": []}', "line 1, column 1: this is an object without messages"),
    "broken JSON": ('[{"role": "user",\n  "content": }]', "line 2, column 14: this is not JSON (Expecting value)"),
    "cut off": ('[{"role": "user"', "line 1, column 17: this is not JSON"),
    "too much": ('{\n"messages": []\n}\n}', "line 4, column 1: this is not JSON (Extra data)"),
    "a broken line": ('{"role": "user", "content": "a"}\n\n{"role": }', "line 3, column 10: this is not JSON"),
    "requests in lines": ('{"messages": []}\n{"messages": []}', "line 1, column 1: this is a whole request"),
    "no number": ('["NaN",\n NaN]', "line 2, column 2: NaN is not JSON"),
    "no text": (b'["a",\n"\xff"]', "line 2, column 2: this is not text in UTF-8"),
    "too deep": ("[" * 200_000, "nested too deeply"),
    "too long a number": ("[" + "9" * 5000 + "]", "line 1, column 1: a number is too long"),
    "an unknown model": ({"model": "claude-haiku-55", "messages": VALID}, "Did you mean claude-haiku-5-5?"),
    "a model that is no text": ({"model": 5, "messages": VALID}, "the request names the model 5"),
}


@pytest.mark.parametrize("kind", UNREADABLE)
@pytest.mark.parametrize("options", [(), ("--json",)])
def test_what_cannot_be_checked_ends_with_2_and_a_sentence(check, kind, options):
    content, said = UNREADABLE[kind]
    status, out, err = check(content, *options)
    assert (status, out) == (2, "")
    assert err.startswith("turnkeeper check: given.json: ")
    assert said in err
    assert len(err.splitlines()) == 1


def test_what_is_nested_too_deeply_to_be_checked_is_unreadable():
    deep = {}
    for _ in range(5_000):
        deep = {"in": deep}
    call = {"type": "tool_use", "id": "toolu_1", "name": "look_up", "input": deep}
    messages = [*VALID, {"role": "assistant", "content": [call]}]
    with pytest.raises(UnreadableError, match="lists and objects are nested too deeply to be checked"):
        check_given(Given(messages, {"model": "claude-haiku-5-5", "max_tokens": 100}))


def test_a_folder_a_missing_file_and_a_wrong_model_end_with_2(check, capsys, tmp_path):
    for name, said in ((str(tmp_path), "Is a directory"), (str(tmp_path / "gone.json"), "No such file or directory")):
        assert cli.main(["check", name]) == 2
        assert f"{name} cannot be read: {said}." in capsys.readouterr().err
    status, _, err = check(VALID, "--model", "claude-nope")
    assert status == 2
    assert '--model names the model "claude-nope"' in err


# The report


def test_faults_stand_at_their_place_with_the_mend(check):
    lines = check(ORPHAN)[1].splitlines()
    assert lines[0] == "given.json: 1 fault"
    row = next(place for place, line in enumerate(lines) if line.startswith(" 2  user       tool_result"))
    assert lines[row + 1] == "  ✗ tool_result_without_use (toolu_7)"
    told = " ".join(line.strip() for line in lines[row + 2 :])
    assert "unexpected `tool_use_id` found in `tool_result` blocks: toolu_7" in told
    assert "Mend: " in told


def test_a_hundred_thousand_messages_show_the_neighbourhood_only(check):
    many = [{"role": ("user", "assistant")[place % 2], "content": f"Number {place}."} for place in range(99_999)]
    many[50_000] = ORPHAN[2]
    status, out, _ = check("\n".join(map(json.dumps, many)))
    lines = out.splitlines()
    assert status == 1
    assert len(lines) < 20
    assert [line.strip() for line in lines if "left out" in line] == [
        "… 49,998 messages left out",
        "… 49,996 messages left out",
    ]
    assert "50002  user       string       'Number 50002.'" in lines


@pytest.mark.parametrize("place", [0, 98])
def test_a_fault_at_an_end_has_neighbours_on_one_side(check, place):
    many = [{"role": ("user", "assistant")[place % 2], "content": f"Number {place}."} for place in range(99)]
    many[place] = ORPHAN[2]
    rows = [line.strip() for line in check(many)[1].splitlines()]
    (gap,) = [line for line in rows if "left out" in line]
    assert gap == "… 96 messages left out"
    assert (rows.index(gap) > rows.index("✗ tool_result_without_use (toolu_7)")) == (place == 0)


def test_many_faults_are_shown_in_part_and_all_in_json(check):
    many = [*VALID, *(message for _ in range(100) for message in (ORPHAN[1], ORPHAN[2]))]
    out = check(many)[1]
    assert out.count("✗") == MOST_FAULTS
    assert "80 more faults are not shown; --json names them all." in out
    assert len(json.loads(check(many, "--json")[1])["problems"]) == 100


def test_of_many_blocks_the_ones_around_the_fault_are_shown(check):
    blocks = [{"type": "text", "text": f"Part {place}."} for place in range(400)]
    blocks[200] = {"type": "text", "text": ""}
    out = check([{"role": "user", "content": blocks}])[1]
    assert "… 198 blocks left out" in out
    assert "'Part 199.'" in out
    assert "'Part 300.'" not in out


@pytest.mark.parametrize("word", ["\x1b[2J", "\u202e", "\ud800", "\n\n", "漢字" * 60, "x" * 300])
def test_what_a_file_holds_is_written_out_and_cut_and_never_obeyed(check, word):
    messages = [
        {"role": f"user{word}", "content": word},
        {
            "role": "user",
            "content": [{"type": word}, {"type": "tool_use", "id": word, "name": word, "input": word}, word],
        },
        word,
    ]
    status, out, err = check(messages)
    assert (status, err) == (1, "")
    assert "\x1b" not in out
    assert "\u202e" not in out
    assert max(map(len, out.splitlines())) <= 80
    assert check(messages, "--json")[0] == 1


class Terminal(io.TextIOWrapper):
    def isatty(self):
        return True


@pytest.mark.parametrize(
    ("variables", "coloured"),
    [({}, True), ({"NO_COLOR": "1"}, False), ({"NO_COLOR": ""}, True), ({"TERM": "dumb"}, False)],
)
def test_colour_is_for_terminals_and_says_nothing_of_its_own(tmp_path, monkeypatch, variables, coloured):
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    (tmp_path / "given.json").write_text(json.dumps(ORPHAN))

    def printed(kind):
        raw = io.BytesIO()
        monkeypatch.setattr(sys, "stdout", kind(raw, encoding="utf-8"))
        cli.main(["check", str(tmp_path / "given.json")])
        sys.stdout.flush()
        return raw.getvalue().decode()

    plain, shown = printed(io.TextIOWrapper), printed(Terminal)
    assert "\x1b" not in plain
    assert ("\x1b" in shown) == coloured
    assert re.sub(r"\x1b\[[0-9;]*m", "", shown) == plain


def test_a_terminal_that_cannot_show_a_letter_gets_a_question_mark(tmp_path, monkeypatch):
    (tmp_path / "given.json").write_text(json.dumps(ORPHAN))
    raw = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(raw, encoding="ascii"))
    assert cli.main(["check", str(tmp_path / "given.json")]) == 1
    sys.stdout.flush()
    assert "? tool_result_without_use" in raw.getvalue().decode("ascii")


# From anywhere


def test_the_command_works_outside_a_checkout_and_the_courses_own_do_not(tmp_path, monkeypatch, capsys):
    (tmp_path / "given.json").write_text(json.dumps(ORPHAN))
    done = subprocess.run(
        [*TURNKEEPER, "check", "-", "--json"], cwd=tmp_path, input=json.dumps(ORPHAN), capture_output=True, text=True,
        check=False, env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
    )  # fmt: skip
    assert (done.returncode, json.loads(done.stdout)["valid"], done.stderr) == (1, False, "")
    monkeypatch.setattr(cli, "ROOT", tmp_path)
    assert cli.main(["check", str(tmp_path / "given.json")]) == 1
    capsys.readouterr()
    for command in (["build"], ["serve"], ["quality"], ["seal"], ["new-lesson", "x"]):
        assert cli.main(command) == 2
        assert f"turnkeeper {command[0]}: run this from a checkout" in capsys.readouterr().err


@pytest.fixture
def site(monkeypatch):
    """The site's own functions, which have tests of their own: what was asked of them, in order."""
    asked = []
    for module, name in (("build", "build"), ("serve", "check_port"), ("serve", "serve"), ("quality", "check")):
        monkeypatch.setattr(f"turnkeeper.site.{module}.{name}", lambda *given, name=name: asked.append((name, *given)))
    monkeypatch.setattr("turnkeeper.site.new_lesson.new_lesson", lambda root, slug: asked.append(("new", root, slug)))
    return asked


def test_the_courses_own_commands_lead_to_the_site(site):
    cli.main(["build"])
    cli.main(["serve", "--port", "8123"])
    assert site == [("build",), ("check_port", 8123), ("build",), ("serve", SITE, 8123)]
    site.clear()
    cli.main(["quality"])
    cli.main(["new-lesson", "windows"])
    assert site == [("check", ROOT), ("new", ROOT, "windows")]


@pytest.mark.parametrize(
    ("raised", "status", "said"),
    [
        (PortTakenError("Port 8000 is taken."), 1, "Port 8000 is taken.\n"),
        (StepError("A page is missing."), 1, "A page is missing.\n"),
        (KeyboardInterrupt(), 130, "\nStopped.\n"),
    ],
)
def test_a_build_that_ends_early_ends_in_a_sentence(site, monkeypatch, capsys, raised, status, said):
    def ends():
        raise raised

    monkeypatch.setattr("turnkeeper.site.build.build", ends)
    assert cli.main(["build"]) == status
    assert capsys.readouterr().err == said


def test_the_graders_are_sealed(tmp_path, monkeypatch, capsys):
    for folder in ("lessons", "exercises"):
        (tmp_path / folder).mkdir()
    (tmp_path / "exercises" / "test_send.py").write_text("graded = True\n")
    monkeypatch.setattr(cli, "ROOT", tmp_path)
    assert cli.main(["seal"]) == 0
    assert capsys.readouterr().out == f"Sealed the graders in {Path('exercises', SEALS)}.\n"
    assert is_sealed(tmp_path / "exercises" / "test_send.py")


def test_a_pipe_that_is_closed_early_is_no_traceback(tmp_path):
    many = [*VALID, *(message for _ in range(3000) for message in (ORPHAN[1], ORPHAN[2]))]
    (tmp_path / "given.json").write_text(json.dumps(many))
    with subprocess.Popen(
        [*TURNKEEPER, "check", "given.json", "--json"], cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as running:
        running.stdout.close()
        assert running.stderr.read() == b""


# `turnkeeper api`


def test_a_fault_of_the_scripts_module_is_its_own(tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine_with_a_fault.py").write_text("import json\njson.lods\n")
    with pytest.raises(AttributeError, match="lods"):
        cli.main(["api", "--script", "mine_with_a_fault:script"])


def test_the_api_keeps_no_record_that_nobody_can_look_at(monkeypatch):
    served = []
    monkeypatch.setattr(http, "serve", lambda model, **where: served.append(model))
    assert cli.main(["api"]) == 0
    body = json.dumps({"model": "claude-haiku-5-5", "max_tokens": 9, "messages": VALID}).encode()
    assert served[0].answer("POST", "/v1/messages", {"anthropic-version": "2026-10-21"}, body).status == 200
    assert served[0].requests == []


def test_the_api_takes_a_script_of_ones_own(tmp_path, monkeypatch):
    served = []
    monkeypatch.setattr(http, "serve", lambda model, **where: served.append(model))
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine_alone.py").write_text("def script(request):\n    return 'Mine.'\n")
    assert cli.main(["api", "--script", "mine_alone:script"]) == 0
    reply = connect(served[0]).messages.create(model="claude-haiku-5-5", max_tokens=9, messages=VALID)
    assert reply.content[0].text == "Mine."


@pytest.mark.parametrize(
    "code",
    [
        "from turnkeeper import cli; cli.main(['check', 'given.json'])",
        "from turnkeeper import ScriptedModel, check_history, show_requests",
        "from turnkeeper import scripts",
        "from turnkeeper import cli\nimport turnkeeper.offline.http as http\n"
        "http.serve = lambda model, **to: 0\ncli.main(['api'])",
    ],
)
def test_the_sdk_is_not_imported_where_nothing_needs_it(tmp_path, code):
    (tmp_path / "given.json").write_text(json.dumps(VALID))
    done = subprocess.run(
        [sys.executable, "-c", f"import sys\n{code}\nsys.exit('anthropic' in sys.modules)"],
        cwd=tmp_path, capture_output=True, text=True, check=False, env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")


def test_the_clients_are_imported_when_they_are_asked_for():
    from turnkeeper import offline

    assert offline.offline_client is transport.offline_client
    assert offline.offline_async_client is transport.offline_async_client
    assert set(offline.__all__) <= set(dir(offline))
    assert not hasattr(offline, "nope")


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--script", "nope"), "there is no script 'nope': take extractor, judge, reader, shop, summarizer"),
        (("--script", ":x"), "there is no script ':x'"),
        (("--script", "json:nope"), "json has no nope."),
        (("--script", "json:__name__"), "json:__name__ is no script"),
        (("--script", "no_such_module:x"), "no module no_such_module is found from"),
        (("--port", "99999"), "99999 is no port"),
        (("--host", "203.0.113.1"), "Cannot listen on 203.0.113.1"),
    ],
)
def test_a_wrong_option_of_the_api_says_what_to_do(capsys, monkeypatch, options, said):
    monkeypatch.setattr(sys, "path", list(sys.path))
    assert cli.main(["api", *options]) == 2
    assert said in capsys.readouterr().err


@pytest.mark.parametrize(
    ("script", "answer"),
    [("shop", "Could you give me your order number"), ("mine:script", "Mine."), (None, "All right.")],
)
def test_the_api_answers_with_the_script_that_was_named(tmp_path, script, answer):
    import anthropic

    (tmp_path / "mine.py").write_text("def script(request):\n    return 'Mine.'\n")
    command = [*TURNKEEPER, "api", "--port", "0", *(("--script", script) if script else ())]
    with subprocess.Popen(command, cwd=tmp_path, stderr=subprocess.PIPE, text=True) as running:
        try:
            url = re.search(r"http://127\.0\.0\.1:\d+", running.stderr.readline())[0]
            client = anthropic.Anthropic(api_key="offline", base_url=url)
            asked = [{"role": "user", "content": "Is my bicycle ready?"}]
            reply = client.messages.create(model="claude-haiku-5-5", max_tokens=100, messages=asked)
            assert reply.content[0].text.startswith(answer)
        finally:
            running.terminate()
