"""The order of the exercises, and what is kept of a learner's progress."""

import json
import os
import stat
from datetime import datetime

import pytest
from bank import ROOT
from three_exercises import make_course, report_on, right, stub

from turnkeeper.grading import Baseline, Score
from turnkeeper.grading import progress as progress_module
from turnkeeper.grading.course_order import find_exercises, read_course_order
from turnkeeper.grading.progress import (
    Progress,
    ProgressError,
    Record,
    answer_text,
    change_progress,
    keep_check,
    next_exercise,
    progress_path,
    read_progress,
    state_of,
)
from turnkeeper.site.course import read_course


@pytest.fixture
def course(tmp_path):
    return make_course(tmp_path)


# The order


def test_the_order_is_that_of_the_lessons_and_of_their_fences(course):
    assert course.slugs == ["three", "one", "two"]
    first, second = course.lessons
    assert (first.title, first.minutes, second.title) == ("Begin with: three", 10, "It's early")
    assert first.remember == "Three is three. It is one thought."
    assert course.lesson_of("two") is second


def test_of_the_real_course_title_and_minutes_are_what_the_site_reads():
    read = [lesson for part in read_course(ROOT / "lessons") for lesson in part.lessons]
    ours = [lesson for lesson in read_course_order(ROOT).lessons if lesson.title]
    assert [(one.slug, one.title, one.minutes) for one in ours] == [(one.slug, one.title, one.minutes) for one in read]
    assert all(lesson.remember and lesson.exercises for lesson in ours)


@pytest.mark.parametrize("broken", [None, "[[parts]", "parts = 3", "[[parts]]\nlessons = ['gone']", "[[parts]]"])
def test_without_lessons_the_order_is_by_name(course, broken):
    listing = course.root / "lessons/course.toml"
    if broken is None:
        listing.unlink()
    else:
        listing.write_text(broken)
    assert read_course_order(course.root).slugs == ["one", "three", "two"]
    assert [lesson.title for lesson in read_course_order(course.root).lessons] == [""]


def test_what_stands_in_no_lesson_comes_last(course):
    (course.exercises_folder / "test_a.py").write_text("")
    assert read_course_order(course.root).slugs == ["three", "one", "two", "a"]


def test_a_lesson_without_a_head_is_named_by_its_file(course):
    (course.root / "lessons/late.md").write_text("# Late\n")
    lesson = read_course_order(course.root).lessons[0]
    assert (lesson.title, lesson.minutes, lesson.exercises, lesson.remember) == ("late", 0, (), "")


def test_the_exercises_are_found_from_below(course):
    assert find_exercises(course.root / "lessons") == course.exercises_folder


# The file


def test_there_is_no_progress_at_first(tmp_path):
    assert read_progress(tmp_path) == Progress()
    assert Progress().record("send") == Record()


def test_what_is_changed_is_read_again(tmp_path):
    change_progress(tmp_path, lambda progress: setattr(progress, "current", "send"))
    change_progress(tmp_path, lambda progress: progress.exercises.update(send=Record(tries=2, hints={"test_a": 1})))
    assert read_progress(tmp_path) == Progress("send", {"send": Record(tries=2, hints={"test_a": 1})})
    assert [path.name for path in progress_path(tmp_path).parent.iterdir()] == ["progress.json"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "is not as Turnkeeper writes it. Rename it"),
        ("[]", "is not as Turnkeeper writes it"),
        ('{"version": 1}', "is not as Turnkeeper writes it"),
        ('{"version": 1, "current": 3, "exercises": {}}', "is not as Turnkeeper writes it"),
        ('{"version": 1, "current": null, "exercises": {"a": {"tries": "x"}}}', "is not as Turnkeeper writes it"),
        ('{"version": 1, "current": null, "exercises": {"a": {"tryings": 1}}}', "is not as Turnkeeper writes it"),
        (
            '{"version": 1, "current": null, "exercises": {"a": {"hints": {"b": "x"}}}}',
            "is not as Turnkeeper writes it",
        ),
        ('{"version": 1, "current": null, "exercises": {"a": {"hints": 3}}}', "is not as Turnkeeper writes it"),
        ('{"version": 2, "current": null, "exercises": {"a": {"best": 3}}}', "is not as Turnkeeper writes it"),
        ('{"version": 2, "current": null, "exercises": {"a": {"best": {"recall": 2, "cost": 0}}}}', "is not as"),
        ('{"version": 2, "current": null, "exercises": {"a": {"best": {"recall": 1}}}}', "is not as Turnkeeper"),
        ('{"version": 3, "more": 1}', "has version 3, and this Turnkeeper knows version 2. Update"),
        (b"\xff\xfe", "is not as Turnkeeper writes it"),
    ],
)
def test_what_cannot_be_read_is_never_written_over(tmp_path, text, said):
    path = progress_path(tmp_path)
    path.parent.mkdir()
    raw = text if isinstance(text, bytes) else text.encode()
    path.write_bytes(raw)
    with pytest.raises(ProgressError, match=said):
        change_progress(tmp_path, lambda progress: setattr(progress, "current", "send"))
    assert path.read_bytes() == raw


def test_a_folder_in_its_place_is_named(tmp_path):
    progress_path(tmp_path).mkdir(parents=True)
    with pytest.raises(ProgressError, match=r"progress\.json cannot be read: Is a directory"):
        read_progress(tmp_path)


def test_where_nothing_can_be_written_it_says_so(tmp_path):
    (tmp_path / ".turnkeeper").write_text("a file, where the folder should be")
    with pytest.raises(ProgressError, match=r"progress\.json cannot be (read|written)"):
        change_progress(tmp_path, lambda progress: None)


def test_half_a_file_is_never_there(tmp_path, monkeypatch):
    change_progress(tmp_path, lambda progress: setattr(progress, "current", "send"))
    before = progress_path(tmp_path).read_text()

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(progress_module.os, "fdopen", full)
    with pytest.raises(ProgressError, match="cannot be written: No space left on device"):
        change_progress(tmp_path, lambda progress: setattr(progress, "current", "trim"))
    assert progress_path(tmp_path).read_text() == before
    assert len(list(progress_path(tmp_path).parent.iterdir())) == 1


def test_a_written_file_keeps_its_mode_and_a_new_one_has_the_usual(tmp_path):
    path = tmp_path / "answer.py"
    progress_module.write_whole(path, b"1")
    mask = os.umask(0)
    os.umask(mask)
    assert stat.S_IMODE(path.stat().st_mode) == 0o666 & ~mask
    path.chmod(0o640)
    progress_module.write_whole(path, b"2")
    assert (path.read_bytes(), stat.S_IMODE(path.stat().st_mode)) == (b"2", 0o640)


# What is kept of a check


def check(course, text, *messages, **options):
    course.answer("one").write_text(text)
    return keep_check(course, text, report_on(course, "one", *messages, **options)).record("one")


def test_a_try_is_a_new_text_that_is_not_the_stub(course):
    assert check(course, stub("one"), "no", "no").tries == 0
    assert check(course, "x = 1\n", "no", "").tries == 1
    assert check(course, "x = 1\n", "no", "").tries == 1
    record = check(course, "x = 2\n", "", "no")
    assert (record.tries, record.met, record.total, record.status, record.passed) == (2, 1, 2, "failed", None)


def test_the_first_pass_is_remembered(course):
    when = check(course, right("one"), "", "").passed
    assert datetime.fromisoformat(when).tzinfo
    course.answer("one").write_text("x = 1\n")
    assert state_of(course, "one", read_progress(course.root)) == "changed"
    assert check(course, "x = 1\n", "no", "").passed == when
    assert state_of(course, "one", read_progress(course.root)) == "open"
    check(course, right("one"), "", "")
    assert state_of(course, "one", read_progress(course.root)) == "passed"
    data = json.loads(progress_path(course.root).read_text())
    assert (data["version"], data["exercises"]["one"]["passed"]) == (2, when)


def test_the_best_score_is_kept_and_a_file_of_version_1_has_none(course):
    progress_path(course.root).parent.mkdir(exist_ok=True)
    old = '{"version": 1, "current": null, "exercises": {"one": {"tries": 1}}}'
    progress_path(course.root).write_text(old, encoding="utf-8")
    assert read_progress(course.root).record("one").best_score is None
    for recall, cost, best in ((0.9, 0.2, (0.9, 0.2)), (0.8, 0.1, (0.9, 0.2)), (0.9, 0.1, (0.9, 0.1))):
        report = report_on(course, "one", "", "")
        report.measured = Score(recall, cost, (Baseline("send all", 1.0, 0.5),))
        keep_check(course, right("one"), report)
        assert read_progress(course.root).record("one").best_score == Score(*best)


def test_of_a_part_of_the_requirements_nothing_is_kept(course):
    report = report_on(course, "one", "")
    report.total = 2
    assert keep_check(course, right("one"), report) == Progress()
    assert not progress_path(course.root).exists()


@pytest.mark.parametrize("text", [None, "", "\n", stub("one")])
def test_nothing_is_started_without_an_answer(course, text):
    path = course.answer("one")
    path.unlink()
    if text is not None:
        path.write_text(text)
    assert answer_text(path) == (text or "")
    assert state_of(course, "one", Progress(exercises={"one": Record(status="passed")})) == "new"


def test_what_is_no_utf8_is_an_answer_too(course):
    course.answer("one").write_bytes(b"\xff\n")
    text = answer_text(course.answer("one"))
    keep_check(course, text, report_on(course, "one", "no", kind="broken", cannot_start=True))
    assert state_of(course, "one", read_progress(course.root)) == "open"


def test_the_next_exercise_is_the_first_that_has_not_passed(course):
    assert next_exercise(course, Progress()) == "three"
    assert next_exercise(course, Progress(), after="one") == "two"
    assert next_exercise(course, Progress(), after="two") == "three"
    for slug in course.slugs:
        course.answer(slug).write_text(right(slug))
        keep_check(course, right(slug), report_on(course, slug, ""))
    assert next_exercise(course, read_progress(course.root)) is None
    course.answer("one").write_text(stub("one"))
    assert next_exercise(course, read_progress(course.root), after="three") == "one"
