"""Grading in a notebook, by the magic that lessons have on their exercise."""

import pytest
from bank import ROOT
from IPython.core.interactiveshell import InteractiveShell

from turnkeeper.grading.notebook import find_exercises, grade_cell

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


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("", "Which exercise?"),
        ("send now", "Which exercise?"),
        ("sent", "There is no exercise 'sent'. There is: send."),
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
