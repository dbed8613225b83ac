"""`turnkeeper covers`: the plan of the course, point by point."""

import shutil
from pathlib import Path

import pytest
from bank import ROOT

from turnkeeper.cli import main
from turnkeeper.site.course import read_course
from turnkeeper.site.covers import covers, gaps, points

LESSON = """---
jupyter:
  jupytext: {}
  kernelspec: {display_name: Python 3, language: python, name: python3}
title: One
minutes: 5
covers:
  first: A heading
  second: Another one
---

## A heading

~~~text
## No heading
~~~

### Another one
"""


@pytest.fixture
def course(tmp_path: Path) -> Path:
    (tmp_path / "lessons").mkdir()
    (tmp_path / "lessons/course.toml").write_text('[[parts]]\ntitle = "P"\nlessons = ["one"]\n')
    (tmp_path / "lessons/points.toml").write_text('[one]\nfirst = "000: this"\nsecond = "001: that"\n')
    (tmp_path / "lessons/one.md").write_text(LESSON)
    return tmp_path


def complaints(course: Path) -> str:
    (lesson,) = (lesson for part in read_course(course / "lessons") for lesson in part.lessons)
    return "\n".join(gaps(course, lesson))


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))


def test_every_point_of_the_plan_is_covered_by_a_heading(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["covers"]) == 0
    table = capsys.readouterr().out
    found = points(ROOT)
    assert len(found) >= 119
    assert f"Covered: {len(found)} of {len(found)} points in 18 lessons." in table
    assert "MISSING" not in table


def test_a_whole_lesson_has_no_gap(course: Path) -> None:
    assert complaints(course) == ""
    assert covers(course) == 0


@pytest.mark.parametrize(
    ("file", "old", "new", "said"),
    [
        ("one.md", "  second: Another one\n", "", "leaves out 'second'"),
        (
            "one.md",
            "second: Another one",
            "second: No heading",
            "a heading that the lesson does not have: 'No heading'",
        ),
        ("one.md", "  second: Another one", "  second: Another one\n  third: A heading", "names 'third', which"),
        ("one.md", "covers:\n  first: A heading\n  second: Another one", "covers: []", "`covers:` in the front matter"),
        ("points.toml", "[one]", "[two]", "no table [one]"),
        ("points.toml", "[one]", "[one", "is no TOML"),
        ("points.toml", '"000: this"', "1", "[one] is no table of lines"),
    ],
)
def test_a_gap_is_named_and_fails(course: Path, file: str, old: str, new: str, said: str) -> None:
    edit(course / "lessons" / file, old, new)
    assert said in complaints(course)
    assert covers(course) == 1 or "names 'third'" in said


def test_a_lesson_that_is_not_there_is_missing(course: Path, capsys: pytest.CaptureFixture[str]) -> None:
    edit(course / "lessons/points.toml", "[one]", '[gone]\nwhat = "002: gone"\n\n[one]')
    assert covers(course) == 1
    assert "[ ] what                       MISSING" in capsys.readouterr().out


def test_without_a_plan_nothing_counts_as_covered(course: Path) -> None:
    (course / "lessons/points.toml").unlink()
    assert "lessons/points.toml is missing" in complaints(course)
    assert covers(course) == 1
    shutil.copy(ROOT / "lessons/points.toml", course / "lessons")
    assert covers(course) == 1
