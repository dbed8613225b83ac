"""Running one cell of a lesson page: its output piece by piece, its error in plain words."""

import ast
import contextlib
import linecache
import re
from collections.abc import Callable
from types import CodeType
from typing import Any

from turnkeeper.capture import CappedElements, CappedStream, Showcase
from turnkeeper.deadline import deadline
from turnkeeper.plain_words import cell_name, explain, explain_unreadable
from turnkeeper.plain_words.notes import Watch

Emit = Callable[[str, str], None]


def run_cell(
    source: str, namespace: dict[str, Any], emit: Emit, *, number: int = 1, seconds: float = 30
) -> dict[str, Any]:
    """Run a cell the way a notebook would, and never raise for anything in it.

    Args:
        source: The text of the cell.
        namespace: The names the cells of a page share; changed by the cell. `display` is added to it.
        emit: Called as `emit(kind, text)` for each piece of output; kind is "stdout", "stderr", "result", "html",
            "svg" or "chart".
        number: The cell's place on its page, counted from 1. Errors name it.
        seconds: How long the cell may run.

    Returns:
        `{"ok": True}`, or `{"ok": False, "error": …}` with the error's kind, message, line (or None), a plain sentence,
        and a traceback of the reader's own lines (see `plain_words.explain`). Either has `notes`, a list of sentences,
        when something went wrong without an error.
    """
    # Only these end a line for Python; str.splitlines knows more.
    lines = re.split(r"\r\n|\r|\n", source)
    name = cell_name(number)
    linecache.cache[name] = (len(source), None, [f"{line}\n" for line in lines], name)
    try:
        tree = ast.parse(source, name)
        watch = Watch(namespace, name, tree)
        body, last = _compiled(tree, lines, name)
    except BaseException as error:  # besides SyntaxError: ValueError, MemoryError, RecursionError
        return {"ok": False, "error": explain_unreadable(error, source, lines)}
    capped = CappedElements(emit)
    showcase = Showcase(capped)
    namespace.setdefault("__name__", "__main__")
    namespace["display"] = lambda *values: showcase.show_all(values)
    out = CappedStream(lambda text: capped("stdout", text))
    err = CappedStream(lambda text: capped("stderr", text))
    value = None
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err), deadline(seconds):
            exec(body, namespace)
            if last is not None:
                value = eval(last, namespace)
                if value is not None:
                    showcase.show(value)
    except BaseException as error:  # the reader's code may raise anything, SystemExit included
        outcome: dict[str, Any] = {"ok": False, "error": explain(error, number)}
    else:
        outcome = {"ok": True}
    with contextlib.suppress(Exception):  # the reader's code may have put anything in the place of what this needs
        if notes := watch.notes(namespace, value):
            outcome["notes"] = notes
    return outcome


def _compiled(tree: ast.Module, lines: list[str], name: str) -> tuple[CodeType, CodeType | None]:
    """Compile a cell; when it ends in an expression, that comes apart so that its value can be shown."""
    last = None
    if tree.body and isinstance(tree.body[-1], ast.Expr) and not _is_quiet(tree.body[-1], lines):
        last = compile(ast.Expression(tree.body.pop().value), name, "eval")  # type: ignore[attr-defined]
    return compile(tree, name, "exec"), last


def _is_quiet(last: ast.Expr, lines: list[str]) -> bool:
    """Return whether a semicolon comes after the last expression: it keeps the value quiet, as in a notebook."""
    assert last.end_lineno is not None
    assert last.end_col_offset is not None
    # What follows the expression holds no text in quotation marks, so a "#" there begins a comment.
    after = [lines[last.end_lineno - 1].encode()[last.end_col_offset :].decode(), *lines[last.end_lineno :]]
    return any(";" in line.partition("#")[0] for line in after)
