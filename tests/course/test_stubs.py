"""The stubs that `make seal` keeps, and who reads them instead of a learner's own file."""

import shutil

import pytest
from bank import ROOT

from turnkeeper.cli.seal import seal
from turnkeeper.grading.seal import write_seals
from turnkeeper.grading.stubs import is_stub, keep_stubs, read_stub, stub_path
from turnkeeper.site.assemble import copy_exercises
from turnkeeper.site.exercise import read_exercise
from turnkeeper.site.prose import split_docstring
from turnkeeper.site.standards import complaints

STUB = (ROOT / "exercises" / "stubs" / "send.py").read_text(encoding="utf-8")
SOLUTION = (ROOT / "solutions" / "send.py").read_text(encoding="utf-8")


@pytest.fixture
def course(tmp_path):
    for name in ("lessons", "exercises", "solutions", "tests/answers"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path


@pytest.fixture
def solved(course):
    (course / "exercises" / "send.py").write_text(SOLUTION, encoding="utf-8")
    return course


def test_the_page_and_the_notebook_have_the_stub_and_not_the_learners_answer(solved, tmp_path):
    exercise = read_exercise(solved / "exercises", "send")
    assert (exercise.slug, exercise.stub) == ("send", split_docstring(STUB)[1])
    assert exercise.task.startswith("Give a chatbot its memory.")
    copy_exercises(solved / "exercises", tmp_path / "copy")
    assert (tmp_path / "copy" / "send.py").read_text(encoding="utf-8") == STUB


def test_an_answer_is_never_sealed_as_the_stub(solved, capsys):
    assert seal(solved) == 1
    assert "exercises/send.py holds an answer" in capsys.readouterr().err
    assert read_stub(solved / "exercises", "send") == STUB
    said = "\n".join(complaints(solved))
    assert "exercises/send.py is not the stub that is kept in exercises/stubs/: run `make seal`" in said
    assert "turnkeeper reset send" in said


@pytest.mark.parametrize("broken", ["def send(:\n", "x = '\x00'\n", "raise ValueError\n", "raise\n"])
def test_what_is_no_stub_is_left_out(course, broken):
    (course / "exercises" / "send.py").write_text(broken)
    assert [path.name for path in keep_stubs(course / "exercises").answers] == ["send.py"]
    assert read_stub(course / "exercises", "send") == STUB


def test_a_changed_stub_is_kept_by_seal(course, capsys):
    changed = STUB.replace("raise NotImplementedError", 'raise NotImplementedError("send")')
    (course / "exercises" / "send.py").write_text(changed)
    assert "run `make seal`" in "\n".join(complaints(course))
    assert seal(course) == 0
    assert "Kept the stub exercises/stubs/send.py." in capsys.readouterr().out
    assert read_stub(course / "exercises", "send") == changed
    assert "exercises/send.py is not the stub" not in "\n".join(complaints(course))
    assert seal(course) == 0
    assert "Kept" not in capsys.readouterr().out


def test_a_stub_without_an_exercise_is_named(course):
    stub_path(course / "exercises", "gone").write_text(STUB)
    assert "exercises/stubs/gone.py is the stub of no exercise: remove it." in list(complaints(course))


def test_without_copies_the_file_itself_is_the_stub(tmp_path):
    (tmp_path / "test_own.py").write_text("")
    (tmp_path / "own.py").write_text("raise NotImplementedError\n")
    assert read_stub(tmp_path, "own") == "raise NotImplementedError\n"
    (tmp_path / "test_other.py").write_text("")  # a grader alone has no stub to keep
    assert write_seals(tmp_path).stubs.written == [stub_path(tmp_path, "own")]


def test_white_space_makes_no_answer(course):
    folder = course / "exercises"
    assert is_stub(folder, "send", STUB)
    assert is_stub(folder, "send", "\ufeff" + STUB.replace("\n", "  \r\n") + "\n\n")
    assert not is_stub(folder, "send", SOLUTION)
