"""Values of the wrong type: a list where a message is meant, an SDK object where a dict is."""

import ast
import re
from collections.abc import Callable

from turnkeeper.plain_words.attributes import PLAIN_CALL
from turnkeeper.plain_words.scene import Scene, is_of_the_sdk

_JSON = re.compile(r"Object of type (\w+) is not JSON serializable")
_ITEM = re.compile(r"'(\w+)' object (?:is not subscriptable|does not support item assignment)")
_AWAITED = re.compile(r"object (\w+) can't be used in 'await' expression|'(\w+)' object can't be awaited")
_UNHASHABLE = re.compile(r"unhashable type: '(dict|list)'")
_JOINED = re.compile(r'can only concatenate (list|str) \(not "(\w+)"\) to \1')
_CALLED = re.compile(r"'(list|dict|str|tuple)' object is not callable")
_NONE = re.compile(r".*\bNoneType\b")


def explained(error: BaseException, scene: Scene) -> str:
    """Return a sentence on a value of the wrong type; empty for another error."""
    if not isinstance(error, TypeError):
        return ""
    message = str(error)
    if found := _JSON.match(message):
        return _not_json(found[1])
    if not scene.own:
        return ""
    for pattern, say in _SAYINGS:
        if found := pattern.match(message):
            return say(found, scene)
    return ""


def _not_json(kind: str) -> str:
    if kind.endswith("Block") or kind in ("Message", "Usage"):
        return (
            f"JSON holds no objects of the SDK, such as this {kind}. Turn it into a dict first: "
            ".model_dump(mode='json', exclude_none=True)."
        )
    if kind in ("set", "frozenset"):
        return "JSON has no sets. Braces without a colon make one in Python; a list stands in square brackets."
    return f"JSON holds texts, numbers, True, False, None, lists and dicts, and no {kind}."


def _list_asked(found: re.Match[str], scene: Scene) -> str:
    what, key = _asked(scene, "This")
    first = "[-1]" + (f"[{key.strip('`')}]" if key else "")
    return (
        f"{what} is a list, and its items are asked for by their place. Take one of them first, such as the last: "
        f"`{what.strip('`') if what != 'This' else 'messages'}{first}`."
    )


def _str_asked(found: re.Match[str], scene: Scene) -> str:
    what, key = _asked(scene, "This")
    return (
        f"{what} is a text, and was asked for {key or 'a key'} as if it were a dict. Two ways lead here: the content "
        "of a message may be a text and no list of blocks, and a loop over a dict gives its keys."
    )


def _asked(scene: Scene, otherwise: str) -> tuple[str, str]:
    """Return what was asked for a key, and the key, as they are written; the latter is empty when it is long."""
    match scene.part:
        case ast.Subscript(value=value, slice=key):
            return scene.named(value, otherwise), scene.named(key, "")
    return otherwise, ""


def _object_asked(found: re.Match[str], scene: Scene) -> str:
    kind = found[1]
    thing = scene.value_of(scene.subject)
    what = scene.named(scene.subject, "This")
    if kind == "NoneType":
        return f"{what} is None. A function without return gives None, and so do methods such as append() and sort()."
    if kind == "coroutine":
        return f"{what} is a call of an async function that nobody waited for: nothing has been done yet. {PLAIN_CALL}"
    if kind in ("method", "builtin_function_or_method", "function"):
        return f"{what} is a function: it is called with round brackets."
    if is_of_the_sdk(thing) and type(thing).__name__ == kind:
        match scene.part:
            case ast.Subscript(slice=ast.Constant(value=str(name))) if hasattr(thing, name):
                return (
                    f"{what} is an object of the SDK: its fields are asked for with a dot, `{what.strip('`')}.{name}`."
                )
        return f"{what} is an object of the SDK (a {kind}): its fields are asked for with a dot, such as reply.content."
    return ""


def _awaited(found: re.Match[str], scene: Scene) -> str:
    kind = found[1] or found[2]
    if kind in ("Message", "MessageTokensCount", "Stream"):
        return f"The call has been made already, and there is nothing to wait for: leave await out. {PLAIN_CALL}"
    return f"Only what an async function gives can be awaited, and this is {_named(kind)}: leave await out."


def _unhashable(found: re.Match[str], scene: Scene) -> str:
    return (
        f"A {found[1]} can be no member of a set and no key of a dict. Braces without a colon make a set: a list of "
        "messages stands in square brackets, [{…}, {…}]."
    )


def _joined(found: re.Match[str], scene: Scene) -> str:
    whole, part = found[1], found[2]
    if whole == "list":
        if part == "dict":
            return "A list and a dict cannot be added. Put the message into a list of its own: messages + [message]."
        return f"+ joins a list with another list, and here stands {_named(part)}: put it into a list, [ … ]."
    if part == "list":
        return "+ joins a text with another text, and here stands a list. Of a reply's content take the text blocks."
    return f"+ joins a text with another text, and here stands {_named(part)}: an f-string takes both, f'… {{value}}'."


def _called(found: re.Match[str], scene: Scene) -> str:
    what = scene.named(scene.subject, "This")
    again = (
        f" If {what} is Python's own function, a line above gave its name to something else."
        if what == f"`{found[1]}`"
        else ""
    )
    return f"{what} is {_named(found[1])}, and round brackets call a function. Items stand in square brackets.{again}"


def _one_more(found: re.Match[str], scene: Scene) -> str:
    if int(found[2]) != int(found[1]) + 1:
        return ""
    return "A method is given its object first, and then what the call shows. Does its def begin with self?"


def _none(found: re.Match[str], scene: Scene) -> str:
    return (
        "Something in this line is None where a list or another value is needed. A function without return gives None, "
        "and so do methods such as append() and sort()."
    )


def _named(kind: str) -> str:
    article = "an" if kind[0] in "aeiouAEIOU" else "a"
    return {"NoneType": "None", "str": "a text", "int": "a number", "float": "a number"}.get(kind, f"{article} {kind}")


_SAYINGS: tuple[tuple[re.Pattern[str], Callable[[re.Match[str], Scene], str]], ...] = (
    (re.compile(r"list indices must be integers or slices, not str"), _list_asked),
    (re.compile(r"string indices must be integers"), _str_asked),
    (_ITEM, _object_asked),
    (_AWAITED, _awaited),
    (re.compile(f".*{_UNHASHABLE.pattern}"), _unhashable),
    (_JOINED, _joined),
    (_CALLED, _called),
    (re.compile(r"\w+\.\w+\(\) takes (\d+) positional arguments? but (\d+) w"), _one_more),
    (_NONE, _none),
)
