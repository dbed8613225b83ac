"""Attributes that are not there: of a reply and its blocks, of lists and dicts, and of None."""

import ast
import inspect
from difflib import get_close_matches

from turnkeeper.plain_words.scene import NOTHING, Scene, is_of_the_sdk

_TEXT = '`next(block.text for block in reply.content if block.type == "text")`'
_RETURN_NOTHING = ("append", "clear", "extend", "insert", "remove", "reverse", "sort", "update")


def explained(error: BaseException, scene: Scene) -> str:
    """Return a sentence on an attribute that is not there; empty for another error."""
    if not isinstance(error, AttributeError) or not error.name or f".{error.name}" not in scene.line:
        return ""
    thing, name = getattr(error, "obj", NOTHING), error.name
    if is_of_the_sdk(thing):
        return _of_the_sdk(name, scene.named(scene.subject, "This"), thing)  # pydantic raises it, in frames of its own
    if not scene.own:
        return ""
    what = scene.named(scene.subject, "This")
    if thing is None:
        return _none(name, what, scene)
    if inspect.iscoroutine(thing):
        thing.close()  # else Python warns of it later
        return f"{what} is a call of an async function that nobody waited for: nothing has been done yet. {PLAIN_CALL}"
    if isinstance(thing, list):
        return _list(name, what, thing)
    if isinstance(thing, dict):
        return _dict(name, what, thing)
    if isinstance(thing, str):
        return f"{what} is a text (str), and a text has no {name!r}.{_str_mend(name)}"
    return ""


PLAIN_CALL = "The client of this course is the plain one, connect(): its calls need no async and no await."


def _none(name: str, what: str, scene: Scene) -> str:
    if line := _made_none(what, scene):
        number, method = line
        return (
            f"{what} is None since line {number} stored what {method}() returned: {method}() changes the list or dict "
            f"itself and returns None. Write the call without what stands before it."
        )
    if name in ("append", "extend"):
        why = "Begin with a list, such as messages = [], and never store what append() returns: it is None."
    else:
        why = "A function without return gives None, and so do methods such as append() and sort()."
    return f"{what} is None, and None has no {name!r}. {why}"


def _made_none(what: str, scene: Scene) -> tuple[int, str] | None:
    """Find the last line that gives a name a value, when it is `name = name.append(…)` or the like."""
    name = what.strip("`")
    if not name.isidentifier():
        return None
    try:
        nodes = list(ast.walk(ast.parse(scene.text)))
    except (SyntaxError, ValueError):
        return None
    stored = [node.lineno for node in nodes if isinstance(node, ast.Name) and node.id == name and _is_stored(node)]
    for node in nodes:
        match node:
            case ast.Assign(
                targets=[ast.Name(id=target)],
                value=ast.Call(func=ast.Attribute(value=ast.Name(id=source), attr=method)),
            ) if target == source == name and method in _RETURN_NOTHING and node.lineno == max(stored):
                return node.lineno, method
    return None


def _is_stored(node: ast.Name) -> bool:
    return isinstance(node.ctx, ast.Store)


def _list(name: str, what: str, thing: list[object]) -> str:
    first = thing[0] if thing else None
    if name in ("text", "type", "input", "id", "name") and hasattr(first, "type") and hasattr(first, "model_dump"):
        return (
            f"{what} is a list of blocks, and {name!r} belongs to a block. Go through them, or for the text take "
            f"{_TEXT}."
        )
    if name in ("len", "length", "size"):
        return f"{what} is a list: how many items it has says `len({what.strip('`')})`."
    if name in ("push", "add"):
        return f"{what} is a list, and a list takes a new item with append(…)."
    length = f"{len(thing)} item{'' if len(thing) == 1 else 's'}"
    if isinstance(first, dict) and name in first:
        return (
            f"{what} is a list of {length}; {name!r} belongs to one of them, such as the last: "
            f"`{what.strip('`')}[-1][{name!r}]`."
        )
    return f"{what} is a list of {length}, and a list has no {name!r}. Take one of its items, or go through them."


def _dict(name: str, what: str, thing: dict[object, object]) -> str:
    if name in thing:
        return f"{what} is a dict: its entries are asked for in brackets, `{what.strip('`')}[{name!r}]`."
    if name in ("append", "extend"):
        return f"{what} is a dict, and only a list has {name!r}. A history is a list of messages: [{{…}}, {{…}}]."
    return f"{what} is a dict, and a dict has no {name!r}. Its keys: {_keys(thing)}."


def _keys(thing: dict[object, object]) -> str:
    return ", ".join(repr(key)[:40] for key in list(thing)[:8]) + (", …" if len(thing) > 8 else "") or "none"


def _str_mend(name: str) -> str:
    if name in ("append", "extend"):
        return " A list has: is a list of messages meant here?"
    if name in ("type", "text", "get", "items", "keys"):
        return " The content of a message may be a text or a list of blocks: isinstance(content, str) tells which."
    return ""


def _of_the_sdk(name: str, what: str, thing: object) -> str:
    kind = type(thing).__name__
    if isinstance(block := getattr(thing, "type", None), str) and hasattr(type(thing), "model_fields"):
        if block == "message":
            if name in ("text", "message", "choices", "output", "completion", "output_text"):
                return f"A reply has no {name!r}: its content is a list of blocks, and the text is {_TEXT}."
            if name in ("append", "extend"):
                return f"{what} is one reply and no list. A history is a list: messages.append(…)."
        elif name in ("text", "input", "name", "id", "thinking"):
            return f"This block has the type {block!r}, and such a block has no {name!r}. Ask block.type first."
    if kind == "MessageStreamManager":
        return "A stream is opened by `with`: with client.messages.stream(…) as stream."
    if kind == "Stream":
        return (
            f"With stream=True the call gives a stream of events and no reply, so it has no {name!r}: leave stream out."
        )
    if kind in ("Anthropic", "AsyncAnthropic"):
        return f"The client itself has no {name!r}. A call is client.messages.create(…)."
    public = [one for one in dir(type(thing)) if not one.startswith("_")] + list(getattr(thing, "__dict__", ()))
    near = get_close_matches(name, public, 1)
    return f"A {kind} of the SDK has no {name!r}.{f' Did you mean {near[0]!r}?' if near else ''}"
