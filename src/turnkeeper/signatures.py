"""Signatures of thinking blocks, as the offline API makes and checks them.

The newest models read a thinking block only behind the exact messages it was made behind (Anthropic's page "Preserved
thinking"). How the API signs is not published. Ours holds a digest of each thing that has to stay the same, so that a
refusal can name the one that changed: the model, the thinking text, the system prompt, the tools, every other block
before it, and the thinking block before it. A signature without our mark comes from elsewhere and is taken on trust.
"""

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, Self

from turnkeeper.messages import THOUGHT, Block, Message, blocks
from turnkeeper.models import Model

_MARK = "offline"
_SIGNED_IN = dict(zip(THOUGHT, ("signature", "data"), strict=True))
_UNREADABLE = "0" * 16

Reason = Literal["text", "model", "system", "tools", "messages", "thinking"]


class Mismatch(NamedTuple):
    """A thinking block that is not what was signed, or not where.

    Attributes:
        message_index: Its message, counted from 0.
        block_index: Its place in that message's content.
        reason: What differs: the block itself ("text"), the model, the system prompt, the tools, the messages before
            it, or the thinking block before it.
    """

    message_index: int
    block_index: int
    reason: Reason


@dataclass(frozen=True, slots=True)
class _Signed:
    """The parts of a signature, in the order in which a difference is reported."""

    text: str
    model: str
    system: str
    tools: str
    messages: str
    thinking: str

    @classmethod
    def read(cls, signature: str) -> Self | None:
        """Return the parts of a signature of ours; None when it is broken."""
        _mark, *parts = signature.split(".")
        return cls(*parts) if len(parts) == len(cls.__slots__) else None

    def __str__(self) -> str:
        return ".".join([_MARK, *(getattr(self, name) for name in self.__slots__)])


def digest(value: object) -> str:
    """Return 16 hexadecimal digits that stand for a value: the same for values that are equal as JSON.

    What cannot be written as JSON counts as its Python name; what is endless or too deep all gives the same digits.
    """
    try:
        written = json.dumps(value, sort_keys=True, default=repr)
    except (TypeError, ValueError, RecursionError):
        return _UNREADABLE
    return hashlib.sha256(written.encode()).hexdigest()[:16]


def sign_reply(
    content: Sequence[Block],
    *,
    messages: Sequence[Message],
    model: Model,
    system: str | Sequence[Block] | None = None,
    tools: Sequence[Mapping[str, Any]] = (),
) -> list[dict[str, Any]]:
    """Return a reply's blocks with every thinking block signed.

    Args:
        content: The blocks of the reply. They are not changed.
        messages: The messages of the request, as they were sent.
        model: The row of the model that replied.
        system: The system prompt of the request.
        tools: The tools of the request.
    """
    signed = [dict(block) for block in content]
    walk = _Walk(model, system, tools)
    for message in messages:
        for block in blocks(message):
            walk.past(message["role"], block)
    for block in signed:
        if field := _SIGNED_IN.get(block["type"]):
            block[field] = str(walk.expected(block))
        walk.past("assistant", block)
    return signed


def thinking_mismatches(
    messages: Sequence[Message],
    *,
    model: Model,
    system: str | Sequence[Block] | None = None,
    tools: Sequence[Mapping[str, Any]] = (),
) -> list[Mismatch]:
    """Return the thinking blocks whose signature does not fit: these the API refuses, or drops where it was told to.

    Models that do not bind thinking to its place look at the block alone. Those that do allow messages to be added, and
    thinking blocks to be left out from the start, from the end, or all of them.

    Args:
        messages: Messages as lists and dicts.
        model: The row of the model.
        system: The system prompt of the request.
        tools: The tools of the request.

    Returns:
        One entry a block, in the order of the messages.
    """
    return list(_mismatches(messages, _Walk(model, system, tools)))


def _mismatches(messages: Sequence[Message], walk: "_Walk") -> Iterator[Mismatch]:
    for index, message in enumerate(messages):
        for place, block in enumerate(blocks(message)):
            if field := _SIGNED_IN.get(block["type"]):
                signature = block.get(field, "")
                if signature.startswith(f"{_MARK}.") and (reason := walk.differs(block, signature)):
                    yield Mismatch(index, place, reason)
            walk.past(message["role"], block)


class _Walk:
    """One way through a history, block by block, with the digest of what lies behind."""

    def __init__(self, model: Model, system: str | Sequence[Block] | None, tools: Sequence[Mapping[str, Any]]) -> None:
        self._model = model
        # A tool that is loaded later may come and go.
        declared = [_unmarked(tool) for tool in tools if not tool.get("defer_loading")]
        self._around = digest([_unmarked(block) for block in _as_blocks(system)]), digest(declared)
        self._behind = hashlib.sha256()
        self._role = ""
        self._thought = ""

    def past(self, role: str, block: Block) -> None:
        """Go past a block. A summary stands for everything before it: the walk begins again with it."""
        if field := _SIGNED_IN.get(block["type"]):
            self._thought = digest(block.get(field))
            return
        if block["type"] == "compaction" and block.get("content") is not None:
            self._behind, self._role, self._thought = hashlib.sha256(), "", ""
        # Where one message ends and the next of the same role begins makes no difference.
        turn = "" if role == self._role else role
        self._role = role
        if self._model.binds_thinking:
            self._behind.update(f"{turn}:{digest(_unmarked(block))};".encode())

    def expected(self, block: Block) -> _Signed:
        """Return what the signature of a block that stands here has to hold."""
        text = digest(block.get("thinking"))
        return _Signed(text, self._model.id, *self._around, self._behind.hexdigest()[:16], self._thought or _UNREADABLE)

    def differs(self, block: Block, signature: str) -> Reason | None:
        """Return what differs first between a signature and what it would be here."""
        signed, here = _Signed.read(signature), self.expected(block)
        if signed is None or signed.text != here.text:
            return "text"
        if self._model.binds_thinking:
            for reason in ("model", "system", "tools", "messages"):
                if getattr(signed, reason) != getattr(here, reason):
                    return reason
            # The first one that is still there may have had any before it: that is how old thinking is left out.
            if self._thought and signed.thinking != here.thinking:
                return "thinking"
        return None


def _as_blocks(system: str | Sequence[Block] | None) -> Sequence[Block]:
    return [{"type": "text", "text": system}] if isinstance(system, str) and system else system or []


def _unmarked(block: Mapping[str, Any]) -> dict[str, Any]:
    """Return a block without its cache marker, and without those of the blocks in it."""
    plain = {key: value for key, value in block.items() if key != "cache_control"}
    if isinstance(plain.get("content"), list):
        plain["content"] = [_unmarked(one) if isinstance(one, Mapping) else one for one in plain["content"]]
    return plain
