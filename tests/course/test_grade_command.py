"""`turnkeeper grade`: a folder of submissions, with every kind of hostile answer among them."""

import json
import os
import re
import subprocess
import sys
import tempfile
import threading
import time
from itertools import islice
from pathlib import Path

import pytest
from bank import HOSTILE
from class_of_submissions import DEEDS, ENDS, faults_of, hostile_forms, make_class
from three_exercises import make_course, report_on, right, stub

from turnkeeper import cli
from turnkeeper.classroom import landlock, lane, server
from turnkeeper.classroom.as_html import class_page
from turnkeeper.classroom.as_text import class_table
from turnkeeper.classroom.folders import holds_more
from turnkeeper.classroom.grade_class import job_of
from turnkeeper.classroom.graded import Graded, Result, pass_rates, result_of
from turnkeeper.classroom.submissions import LARGEST, Submission, find_submissions
from turnkeeper.classroom.work import Job, Limits, Outcome
from turnkeeper.grading.stopped import stopped

TAGS = {*"a bdi details div h1 h2 h3 li main meter p pre span summary table tbody td th thead tr ul".split()}  # noqa: SIM905


@pytest.fixture
def course(tmp_path, monkeypatch):
    (tmp_path / "course").mkdir()
    monkeypatch.chdir(tmp_path / "course")
    return make_course(tmp_path / "course")


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "submissions").mkdir()
    return tmp_path / "submissions"


def put(folder, name, text="x = 1\n"):
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def find(folder, course, slugs=None):
    found = find_submissions(folder, course, slugs or course.slugs)
    return {each.student: list(each.answers) for each in found.submissions}, found


def test_a_class_with_every_kind_of_hostile_answer(tmp_path, folder, capsys):
    outside = tmp_path / "outside"
    put(outside, "kept")
    kinds = {*DEEDS, *ENDS, *islice(HOSTILE, 2), "exits_at_once", "changes_the_grader"}
    hostile = [form for form in hostile_forms(outside) if form[0] in kinds]
    assert len(hostile) == len(kinds) == 24
    expected = make_class(folder, range(24), iter(hostile), each=1, every=1)
    expected |= make_class(folder, range(30, 36), iter(()), each=1, every=100)
    assert {verdict.status for verdict in expected.values()} >= {("passed",), ("failed",), ("refused",)}
    report, data = tmp_path / "report.html", tmp_path / "report.json"
    assert cli.main(
        ["grade", str(folder), "--report", str(report), "--json", str(data), "--seconds", "1", "--jobs", "3"]
    ) == 0  # fmt: skip
    assert faults_of(json.loads(data.read_text()), expected) == {}
    assert [path.name for path in outside.iterdir()] == ["kept"]
    said = capsys.readouterr().out
    assert "it tried to start a process\n    (os.fork)" in said or "it tried to start a process (os.fork)" in said
    page = report.read_text()
    assert "<script" not in page
    assert "src=" not in page
    assert all(name in page for name in DEEDS if "'" not in name)


def test_both_layouts_are_found(course, folder):
    put(folder, "ada/one.py")
    put(folder, "ben/exercises/two.py")
    put(folder, "cleo/repository/exercises/three.py")
    put(folder, "dan/repository/one.py")
    put(folder, "eve_one.py")
    put(folder, "eve_two.py")
    put(folder, "fay_LATE_123_456_one.py")
    put(folder, "fay_123_457_two-2.py")
    put(folder, "gus/.git/one.py")
    students, found = find(folder, course)
    assert students == {
        "ada": ["one"],
        "ben": ["two"],
        "cleo": ["three"],
        "dan": ["one"],
        "eve": ["one", "two"],
        "fay_123": ["one", "two"],
        "gus": [],
    }
    assert (found.notes, [note for each in found.submissions for note in each.notes]) == ([], [])


def test_what_is_no_answer_is_named(course, folder):
    put(folder, "one.py")
    put(folder, "all.zip")
    put(folder, "ada/one.py")
    put(folder, "ada/exercises/one.py")
    put(folder, "ada/exercises/test_one.py")
    put(folder, "ada/exercises/test_two.py", course.grader("two").read_text())
    put(folder, "ada/deep/down/two.py")
    put(folder, "ada/notes.txt")
    put(folder, "ada/two.py", "#" * (LARGEST + 1))
    put(folder, "ben_three.py")
    (folder / "ada/three.py").symlink_to(folder / "ben_three.py")
    (folder / "cleo").symlink_to(folder / "ada")
    _, found = find(folder, course, ["one", "two"])
    assert found.notes == [
        "all.zip is nobody's answer: it is not named <student>_<exercise>.py. Unpack it first.",
        "cleo is a link, and is not followed.",
        "one.py is nobody's answer: it is not named <student>_<exercise>.py.",
    ]
    ada, ben = found.submissions
    assert list(ada.answers) == ["one"]
    assert ada.notes == [
        "notes.txt is no exercise's file.",
        "three.py is a link, and is not followed.",
        "two.py is larger than 1 MiB, and is not graded.",
        "deep/down/two.py is not where answers are looked for.",
        "exercises/one.py is a second answer to one, and is not graded.",
        "exercises/test_one.py is a grader that is not as the course made it. It is not used.",
    ]
    assert ben.notes == ["ben_three.py was not asked for."]


def test_what_cannot_be_read_is_named_and_the_others_go_on(course, folder, monkeypatch):
    put(folder, "ada/one.py", right("one"))
    os.mkfifo(folder / "ada/two.py")
    os.mkfifo(folder / "ada/test_two.py")
    os.mkfifo(folder / "ben_one.py")
    put(folder, "cleo_two.py")
    put(folder, "._ada_one.py", "left by an archive of macOS")
    put(folder, "ada/._one.py")

    def text_of(path):
        if "cleo" in path.name:
            raise PermissionError(13, "Permission denied", str(path))
        return path.read_text()

    monkeypatch.setattr("turnkeeper.classroom.submissions.answer_text", text_of)
    students, found = find(folder, course)
    assert students == {"ada": ["one"], "cleo": []}
    assert found.notes == ["ben_one.py is no file or folder that can be read."]
    assert [each.notes for each in found.submissions] == [
        [
            "test_two.py is no file or folder that can be read.",
            "two.py is no file or folder that can be read.",
        ],
        ["cleo_two.py cannot be read: Permission denied."],
    ]


@pytest.mark.parametrize(
    ("whole", "requirement"),
    [
        ({"requirements": None}, {}),
        ({"exercise": "two"}, {}),
        ({"total": 1}, {}),
        ({"sealed": False}, {}),
        ({"score": 5}, {}),
        ({}, {"id": "test_that"}),
        ({}, {"id": "test_whole"}),
        ({}, {"output": 5}),
        ({}, {"hints": None}),
        ({}, {"status": "failed", "message": 5}),
    ],
    ids=["empty", "another", "shorter", "unsealed", "score", "unknown", "twice", "output", "hints", "message"],
)
def test_a_report_that_no_grader_wrote_counts_for_nothing(course, whole, requirement):
    data = stopped(course, "one", "").to_json()
    for one in data["requirements"]:
        one["status"] = "passed"
    assert result_of(Outcome("one", data), course).status == "passed"
    data["requirements"][0].update(requirement)
    data.update(whole)
    result = result_of(Outcome("one", data), course)
    assert (result.met, result.report.problem.kind) == (0, "tampered")


FORGES = """import json, os, sys
frame = sys._getframe()
while frame:
    if "password" in frame.f_locals and "channel" in frame.f_locals:
        line = json.dumps({line}).encode()
        os.write(frame.f_locals["channel"], frame.f_locals["password"].encode() + line + b"\\n")
    frame = frame.f_back
"""
FILLS = """place = 0
while True:
    place += 1
    try:
        with open(str(place), "wb") as file:
            file.write(bytes(1 << 23))
    except BaseException:
        pass
"""


def test_an_answer_that_forges_or_fills_the_disk_is_ended_and_leaves_nothing(course, tmp_path, monkeypatch):
    (tmp_path / "temporary").mkdir()
    monkeypatch.setenv("TMPDIR", str(tmp_path / "temporary"))
    monkeypatch.setattr(tempfile, "tempdir", None)
    texts = {
        "one": FORGES.replace("{line}", '{"report": {"exercise": "one"}}'),
        "two": FORGES.replace("{line}", '{"refused": 5}'),
        "three": FILLS,
    }
    with lane.Lane() as one:
        outcomes = one.grade(job_of(course, Submission("ada", texts), Limits()))
    kinds = [result_of(outcome, course).report.problem.kind for outcome in outcomes]
    assert kinds == ["tampered", "tampered", "broken"]
    assert outcomes[2].why == "It wrote more than 64 MiB or 2,000 files."
    assert list((tmp_path / "temporary").iterdir()) == []


def test_what_starts_processes_without_a_word_is_not_imported_again():
    code = (
        "import sys; from turnkeeper.classroom.refusals import Refusals, Refused; told = []\n"
        "Refusals([], [], told.append).begin(); del sys.modules['_posixsubprocess']\n"
        "try: import _posixsubprocess\nexcept Refused: print(told)"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert said == "['start a process (import)']\n"


def test_what_a_folder_holds_is_counted(tmp_path):
    put(tmp_path, "a/b", "x" * 5000)
    assert not holds_more(tmp_path, size=1 << 20, files=2)
    assert holds_more(tmp_path, size=1 << 20, files=1)
    assert holds_more(tmp_path, size=4096, files=2)


def test_a_lane_that_is_closed_while_it_grades_starts_no_other_process(tmp_path, monkeypatch):
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr(tempfile, "tempdir", None)
    code = (
        "import os, tempfile, time; print('{\"ready\": true}', flush=True); "
        "tempfile.mkdtemp(prefix=f'turnkeeper-{os.getpid()}-'); time.sleep(60)"
    )
    monkeypatch.setattr(lane, "_SERVER", code)
    one, raised = lane.Lane(), []

    def grade():
        try:
            one.grade(Job("ada", {"one": ""}, {}, "", Limits()))
        except lane.ClosedError as error:
            raised.append(error)

    thread = threading.Thread(target=grade)
    thread.start()
    ends = time.monotonic() + 30
    while not list(tmp_path.iterdir()) and time.monotonic() < ends:
        time.sleep(0.05)
    one.close()
    thread.join(30)
    assert (thread.is_alive(), len(raised), one._process, list(tmp_path.iterdir())) == (False, 1, None, [])


def a_class(course, name="ada"):
    met = Result(report_on(course, "one", "", ""))
    half = Result(report_on(course, "one", "", "<b>It is not so.</b>\x1b[2J"))
    refused = Result(report_on(course, "one", "", ""), ("read '<img src=x>'",))
    class_ = [Graded(name, {"one": met}), Graded("<i>ben", {"one": half}, ["<u>.py"]), Graded("cleo", {"one": refused})]
    return class_, pass_rates(course, ["one"], class_)


def test_nothing_of_a_submission_gets_into_the_page(course):
    class_, rates = a_class(course, "<script>alert(1)</script>\u202e\x1b]0;x\x07")
    class_[1].results["one"].report.requirements[1].output = "</pre><script>"
    page = class_page(class_, ["one"], rates, ["<svg onload=x>"])
    body = page.partition("<body>")[2]
    tags = {*re.findall(r"<(\w+)", body)}
    assert tags <= TAGS
    assert not re.search(r"<[^>]*\bon\w+=", body)
    assert not [letter for letter in page if letter != "\n" and not letter.isprintable()]
    assert "default-src 'none'" in page
    assert "&lt;img src=x&gt;" in page


def test_rates_count_what_was_handed_in_and_not_refused(course):
    _, rates = a_class(course)
    lines = [(rate.met, rate.handed_in) for rate in rates]
    assert lines == [(0, 3), (0, 3)]  # the reports name other requirements than the grader has
    class_, _ = a_class(course)
    for each in class_:
        for requirement, test in zip(each.results["one"].report.requirements, ("test_it", "test_whole"), strict=True):
            requirement.id = test
    assert [rate.met for rate in pass_rates(course, ["one", "two"], class_)] == [2, 1, 0, 0]


def test_the_table_fits_a_terminal(course):
    class_, rates = a_class(course, "a" * 90)
    lines = list(class_table(class_, rates, ["all.zip is nobody's answer."], 60))
    assert all(len(line) <= 60 and line.isprintable() for line in lines)
    assert f"{'cleo':<28}  0 of 1  one refused" in lines
    assert "  <i>ben: <u>.py" in lines


def test_a_stub_is_not_written_and_takes_no_process(course, folder, capsys, monkeypatch):
    monkeypatch.setattr(lane, "_SERVER", "raise SystemExit(1)")
    put(folder, "ada/one.py", stub("one"))
    put(folder, "ben/README.md")
    assert cli.main(["grade", str(folder), "--exercise", "one"]) == 0
    said = capsys.readouterr().out
    assert re.search(r"ada +0 of 1 +one 0/2", said)
    assert re.search(r"ben +0 of 0 +no answer was found", said)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["nowhere"], "nowhere: No such file or directory."),
        (["."], ". holds no submission: no folder, and no file <student>_<exercise>.py."),
        ([".", "--exercise", "tow"], "there is no exercise 'tow'. Did you mean two?"),
    ],
)
def test_what_cannot_be_graded_is_said(course, folder, capsys, monkeypatch, arguments, said):
    if arguments == ["."]:
        monkeypatch.setattr("turnkeeper.classroom.submissions._LEFT_BEHIND", {path.name for path in Path().iterdir()})
    assert cli.main(["grade", *arguments]) == 2
    assert capsys.readouterr().err == f"turnkeeper grade: {said}\n"


def test_a_report_that_has_no_folder_is_said_before_anything_is_graded(course, folder, capsys, monkeypatch):
    monkeypatch.setattr(lane, "_SERVER", "raise SystemExit(1)")
    put(folder, "ada/one.py", right("one"))
    assert cli.main(["grade", str(folder), "--report", "no/such/report.html"]) == 2
    assert "there is no such folder to write to" in capsys.readouterr().err
    assert cli.main(["grade", str(folder)]) == 2
    assert "the process that grades does not start" in capsys.readouterr().err


def test_a_folder_in_place_of_a_report_is_said_before_anything_is_graded(course, folder, capsys, monkeypatch):
    monkeypatch.setattr(lane, "_SERVER", "raise SystemExit(1)")
    put(folder, "ada/one.py", right("one"))
    assert cli.main(["grade", str(folder), "--json", str(folder)]) == 2
    assert capsys.readouterr().err == f"turnkeeper grade: {folder} is a folder. Name a file in it.\n"


@pytest.mark.parametrize("command", ["grade", "export"])
def test_a_grader_that_is_not_sealed_is_said_before_anything_is_graded(course, folder, capsys, monkeypatch, command):
    monkeypatch.setattr(lane, "_SERVER", "raise SystemExit(1)")
    put(folder, "ada/one.py", right("one"))
    put(course.root, "requirements.lock", "")
    with course.grader("one").open("a") as grader:
        grader.write("\n\ndef test_more(answer):\n    pass\n")
    arguments = [str(folder)] if command == "grade" else ["gradescope", "one"]
    assert cli.main([command, *arguments]) == 2
    assert "test_one.py is not as it was sealed, so no answer would count." in capsys.readouterr().err


@pytest.mark.parametrize("address", ["nonsense", "http://x", "tcp://"])
def test_what_is_no_address_of_a_scheduler_is_said(course, folder, capsys, address):
    put(folder, "ada/one.py", right("one"))
    assert cli.main(["grade", str(folder), "--scheduler", address]) == 2
    assert f"{address} is no address of a scheduler. Write it as tcp://" in capsys.readouterr().err


def test_a_server_that_ends_is_started_again_and_the_answer_is_named(monkeypatch):
    code = "import sys; print('{\"ready\": true}', flush=True); sys.stdin.readline()"
    monkeypatch.setattr(lane, "_SERVER", code)
    with lane.Lane() as one:
        outcomes = one.grade(Job("ada", {"one": "", "two": ""}, {}, "", Limits()))
    assert [outcome.slug for outcome in outcomes] == ["one", "two"]
    assert {outcome.kind for outcome in outcomes} == {"broken"}
    assert "ended, twice" in outcomes[0].why


def test_what_comes_after_the_budget_is_not_graded():
    job = Job("ada", {"one": ""}, {}, "", Limits(budget=0.0))
    (outcome,) = server.grade_job(job)
    assert (outcome.kind, "used up before its turn came" in outcome.why) == ("deadline", True)


def test_the_kernel_holds_what_landlock_forbids(tmp_path):
    own = tmp_path / "own"
    own.mkdir()
    held = landlock.version()
    pid = os.fork()
    if pid == 0:
        seen = 0
        try:
            landlock.restrict([], [own])
            (own / "mine").write_text("x")
            seen = 1
            (tmp_path / "other").write_text("x")
            seen = 2
        except PermissionError:
            seen += 10
        finally:
            os._exit(seen)
    _, status = os.waitpid(pid, 0)
    assert os.waitstatus_to_exitcode(status) == (11 if held else 2)
    assert (tmp_path / "other").exists() == (not held)
