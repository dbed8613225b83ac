"""One sentence on an error, where it is certain what it means."""

from collections.abc import Callable

from turnkeeper.plain_words import attributes, names, sdk, values, wrong_types
from turnkeeper.plain_words.frames import Mine
from turnkeeper.plain_words.scene import Scene

_KNOWN = ("builtins", "json", "anthropic")
"""Whose errors are explained: a class of the reader's own says what it means itself."""
_ASKED: tuple[Callable[[BaseException, Scene], str], ...] = (
    sdk.explained,
    names.explained,
    attributes.explained,
    wrong_types.explained,
    values.explained,
)


def explained(error: BaseException, mine: Mine) -> str:
    """Return what an error of Python's or the SDK's means and how to mend it; empty when its own message has to do.

    Args:
        error: The error.
        mine: Which files are the code of the person who reads this.
    """
    if type(error).__module__.partition(".")[0] not in _KNOWN:
        return ""
    try:
        scene = Scene(error, mine)
        if scene.raised and not isinstance(error, NotImplementedError):
            return ""
        return next((said for ask in _ASKED if (said := ask(error, scene))), "")
    except Exception:  # an exception of the reader's may have names of its own, of any kind
        return ""
