"""From an executed notebook to a lesson's page: Markdown with a place for each cell, and the cells' HTML."""

import html
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from nbconvert.filters.ansi import ansi2html

from turnkeeper.site import charts
from turnkeeper.site.course import CourseError, Lesson
from turnkeeper.site.failures import plain
from turnkeeper.site.fences import highlighted

_PLACE = re.compile(r'<div class="tk-cell" id="cell-(\d+)"></div>')
_TITLE = re.compile(r"#[ \t]+(?P<title>[^\n]+?)[ \t]*#*[ \t]*(?:\n|$)")


@dataclass(frozen=True)
class Draft:
    """A lesson that ran.

    Attributes:
        markdown: The page without its title; each code cell is an empty `<div class="tk-cell" id="cell-…">`.
        cells: HTML of the cells, in order; `cells[0]` is cell 1.
    """

    markdown: str
    cells: tuple[str, ...]


def draft_page(executed: str, lesson: Lesson) -> Draft:
    """Split what our notebook template made of an executed lesson.

    Args:
        executed: The notebook as JSON, HTML-escaped.
        lesson: The lesson it comes from.

    Raises:
        CourseError: The text has a title of its own that differs from the front matter's, or a chart cannot be drawn.
    """
    texts: list[str] = []
    cells: list[str] = []
    notebook = json.loads(html.unescape(executed))
    charts.draw_in([output for cell in notebook["cells"] for output in cell.get("outputs", ())])
    for cell in notebook["cells"]:
        source = cell["source"]
        if cell["cell_type"] == "markdown":
            texts.append(source)
        elif cell["cell_type"] == "code":
            cells.append(cell_html(len(cells) + 1, source, cell["outputs"]))
            texts.append(f'<div class="tk-cell" id="cell-{len(cells)}"></div>')
    return Draft(without_title("\n\n".join(texts), lesson), tuple(cells))


def without_title(markdown: str, lesson: Lesson) -> str:
    """Take the title off a lesson's text: the page and the notebook write it from the front matter.

    Args:
        markdown: The text, which may begin with `# Title`.
        lesson: The lesson it comes from.

    Raises:
        CourseError: The two titles differ.
    """
    found = _TITLE.match(markdown)
    if found and found["title"] != lesson.title:
        raise CourseError(
            f"lessons/{lesson.slug}.md has two titles, '{lesson.title}' in the front matter and "
            f"'{found['title']}' in the text: keep the first."
        )
    return markdown[found.end() :].lstrip("\n") if found else markdown


def head_of_page(lesson: Lesson, notebook_url: str, lite_url: str) -> str:
    """The title, the time to read, and the ways to the notebook, as Markdown.

    Args:
        lesson: The lesson.
        notebook_url: Address of the notebook file, from the page.
        lite_url: Address of JupyterLite's notebook page, from the lesson's page.
    """
    return (
        f"# {lesson.title}\n\n"
        '<div class="tk-lesson" data-search-exclude>\n'
        f'<p class="tk-lesson__minutes">About {lesson.minutes} minutes to read and try.</p>\n'
        '<p class="tk-lesson__ways">'
        f'<a class="md-button" href="{notebook_url}" download>Download the notebook</a> '
        f'<a class="md-button" href="{lite_url}?path={lesson.slug}.ipynb">Open in JupyterLite</a></p>\n'
        '<p class="tk-lesson__note">You can run everything on this page. The same lesson as a notebook takes '
        "about 15 to 30 seconds to start in JupyterLite.</p>\n</div>\n\n"
    )


def put_cells(page: str, draft: Draft) -> str:
    """Put the cells where the rendered page has their places.

    Args:
        page: HTML made from `draft.markdown`.
        draft: The lesson.

    Raises:
        CourseError: A place was lost on the way, so that a cell would be missing on the page.
    """
    found = _PLACE.findall(page)
    if found != [str(number) for number in range(1, len(draft.cells) + 1)]:
        raise CourseError("a code cell is lost in the text around it: put an empty line before and after each fence.")
    return _PLACE.sub(lambda match: draft.cells[int(match[1]) - 1], page)


def cell_html(number: int, source: str, outputs: list[dict[str, Any]]) -> str:
    """A cell as it stands on a page.

    Args:
        number: Its place on the page, counted from 1.
        source: Its code.
        outputs: What running it gave, as a notebook has it; nothing where it has not run.
    """
    shown = "\n".join(_output_html(output) for output in _joined(outputs))
    return (
        f'<div class="tk-cell" id="cell-{number}" data-cell="{number}">\n{highlighted(source)}\n'
        f'<div class="tk-output">{shown}</div>\n</div>'
    )


def _joined(outputs: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """The outputs, with neighbours of one stream made one: the kernel splits a stream where it likes."""
    last: dict[str, Any] | None = None
    for output in outputs:
        if last and output["output_type"] == "stream" and output.get("name") == last.get("name"):
            last["text"] += output["text"]
            continue
        if last:
            yield last
        last = dict(output)
    if last:
        yield last


def _output_html(output: dict[str, Any]) -> str:
    if output["output_type"] == "stream":
        return f'<pre class="tk-{output["name"]}">{_coloured(output["text"])}</pre>'
    if output["output_type"] == "error":
        return f'<pre class="tk-error">{html.escape(output["ename"] + ": " + plain(output["evalue"]))}</pre>'
    data = output["data"]
    if charts.FIGURE in data:
        return str(data[charts.FIGURE])
    if "text/html" in data:
        return f'<div class="tk-html">{data["text/html"]}</div>'
    if "image/svg+xml" in data:
        return f'<div class="tk-svg">{data["image/svg+xml"]}</div>'
    return f'<pre class="tk-result">{_coloured(data.get("text/plain", ""))}</pre>'


def _coloured(text: str) -> str:
    """Text as HTML, its ANSI colours as classes."""
    return str(ansi2html(text))  # type: ignore[no-untyped-call]
