"""What the page's editor is told of names: the members of an expression, and how a function is called.

No code of the reader runs for it; `lookup` says how.
"""

import ast
import contextlib
import inspect
import re
import sys
import types
import typing
from collections.abc import Iterator, Sequence
from typing import Any

from turnkeeper.deadline import DeadlineExceeded, deadline
from turnkeeper.lookup import Found, Names, Some, Written, find, getter_of, is_class, trusted

_SECONDS = 1.0
_LONGEST_DEFAULT = 24  # characters
_AS_WRITTEN: dict[str, Any] = {}
if sys.version_info >= (3, 14):
    import annotationlib

    _AS_WRITTEN["annotation_format"] = annotationlib.Format.STRING


def members(expression: str, namespace: Names, cells: Sequence[str]) -> list[tuple[str, str]]:
    """Name what can stand after `expression.`; for an empty expression, what the namespace holds.

    Args:
        expression: Python that leads to the object: names, attributes, calls, and places such as `[0]`.
        namespace: The names of the cells that ran; it is not changed.
        cells: Texts of the cells above, in order, and of the cell itself; each may be incomplete.

    Returns:
        Names without those that begin with an underscore, each with its kind: "function", "class", "namespace",
        "property" or "variable". Empty when nothing is known.
    """
    found: list[tuple[str, str]] = []
    with _patience():
        if expression.strip():
            found = list(_members_of(find(expression, namespace, cells)))
        else:
            found = [(name, _kind(value)) for name, value in namespace.items()]
    return [(name, kind) for name, kind in found if not name.startswith("_")]


def signature(expression: str, namespace: Names, cells: Sequence[str]) -> dict[str, Any] | None:
    """Tell how a function or class is called, or what an object is.

    Args:
        expression: As in `members`.
        namespace: As in `members`.
        cells: As in `members`.

    Returns:
        Its `name`; its `parameters` as they are written, one text each, or None when it is not called; what it
        `returns`, or an empty text; the first sentence of its docstring as `about`, or an empty text. None when
        nothing is known.
    """
    told = None
    with _patience():
        told = _tell(expression.rpartition(".")[2].strip(), find(expression, namespace, cells))
    return told


def first_sentence(docstring: str) -> str:
    """The first sentence of a docstring, on one line.

    Args:
        docstring: A docstring, indented or not.

    Returns:
        Its first paragraph up to the first full stop; an empty text when there is none.
    """
    paragraph = " ".join(inspect.cleandoc(docstring).partition("\n\n")[0].split())
    return re.split(r"(?<=[.!?])\s", paragraph, maxsplit=1)[0]


@contextlib.contextmanager
def _patience() -> Iterator[None]:
    """Give up, without a word, on what cannot be told, and on objects that are slow to look at."""
    with contextlib.suppress(Exception, DeadlineExceeded), deadline(_SECONDS):
        yield


def _members_of(thing: Found) -> Iterator[tuple[str, str]]:
    if isinstance(thing, Written):
        return
    if isinstance(thing, Some):
        yield from _members_of_class(thing.kind)
        return
    value = thing.value
    if type(value) is types.ModuleType:
        held = vars(value)
        for name in held.get("__all__", held):
            # What the engine imports later, when it is asked for, has its kind in its spelling.
            yield name, _kind(held[name]) if name in held else "class" if name[:1].isupper() else "function"
    elif is_class(value):
        yield from _members_of_class(value)
    else:
        own: list[str] = []
        with contextlib.suppress(AttributeError):
            own = list(object.__getattribute__(value, "__dict__"))
        yield from ((name, "property") for name in own)
        yield from ((name, kind) for name, kind in _members_of_class(type(value)) if name not in own)


def _members_of_class(kind: type) -> Iterator[tuple[str, str]]:
    seen: set[str] = set()
    for base in kind.__mro__:
        if base is object:
            continue
        fields = _fields(base)
        for name in (*fields, *base.__dict__):
            static = base.__dict__.get(name)
            if name not in seen:
                yield name, "property" if name in fields or getter_of(static) else _kind(static)
            seen.add(name)


def _fields(kind: type) -> Sequence[str]:
    """The names that a class annotates; the annotations of the reader's classes are left alone, since they are code."""
    if not trusted(kind.__module__):
        return ()
    if sys.version_info >= (3, 14):
        return list(annotationlib.get_annotations(kind, format=annotationlib.Format.STRING))
    return list(inspect.get_annotations(kind))


def _kind(value: Any) -> str:
    kind = type(value)
    if issubclass(kind, type):
        return "class"
    if issubclass(kind, types.ModuleType):
        return "namespace"
    functions = (types.FunctionType, types.BuiltinFunctionType, types.MethodType, staticmethod, classmethod)
    if issubclass(kind, (*functions, types.MethodDescriptorType, types.ClassMethodDescriptorType)):
        return "function"
    if kind in (types.GetSetDescriptorType, types.MemberDescriptorType):
        return "property"
    return "variable"


def _tell(name: str, thing: Found) -> dict[str, Any]:
    if isinstance(thing, Written):
        node = thing.node
        returns = ast.unparse(node.returns) if node.returns else ""
        return _told(name, _written_parameters(node.args), returns, ast.get_docstring(node))
    value = thing.kind if isinstance(thing, Some) else thing.value
    if isinstance(thing, Some) or not callable(value):
        return _told(name, None, "", _docstring(value))
    try:
        shape = inspect.signature(value, **_AS_WRITTEN)
    except (TypeError, ValueError):  # some that are written in C have none
        return _told(name, None, "", _docstring(value))
    returns = "" if is_class(value) else _hint(shape.return_annotation)
    return _told(name, _parameters(shape), returns, _docstring(value))


def _told(name: str, parameters: list[str] | None, returns: str, docstring: str | None) -> dict[str, Any]:
    about = first_sentence(docstring or "")
    return {"name": name, "parameters": parameters, "returns": returns, "about": about}


def _written_parameters(args: ast.arguments) -> list[str]:
    """The parameters of a function that has not run, as its text has them."""

    def text(one: ast.arg, default: ast.expr | None = None, stars: str = "") -> str:
        hint = f": {ast.unparse(one.annotation)}" if one.annotation else ""
        return f"{stars}{one.arg}{hint}" + (f"{' = ' if hint else '='}{ast.unparse(default)}" if default else "")

    first = [*args.posonlyargs, *args.args]
    defaults = [*[None] * (len(first) - len(args.defaults)), *args.defaults]
    shown = [text(one, default) for one, default in zip(first, defaults, strict=True)]
    if args.posonlyargs:
        shown.insert(len(args.posonlyargs), "/")
    if args.vararg or args.kwonlyargs:
        shown.append(text(args.vararg, stars="*") if args.vararg else "*")
    shown += [text(one, default) for one, default in zip(args.kwonlyargs, args.kw_defaults, strict=True)]
    if args.kwarg:
        shown.append(text(args.kwarg, stars="**"))
    return shown


def _parameters(shape: inspect.Signature) -> list[str]:
    """Each parameter as it is written, and the `*` and `/` between them."""
    shown: list[str] = []
    kinds = inspect.Parameter
    stars: dict[Any, str] = {kinds.VAR_POSITIONAL: "*", kinds.VAR_KEYWORD: "**"}
    before: Any = None
    starred = False
    for one in shape.parameters.values():
        if before is kinds.POSITIONAL_ONLY and one.kind is not before:
            shown.append("/")
        if one.kind is kinds.KEYWORD_ONLY and not starred:
            shown.append("*")
        starred = starred or one.kind in (kinds.KEYWORD_ONLY, kinds.VAR_POSITIONAL)
        before = one.kind
        hint = f": {_hint(one.annotation)}" if one.annotation is not kinds.empty else ""
        default = f"{' = ' if hint else '='}{_default(one.default)}" if one.default is not kinds.empty else ""
        shown.append(f"{stars.get(one.kind, '')}{one.name}{hint}{default}")
    if before is kinds.POSITIONAL_ONLY:
        shown.append("/")
    return shown


def _hint(annotation: Any) -> str:
    """An annotation without the modules' names."""
    if annotation is inspect.Signature.empty:
        return ""
    text = annotation if isinstance(annotation, str) else inspect.formatannotation(annotation)
    text = re.sub(r"\b(?:[a-z_]\w*\.)+(?=[A-Za-z])", "", text.strip("'\""))
    return re.sub(r" \| (?:Omit|NotGiven)\b", "", text)  # the SDK's words for "left out"


def _default(value: Any) -> str:
    plain = (
        value is None or type(value) in (bool, int, float, str) or (type(value) in (tuple, list, dict) and not value)
    )
    text = repr(value) if plain else "…"
    return text if len(text) <= _LONGEST_DEFAULT else "…"


def _docstring(value: Any) -> str | None:
    kind = value if is_class(value) else type(value)
    if is_class(value) or not callable(value):
        own = value.__doc__ if kind is types.ModuleType else kind.__dict__.get("__doc__")
        return own if isinstance(own, str) and (is_class(value) or kind.__module__ != "builtins") else None
    own = inspect.getdoc(value)
    overloads = typing.get_overloads(inspect.unwrap(value)) if own is None else []
    return own or next(filter(None, map(inspect.getdoc, overloads)), None)
