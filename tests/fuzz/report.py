"""What the fuzzer saw, so that one that is always refused at the first field does not pass for a good one."""

import re
from collections import Counter
from dataclasses import dataclass, field
from typing import Any


@dataclass
class Report:
    """Counts of answers.

    Attributes:
        statuses: How often each status came.
        sentences: How often each refusal came; names, numbers and quoted texts in it are left out.
        seen: How often the answers held what: a kind of block, a reason to stop, a cache that was read.
    """

    statuses: Counter[int] = field(default_factory=Counter)
    sentences: Counter[str] = field(default_factory=Counter)
    seen: Counter[str] = field(default_factory=Counter)

    def add(self, status: int, refusal: str | None) -> None:
        """Count an answer."""
        self.statuses[status] += 1
        if refusal is not None:
            self.sentences[re.sub(r"(`[^`]*`|'[^']*'|\"[^\"]*\"|[.\d])+", "…", refusal)[:80]] += 1

    def look_into(self, body: Any, message: Any) -> None:
        """Count what a message holds, and what its request asked for."""
        self.seen.update(block["type"] for block in message["content"])
        self.seen[f"stop: {message['stop_reason']}"] += 1
        self.seen["streamed"] += body.get("stream") is True
        self.seen["thread continued"] += (body.get("thread") or {}).get("type") == "continue"
        self.seen["cache read"] += bool(message["usage"].get("cache_read_input_tokens"))
        self.seen["edit applied"] += bool((message.get("context_management") or {}).get("applied_edits"))

    @property
    def bodies(self) -> int:
        """How many bodies were sent."""
        return self.statuses.total()

    @property
    def accepted(self) -> float:
        """The share of bodies that were answered with status 200."""
        return self.statuses[200] / max(1, self.bodies)

    def __str__(self) -> str:
        statuses = ", ".join(f"{times} × {status}" for status, times in sorted(self.statuses.items()))
        seen = ", ".join(f"{times} × {what}" for what, times in sorted(self.seen.items()))
        return f"{self.bodies} bodies: {statuses}; {len(self.sentences)} different refusals; {seen}"


REPORTS: dict[str, Report] = {}
"""One report for each kind of body."""
