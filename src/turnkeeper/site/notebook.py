"""The notebook a reader downloads or opens in JupyterLite: the lesson, in what a notebook can show."""

import json
import posixpath
import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

import jupytext

from turnkeeper.grading.lesson_text import Fence, FenceError, find_fences
from turnkeeper.grading.questions import parse_question
from turnkeeper.site.course import Lesson
from turnkeeper.site.exercise import read_exercise
from turnkeeper.site.fences import KINDS, inline
from turnkeeper.site.lesson_page import without_title
from turnkeeper.site.prose import for_notebook

Cell = dict[str, Any]

_BLOCK = re.compile(r'(?P<marks>!!!|\?\?\?\+?|===\+?!?)[ \t]+(?P<kinds>[\w ]*?)[ \t]*(?:"(?P<title>[^"]*)")?[ \t]*')
_LINK = re.compile(r"(?P<text>\[[^\]\n]*\])\((?P<target>[^)\s]+)\)")
_ATTRIBUTES = re.compile(r"[ \t]*\{:?[ \t]*[.#][^}\n]*\}")


def for_download(lesson: Lesson, exercises: Path, site_url: str) -> str:
    """Make the notebook of a lesson.

    Args:
        lesson: The lesson.
        exercises: The folder of stubs and graders.
        site_url: Address of the built site, for links to pages that are no lessons; empty when it is unknown.

    Returns:
        The notebook, as the text of an `.ipynb` file; the same lesson gives the same text.

    Raises:
        CourseError: A cell is not Python, or the lesson has two titles.
        FenceError: A fence cannot be read.
    """
    check_cells(lesson)
    read = jupytext.read(lesson.path)
    cells = [_markdown_cell(f"# {lesson.title}")]
    for number, cell in enumerate(cell for cell in read.cells if cell.cell_type != "raw"):
        if cell.cell_type == "code":
            cells.append(_code_cell(cell.source, cell.metadata.get("tags", [])))
            continue
        source = without_title(cell.source, lesson) if number == 0 else cell.source
        cells.extend(_markdown_cells(source, lesson, exercises, site_url))
    for number, cell in enumerate(cells, 1):
        cell["id"] = f"cell-{number}"
    whole = {
        "cells": cells,
        "metadata": {
            "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
            "language_info": {"name": "python"},  # JupyterLite picks its kernel by language
        },
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    return json.dumps(whole, indent=1, ensure_ascii=False) + "\n"


def _markdown_cell(source: str) -> Cell:
    return {"cell_type": "markdown", "metadata": {}, "source": source.splitlines(keepends=True)}


def _code_cell(source: str, tags: Sequence[str] = ()) -> Cell:
    return {
        "cell_type": "code",
        "execution_count": None,
        "metadata": {"tags": list(tags)} if tags else {},
        "outputs": [],
        "source": source.splitlines(keepends=True),
    }


def check_cells(lesson: Lesson) -> None:
    """Check what only lessons promise: all Python runs, nothing else does, a guess stands before its cell.

    Args:
        lesson: The lesson.

    Raises:
        FenceError: With the line in the lesson's file.
    """
    magics = {
        cell.source[2:].split("\n")[0].strip()
        for cell in jupytext.read(lesson.path).cells
        if cell.cell_type == "code" and cell.source.startswith("%%")
    }
    text = lesson.path.read_text(encoding="utf-8")
    lines = text.splitlines()
    for fence, following in pairwise([*find_fences(text), None]):
        if fence is None:
            break
        if fence.language in magics and not fence.indent and lines[fence.start - 1].startswith("```"):
            raise FenceError(
                f"This {fence.language} fence would run as a cell, and the page runs only Python: "
                f"open and close it with ~~~ in place of ```.",
                fence.start,
            )
        if fence.language == "python" and (fence.indent or lines[fence.start - 1].startswith("~")):
            raise FenceError("This Python is not run: write it at the left margin, between ``` marks.", fence.start)
        if fence.language == "predict":
            between = lines[fence.end : following.start - 1] if following else ["nothing"]
            if following is None or following.language != "python" or any(line.strip() for line in between):
                raise FenceError(
                    "A predict fence asks about the cell below it: put a ```python fence directly after it.",
                    fence.start,
                )


def _markdown_cells(source: str, lesson: Lesson, exercises: Path, site_url: str) -> Iterator[Cell]:
    """The cells that a Markdown cell becomes: an exercise gets code cells of its own."""
    lines = source.splitlines()
    text: list[str] = []
    done = 0
    for fence in find_fences(source):
        text += _plain_markdown(lines[done : fence.start - 1], lesson, site_url)
        done = fence.end
        if fence.language == "exercise":
            exercise = read_exercise(exercises, fence.body)
            if "\n".join(text).strip():
                yield _markdown_cell("\n".join(text).strip())
            text = []
            slug = exercise.slug
            checked = "\n".join(f"{count}. {item.text}" for count, item in enumerate(exercise.requirements, 1))
            task = for_notebook(exercise.task)
            yield _markdown_cell(f"**Exercise `{slug}`**\n\n{task}\n\nWhat is checked:\n\n{checked}")
            yield _code_cell("%load_ext turnkeeper.grading.notebook")
            yield _code_cell(f"%%grade {slug}\n{exercise.stub.rstrip()}")
            yield _markdown_cell(
                f"Running the cell checks your answer with the same file as `pytest exercises/test_{slug}.py`."
            )
        elif fence.language in KINDS:
            text += _question(fence)
        else:
            text += lines[fence.start - 1 : fence.end]
    text += _plain_markdown(lines[done:], lesson, site_url)
    if "\n".join(text).strip():
        yield _markdown_cell("\n".join(text).strip())


def _question(fence: Fence) -> list[str]:
    question = parse_question(fence.body)
    word = "Predict" if fence.language == "predict" else "Question"
    answers = "".join(
        f"<li><p><strong>{'Right:' if choice.right else 'Not this one:'}</strong> {inline(choice.text)}</p>"
        f"<p>{inline(choice.why)}</p></li>"
        for choice in question.choices
    )
    return [
        f"**{word}.** {question.prompt}",
        "",
        *(f"{number}. {choice.text}" for number, choice in enumerate(question.choices, 1)),
        "",
        f"<details><summary>Answers</summary><ol>{answers}</ol></details>",
    ]


def _plain_markdown(lines: list[str], lesson: Lesson, site_url: str) -> list[str]:
    """Rewrite what only MkDocs understands: admonitions become block quotes, tabs paragraphs."""
    made: list[str] = []
    number = 0
    while number < len(lines):
        opening = _BLOCK.fullmatch(lines[number])
        number += 1
        if not opening:
            made.append(_inline_for_notebook(lines[number - 1], lesson, site_url))
            continue
        body = []
        while number < len(lines) and (not lines[number].strip() or lines[number].startswith(("    ", "\t"))):
            body.append(lines[number].removeprefix("\t").removeprefix("    "))
            number += 1
        while body and not body[-1].strip():
            body.pop()
        title = opening["title"] if opening["title"] is not None else opening["kinds"].split(" ")[0].capitalize()
        inner = ([f"**{title}**", ""] if title else []) + _plain_markdown(body, lesson, site_url)
        quoted = not opening["marks"].startswith("===")
        made += [f"> {line}".rstrip() if quoted else line for line in inner] + [""]
    return made


def _inline_for_notebook(line: str, lesson: Lesson, site_url: str) -> str:
    def link(match: re.Match[str]) -> str:
        text, target = match["text"], match["target"]
        path, _, anchor = target.partition("#")
        if "://" in target or target.startswith("mailto:"):
            return match[0]
        uri = posixpath.normpath(posixpath.join("lessons", path)) if path else lesson.src_uri
        if path and posixpath.dirname(uri) == "lessons" and uri.endswith(".md"):
            return f"{text}({posixpath.basename(uri).removesuffix('.md')}.ipynb)"
        if not site_url:
            return text[1:-1]
        page = re.sub(r"(^|/)index\.md$", r"\1", uri) if uri.endswith("index.md") else re.sub(r"\.md$", "/", uri)
        return f"{text}({urljoin(site_url, page)}{'#' + anchor if anchor else ''})"

    pieces = re.split(r"(`[^`]*`)", line)  # code is left alone
    return "".join(piece if piece.startswith("`") else _LINK.sub(link, _ATTRIBUTES.sub("", piece)) for piece in pieces)
