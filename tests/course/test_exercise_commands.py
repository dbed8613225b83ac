"""`turnkeeper status`, `hint` and `reset`, and what all four commands say when they cannot do it."""

import io
import os
import subprocess
import sys

import pytest
from three_exercises import make_course, report_on, right, stub

from turnkeeper import cli
from turnkeeper.cli import exercises
from turnkeeper.grading.progress import progress_path, read_progress


@pytest.fixture
def course(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", ["turnkeeper"])
    return make_course(tmp_path)


@pytest.fixture
def run(course, capsys):
    """Run the command; return the status and what was printed, standard error behind."""

    def run(*arguments):
        status = cli.main(list(arguments))
        printed = capsys.readouterr()
        return status, printed.out + printed.err

    return run


@pytest.fixture
def grading(course, monkeypatch):
    """Take the process out of grading: each answer is judged by its text."""

    async def check(self, answers, tell):
        for answer in answers:
            verdicts = {"passes": ("", ""), "broken": ("Python cannot read the answer.",)}
            messages = verdicts.get(answer.source.strip(), ("", "It is not so."))
            tell(answer, report_on(self.course, answer.slug, *messages, cannot_start=len(messages) == 1))

    monkeypatch.setattr("turnkeeper.terminal.checker.Checker.check", check)


def test_status_from_below(course, run, monkeypatch):
    monkeypatch.chdir(course.root / "lessons")
    status, said = run("status")
    assert status == 0
    assert said.startswith("0 of 3 exercises pass. The lessons that are left take about 15 minutes.\n")
    assert said.endswith("turnkeeper watch\n")
    assert all(len(line) < 80 for line in said.splitlines())


def test_hints_one_by_one(course, run, grading):
    course.answer("one").write_text("x = 1\n")
    assert run("hint", "one")[1].startswith(
        "Not met: Requirement 2 of the exercise.\nHint 1 of 2: First hint 2.\nThe next"
    )
    status, said = run("hint", "one")
    assert (status, "Hint 2 of 2: Second hint 2." in said) == (0, True)
    assert "There is no further hint. solutions/one.py has the solution" in said
    assert "Hint 2 of 2: Second hint 2." in run("hint", "one")[1]
    record = read_progress(course.root).record("one")
    assert (record.hints, record.tries) == ({"test_2": 2}, 1)


def test_all_hints_at_once(course, run, grading):
    course.answer("one").write_text("x = 1\n")
    assert run("hint", "one", "--all") == (
        0, "Not met: Requirement 2 of the exercise.\n  Hint 1: First hint 2.\n  Hint 2: Second hint 2.\n"
    )  # fmt: skip
    assert read_progress(course.root).record("one").hints == {}


def test_where_no_hint_helps(course, run, grading):
    course.answer("one").write_text("passes\n")
    assert run("hint", "one") == (0, "one: all requirements are met, so there is nothing to hint at.\n")
    course.answer("one").write_text("broken\n")
    assert run("hint", "one") == (1, "Python cannot read the answer.\n")
    course.answer("one").unlink()
    status, said = run("hint", "one")
    assert (status, "To bring its stub back: turnkeeper reset one" in said) == (2, True)


def test_a_requirement_without_hints(course, run, monkeypatch):
    async def check(self, answers, tell):
        report = report_on(self.course, "one", "It is not so.")
        report.requirements[0].hints.clear()
        tell(answers[0], report)

    monkeypatch.setattr("turnkeeper.terminal.checker.Checker.check", check)
    assert run("hint", "one") == (2, "turnkeeper hint: one has no hints for what is not met.\n")


def test_a_hint_with_the_real_grader(course, run):
    course.answer("one").write_text("def one():\n    return 1.0\n")
    assert "Not met: It is a whole number.\nHint 1 of 2: Count." in run("hint", "one")[1]


def test_reset_keeps_the_answer(course, run, monkeypatch):
    assert run("reset", "one") == (0, "exercises/one.py is the stub already.\n")
    course.answer("one").write_text("mine = 1\n")
    monkeypatch.setattr(sys, "stdin", io.StringIO("y\n"))
    status, said = run("reset", "one")
    assert (status, "add --yes" in said) == (2, True)
    assert course.answer("one").read_text() == "mine = 1\n"
    status, said = run("reset", "one", "--yes")
    assert (status, course.answer("one").read_text()) == (0, stub("one"))
    kept = said.split()[-1].rstrip(".")
    assert (course.root / kept).read_text() == "mine = 1\n"
    course.answer("one").unlink()
    assert run("reset", "one") == (0, "exercises/one.py is the stub again.\n")


def test_a_reset_asks(course, run, monkeypatch):
    course.answer("one").write_text("mine = 1\n")
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True, raising=False)
    for reply, status, text in (("", 1, "mine = 1\n"), (" Yes", 0, stub("one"))):
        monkeypatch.setattr("builtins.input", lambda asked, reply=reply: reply)
        assert run("reset", "one")[0] == status
        assert course.answer("one").read_text() == text


def test_a_reset_that_is_stopped_changes_nothing(course, run, monkeypatch):
    def stop(asked):
        raise KeyboardInterrupt

    course.answer("one").write_text("mine = 1\n")
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True, raising=False)
    monkeypatch.setattr("builtins.input", stop)
    assert run("reset", "one") == (130, "\nStopped.\n")
    assert course.answer("one").read_text() == "mine = 1\n"


def test_a_reset_without_a_stub_says_what_is_missing(course, run):
    course.answer("one").write_text("mine = 1\n")
    (course.exercises_folder / "stubs/one.py").unlink()
    status, said = run("reset", "one", "--yes")
    assert (status, said.endswith("stubs/one.py: No such file or directory.\n")) == (1, True)


@pytest.mark.parametrize("command", ["watch", "hint", "reset"])
def test_a_typo_is_answered_with_the_nearest_names(course, run, command):
    status, said = run(command, "tow")
    assert (status, said) == (2, f"turnkeeper {command}: there is no exercise 'tow'. Did you mean two?\n")
    status, said = run(command, "xxxxx")
    assert (status, said.endswith("There is: three, one, two.\n")) == (2, True)


def test_without_a_terminal_watch_says_what_to_run(course, run, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    for slug in ([], ["two"]):
        status, said = run("watch", *slug)
        name = slug[0] if slug else "three"
        assert (status, said) == (
            2, f"turnkeeper watch: this needs a terminal. Without one: pytest exercises/test_{name}.py\n"
        )  # fmt: skip


@pytest.mark.parametrize("module", ["watchfiles", "prompt_toolkit"])
def test_what_is_not_installed_is_named(course, run, monkeypatch, module):
    for stream in (sys.stdin, sys.stdout):
        monkeypatch.setattr(stream, "isatty", lambda: True, raising=False)
    monkeypatch.setitem(sys.modules, module, None)
    status, said = run("watch", "one")
    assert (status, said) == (2, f"turnkeeper watch: {module} is missing. Install it: pip install -e '.[terminal]'\n")


@pytest.mark.parametrize("command", [["status"], ["hint", "one"], ["reset", "one"], ["watch"]])
def test_without_pytest_every_command_says_how_to_install_it(course, command):
    code = "import sys; sys.modules['pytest'] = None; from turnkeeper import cli; sys.exit(cli.main(sys.argv[1:]))"
    ran = subprocess.run(
        [sys.executable, "-c", code, *command],
        cwd=course.root,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    said = f"turnkeeper {command[0]}: pytest is missing. Install it: pip install -e '.[terminal]'\n"
    assert (ran.returncode, ran.stderr) == (2, said)


def test_watch_says_how_to_go_on(course, run, monkeypatch):
    async def watch(course, progress, slug, *, manual):
        class Ended:
            class view:  # noqa: N801
                pass

        Ended.view.progress = progress
        return Ended

    for stream in (sys.stdin, sys.stdout):
        monkeypatch.setattr(stream, "isatty", lambda: True, raising=False)
    monkeypatch.setattr("turnkeeper.terminal.watch.watch", watch)
    status, said = run("watch")
    assert (status, said.startswith("0 of 3 exercises pass. To go on: ")) == (0, True)


def test_progress_that_cannot_be_read_is_named(course, run):
    progress_path(course.root).parent.mkdir()
    progress_path(course.root).write_text("{")
    for arguments in (["status"], ["hint", "one"]):
        status, said = run(*arguments)
        assert (status, "is not as Turnkeeper writes it. Rename it to begin anew." in said) == (2, True)


def test_outside_of_a_course_it_says_where_to_run_it(course, monkeypatch, capsys):
    monkeypatch.setattr(exercises, "find_exercises", lambda start: None)
    assert cli.main(["status"]) == 2
    assert "run this from a checkout of the course" in capsys.readouterr().err


def pytest_on(course, path):
    """Run pytest with the grading plugin, and no other that may be installed: they take a second to load."""
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "turnkeeper.grading.plugin", path]
    environment = {**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    return subprocess.run(
        command, cwd=course.root, env=environment, capture_output=True, text=True, timeout=120, check=False
    )


def test_an_answer_that_passes_in_pytest_passes_in_status(course, run):
    course.answer("three").write_text(right("three"))
    pytest_on(course, "exercises/")
    assert "[x] three                    passed on" in run("status")[1]
    progress_path(course.root).write_text("{")
    ran = pytest_on(course, "exercises/")
    assert "The progress is not kept: " in ran.stdout
    assert "[x] three " in ran.stdout
    assert ran.returncode == 1
    before = progress_path(course.root).read_text()
    assert before == "{"


def test_an_answer_that_is_saved_anew_meanwhile_is_not_kept_as_checked(course, run):
    course.answer("three").write_text(f"open(__file__, 'a').write('# saved again\\n')\n{right('three')}")
    assert "[x] three " in pytest_on(course, "exercises/test_three.py").stdout
    assert "[x] three" not in run("status")[1]


def test_an_answer_that_cannot_be_opened_is_a_verdict(course):
    course.answer("three").unlink()
    course.answer("three").mkdir()
    ran = pytest_on(course, "exercises/test_three.py")
    assert ran.returncode == 1
    assert "INTERNALERROR" not in ran.stdout
