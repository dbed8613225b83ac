"""Running one cell of a lesson page: its output piece by piece, its error in plain words."""

import ast
import contextlib
import linecache
import traceback
from collections.abc import Callable, Iterable
from types import CodeType
from typing import Any

from turnkeeper.capture import LIMIT, CappedStream
from turnkeeper.deadline import DeadlineExceeded, deadline

Emit = Callable[[str, str], None]
CELL = "<cell>"


def run_cell(source: str, namespace: dict[str, Any], emit: Emit, *, seconds: float = 30) -> dict[str, Any]:
    """Run a cell the way a notebook would, and never raise for anything in it.

    Args:
        source: The text of the cell.
        namespace: The names the cells of a page share; changed by the cell. `display` is added to it.
        emit: Called as `emit(kind, text)` for each piece of output; kind is "stdout", "stderr", "result", "html" or
            "svg".
        seconds: How long the cell may run.

    Returns:
        `{"ok": True}`, or `{"ok": False, "error": …}` with the error's kind, message, line (or None), a plain sentence,
        and a traceback of the reader's own lines.
    """
    linecache.cache[CELL] = (len(source), None, source.splitlines(keepends=True), CELL)
    try:
        body, last = _compiled(source)
    except (SyntaxError, ValueError) as error:
        return {"ok": False, "error": explain(error, CELL)}
    namespace.setdefault("__name__", "__main__")
    namespace["display"] = lambda *values: _show_all(values, emit)
    out = CappedStream(lambda text: emit("stdout", text))
    err = CappedStream(lambda text: emit("stderr", text))
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err), deadline(seconds):
            exec(body, namespace)
            if last is not None:
                value = eval(last, namespace)
                if value is not None:
                    show(value, emit)
    except BaseException as error:  # the reader's code may raise anything, SystemExit included
        return {"ok": False, "error": explain(error, CELL)}
    return {"ok": True}


def show(value: object, emit: Emit) -> None:
    """Emit a value in its richest form: HTML, then SVG, then its repr."""
    for method, kind in (("_repr_html_", "html"), ("_repr_svg_", "svg")):
        draw = getattr(value, method, None)
        if callable(draw) and not isinstance(value, type):
            emit(kind, draw())
            return
    CappedStream(lambda text: emit("result", text), LIMIT).write(repr(value))


def _show_all(values: Iterable[object], emit: Emit) -> None:
    for value in values:
        show(value, emit)


def explain(error: BaseException, filename: str) -> dict[str, Any]:
    """Describe an error for the person who wrote the code.

    Args:
        error: What was raised.
        filename: The name the code was compiled under; only its frames are shown.

    Returns:
        `kind`, `message`, `line` (counted from 1; None when no line of the code is to blame), `plain` and `traceback`.
    """
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename == filename]
    kind, message = type(error).__name__, str(error)
    line = frames[-1].lineno if frames else None
    if isinstance(error, SyntaxError):
        line, message = error.lineno, error.msg
    named = f"{kind}: {message}" if message else kind
    where = "".join(traceback.format_list(frames)) if frames else ""
    return {
        "kind": kind,
        "message": message,
        "line": line,
        "plain": _plain(error, line, (frames[-1].line or "") if frames else ""),
        "traceback": f"{where}{named}",
    }


def _compiled(source: str) -> tuple[CodeType, CodeType | None]:
    """Compile a cell; when it ends in an expression, that comes apart so that its value can be shown."""
    tree = ast.parse(source, CELL)
    last = None
    # A semicolon at the end keeps the value quiet, as in a notebook.
    if tree.body and isinstance(tree.body[-1], ast.Expr) and not source.rstrip().endswith(";"):
        last = compile(ast.Expression(tree.body.pop().value), CELL, "eval")  # type: ignore[attr-defined]
    return compile(tree, CELL, "exec"), last


def _plain(error: BaseException, line: int | None, code: str) -> str:
    at = f" Look at line {line}." if line else ""
    match error:
        case SyntaxError():
            return f"Python cannot read this code: {error.msg}.{at}"
        case NameError(name=str(name)):
            return f"Nothing is called {name!r} yet. Is it spelt as where you made it, and has that cell been run?{at}"
        case ModuleNotFoundError(name=str(name)):
            return f"There is no module {name!r} here. This page has Python's own modules, anthropic and turnkeeper."
        case DeadlineExceeded():
            return (
                f"This was still running when its time was up, so it was {error}. Is there a loop that never ends?{at}"
            )
        case RecursionError():
            return f"A function called itself too many times. What should make it stop?{at}"
        case KeyboardInterrupt():
            return "Stopped."
        case SystemExit():
            return "The code asked Python to exit. That ends this cell only."
        case EOFError() | OSError() if "input(" in code:
            return f"There is nobody to answer input() here. Put the text into the code instead.{at}"
        case MemoryError():
            return f"The code asked for more memory than there is.{at}"
    if getattr(error, "status_code", None):
        return f"The API refused the call with status {error.status_code}: {_api_message(error)}.{at}"  # type: ignore[attr-defined]
    kind = type(error).__name__
    article = "An" if kind[0] in "AEIOU" else "A"
    return f"{article} {kind} stopped the code{f': {error}' if str(error) else ''}.{at}"


def _api_message(error: BaseException) -> str:
    return str(getattr(error, "api_message", None) or error).removesuffix(".")
