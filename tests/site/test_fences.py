"""The fences as a Python-Markdown extension, and the grammar of a question."""

import re
from pathlib import Path

import pytest
from markdown import markdown
from pymdownx.superfences import SuperFencesException
from tiny_course import GRADER, STUB

from turnkeeper.grading.lesson_text import FenceError, find_fences
from turnkeeper.grading.questions import parse_question
from turnkeeper.site.exercise import read_exercise
from turnkeeper.site.fences import check_fences, highlighted, inline

QUESTION = """What does the third request hold?
( ) Only the third question.
    Many think so. It is
    not so.

(x) Everything said so far.
    The whole list goes."""


@pytest.fixture
def exercises(tmp_path: Path) -> Path:
    (tmp_path / "greet.py").write_text(STUB, encoding="utf-8")
    (tmp_path / "test_greet.py").write_text(GRADER, encoding="utf-8")
    return tmp_path


def render(text: str, exercises: Path | str = "nowhere") -> str:
    return markdown(
        text,
        extensions=["pymdownx.superfences", "turnkeeper.site.fences"],
        extension_configs={"turnkeeper.site.fences": {"exercises": str(exercises)}},
    )


def test_question_is_read_with_its_choices_and_explanations() -> None:
    question = parse_question(QUESTION)
    assert question.prompt == "What does the third request hold?"
    assert [(choice.text, choice.right) for choice in question.choices] == [
        ("Only the third question.", False),
        ("Everything said so far.", True),
    ]
    assert [choice.why for choice in question.choices] == [
        "Many think so. It is not so.",
        "The whole list goes.",
    ]


@pytest.mark.parametrize(
    ("body", "line", "problem"),
    [
        ("", 1, "The question itself is missing"),
        ("(x) a\n    b\n( ) c\n    d", 1, "The question itself is missing"),
        ("Q?\n(x) a\n    b", 0, "two or more choices"),
        ("Q?\n( ) a\n    b\n( ) c\n    d", 0, "No choice is right"),
        ("Q?\n(x) a\n    b\n(x) c\n    d", 4, "More than one choice is right"),
        ("Q?\n(x) a\n    b\n( ) c", 4, "'c' has no explanation"),
        ("Q?\n(x) a\n    b\nand more\n( ) c\n    d", 4, "neither a choice nor an explanation"),
        ("Q?\n()a\n    b\n(x) c\n    d", 2, "is no choice"),
        ("Q?\n[x] a\n    b\n( ) c\n    d", 2, "is no choice"),
        ("Q?\n(x) a\n    b\n( ) a\n    d", 2, "there twice"),
        ("Q?\n(x) a\n    see [b](b.md)\n( ) c\n    d", 3, "links inside the site"),
    ],
)
def test_malformed_question_says_what_is_wrong_and_where(body: str, line: int, problem: str) -> None:
    with pytest.raises(FenceError, match=re.escape(problem)) as caught:
        parse_question(body)
    assert caught.value.line == line


def test_questions_are_counted_per_kind_and_from_one_on_each_page() -> None:
    page = f"```quiz\n{QUESTION}\n```\n\n```predict\n{QUESTION}\n```\n\n```quiz\n{QUESTION}\n```\n"
    for _ in range(2):
        assert re.findall(r'<form [^>]*id="([^"]+)"', render(page)) == ["quiz-1", "predict-1", "quiz-2"]


def test_texts_are_inline_markdown_in_which_a_tag_is_only_text() -> None:
    assert inline("`a < b`, *not* <known_facts> & more") == (
        "<code>a &lt; b</code>, <em>not</em> &lt;known_facts&gt; &amp; more"
    )
    assert inline("[pages](https://example.org/)") == '<a href="https://example.org/">pages</a>'
    with pytest.raises(FenceError, match="more than a line of text"):
        inline("# A heading")


def test_fences_work_inside_a_list() -> None:
    made = render(f"- item\n\n    ```quiz\n{re.sub('^', '    ', QUESTION, flags=re.MULTILINE)}\n    ```\n")
    assert re.search(r'<li>\s*<p>item</p>\s*<form class="tk-quiz" id="quiz-1"', made)


def test_malformed_fence_is_never_shown_as_code() -> None:
    with pytest.raises(SuperFencesException, match="No choice is right"):
        render("```quiz\nQ?\n( ) a\n    b\n( ) c\n    d\n```\n")


def test_extension_asks_for_superfences() -> None:
    with pytest.raises(ValueError, match=r"needs pymdownx\.superfences above it"):
        markdown("text", extensions=["turnkeeper.site.fences"])


def test_exercise_has_its_stub_and_its_requirements(exercises: Path) -> None:
    exercise = read_exercise(exercises, "greet\n")
    assert (exercise.task, exercise.stub) == ("Greet someone.", STUB.partition("\n\n\n")[2])
    assert [(item.name, item.text) for item in exercise.requirements] == [
        ("test_says_the_name", "The `name` is in the greeting."),
        ("test_is_polite", "It is polite."),
    ]
    made = render("```exercise\ngreet\n```\n", exercises)
    assert '<div class="tk-task">\n<p>Greet someone.</p>\n</div>' in made
    assert '<li data-requirement="test_says_the_name">The <code>name</code> is in the greeting.</li>' in made


@pytest.mark.parametrize(
    ("body", "problem"),
    [
        ("great", "There is no exercise 'great'"),
        ("greet now", "is no name of an exercise"),
        ("../greet", "is no name of an exercise"),
    ],
)
def test_unknown_exercise_is_named(exercises: Path, body: str, problem: str) -> None:
    with pytest.raises(FenceError, match=re.escape(problem)):
        read_exercise(exercises, body)


@pytest.mark.parametrize(
    ("grader", "problem"),
    [
        ("x = 1\n", "checks nothing"),
        ("def test_a(answer):\n    pass\n", "test_greet.py:1: test_a has no docstring"),
        ("def test_a(answer:\n", "test_greet.py:1: Python cannot read the grader"),
    ],
)
def test_grader_that_says_nothing_is_refused(exercises: Path, grader: str, problem: str) -> None:
    (exercises / "test_greet.py").write_text(grader, encoding="utf-8")
    with pytest.raises(FenceError, match=re.escape(problem)):
        read_exercise(exercises, "greet")


def test_exercise_twice_on_a_page_is_refused(exercises: Path) -> None:
    fence = "```exercise\ngreet\n```\n"
    with pytest.raises(FenceError, match="already on this page") as caught:
        check_fences(f"\n{fence}\n{fence}", exercises)
    assert caught.value.line == 6


def test_fences_are_found_with_their_lines() -> None:
    text = "a\n\n~~~~text\n```\nno fence\n```\n~~~~\n\n    ``` {.python}\n    x\n    ```\n"
    assert [(f.language, f.body, f.start, f.end, f.indent) for f in find_fences(text)] == [
        ("text", "```\nno fence\n```", 3, 7, 0),
        ("python", "x", 9, 11, 4),
    ]


@pytest.mark.parametrize("source", ["\n\nx = '<b>'\n", '# é ☃\n\n\n\ny = "&amp;"', "s = '''\n  two\n'''\n"])
def test_highlighted_source_reads_back_to_the_letter(source: str) -> None:
    from bs4 import BeautifulSoup

    code = BeautifulSoup(highlighted(source), "html.parser").select_one(".tk-input.highlight > pre > code")
    assert code is not None
    assert code.get_text() == source.removesuffix("\n") + "\n"
