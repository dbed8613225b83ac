"""The prompt cache: what of a request is read from it, what is written to it, and what is neither.

Rules and figures are from Anthropic's page "Prompt caching" (snapshots of 21 August and 26 September 2026). An entry is
written at a marker only, and read by walking back from one.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import accumulate
from typing import Any

from turnkeeper.offline.prefix import (
    LEVELS,
    Part,
    has_marker,
    joins_run,
    known_by,
    markers,
    part_tokens,
    parts,
    settings,
)
from turnkeeper.offline.request import MessagesRequest

LIFETIMES = {"5m": 300.0, "1h": 3600.0}
"""How long an entry lives after the start of the last request that used it, in seconds."""
LOOK_BACK = 20
"""How many positions are looked at from one marker, its own the first."""


@dataclass(frozen=True, slots=True)
class Position:
    """One block of a prompt, as the cache needs it.

    Attributes:
        key: What the prompt up to and with this block is known by.
        tokens: Tokens of this block.
        marker: The lifetime of the marker on it, "5m" or "1h"; None when it is not marked.
        joins: True when it shares a position of the look-back with the block before it.
    """

    key: bytes
    tokens: int
    marker: str | None = None
    joins: bool = False


@dataclass(frozen=True, slots=True)
class CacheUse:
    """What the cache did for a request, in tokens. Each token of the prompt is in one of the four.

    Attributes:
        read: Read from an entry.
        write_5m: Written for five minutes.
        write_1h: Written for an hour.
        uncached: What stands behind the last marker; everything when nothing was cached.
    """

    read: int = 0
    write_5m: int = 0
    write_1h: int = 0
    uncached: int = 0

    @property
    def total(self) -> int:
        """Tokens of the whole prompt."""
        return self.read + self.write_5m + self.write_1h + self.uncached

    def usage_fields(self) -> dict[str, Any]:
        """Return the input side of a reply's `usage` (`types/usage.py` of the `anthropic` SDK)."""
        return {
            "input_tokens": self.uncached,
            "cache_creation_input_tokens": self.write_5m + self.write_1h,
            "cache_read_input_tokens": self.read,
            "cache_creation": {
                "ephemeral_5m_input_tokens": self.write_5m,
                "ephemeral_1h_input_tokens": self.write_1h,
            },
        }


class PromptCache:
    """The entries that earlier requests have written.

    Args:
        clock: A function that returns the time in seconds.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        # By lifetime: key to the time it expires. Within one, whatever was used last stands last, and expires last.
        self._entries: dict[str, dict[bytes, float]] = {lifetime: {} for lifetime in LIFETIMES}

    def __len__(self) -> int:
        return sum(map(len, self._entries.values()))

    def use(self, request: MessagesRequest, *, input_tokens: int | None = None) -> CacheUse:
        """Read what earlier requests have written of a prompt, and write what its markers ask for.

        What is written can be read by the next request. A request with `max_tokens: 0` writes like any other.

        Args:
            request: A request whose markers are valid, as the model sees it.
            input_tokens: Its stand-in tokens, where they are known already.
        """
        total = request.input_tokens if input_tokens is None else input_tokens
        if not has_marker(request):
            return CacheUse(uncached=total)
        positions = _positions(request)
        behind = total - sum(position.tokens for position in positions)
        return self.use_positions(positions, minimum=request.model.cache_minimum, behind=behind)

    def use_positions(self, positions: Sequence[Position], *, minimum: int, behind: int = 0) -> CacheUse:
        """Do the same for a prompt that is given as positions.

        Billing with both lifetimes ("Mixing different TTLs"): A is the end of the longest prefix that is in the cache,
        B the last one-hour marker behind A, C the last marker. A is read, A to B written for an hour, B to C for five
        minutes.

        Args:
            positions: The blocks of the prompt, up to its last marker or further.
            minimum: The shortest prefix that is cached, in tokens. A marker before it is passed over in silence.
            behind: Tokens behind the last of the positions.
        """
        now = self._clock()
        self._drop_expired(now)
        ends = list(accumulate(position.tokens for position in positions))
        marked = {
            place: position.marker
            for place, position in enumerate(positions)
            if position.marker and ends[place] >= minimum
        }
        if not marked:
            return CacheUse(uncached=sum(position.tokens for position in positions) + behind)
        hit = self._longest_hit(positions, list(marked))
        hour = max((place for place in marked if place > hit and marked[place] == "1h"), default=hit)
        read, until_hour, until_last = (ends[place] if place >= 0 else 0 for place in (hit, hour, max(marked)))
        if hit >= 0:
            self._refresh(positions[hit].key, now)
        for place, lifetime in marked.items():
            if not self._refresh(positions[place].key, now):
                self._entries[lifetime][positions[place].key] = now + LIFETIMES[lifetime]
        return CacheUse(read, until_last - until_hour, until_hour - read, ends[-1] - until_last + behind)

    def _longest_hit(self, positions: Sequence[Position], marked: Sequence[int]) -> int:
        """Return the place of the longest prefix in the cache that a marker finds, or -1."""
        for place in reversed(marked):
            looked_at = 1
            while place >= 0 and looked_at <= LOOK_BACK:
                if any(positions[place].key in entries for entries in self._entries.values()):
                    return place
                looked_at += not positions[place].joins
                place -= 1
        return -1

    def _refresh(self, key: bytes, now: float) -> bool:
        """Let an entry live on, for the lifetime it was written with. Return whether there is one."""
        for lifetime, entries in self._entries.items():
            if entries.pop(key, None) is not None:
                entries[key] = now + LIFETIMES[lifetime]
                return True
        return False

    def _drop_expired(self, now: float) -> None:
        for entries in self._entries.values():
            while entries and entries[oldest := next(iter(entries))] <= now:
                del entries[oldest]


def _positions(request: MessagesRequest) -> list[Position]:
    """Return the positions of a request up to its last marker, in time that grows with their number."""
    prompt = parts(request)
    marked = markers(request, prompt)
    cached = prompt[: max(marked, default=-1) + 1]
    keys = _keys(cached, settings(request, prompt))
    return [
        Position(key, tokens, marked.get(place), joins_run(cached, place))
        for place, (key, tokens) in enumerate(zip(keys, part_tokens(request, cached), strict=True))
    ]


def _keys(prompt: Sequence[Part], by_level: Sequence[str]) -> list[bytes]:
    """Return what each prefix is known by: a hash over its blocks, and over what each level it reaches depends on."""
    running = sha256()
    keys = []
    reached = 0
    for part in prompt:
        while reached <= LEVELS.index(part.level):
            running.update(sha256(by_level[reached].encode()).digest())
            reached += 1
        running.update(known_by(part))
        keys.append(running.digest())
    return keys
