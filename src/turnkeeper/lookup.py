"""What an expression stands for, found without running it.

Attributes are looked up without calling anything. Properties are read only where the SDK, the engine or the standard
library wrote them; of the others the annotation tells what they return. Texts that have not run are read, so that what
they import and assign is known before the first Run.
"""

import ast
import builtins
import contextlib
import functools
import inspect
import re
import sys
import types
import typing
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import anthropic

from turnkeeper.client import connect, connect_async

Names = dict[str, Any]

_DEEPEST = 12  # steps from a name to what it stands for
_TRUSTED = frozenset({"anthropic", "turnkeeper", *sys.stdlib_module_names})
# Of clients that nobody has made yet, an offline one shows the same.
_EXAMPLES: dict[type, Callable[[], object]] = {anthropic.Anthropic: connect, anthropic.AsyncAnthropic: connect_async}
_C_DESCRIPTORS = (
    types.GetSetDescriptorType,
    types.MemberDescriptorType,
    types.MethodDescriptorType,
    types.WrapperDescriptorType,
)


class UnknownError(LookupError):
    """Nothing can be told without running code."""


@dataclass(frozen=True)
class Itself:
    """The object that an expression stands for."""

    value: Any


@dataclass(frozen=True)
class Some:
    """Some object of a class, which nobody has made yet."""

    kind: type


@dataclass(frozen=True)
class Written:
    """A function that stands in a text and has not run."""

    node: ast.FunctionDef | ast.AsyncFunctionDef


Found = Itself | Some | Written


def find(expression: str, namespace: Names, cells: Sequence[str]) -> Found:
    """Find what an expression stands for.

    Args:
        expression: Names, attributes, calls of the course's libraries, places such as `[0]`.
        namespace: The names of the cells that ran; it is not changed.
        cells: Texts of the cells above, in order, and of the cell itself; each may be incomplete.

    Raises:
        Exception: It cannot be told; what is raised depends on where the search ended.
    """
    return _resolve(ast.parse(expression.strip(), mode="eval").body, namespace, _bindings(cells))


def trusted(module: object) -> bool:
    """Whether a module is of the SDK, the engine or the standard library: none of it is the reader's code."""
    return isinstance(module, str) and module.partition(".")[0] in _TRUSTED


def getter_of(static: Any) -> types.FunctionType | None:
    """The function behind a property; None for what is no property of Python's."""
    if not issubclass(type(static), (property, functools.cached_property)):
        return None
    getter = static.fget if issubclass(type(static), property) else static.func
    return getter if type(getter) is types.FunctionType else None


def is_class(value: Any) -> bool:
    """As `isinstance(value, type)`, without asking the value for its `__class__`."""
    return issubclass(type(value), type)


def _bindings(cells: Sequence[str]) -> dict[str, ast.stmt]:
    """The last statement of the texts that gives each name its value."""
    found: dict[str, ast.stmt] = {}
    for node in (statement for text in cells for statement in _statements(text)):
        match node:
            case ast.Import(names=names) | ast.ImportFrom(names=names):
                found.update({(one.asname or one.name).partition(".")[0]: node for one in names})
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                found[name] = node
            case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
                found[name] = node
    return found


def _statements(text: str) -> list[ast.stmt]:
    """The statements of a text, without those that cannot be read yet."""
    with contextlib.suppress(SyntaxError, ValueError):
        return ast.parse(text).body
    blocks = re.split(r"\n(?=[^\s)\]}])", text)  # a line at the margin begins a new one
    found: list[ast.stmt] = []
    for block in blocks:
        with contextlib.suppress(SyntaxError, ValueError):
            found += ast.parse(block).body
    return found


def _resolve(node: ast.AST | None, names: Names, bindings: dict[str, ast.stmt], depth: int = 0) -> Found:
    if depth > _DEEPEST:
        raise UnknownError
    again = functools.partial(_resolve, names=names, bindings=bindings, depth=depth + 1)
    match node:
        case ast.Name(id=name):
            if name in names:
                return Itself(names[name])
            if name in bindings:
                return _bound(name, bindings[name], again)
            return Itself(vars(builtins)[name])
        case ast.Constant(value=value):
            return Itself(value)
        case ast.List() | ast.ListComp():
            return Some(list)
        case ast.Dict() | ast.DictComp():
            return Some(dict)
        case ast.Set() | ast.SetComp():
            return Some(set)
        case ast.JoinedStr():
            return Some(str)
        case ast.Attribute(value=owner, attr=name):
            return _attribute(again(owner), name)
        case ast.Await(value=awaited):
            return again(awaited)
        case ast.Call(func=called):
            return _result(again(called))
        case ast.Subscript(value=owner, slice=ast.Constant(value=place)):
            held = again(owner)
            if isinstance(held, Itself) and type(held.value) in (list, tuple, dict, str):
                return Itself(held.value[place])
        case ast.Subscript(value=owner, slice=ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int(place)))):
            held = again(owner)
            if isinstance(held, Itself) and type(held.value) in (list, tuple, str):
                return Itself(held.value[-place])
    raise UnknownError


def _bound(name: str, node: ast.stmt, again: Any) -> Found:
    match node:
        case ast.Import(names=aliases):
            for one in aliases:
                if (one.asname or one.name).partition(".")[0] == name:
                    return Itself(sys.modules[one.name if one.asname else name])
        case ast.ImportFrom(module=str(module), names=aliases, level=0):
            for one in aliases:
                if (one.asname or one.name) == name:
                    return _attribute(Itself(sys.modules[module]), one.name)
        case ast.FunctionDef() | ast.AsyncFunctionDef():
            return Written(node)
        case ast.Assign(value=value) | ast.AnnAssign(value=value) if value is not None:
            return again(value)  # type: ignore[no-any-return]
    raise UnknownError


def _attribute(thing: Found, name: str) -> Found:
    if isinstance(thing, Written):
        raise UnknownError
    if isinstance(thing, Some):
        if thing.kind in _EXAMPLES:
            return _attribute(Itself(_example(thing.kind)), name)
        return _of_class(thing.kind, name)
    value = thing.value
    if type(value) is types.ModuleType:
        held = vars(value)
        if name in held:
            return Itself(held[name])
        if trusted(value.__name__):
            return Itself(getattr(value, name))  # the engine and the SDK import some names only when they are asked for
        raise UnknownError
    static = inspect.getattr_static(value, name)
    getter = getter_of(static)
    if getter is not None:
        if not is_class(value) and trusted(getter.__module__) and trusted(type(value).__module__):
            return Itself(getattr(value, name))
        return _returned(getter)
    return Itself(_bind(static, value))


def _of_class(kind: type, name: str) -> Found:
    try:
        static = inspect.getattr_static(kind, name)
    except AttributeError:
        return _annotated(kind, name)
    getter = getter_of(static)
    if getter is not None:
        return _returned(getter)
    if issubclass(type(static), types.FunctionType):
        return Itself(types.MethodType(static, kind))  # a stand-in for the object, so that `self` is not asked for
    if issubclass(type(static), types.MemberDescriptorType):
        return _annotated(kind, name)
    return Itself(_bind(static, kind))


def _annotated(kind: type, name: str) -> Found:
    for base in kind.__mro__:
        if trusted(base.__module__) and name in (hints := inspect.get_annotations(base)):
            return _of_hint(hints[name], vars(sys.modules[base.__module__]))
    raise UnknownError


def _bind(static: Any, owner: Any) -> Any:
    """What a lookup of `static` in `owner` gives, where that runs no Python."""
    of_class = is_class(owner)
    if issubclass(type(static), staticmethod):
        return static.__func__
    if issubclass(type(static), classmethod):
        return types.MethodType(static.__func__, owner if of_class else type(owner))
    if issubclass(type(static), types.FunctionType) and not of_class:
        return types.MethodType(static, owner)
    if issubclass(type(static), types.ClassMethodDescriptorType):
        return static.__get__(None, owner if of_class else type(owner))
    if issubclass(type(static), _C_DESCRIPTORS) and not of_class:
        return static.__get__(owner, type(owner))
    return static


def _result(thing: Found) -> Found:
    """What a call gives."""
    if not isinstance(thing, Itself):
        raise UnknownError
    if is_class(thing.value):
        return Some(thing.value)
    function = thing.value.__func__ if type(thing.value) is types.MethodType else thing.value
    if type(function) is not types.FunctionType:
        raise UnknownError
    return _returned(inspect.unwrap(function))


def _returned(function: Callable[..., Any]) -> Found:
    """What a function says that it returns."""
    if not trusted(function.__module__):
        raise UnknownError  # an annotation of the reader's is code, too
    return _of_hint(inspect.get_annotations(function)["return"], vars(sys.modules[function.__module__]))


def _of_hint(hint: Any, names: Names) -> Found:
    if isinstance(hint, str):
        hint = eval(hint, names)  # of the course's libraries
    origin = typing.get_origin(hint)
    if origin in (typing.Union, types.UnionType):
        return _of_hint(next(one for one in typing.get_args(hint) if one is not type(None)), names)
    if origin is typing.Annotated:
        return _of_hint(typing.get_args(hint)[0], names)
    kind = origin or hint
    if not isinstance(kind, type):
        raise UnknownError
    return Some(kind)


@functools.cache
def _example(kind: type) -> Any:
    return _EXAMPLES[kind]()
