"""The line of the reader's that failed: its text, the part of it that failed, and the values of the names in it."""

import ast
import linecache
import traceback
from collections.abc import Mapping
from functools import cached_property
from types import FrameType, TracebackType
from typing import Any

from turnkeeper.plain_words.frames import Mine

NOTHING = object()
"""Stands for a value that could not be found out."""
_LONGEST = 60
_COMPREHENSIONS = ("<listcomp>", "<setcomp>", "<dictcomp>")


class Scene:
    """Where an error came up, seen from the reader's code.

    Args:
        error: The error.
        mine: Which files are the reader's.

    Attributes:
        own: Whether the error came up in the reader's own code, and not in what it called.
        inside: The names of the deepest frame, whoever's it is.
    """

    def __init__(self, error: BaseException, mine: Mine) -> None:
        self.own = False
        self.inside: Mapping[str, Any] = {}
        self._place: TracebackType | None = None
        place = error.__traceback__
        while place is not None:
            self.own = bool(mine(place.tb_frame.f_code.co_filename))
            self.inside = place.tb_frame.f_locals if place.tb_next is None else {}
            if self.own:
                self._place = place
            place = place.tb_next

    @property
    def frame(self) -> FrameType | None:
        """The reader's frame in which it came up."""
        return self._place and self._place.tb_frame

    @cached_property
    def names(self) -> Mapping[str, Any]:
        """The reader's names at that place, but for those of a comprehension, which not every Python tells."""
        frame = self.frame
        if frame is None:
            return {}
        names = frame.f_locals
        if frame.f_code.co_name in _COMPREHENSIONS and frame.f_back is not None:  # before Python 3.12
            names = frame.f_back.f_locals
        return {**frame.f_globals, **names}

    @cached_property
    def line(self) -> str:
        """The line, without its indentation; empty when there is none."""
        if self._place is None:
            return ""
        return linecache.getline(self._place.tb_frame.f_code.co_filename, self._place.tb_lineno).strip()

    @cached_property
    def text(self) -> str:
        """All the code that the line is a part of."""
        return "" if self._place is None else "".join(linecache.getlines(self._place.tb_frame.f_code.co_filename))

    @cached_property
    def segment(self) -> str:
        """The part of the line that failed, as it is written; empty when Python does not say, or it spans lines."""
        if self._place is None:
            return ""
        frame = traceback.extract_tb(self._place, 1)[0]
        if frame.colno is None or frame.end_colno is None or frame.lineno != frame.end_lineno:
            return ""
        whole = linecache.getline(frame.filename, frame.lineno or 0)
        return whole.encode()[frame.colno : frame.end_colno].decode(errors="replace").strip()

    @cached_property
    def part(self) -> ast.expr | None:
        """The same as an expression; None where it is none."""
        try:
            return ast.parse(self.segment, mode="eval").body
        except (SyntaxError, ValueError):
            return None

    @cached_property
    def _of_comprehensions(self) -> set[str]:
        """The names of comprehensions around the line: others of these names may be outside."""
        try:
            nodes = list(ast.walk(ast.parse(self.text)))
        except (SyntaxError, ValueError):
            return set()
        line = self._place.tb_lineno if self._place else 0
        around = (
            node
            for node in nodes
            if isinstance(node, ast.ListComp | ast.SetComp | ast.DictComp)
            and node.lineno <= line <= (node.end_lineno or 0)
        )
        targets = (target for node in around for one in node.generators for target in ast.walk(one.target))
        return {target.id for target in targets if isinstance(target, ast.Name)}

    @property
    def raised(self) -> bool:
        """Whether the reader raised the error by hand: then its own words have to do."""
        return self.own and (self.segment or self.line).startswith("raise")

    @property
    def subject(self) -> ast.expr | None:
        """What was asked for an attribute, an item, or called."""
        match self.part:
            case ast.Attribute(value=value) | ast.Subscript(value=value) | ast.Call(func=value):
                return value
        return None

    def value_of(self, expression: ast.expr | None) -> Any:
        """Return the value of a name, or of what is under it in lists, dicts and SDK objects; otherwise `NOTHING`."""
        match expression:
            case ast.Name(id=name) if name not in self._of_comprehensions:
                return self.names.get(name, NOTHING)
            case ast.Attribute(value=inner, attr=name):
                holder = self.value_of(inner)
                return getattr(holder, name, NOTHING) if is_of_the_sdk(holder) else NOTHING
            case ast.Subscript(value=inner, slice=ast.Constant(value=key)):
                return _item(self.value_of(inner), key)
            case ast.Subscript(value=inner, slice=ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int(key)))):
                return _item(self.value_of(inner), -key)
        return NOTHING

    def named(self, expression: ast.expr | None, otherwise: str) -> str:
        """Return an expression as the reader wrote it, marked as code, or other words where it is unknown or long."""
        if expression is None:
            return otherwise
        written = ast.unparse(expression)
        return f"`{written}`" if len(written) <= _LONGEST and "\n" not in written else otherwise


def is_of_the_sdk(value: object) -> bool:
    """Return whether a value is an object of the SDK."""
    return type(value).__module__.partition(".")[0] == "anthropic"


def _item(holder: object, key: object) -> Any:
    if type(holder) in (list, dict):
        try:
            return holder[key]  # type: ignore[index]
        except (LookupError, TypeError):
            return NOTHING
    return NOTHING
