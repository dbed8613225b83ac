"""Noticing an answer that changes its grader, and undoing it.

This is not a wall: code that runs in the same Python can always do more. It catches what people try, on purpose or
by accident: a replaced `print`, `send` of the SDK, `pytest.raises`, or a function of the grader.
"""

import builtins
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
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
        self._owners: list[ModuleType | type] = []
        self._gets: list[Callable[[str], object]] = []  # of each owner, as it is now and later: `vars(owner).get`
        self._names: list[list[str]] = []
        self._values: list[object] = []
        self._functions: list[object] = []
        self._codes: list[object] = []
        self._sizes: list[int] = []
        self._common: Guard | None = None

    def watch_all(self, graders: Iterable[ModuleType]) -> None:
        """Remember Python's built-ins, the engine, pytest, the SDK's calls and these graders."""
        self._common = _guard_of_all_graders()
        for grader in graders:
            self.watch(grader)

    def watch(self, owner: ModuleType | type) -> None:
        """Remember the functions and classes of one more module or class; of `builtins` and `os`, everything."""
        places = [
            _Place(owner, name, value, getattr(value, "__code__", None))
            for name, value in list(vars(owner).items())
            if isinstance(value, _WATCHED_TYPES) or owner in (builtins, os)
        ]
        self._places += places
        self._sizes.append(len(vars(owner)))
        self._owners.append(owner)
        self._gets.append(vars(owner).get)
        self._names.append([place.name for place in places])
        self._values += [place.value for place in places]
        self._functions += [place.value for place in places if place.code is not None]
        self._codes += [place.code for place in places if place.code is not None]

    def restore(self) -> list[str]:
        """Put back what was changed, and return the names of it."""
        changed = self._common.restore() if self._common else []
        if self._untouched():
            return changed
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
        """Whether all is as it was. It is asked after each piece of work, so no line of Python runs for any place."""
        now = chain.from_iterable(map(map, self._gets, self._names))
        return all(map(is_, now, self._values)) and all(
            map(is_, map(attrgetter("__code__"), self._functions), self._codes)
        )

    def is_of(self, owners: Sequence[ModuleType | type]) -> bool:
        """Whether watching these modules and classes now would remember what is remembered already."""
        same = len(owners) == len(self._owners) and all(map(is_, owners, self._owners))
        return same and [len(vars(owner)) for owner in owners] == self._sizes and self._untouched()


_last = Guard()


def _guard_of_all_graders() -> Guard:
    """Return a guard of what every grader relies on: the last one, when nothing has changed since."""
    global _last
    owners = list(_owners())
    if not _last.is_of(owners):
        _last = Guard()
        for owner in owners:
            _last.watch(owner)
    return _last


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
