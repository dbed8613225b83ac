"""What a learner sees in an 80-column terminal, from a copy of the course that has one exercise."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from bank import ROOT

SOLUTION = (ROOT / "solutions" / "send.py").read_text(encoding="utf-8")

# As in the course's pyproject.toml, which the copy does not have: plugins of libraries that are there for the tests.
UNNEEDED = ("-p", "no:cacheprovider", "-p", "no:schemathesis", "-p", "no:langsmith_plugin")


@pytest.fixture
def course(tmp_path):
    for name in ("exercises/send.py", "exercises/test_send.py", "exercises/graders.sha256", "solutions/send.py"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    return tmp_path


def run(course, *arguments):
    environment = {**os.environ, "COLUMNS": "80", "NO_COLOR": "1"}
    command = [sys.executable, "-m", "pytest", *UNNEEDED, *arguments]
    ran = subprocess.run(command, cwd=course, env=environment, capture_output=True, text=True, timeout=90, check=False)
    return ran.returncode, ran.stdout + ran.stderr


def board(output):
    """Return the lines of the scoreboard."""
    lines = output.splitlines()
    return lines[next(n for n, line in enumerate(lines) if " exercises " in line) :]


def test_a_fresh_clone_ends_with_a_scoreboard(course):
    status, output = run(course, "exercises/")
    assert status == 1
    assert "Done: 0 of 1." in output
    assert "Next: send. Edit exercises/send.py, then run:\n" in output
    command = board(output)[-2].strip()
    assert command.endswith(" -m pytest exercises/test_send.py")
    again = subprocess.run(command, shell=True, cwd=course, capture_output=True, text=True, timeout=90, check=False)
    assert "send: 0 of 6 requirements pass" in again.stdout
    assert "Traceback" not in output
    assert "turnkeeper/grading" not in output
    assert all(len(line) <= 80 for line in board(output))


def test_the_solution_is_green(course):
    (course / "exercises" / "send.py").write_text(SOLUTION)
    status, output = run(course, "exercises/")
    assert (status, "[x] send" in output, "Done: 1 of 1." in output) == (0, True, True)


def test_other_answers_can_be_graded(course):
    status, output = run(course, "exercises/", "--answers", "solutions")
    assert (status, "Done: 1 of 1." in output) == (0, True)


def test_a_wrong_answer_is_told_what_happened(course):
    wrong = ROOT / "tests/answers/send/wrong/leaves_the_question_behind.py"
    shutil.copy(wrong, course / "exercises" / "send.py")
    status, output = run(course, "exercises/test_send.py")
    assert status == 1
    assert "send: 5 of 6 requirements pass" in output
    for word in ("Called", "Got", "Expected", "Why", "Stuck? Add --hints 1"):
        assert word in output
    assert all(len(line) <= 80 for line in board(output))
    assert "Hint 1: In which order" in run(course, "exercises/test_send.py", "--hints", "1")[1]


PYTEST = Path(sys.executable).with_name("pytest")


@pytest.mark.parametrize("on_the_path", [True, False])
def test_the_next_command_is_the_one_that_was_typed(course, on_the_path):
    (course / "exercises" / "send.py").write_text('print("Here I am.")\n')
    path = f"{PYTEST.parent}{os.pathsep}{os.defpath}" if on_the_path else os.defpath
    ran = subprocess.run(
        [PYTEST, "-p", "no:cacheprovider", "exercises/"],
        cwd=course, env={**os.environ, "PATH": path}, capture_output=True, text=True, timeout=90, check=False,
    )  # fmt: skip
    lines = ran.stdout.splitlines()
    typed = "pytest" if on_the_path else PYTEST
    assert f"  {typed} exercises/test_send.py" in lines


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("class Conversation\n", "Python cannot read the answer: expected ':' (line 1)."),
        ("x = 1\n", "There is no 'Conversation' in send.py. Its name must stay as in the task."),
        ("x = 1\x00\n", "Python cannot read the answer: source code string cannot contain null bytes"),
        ("import nothing_like_this\n", "ModuleNotFoundError: No module named 'nothing_like_this'"),
    ],
)
def test_an_answer_that_cannot_start_gets_one_clear_sentence(course, source, said):
    (course / "exercises" / "send.py").write_text(source)
    status, output = run(course, "exercises/test_send.py")
    assert status == 1
    assert " ".join(output.split()).count(said) == 1
    assert "Traceback" not in output


def test_a_part_of_the_requirements_is_no_whole(course):
    shutil.copy(ROOT / "tests/answers/send/wrong/keeps_the_text_only.py", course / "exercises" / "send.py")
    status, output = run(course, "exercises/", "-k", "share")
    assert (status, "[ ] send                     1 of 6 requirements, 5 not checked" in output) == (0, True)
    assert "Done: 0 of 1." in output


def test_a_byte_order_mark_is_no_fault(course):
    (course / "exercises" / "send.py").write_text(SOLUTION, encoding="utf-8-sig")
    assert run(course, "exercises/")[0] == 0


def test_a_missing_answer_is_named(course):
    (course / "exercises" / "send.py").unlink()
    assert "There is no send.py in exercises/." in run(course, "exercises/test_send.py")[1]


def test_a_changed_grader_is_named_with_the_mend(course):
    grader = course / "exercises" / "test_send.py"
    grader.write_text(grader.read_text() + "\n# changed\n")
    (course / "exercises" / "send.py").write_text(SOLUTION)
    status, output = run(course, "exercises/")
    assert "git checkout exercises/test_send.py" in " ".join(output.split())
    assert "Done: 0 of 1." in output
    assert status == 1


@pytest.mark.parametrize("options", [(), ("-p", "no:capture")])
def test_a_loop_that_catches_everything_ends_the_run_with_a_sentence(course, options):
    loop = "while True:\n    try:\n        while True:\n            pass\n    except BaseException:\n        pass\n"
    (course / "exercises" / "send.py").write_text(loop)
    status, output = run(course, "exercises/", "--answer-seconds", "0.5", *options)
    assert status == 1
    assert "send.py kept running and could not be stopped" in output
    assert "passed" not in output


def test_other_test_suites_are_left_alone(tmp_path):
    fixture = "import pytest\n\n@pytest.fixture\ndef answer():\n    return 42\n\n"
    (tmp_path / "test_theirs.py").write_text(fixture + "def test_theirs(answer):\n    assert answer == 41\n")
    status, output = run(tmp_path)
    assert status == 1
    assert "assert 42 == 41" in output
    assert "exercises" not in output


def test_a_test_file_that_cannot_be_read_is_pytests_own_to_tell(tmp_path):
    (tmp_path / "test_broken.py").write_text("import no_such_module\n")
    status, output = run(tmp_path)
    assert status == 2
    assert "No module named 'no_such_module'" in output
    assert "INTERNALERROR" not in output
