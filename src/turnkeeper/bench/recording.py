"""A client that keeps what went through it: each request with its faults, and what the reply cost."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import anthropic

from turnkeeper.costs import Bill, bill, total_input
from turnkeeper.validity import Problem, Target, check_history

_CHECKED = ("system", "tools", "thinking", "cache_control")


@dataclass(frozen=True, slots=True)
class Call:
    """One request that was sent.

    Attributes:
        messages: How many messages it held.
        problems: What the target refuses in it, by `check_history`, whatever the API said.
        input_tokens: The whole prompt, in tokens, cached or not; 0 when the API refused it.
        output_tokens: What the reply held, in tokens; 0 when the API refused it.
        bill: What it cost, in dollars; nothing when the API refused it.
    """

    messages: int
    problems: tuple[Problem, ...]
    input_tokens: int = 0
    output_tokens: int = 0
    bill: Bill = field(default_factory=Bill)


class Recorder:
    """Stands before a client: what is called through it is recorded, and then done by the client itself.

    Args:
        client: The client.
        calls: The record, which grows with every `messages.create`; several clients may share one.
        target: By whose rules a request is judged.
    """

    def __init__(self, client: Any, calls: list[Call], target: Target) -> None:
        self._client, self._calls, self._target = client, calls, target

    @property
    def messages(self) -> "Recorder":
        """The place of `create`, as on a client."""
        return self

    def create(self, **fields: Any) -> Any:
        """Send a request as the client's own `messages.create` does, and record it.

        Raises:
            anthropic.APIError: What the client raises.
        """
        given = {name: value for name, value in fields.items() if value is not anthropic.omit}
        checked = {name: given[name] for name in _CHECKED if name in given}
        problems = check_history(given["messages"], model=given["model"], target=self._target, **checked)
        count = len(given["messages"])
        try:
            reply = self._client.messages.create(**given)
        except anthropic.APIError:
            self._calls.append(Call(count, tuple(problems)))
            raise
        used = reply.usage
        paid = bill(used, given["model"])
        self._calls.append(Call(count, tuple(problems), total_input(used), used.output_tokens, paid))
        return reply


Record = Callable[[Any], Any]
"""Puts a recorder before a client, for one run."""
