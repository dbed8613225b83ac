"""What goes wrong without an error, where it can be seen for certain after a cell has run."""

import ast
import inspect
from collections.abc import Iterator, Mapping
from types import FunctionType
from typing import Any, NamedTuple

_SIZED = (list, dict, set)
_APART = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef, ast.For, ast.AsyncFor, ast.While)
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


class _Default(NamedTuple):
    """A list, dict or set that a function keeps as the default of an argument, and where the function begins."""

    function: str
    argument: str
    value: Any
    cell: str
    line: int


class Watch:
    """What is in a namespace before a cell runs.

    Args:
        namespace: The names that the cells share.
        name: The file name that the cell is compiled under.
        tree: The cell, as `ast.parse` reads it.
    """

    def __init__(self, namespace: Mapping[str, Any], name: str, tree: ast.Module) -> None:
        self._name = name
        self._slices = list(_slices(tree))
        self._zeros = {name for name, value in namespace.items() if type(value) is int and value == 0}
        self._stored = [
            node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
        ]
        self._empty = set(_empty_defaults(tree))
        # The values themselves are held, too: a freed one would give its id away.
        self._before = {id(one.value): (one.value, len(one.value)) for one in _defaults(namespace)}

    def notes(self, namespace: Mapping[str, Any], last: object) -> list[str]:
        """Return a sentence on each thing that is certainly so, after the cell has run.

        Args:
            namespace: The names, after the run.
            last: The value of the last line.
        """
        notes = list(dict.fromkeys([*map(_of_default, self._grown(namespace)), *self._whole(namespace)]))
        if inspect.iscoroutine(last):
            last.close()  # else Python warns of it later, at a place that has nothing to do with it
            notes.append(
                "The last line called an async function and did not wait for it, so nothing was done. The client of "
                "this course is the plain one, connect(): its calls need no async and no await."
            )
        return notes

    def _grown(self, namespace: Mapping[str, Any]) -> Iterator[_Default]:
        """Find defaults that now hold more: those from before, and empty ones of functions that this cell made."""
        for one in _defaults(namespace):
            if id(one.value) in self._before:
                size = self._before[id(one.value)][1]
            elif one.cell == self._name and (one.line, one.argument) in self._empty:
                size = 0
            else:
                continue
            if len(one.value) > size:
                yield one

    def _whole(self, namespace: Mapping[str, Any]) -> Iterator[str]:
        """Find slices from minus 0, which are the whole list. A name counts when nothing can have changed it."""
        for line, written, name in self._slices:
            if name:
                stored = self._stored.count(name)
                value = namespace.get(name)
                if type(value) is not int or value != 0 or stored > 1 or (stored == 0 and name not in self._zeros):
                    continue
            zero = f"{name} is 0, and " if name else ""
            yield (
                f"Line {line}: {zero}minus 0 is 0, so {written} is everything and not nothing. To keep none, ask "
                "for the number first."
            )


def _of_default(one: _Default) -> str:
    kind = type(one.value).__name__
    return (
        f"{one.function}() has changed the {kind} that its argument {one.argument} begins with: Python makes a default "
        f"once, and every call shares it. It now holds {len(one.value)} item{'s' * (len(one.value) != 1)}. Write "
        f"{one.argument}=None, and make the {kind} inside."
    )


def _defaults(namespace: Mapping[str, Any]) -> Iterator[_Default]:
    """Yield the defaults that can be changed, of functions and methods that were made in cells."""
    seen: set[int] = set()
    for value in list(namespace.values()):
        # By type() and not isinstance(): a value of the reader's may have a __class__ of its own.
        for function in vars(value).values() if issubclass(type(value), type) else (value,):
            if type(function) is not FunctionType or not function.__code__.co_filename.startswith("<cell "):
                continue
            code = function.__code__
            positional = code.co_varnames[: code.co_argcount]
            given = function.__defaults__ or ()
            named = [*zip(positional[len(positional) - len(given) :], given, strict=False)]
            for argument, default in [*named, *(function.__kwdefaults__ or {}).items()]:
                if type(default) in _SIZED and id(default) not in seen:
                    seen.add(id(default))
                    yield _Default(function.__name__, argument, default, code.co_filename, code.co_firstlineno)


def _empty_defaults(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield the line of each function with an empty default, and the argument that has it."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        line = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
        positional = [*node.args.posonlyargs, *node.args.args]
        given = node.args.defaults
        pairs = [*zip(positional[len(positional) - len(given) :], given, strict=True)]
        pairs += [(one, value) for one, value in zip(node.args.kwonlyargs, node.args.kw_defaults, strict=True) if value]
        for argument, value in pairs:
            if _is_empty(value):
                yield line, argument.arg


def _is_empty(value: ast.expr) -> bool:
    match value:
        case ast.List(elts=[]) | ast.Dict(keys=[]):
            return True
        case ast.Call(func=ast.Name(id="list" | "dict" | "set"), args=[], keywords=[]):
            return True
    return False


def _slices(tree: ast.Module) -> Iterator[tuple[int, str, str]]:
    """Yield the slices from minus 0, and from minus a name, that run exactly once: line, text, and the name."""
    nodes: list[ast.AST] = [tree]
    while nodes:  # a long sum is a deep tree: no recursion
        node = nodes.pop()
        if isinstance(node, (*_APART, *_COMPREHENSIONS)):
            continue
        nodes += ast.iter_child_nodes(node)
        match node:
            case ast.Subscript(
                slice=ast.Slice(lower=ast.UnaryOp(op=ast.USub(), operand=operand), upper=None, step=None)
            ):
                if isinstance(operand, ast.Constant) and operand.value == 0:
                    yield node.lineno, ast.unparse(node), ""
                elif isinstance(operand, ast.Name):
                    yield node.lineno, ast.unparse(node), operand.id
