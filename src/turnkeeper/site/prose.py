"""A file that begins with a docstring, as a page shows it: the docstring as prose, the code by itself."""

import ast
import html
import re
import textwrap
from collections.abc import Iterator

from markdown import Markdown
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import PythonLexer


def split_docstring(source: str) -> tuple[str, str]:
    """Return the docstring a file begins with, and the code behind it.

    Args:
        source: Python source. Without a docstring the first of the two is empty, and the second is all of it.

    Raises:
        SyntaxError: If it is no Python.
    """
    tree = ast.parse(source)
    docstring = ast.get_docstring(tree, clean=False)
    if docstring is None:
        return "", source
    code = "\n".join(source.splitlines()[tree.body[0].end_lineno :]).strip("\n")
    return docstring.strip(), f"{code}\n"


def coloured(source: str) -> str:
    """Python source as HTML with a span for each piece of a kind; its text is the source and nothing else."""
    return highlight(source, PythonLexer(stripnl=False), HtmlFormatter(nowrap=True))


def plain_markdown() -> Markdown:
    """Return a Markdown that shows a tag in the text, and does not obey it."""
    markdown = Markdown()
    markdown.preprocessors.deregister("html_block")
    markdown.inlinePatterns.deregister("html")
    return markdown


def prose(text: str) -> str:
    """Return a docstring as HTML: Markdown, in which what is indented by four spaces is an example in Python."""
    return "\n".join(
        f'<div class="tk-example highlight"><pre><code>{coloured(piece)}</code></pre></div>'
        if is_example
        else plain_markdown().convert(piece)
        for piece, is_example in _pieces(text)
    )


def for_notebook(text: str) -> str:
    """Return a docstring as Markdown for a notebook: each example between fences, a tag in the text shown."""
    return "\n\n".join(f"```python\n{piece}```" if is_example else _shown(piece) for piece, is_example in _pieces(text))


def _shown(text: str) -> str:
    """A tag is written so that it is shown; what stands between backticks is code, and is left alone."""
    pieces = re.split(r"(`[^`]*`)", text)
    return "".join(piece if piece.startswith("`") else html.escape(piece, quote=False) for piece in pieces)


def _pieces(text: str) -> Iterator[tuple[str, bool]]:
    """The text and its examples, in turn. Four spaces begin an example behind a list, too, and no part of the list."""
    pieces: list[tuple[list[str], bool]] = []
    for line in text.splitlines():
        is_example = line.startswith("    ") or (not line.strip() and bool(pieces) and pieces[-1][1])
        if not pieces or pieces[-1][1] != is_example:
            pieces.append(([], is_example))
        pieces[-1][0].append(line)
    for lines, is_example in pieces:
        piece = textwrap.dedent("\n".join(lines)).strip("\n")
        yield (f"{piece}\n" if is_example else piece), is_example
