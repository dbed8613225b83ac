"""Known facts: what a conversation has told for good, kept apart from its messages.

A fact that stands here survives any trimming of the history. It says where it came from and when, so that a wrong or
stale one can be traced and mended.
"""

import json
import re
from collections.abc import Iterable, Iterator
from copy import copy
from dataclasses import asdict, dataclass, field
from typing import Self, TypeVar

OPENING, CLOSING = "<known_facts>", "</known_facts>"

_ENDINGS = " .,;:!?…"
_NAMED = re.compile(r":\s")


@dataclass(frozen=True, slots=True)
class Fact:
    """One fact.

    Attributes:
        name: What it is about, such as "name" or "order".
        value: What is known of it.
        source: Where it came from, such as "message 3" or "tool result toolu_1".
        when: When it was learnt, as an ISO date or time; None when that is not known.

    Raises:
        ValueError: If one of them is no text, or has no word in it.
    """

    name: str
    value: str
    source: str
    when: str | None = None

    def __post_init__(self) -> None:
        for part, text in asdict(self).items():
            if part == "when" and text is None:
                continue
            if not isinstance(text, str) or not text.strip():
                raise ValueError(f"the {part} of a fact is a text with a word in it, not {text!r}")


@dataclass(frozen=True, slots=True)
class KnownFacts:
    """The facts that are known, each name once, in the order in which the names were first told.

    Nothing here changes in place: `remember` and `forget` return new facts. Two names are the same when they differ in
    their wording only (see `new_facts`).

    Attributes:
        facts: The facts, oldest name first.

    Raises:
        ValueError: If a name stands there twice.
    """

    facts: tuple[Fact, ...] = ()
    _places: dict[str, int] = field(init=False, repr=False, compare=False)  # by the wording of the name

    def __post_init__(self) -> None:
        places: dict[str, int] = {}
        for place, fact in enumerate(self.facts):
            if places.setdefault(_wording(fact.name), place) != place:
                raise ValueError(
                    f"there are two facts of the name {fact.name!r}: keep the newer one, or use remember()"
                )
        object.__setattr__(self, "_places", places)

    def remember(self, name: str, value: str, *, source: str, when: str | None = None) -> Self:
        """Return the facts with one more, or with a newer value in the place of the older one.

        Args:
            name: What the fact is about.
            value: What is known of it now.
            source: Where it came from, such as "message 3" or "tool result toolu_1".
            when: When it was learnt, as an ISO date or time, if that is known.

        Raises:
            ValueError: If a text has no word in it.
        """
        fact = Fact(name, value, source, when)
        place = self._places.get(_wording(name), len(self))
        facts = (*self.facts[:place], fact, *self.facts[place + 1 :])
        return self._with(facts, {**self._places, _wording(name): place})

    def forget(self, name: str) -> Self:
        """Return the facts without one.

        Raises:
            KeyError: If there is no such fact; the sentence names those there are.
        """
        gone = self._place(name)
        places = {wording: place - (place > gone) for wording, place in self._places.items() if place != gone}
        return self._with((*self.facts[:gone], *self.facts[gone + 1 :]), places)

    def __getitem__(self, name: str) -> Fact:
        return self.facts[self._place(name)]

    def _place(self, name: str) -> int:
        if (place := self._places.get(_wording(name))) is not None:
            return place
        there = ", ".join(fact.name for fact in self.facts) or "none"
        raise KeyError(f"no fact of the name {name!r} is known; known are: {there}")

    def __contains__(self, name: str) -> bool:
        return _wording(name) in self._places

    def _with(self, facts: tuple[Fact, ...], places: dict[str, int]) -> Self:
        """Return other facts, whose names need not be looked through again: a long list is told one by one."""
        changed = copy(self)
        object.__setattr__(changed, "facts", facts)
        object.__setattr__(changed, "_places", places)
        return changed

    def __iter__(self) -> Iterator[Fact]:
        return iter(self.facts)

    def __len__(self) -> int:
        return len(self.facts)

    def render(self) -> str:
        """Return the facts as the model reads them; empty text when there are none.

        The same facts give the same bytes, as the prompt cache needs. A fact is one line: first where it came from and
        when, in square brackets (those of its own become round), so that no value can pretend to another source. Line
        breaks and runs of white space are one space, and "<" and ">" are written as "&lt;" and "&gt;", so that no value
        ends the block.
        """
        if not self.facts:
            return ""
        return "\n".join([OPENING, *map(_line, self.facts), CLOSING])

    def to_json(self) -> str:
        """Return the facts as JSON text, for a store."""
        return json.dumps([asdict(fact) for fact in self.facts])

    @classmethod
    def from_json(cls, text: str) -> Self:
        """Return the facts that `to_json` has written.

        Raises:
            ValueError: If the text is anything else.
        """
        try:
            return cls(tuple(Fact(**row) for row in json.loads(text)))
        except (TypeError, ValueError) as fault:
            raise ValueError(f"this text holds no facts as to_json writes them: {fault}") from None


_Said = TypeVar("_Said", bound=str | Fact)


def new_facts(known: Iterable[str | Fact], found: Iterable[_Said]) -> list[_Said]:
    """Return what is new or changed among the facts that were found.

    An extractor that is sent the same messages again finds the same facts again. A fact is new when its name is not
    known yet, and changed when its value is another than the known one. Wording alone is no change: upper and lower
    case, the amount of white space, and any of the characters . , ; : ! ? … at the end do not count. Everything else
    does: "7" and "seven" are two values.

    The last word on a name counts, in `known` and in `found`: whoever finds "city: Oslo" and then "city: Bergen" has
    found Bergen.

    Args:
        known: What is known, as `KnownFacts`, as facts, or as texts such as "name: Noor" (the form of
            `turnkeeper.scripts.extractor`). The name ends before the first colon that white space follows; a text
            without one is a name alone.
        found: What an extractor has found, in any of these forms.

    Returns:
        The items of `found` that tell something, in their order, each name at most once.
    """
    values = dict(map(_name_and_value, known))
    latest: dict[str, tuple[str, _Said]] = {}
    for item in found:
        name, value = _name_and_value(item)
        latest.pop(name, None)  # so that a name stands where it was told last
        latest[name] = value, item
    return [item for name, (value, item) in latest.items() if values.get(name) != value]


def _name_and_value(item: str | Fact) -> tuple[str, str]:
    if isinstance(item, Fact):
        return _wording(item.name), _wording(item.value)
    name, *value = _NAMED.split(item, maxsplit=1)
    return _wording(name), _wording("".join(value))


def _wording(text: str) -> str:
    """A text without what does not count; one that is nothing but punctuation is left as it is."""
    plain = " ".join(text.casefold().split())
    return plain.rstrip(_ENDINGS) or plain


def _line(fact: Fact) -> str:
    told = fact.source if fact.when is None else f"{fact.source}, {fact.when}"
    told = told.replace("[", "(").replace("]", ")")
    return _inline(f"[{told}] {fact.name}: {fact.value}")


def _inline(text: str) -> str:
    return " ".join(text.split()).replace("<", "&lt;").replace(">", "&gt;")
