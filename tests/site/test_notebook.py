"""The notebook for download: the whole lesson, in what a notebook can show and run."""

from pathlib import Path

import nbformat
import pytest
from tiny_course import HEAD, write_course

from turnkeeper.site.course import read_course
from turnkeeper.site.notebook import for_download


def made(root: Path, site_url: str = "") -> nbformat.NotebookNode:
    ((part),) = read_course(root / "lessons")
    text = for_download(part.lessons[0], root / "exercises", site_url)
    notebook = nbformat.reads(text, as_version=4)
    nbformat.validate(notebook)
    assert for_download(part.lessons[0], root / "exercises", site_url) == text, "the same lesson, another file"
    return notebook


@pytest.fixture
def course(tmp_path: Path) -> Path:
    return write_course(tmp_path)


def with_text(course: Path, text: str) -> str:
    (course / "lessons" / "hello.md").write_text(f"{HEAD}\n{text}\n", encoding="utf-8")
    return "\n\n".join(cell.source for cell in made(course, "https://example.org/course/").cells[1:])


def test_notebook_starts_with_the_title_and_opens_in_jupyterlite(course: Path) -> None:
    notebook = made(course)
    assert notebook.cells[0].source == "# Say hello"
    assert all(cell.cell_type in ("code", "markdown") for cell in notebook.cells)
    assert not any("minutes:" in cell.source for cell in notebook.cells)
    assert notebook.metadata.language_info.name == "python"
    assert notebook.metadata.kernelspec.name == "python3"


def test_code_cells_are_the_lesson_s_and_the_stub(course: Path) -> None:
    code = [cell.source for cell in made(course).cells if cell.cell_type == "code"]
    assert len(code) == 6
    assert code[3:5] == ["x / 0", "%load_ext turnkeeper.grading.notebook"]
    assert code[5] == "%%grade greet\ndef greet(name):\n    raise NotImplementedError"


def test_nothing_only_mkdocs_understands_is_left(course: Path) -> None:
    text = "\n".join(cell.source for cell in made(course).cells if cell.cell_type == "markdown")
    for left in ("!!!", "```quiz", "```predict", "```exercise", "(x)", ".md)", "{ ."):
        assert left not in text


def test_question_keeps_its_choices_and_hides_its_answers(course: Path) -> None:
    text = "\n".join(cell.source for cell in made(course).cells)
    assert "**Question.** Which one?\n\n1. This.\n2. That <b>one</b>.\n\n<details><summary>Answers</summary>" in text
    assert "<strong>Right:</strong> That &lt;b&gt;one&lt;/b&gt;.</p><p>It is, over two lines.</p>" in text


def test_exercise_says_what_is_checked_and_where(course: Path) -> None:
    text = "\n".join(cell.source for cell in made(course).cells)
    assert "1. The `name` is in the greeting.\n2. It is polite." in text
    assert "`pytest exercises/test_greet.py`" in text


def test_admonition_becomes_a_quote_and_a_tab_a_paragraph(course: Path) -> None:
    text = with_text(
        course,
        '!!! note "Mind"\n    One.\n\n    - two\n\nAfter.\n\n??? tip\n    Hidden.\n\n=== "Tab"\n    In it.',
    )
    assert text == ("> **Mind**\n>\n> One.\n>\n> - two\n\nAfter.\n\n> **Tip**\n>\n> Hidden.\n\n**Tab**\n\nIn it.")


def test_links_lead_somewhere_from_a_notebook(course: Path) -> None:
    text = with_text(
        course,
        "[a](other.md#x) [b](../start/terminal.md#y) [c](../index.md) [d](https://example.com/z.md) [e](#f) "
        "`[g](h.md)` ![i](../assets/j.svg){ .big }",
    )
    assert text == (
        "[a](other.ipynb) [b](https://example.org/course/start/terminal/#y) [c](https://example.org/course/) "
        "[d](https://example.com/z.md) [e](https://example.org/course/lessons/hello/#f) "
        "`[g](h.md)` ![i](https://example.org/course/assets/j.svg)"
    )
