"""The files from which pages show solutions: the code to the letter, and why it is the answer."""

import json
from pathlib import Path

import pytest
from bs4 import BeautifulSoup

from turnkeeper.site.solutions import split_solution, write_solutions

ROOT = Path(__file__).parents[2]
SOLUTION = '"""Why this is the answer.\n\nIt uses `a < b`, not <i>.\n\nTwice.\n"""\n\nimport os\n\nx = "<&>"\n'


def text_of(code: str) -> str:
    return BeautifulSoup(f"<pre>{code}</pre>", "html.parser").get_text()


def write(folder: Path, text: str) -> Path:
    (folder / "solutions").mkdir()
    path = folder / "solutions" / "send.py"
    path.write_text(text, encoding="utf-8")
    return path


def test_the_code_is_to_the_letter_and_without_the_docstring(tmp_path: Path) -> None:
    stored = split_solution(write(tmp_path, SOLUTION))
    assert text_of(stored["code"]) == 'import os\n\nx = "<&>"\n'
    assert "<span" in stored["code"]


def test_the_explanation_is_paragraphs_in_which_a_tag_is_only_text(tmp_path: Path) -> None:
    stored = split_solution(write(tmp_path, SOLUTION))
    assert stored["why"] == "<p>It uses <code>a &lt; b</code>, not &lt;i&gt;.</p>\n<p>Twice.</p>"


def test_an_explanation_of_one_line_stays(tmp_path: Path) -> None:
    assert split_solution(write(tmp_path, '"""It counts once."""\nx = 1\n')) == {
        "why": "<p>It counts once.</p>",
        "code": split_solution(tmp_path / "solutions/send.py")["code"],
    }


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("x = 1\n", "solutions/send.py does not say why it is the answer"),
        ('"""  """\nx = 1\n', "solutions/send.py does not say why it is the answer"),
        ('"""Why."""\nx = (\n', "solutions/send.py:2: Python cannot read the solution"),
    ],
)
def test_a_solution_that_cannot_be_shown_is_named(tmp_path: Path, text: str, problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        split_solution(write(tmp_path, text))


def test_every_solution_of_the_course_has_its_file(tmp_path: Path) -> None:
    write_solutions(ROOT / "solutions", tmp_path / "made")
    slugs = sorted(path.stem for path in (ROOT / "solutions").glob("*.py"))
    assert slugs
    assert sorted(path.name for path in (tmp_path / "made").iterdir()) == [f"{slug}.json" for slug in slugs]
    for slug in slugs:
        stored = json.loads((tmp_path / "made" / f"{slug}.json").read_text(encoding="utf-8"))
        code = text_of(stored["code"])
        source = (ROOT / "solutions" / f"{slug}.py").read_text(encoding="utf-8")
        assert code.strip()
        assert source.endswith(code)
        assert stored["why"].startswith("<p>")
