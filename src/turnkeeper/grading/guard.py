"""Noticing an answer that changes its grader, and undoing it.

This is not a wall: code that runs in the same Python can always do more. It catches what people try, on purpose or
by accident: a replaced `print`, `send` of the SDK, `pytest.raises`, or a function of the grader.
"""

import builtins
import os
import sys
from collections.abc import Iterable, Iterator
from operator import attrgetter, is_
from types import FunctionType, ModuleType
from typing import NamedTuple

_WATCHED = ("turnkeeper", "pytest", "_pytest", "pluggy", "json")
_WATCHED_MODULES = (
    "anthropic._client",
    "anthropic._base_client",
    "anthropic.resources.messages.messages",
    "httpx2._client",
)
_CHANGED_BY_PYTEST = "_pytest.assertion.util"  # it sets functions there for the time of each test
_WATCHED_TYPES = (FunctionType, type, staticmethod, classmethod, property)


class _Place(NamedTuple):
    owner: ModuleType | type
    name: str
    value: object
    code: object


class Guard:
    """Remembers the functions and classes that grading relies on, as they are when it is told to."""

    def __init__(self) -> None:
        self._places: list[_Place] = []
        self._held: list[tuple[ModuleType | type, list[str], list[object]]] = []
        self._functions: list[object] = []
        self._codes: list[object] = []

    def watch_all(self, graders: Iterable[ModuleType]) -> None:
        """Remember Python's built-ins, the engine, pytest, the SDK's calls and these graders."""
        for owner in (*_owners(), *graders):
            self.watch(owner)

    def watch(self, owner: ModuleType | type) -> None:
        """Remember the functions and classes of one more module or class; of `builtins` and `os`, everything."""
        places = [
            _Place(owner, name, value, getattr(value, "__code__", None))
            for name, value in list(vars(owner).items())
            if isinstance(value, _WATCHED_TYPES) or owner in (builtins, os)
        ]
        self._places += places
        self._held.append((owner, [place.name for place in places], [place.value for place in places]))
        self._functions += [place.value for place in places if place.code is not None]
        self._codes += [place.code for place in places if place.code is not None]

    def restore(self) -> list[str]:
        """Put back what was changed, and return the names of it."""
        if self._untouched():
            return []
        changed = []
        for place in self._places:
            if vars(place.owner).get(place.name) is not place.value:
                setattr(place.owner, place.name, place.value)
            elif getattr(place.value, "__code__", None) is not place.code:
                place.value.__code__ = place.code  # type: ignore[union-attr]
            else:
                continue
            changed.append(f"{place.owner.__name__}.{place.name}")
        return changed

    def _untouched(self) -> bool:
        """Whether all is as it was. It is asked after each piece of work, so no line of Python runs for each place."""
        held = (all(map(is_, map(vars(owner).get, names), values)) for owner, names, values in self._held)
        return all(held) and all(map(is_, map(attrgetter("__code__"), self._functions), self._codes))


def _owners() -> Iterator[ModuleType | type]:
    yield builtins
    yield os
    for name, module in list(sys.modules.items()):
        watched = name.partition(".")[0] in _WATCHED or name in _WATCHED_MODULES
        if watched and name != _CHANGED_BY_PYTEST and isinstance(module, ModuleType):
            yield module
            for value in list(vars(module).values()):
                if isinstance(value, type) and value.__module__ == name:
                    yield value
