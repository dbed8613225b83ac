"""The course map: every lesson and exercise of the course, as a page and as data."""

import json
from pathlib import Path

import pytest
from tiny_course import HEAD, STUB, write_course

from turnkeeper.site.course import CourseError, Part, read_course
from turnkeeper.site.course_map import course_map, data


@pytest.fixture
def root(tmp_path: Path) -> Path:
    write_course(tmp_path)
    (tmp_path / "lessons/course.toml").write_text(
        '[[parts]]\ntitle = "First"\nlessons = ["hello"]\n\n[[parts]]\ntitle = "Second"\nlessons = ["bye"]\n'
    )
    bye = HEAD.replace("Say hello", "Say goodbye").replace("minutes: 7", "minutes: 1")
    (tmp_path / "lessons/bye.md").write_text(f"{bye}\nNothing to solve.\n")
    return tmp_path


def parts(root: Path) -> tuple[Part, ...]:
    return read_course(root / "lessons")


def test_every_part_lesson_and_exercise_is_on_the_map_in_order(root: Path) -> None:
    lines = [
        line for line in course_map(parts(root), root / "exercises").splitlines() if line.startswith(("#", "-", " "))
    ]
    assert lines == [
        "## First",
        '- Lesson 1: [Say hello](lessons/hello.md){ data-lesson="lessons/hello/" }, about 7 minutes',
        '    - Exercise [`greet`](lessons/hello.md#exercise-greet){ data-exercise="greet" }: Greet someone',
        "## Second",
        '- Lesson 2: [Say goodbye](lessons/bye.md){ data-lesson="lessons/bye/" }, about 1 minute',
    ]


def test_the_map_begins_with_what_the_course_takes(root: Path) -> None:
    assert course_map(parts(root), root / "exercises").startswith("2 lessons with 1 exercise: about 8 minutes to read")


def test_the_data_names_what_the_runner_counts(root: Path) -> None:
    assert json.loads(data(parts(root))) == [
        {"page": "lessons/hello/", "title": "Say hello", "minutes": 7, "exercises": ["greet"], "questions": 1},
        {"page": "lessons/bye/", "title": "Say goodbye", "minutes": 1, "exercises": [], "questions": 0},
    ]


def test_a_task_is_told_without_the_name_that_stands_before_it(root: Path) -> None:
    (root / "exercises/greet.py").write_text(STUB.replace("Greet someone.", "Exercise `greet`: be polite.\n\nMore."))
    assert "}: Be polite\n" in course_map(parts(root), root / "exercises")


def test_a_stub_without_a_task_is_named(root: Path) -> None:
    (root / "exercises/greet.py").write_text("def greet(name): ...\n")
    with pytest.raises(CourseError, match=r"exercises/greet\.py has no docstring"):
        course_map(parts(root), root / "exercises")
