"""What an author meets: `make new-lesson`, and the course's standards."""

import shutil

import pytest
from bank import ROOT

from turnkeeper.grading.seal import read_seals, write_seals
from turnkeeper.site.course import read_course
from turnkeeper.site.new_lesson import new_lesson
from turnkeeper.site.standards import complaints

COURSE = '[[parts]]\ntitle = "The list you re-send"\nlessons = ["stateless"]\n'


@pytest.fixture
def course(tmp_path):
    for name in ("lessons", "exercises", "solutions", "tests/answers"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
    # One lesson is enough for what is tried here.
    (tmp_path / "lessons" / "course.toml").write_text(COURSE)
    for path in tmp_path.rglob("*"):
        kept = {"lessons": "stateless", "exercises": "send", "stubs": "send", "solutions": "send", "answers": "send"}
        slug = kept.get(path.parent.name)
        if slug and path.suffix in ("", ".py", ".md") and path.name != "stubs" and slug not in path.name:
            shutil.rmtree(path) if path.is_dir() else path.unlink()
    write_seals(tmp_path / "exercises")
    return tmp_path


def test_nothing_is_missing_in_the_course():
    assert list(complaints(ROOT)) == []
    assert read_course(ROOT / "lessons")
    assert read_seals(ROOT / "exercises")


def test_a_new_lesson_is_made_and_what_is_missing_is_named(course, capsys):
    assert new_lesson(course, "extra_lesson") == 0
    written = capsys.readouterr().out
    assert [lesson.slug for part in read_course(course / "lessons") for lesson in part.lessons][-1] == "extra_lesson"
    for path in ("lessons/extra_lesson.md", "exercises/test_extra_lesson.py", "solutions/extra_lesson.py"):
        assert f"wrote {path}" in written
    missing = "\n".join(complaints(course))
    assert "stateless" not in missing
    assert "exercises/send.py" not in missing
    for said in (
        "lessons/extra_lesson.md: `covers:` in the front matter is empty",
        "lessons/extra_lesson.md: no `predict` fence",
        "lessons/extra_lesson.md: 0 `quiz` fences",
        "lessons/extra_lesson.md: nothing stands under '## One line to remember'",
        "lessons/extra_lesson.md: the sources carry no date",
        "exercises/extra_lesson.py:1: still to do",
        "exercises/test_extra_lesson.py: 1 requirements: an exercise has 4 to 9",
        "solutions/extra_lesson.py:1: still to do",
        "tests/answers/extra_lesson/right/ has 0 answers: write at least 3",
        "tests/answers/extra_lesson/wrong/ has 0 answers: write at least 5",
    ):
        assert said in missing


@pytest.mark.parametrize("layout", ['lessons = ["stateless"]', 'lessons = [\n  "stateless",\n]'])
def test_the_list_of_lessons_keeps_its_form(course, layout):
    listing = course / "lessons" / "course.toml"
    listing.write_text(f'# Parts.\n\n[[parts]]\ntitle = "One"\n{layout}\n')
    assert new_lesson(course, "extra_lesson") == 0
    assert [lesson.slug for lesson in read_course(course / "lessons")[0].lessons] == ["stateless", "extra_lesson"]
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
