"""Why the prompt cache could not use a prefix: the answer to a request's field `diagnostics`.

From Anthropic's page "Cache diagnostics" (snapshot of 26 September 2026) and `types/cache_miss_*.py` of the `anthropic`
SDK. Two requests are compared as they were sent; whether anything was in the cache does not matter.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Any

from turnkeeper.offline.prefix import known_by, part_tokens, parts
from turnkeeper.offline.request import MessagesRequest

KEPT = 64
"""How many requests are remembered: ours, the page says “for a limited time”."""
_SETTINGS = ("tool_choice", "thinking", "context_management", "output_config", "output_format")


@dataclass(frozen=True, slots=True)
class _Fingerprint:
    """A request as hashes and counts: no word of it is kept."""

    model: str
    settings: str
    blocks: tuple[tuple[str, bytes], ...]  # the level of each, and what it is known by
    tokens: tuple[int, ...]

    @classmethod
    def of(cls, request: MessagesRequest) -> "_Fingerprint":
        prompt = parts(request)
        return cls(
            _as_json([request.model.id, request.fields.get("speed") or "standard"]),
            _as_json([[request.fields.get(name) for name in _SETTINGS], sorted(request.betas)]),
            tuple((part.level, known_by(part)) for part in prompt),
            tuple(part_tokens(request, prompt)),
        )

    def within(self, level: str) -> list[bytes]:
        return [key for of, key in self.blocks if of == level]


class Diagnostics:
    """The fingerprints of the requests that asked for diagnostics, by the id of their reply."""

    def __init__(self) -> None:
        self._fingerprints: dict[str, _Fingerprint] = {}

    def diagnose(self, request: MessagesRequest, message_id: str) -> dict[str, Any] | None:
        """Compare a request with an earlier one, and remember it for the next comparison.

        Args:
            request: The request; its field `diagnostics` may name an earlier reply.
            message_id: The id of the reply to it.

        Returns:
            The reply's `diagnostics`: None when the request does not ask, names no earlier reply, or only appends to
            the earlier request.
        """
        asked = request.fields.get("diagnostics")
        if not isinstance(asked, Mapping):
            return None
        now = _Fingerprint.of(request)
        named = asked.get("previous_message_id")
        before = self._fingerprints.get(str(named))
        self._fingerprints[message_id] = now
        if len(self._fingerprints) > KEPT:
            del self._fingerprints[next(iter(self._fingerprints))]
        if named is None:
            return None
        reason = {"type": "previous_message_not_found"} if before is None else _difference(before, now)
        return None if reason is None else {"cache_miss_reason": reason}


def _difference(before: _Fingerprint, now: _Fingerprint) -> dict[str, Any] | None:
    """Return the first difference, with the earlier request's tokens that stand behind it.

    The API's own figure is an estimate from byte lengths; this way to count it is ours.
    """
    if before.model != now.model:
        return _changed("model", before.tokens)
    pairs = zip(before.blocks, now.blocks, strict=False)
    same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
    for level in ("tools", "system"):
        if before.within(level) != now.within(level):
            return _changed(level, before.tokens[same:])
    if before.settings != now.settings:
        return {"type": "unavailable"}
    return _changed("messages", before.tokens[same:]) if same < len(before.blocks) else None


def _changed(what: str, missed: Sequence[int]) -> dict[str, Any]:
    return {"type": f"{what}_changed", "cache_missed_input_tokens": sum(missed)}


def _as_json(value: object) -> str:
    return json.dumps(value, sort_keys=True)
