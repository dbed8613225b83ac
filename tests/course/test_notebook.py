"""Grading in a notebook, by the magic that lessons have on their exercise."""

import pytest
from bank import ROOT
from IPython.core.interactiveshell import InteractiveShell

from turnkeeper.grading import course_order
from turnkeeper.grading.course_order import find_exercises
from turnkeeper.grading.notebook import grade_cell

SOLUTION = (ROOT / "solutions" / "send.py").read_text(encoding="utf-8")
STUB = (ROOT / "exercises" / "send.py").read_text(encoding="utf-8")


def test_the_answer_is_graded_by_the_same_file():
    said, passed = grade_cell("send", SOLUTION)
    assert passed
    assert said.startswith("send: 6 of 6 requirements pass\n  passed   The user's message is the last one")
    said, passed = grade_cell("send", STUB)
    assert not passed
    assert "Not written yet." in said
    assert "%%grade send --hints 1" in said
    assert "Hint 1: " in grade_cell("send --hints 1", STUB)[0]


def test_what_the_answer_printed_stands_below_what_is_missing():
    said, passed = grade_cell("send", f'{STUB}\nprint("Here I am.")\n')
    assert not passed
    assert "Not written yet." in said
    assert "It printed: Here I am." in said


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("", "Which exercise?"),
        ("send now", "Which exercise?"),
        ("sent", "There is no exercise 'sent'. Did you mean send?"),
        ("zzz", "There is no exercise 'zzz'. There is: assistant, build_system, "),
        ("send --hints", "How many hints?"),
        ("send --hints many", "How many hints?"),
    ],
)
def test_a_typo_is_answered_with_the_mend(line, said):
    answer, passed = grade_cell(line, STUB)
    assert said in answer
    assert not passed


def test_the_exercises_are_found_from_below_and_without_a_folder(tmp_path):
    assert find_exercises(ROOT / "tests" / "course") == ROOT / "exercises"
    assert find_exercises(tmp_path) == ROOT / "exercises"  # of the checkout that is installed


def test_where_there_is_no_course_it_says_what_to_open(tmp_path, monkeypatch):
    monkeypatch.setattr(course_order, "__file__", str(tmp_path / "a/b/c/d.py"))  # as installed, and not from a checkout
    assert find_exercises(tmp_path) is None
    answer, passed = grade_cell("send", SOLUTION, start=tmp_path)
    assert answer == "There is no folder exercises/ here. Open the notebook in a copy of the course, or on its site."
    assert not passed


def test_the_magic_grades_and_then_defines_what_passed(capsys):
    shell = InteractiveShell.instance()
    try:
        shell.run_line_magic("load_ext", "turnkeeper.grading.notebook")
        shell.run_cell_magic("grade", "send", STUB)
        assert "0 of 6 requirements pass" in capsys.readouterr().out
        assert "Conversation" not in shell.user_ns
        shell.run_cell_magic("grade", "send", SOLUTION)
        assert "6 of 6 requirements pass" in capsys.readouterr().out
        assert shell.user_ns["Conversation"].__name__ == "Conversation"
    finally:
        InteractiveShell.clear_instance()


def test_nothing_is_left_beside_the_graders():
    before = set((ROOT / "exercises").iterdir())
    grade_cell("send", SOLUTION)
    assert set((ROOT / "exercises").iterdir()) == before
