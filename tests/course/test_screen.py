"""What `turnkeeper watch` and `status` show, as text: nothing here needs a terminal."""

import shutil

import pytest
from bank import ROOT
from three_exercises import make_course, report_on, right

from turnkeeper.grading.course_order import Course, Lesson, read_course_order
from turnkeeper.grading.expect import Unmet, expect
from turnkeeper.grading.progress import Progress, Record, keep_check
from turnkeeper.grading.refit import refit
from turnkeeper.grading.report import ExerciseReport
from turnkeeper.grading.scoreboard import details, scoreboard
from turnkeeper.terminal.overview import exercise_line, lesson_line, status, where_to_go_on
from turnkeeper.terminal.screen import View, drawn, screen, window, wrapped_keys


@pytest.fixture
def course(tmp_path):
    return make_course(tmp_path)


@pytest.fixture
def view(course):
    return View(course, Progress(), "one", report=report_on(course, "one", "It is not 1.", "", "It is not 1."))


def text(lines):
    return "\n".join(line.text for line in lines)


def passed(course, *slugs):
    for slug in slugs:
        course.answer(slug).write_text(right(slug))
        progress = keep_check(course, right(slug), report_on(course, slug, "", ""))
    return progress


# The screen


def test_the_head_says_where_the_learner_is(view, course):
    view.progress = passed(course, "three")
    head = text(screen(view, 80).head)
    assert head.splitlines()[0] == f"1 of 3 exercises pass  [{'#' * 13}{'-' * 27}]"
    assert "Exercise  one, in exercises/one.py" in head
    assert "Lesson    It's early, in lessons/early.md" in head


def test_without_lessons_there_is_no_lesson_in_the_head(view, course):
    shutil.rmtree(course.root / "lessons")
    view.course = Course(course.root, (Lesson("", "", 0, ("one",)),))
    assert "Lesson" not in text(screen(view, 80).head)


@pytest.mark.parametrize("columns", [20, 30, 60, 80, 200])
@pytest.mark.parametrize("mode", ["report", "list", "reset"])
def test_no_line_is_longer_than_the_terminal(view, columns, mode):
    view.mode = mode
    view.note = "Saved files are not noticed here: r checks the answer."
    view.report.requirements[0].verdict = _verdict()
    for rows in (6, 24, 40):
        lines, shown = drawn(view, columns, rows)
        assert all(len(line.text) <= columns for line in lines)
        assert len(lines) == rows or shown.room == 1
        assert lines[-1].style == "key"


def _verdict():
    with pytest.raises(Unmet) as caught:
        expect(
            False,
            called="send('What is my name?') while the API answers with status 400, for the first time",
            got=[{"role": "user", "content": f"Message {n}, which is as long as many are in life"} for n in (1, 2)],
            expected="the history as it was before, and no more than that: neither the question nor an empty answer",
            why="A question without an answer in the list would be asked twice at the next try.",
        )  # fmt: skip
    from turnkeeper.grading.verdict import Verdict

    return Verdict(
        "assertion", f"{caught.value}\nat one.py, line 3:  raise ValueError('some text that goes on and on')"
    )


def test_in_few_columns_sentences_are_wrapped_and_tables_are_cut():
    message = _verdict().message
    assert list(refit(message, 50)) == [
        "Called     send('What is my name?') while the API",
        "           answers with status 400, for the first",
        "           time",
        "Got         0  user       string       'Message  …",
        "            1  user       string       'Message  …",
        "Expected   the history as it was before, and no",
        "           more than that: neither the question",
        "           nor an empty answer",
        "Why        A question without an answer in the",
        "           list would be asked twice at the next",
        "           try.",
        "at one.py, line 3:  raise ValueError('some text",
        "  that goes on and on')",
    ]
    assert list(refit("", 50)) == []
    assert list(refit("  \nGot        nothing", 50)) == ["", "Got        nothing"]


def test_a_long_report_leaves_the_keys_on_the_screen(view, course):
    view.report = report_on(course, "one", "No.", *(f"No, {number}." for number in range(30)))
    lines, shown = drawn(view, 80, 24)
    assert len(lines) == 24
    assert lines[-1].text == "h hint  n next  l list  c check all  x reset  r run  q quit"
    assert lines[-2].text.startswith("-- lines 1 to 18 of 63: arrow keys and space scroll ---")
    assert shown == (0, 18)
    view.top = 1_000_000
    assert drawn(view, 80, 24)[1].top == 45
    view.top = -3
    assert drawn(view, 80, 24)[1].top == 0


def test_what_is_not_met_is_seen_at_once(view, course):
    view.report = report_on(course, "one", *[""] * 20, "Not so.", *[""] * 20)
    part, _, room = window(view, screen(view, 80), 24)
    assert "    Not so." in text(part)
    assert len(part) == room
    view.report = report_on(course, "one", *[""] * 20, "\n".join("abcdefghijklmnopqrstuvwxyz"))
    part, _, _ = window(view, screen(view, 80), 24)
    assert part[0].text.startswith("  not yet  Requirement 21")
    view.hints, view.to_hint = {"test_21": 2}, True
    part, _, _ = window(view, screen(view, 80), 24)
    assert part[-1].text == "    Hint 2: Second hint 21."


def test_hints_stand_at_the_requirement_they_are_for(view):
    view.hints = {"test_3": 1}
    body = text(screen(view, 80).body)
    assert body.count("Hint") == 1
    assert body.endswith("Hint 1: First hint 3.")


def test_after_a_pass_it_says_what_to_do_next(view, course):
    view.progress = passed(course, "one")
    view.report = report_on(course, "one", "", "")
    body = text(screen(view, 80).body)
    assert body.startswith("one passes.\nTo remember: One and two. It is one thought.\nCompare: solutions/one.py")
    assert "Press n for the next exercise, two." in body
    view.progress = passed(course, "two", "three")
    (course.root / "solutions/one.py").unlink()
    body = text(screen(view, 80).body)
    assert "All exercises pass." in body
    assert "Compare" not in body
    view.course = Course(course.root, (Lesson("", "", 0, ("one",)),))
    assert "To remember" not in text(screen(view, 80).body)


def test_the_stub_says_where_the_task_is(view, course):
    view.report = report_on(course, "one", "Not written yet.", kind="unwritten")
    assert "It is checked whenever you save it." in " ".join(text(screen(view, 80).body).split())
    view.manual = True
    assert "Press r to have it checked." in " ".join(text(screen(view, 80).body).split())


def test_without_a_report_the_body_is_empty(view):
    view.report = None
    assert drawn(view, 80, 24)[0][4].text == ""


def test_the_list_shows_the_chosen_one_even_when_it_is_long(view, course):
    view.mode = "list"
    assert "> 1 [ ]" not in text(screen(view, 80).body)
    assert ">  1 [ ] three" in text(screen(view, 80).body)
    slugs = tuple(f"exercise_{number}" for number in range(40))
    view.course = Course(course.root, (Lesson("", "", 0, ("one", *slugs)),))
    view.chosen = 30
    assert "> 31 [ ] exercise_29" in text(window(view, screen(view, 80), 24)[0])


def test_keys_are_never_broken_apart():
    assert wrapped_keys("h hint  n next  q quit", 14) == ["h hint  n next", "q quit"]


# The status


def test_the_status_names_what_is_done_and_what_is_next(course):
    progress = passed(course, "three")
    course.answer("one").write_text("x = 1\n")
    lines = list(status(course, progress, "turnkeeper"))
    assert lines[0] == "1 of 3 exercises pass. The lessons that are left take about 5 minutes."
    assert "Begin with: three (10 minutes)" in lines
    assert any(line.startswith("  [x] three                    passed on ") for line in lines)
    assert "  [?] one                      not checked yet" in lines
    assert "  [ ] two                      not started" in lines
    assert lines[-2:] == ["Next: one, in exercises/one.py. To have it checked on every save:", "  turnkeeper watch"]


def test_each_state_has_its_words(course):
    progress = Progress()

    def said(*messages, **options):
        nonlocal progress
        progress = keep_check(course, "x = 1\n", report_on(course, "one", *messages, **options))
        return exercise_line(course, "one", progress)

    course.answer("one").write_text("x = 1\n")
    assert said("no", "") == "[ ] one                      1 of 2 requirements, 1 try"
    assert said("no", kind="broken", cannot_start=True).endswith("cannot be checked as it is, 1 try")
    course.answer("one").write_text("x = 2\n")
    assert exercise_line(course, "one", progress).endswith("[?] one                      changed since the last check")
    progress.exercises["one"] = Record(checked=progress.record("one").checked, status="passed", passed="some day")
    course.answer("one").write_text("x = 1\n")
    assert exercise_line(course, "one", progress) == "[x] one                      passed"


def test_when_all_is_done_it_says_so(course):
    progress = passed(course, "one", "two", "three")
    lines = list(status(course, progress, "turnkeeper"))
    assert (lines[0], lines[-1]) == ("3 of 3 exercises pass.", "All exercises pass.")
    assert where_to_go_on(course, progress) is None


def test_one_goes_on_where_one_stopped(course):
    assert where_to_go_on(course, Progress("two")) == "two"
    assert where_to_go_on(course, Progress("gone")) == "three"
    progress = passed(course, "two")
    progress.current = "two"
    assert where_to_go_on(course, progress) == "three"


def test_rows_with_the_difference_marked_stay_rows():
    got = [{"role": "user", "content": "Hi."}, {"role": "user", "content": [{"type": "text", "text": "a"}] * 2}]
    with pytest.raises(Unmet) as caught:
        expect(False, called="receive()", got=got, expected=got[:1] * 2 + got[1:] * 2, why="It is so.")
    message = str(caught.value)
    assert "           >  3  user" in message
    assert list(refit(message, 60)) == message.splitlines()


def test_the_longest_name_of_the_course_fits_the_lines():
    course = read_course_order(ROOT)
    for slug in course.slugs:
        assert all(len(line) <= 79 for line in status(course, Progress(slug), "turnkeeper"))


def test_a_lesson_without_minutes_and_one_without_a_title():
    assert lesson_line(Lesson("a", "A title", 0, ())) == "A title"
    assert lesson_line(Lesson("", "", 0, ())) == "In no lesson"


# The scoreboard and the report


def test_the_scoreboard_groups_by_lesson(course):
    reports = [report_on(course, "three", ""), report_on(course, "one", "no", kind="unwritten")]
    lines = list(scoreboard(reports, lessons=course.lessons))
    at = lines.index("Begin with: three")
    assert lines[at : at + 4] == [
        "Begin with: three",
        "  [x] three                    1 of 1 requirements",
        "It's early",
        "  [ ] one                      0 of 1 requirements",
    ]
    assert "In no lesson" in list(scoreboard([report_on(course, "other", "")], lessons=course.lessons))
    assert "[x] three                    1 of 1 requirements" in list(scoreboard(reports))


def test_a_report_comes_back_from_its_json(course):
    report = report_on(course, "one", "no", "")
    report.requirements[0].output = "printed"
    again = ExerciseReport.from_json(report.to_json(), report.grader, report.answer)
    assert again == report
    assert list(details(again, hints=1, width=40)) == list(details(report, hints=1, width=40))
