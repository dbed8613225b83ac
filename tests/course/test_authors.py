"""What an author meets: `make new-lesson`, and the course's standards."""

import shutil

import pytest
from bank import ROOT

from turnkeeper.grading.seal import read_seals
from turnkeeper.site.course import read_course
from turnkeeper.site.new_lesson import new_lesson
from turnkeeper.site.standards import complaints


@pytest.fixture
def course(tmp_path):
    for name in ("lessons", "exercises", "solutions", "tests/answers"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path


def test_nothing_is_missing_in_the_course():
    assert list(complaints(ROOT)) == []
    assert read_course(ROOT / "lessons")
    assert read_seals(ROOT / "exercises")


def test_a_new_lesson_is_made_and_what_is_missing_is_named(course, capsys):
    assert new_lesson(course, "context_window") == 0
    written = capsys.readouterr().out
    assert [lesson.slug for part in read_course(course / "lessons") for lesson in part.lessons][-1] == "context_window"
    for path in ("lessons/context_window.md", "exercises/test_context_window.py", "solutions/context_window.py"):
        assert f"wrote {path}" in written
    missing = "\n".join(complaints(course))
    assert "stateless" not in missing
    assert "exercises/send.py" not in missing
    for said in (
        "lessons/context_window.md: `covers:` in the front matter is empty",
        "lessons/context_window.md: no `predict` fence",
        "lessons/context_window.md: 0 `quiz` fences",
        "lessons/context_window.md: nothing stands under '## One line to remember'",
        "lessons/context_window.md: the sources carry no date",
        "exercises/context_window.py:1: still to do",
        "exercises/test_context_window.py: 1 requirements: an exercise has 4 to 9",
        "solutions/context_window.py:1: still to do",
        "tests/answers/context_window/right/ has 0 answers: write at least 3",
        "tests/answers/context_window/wrong/ has 0 answers: write at least 5",
    ):
        assert said in missing


@pytest.mark.parametrize("layout", ['lessons = ["stateless"]', 'lessons = [\n  "stateless",\n]'])
def test_the_list_of_lessons_keeps_its_form(course, layout):
    listing = course / "lessons" / "course.toml"
    listing.write_text(f'# Parts.\n\n[[parts]]\ntitle = "One"\n{layout}\n')
    assert new_lesson(course, "trimming") == 0
    assert [lesson.slug for lesson in read_course(course / "lessons")[0].lessons] == ["stateless", "trimming"]
    assert listing.read_text().startswith("# Parts.")


@pytest.mark.parametrize("slug", ["", "Context", "9lives", "a-b", "../x", "a" * 40])
def test_a_bad_name_writes_nothing(course, capsys, slug):
    before = sorted(course.rglob("*"))
    assert new_lesson(course, slug) == 2
    assert "SLUG=context_window" in capsys.readouterr().err
    assert sorted(course.rglob("*")) == before


def test_what_is_there_is_never_overwritten(course, capsys):
    before = (course / "exercises" / "send.py").read_text()
    assert new_lesson(course, "send") == 2
    assert "exercises/send.py" in capsys.readouterr().err
    assert (course / "exercises" / "send.py").read_text() == before


@pytest.mark.parametrize(
    ("file", "old", "new", "said"),
    [
        ("lessons/stateless.md", "## Sources", "## Where from", "no heading '## Sources'"),
        ("lessons/stateless.md", "```exercise\nsend\n```", "", "no `exercise` fence"),
        ("lessons/stateless.md", "```exercise\nsend\n```", "", "exercises/send.py is in no lesson"),
        ("lessons/stateless.md", "```exercise\nsend\n```", "```exercise", "lessons/stateless.md:"),
        ("exercises/send.py", "class Conversation:", "class Conversation", "Python cannot read it: expected ':'"),
        ("exercises/test_send.py", "HELLO = ", "HELLO  = ", "not sealed as it stands"),
        ("solutions/send.py", '"""Why', 'x = """Why', "solutions/send.py has no docstring"),
        ("exercises/graders.sha256", "test_send.py", "test_gone.py", "seals test_gone.py, which is not there"),
    ],
)
def test_each_standard_bites(course, file, old, new, said):
    path = course / file
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))
    assert said in "\n".join(complaints(course))
