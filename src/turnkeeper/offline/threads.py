"""Message threads: the API holds a conversation for five minutes, and a request sends only what is new.

Sources: Anthropic's page "Message threads" (excerpts, read in November 2026), the SDK 2.14.0 (`lib/threads`,
`types/thread_*`) and live answers quoted in public repositories. A sentence marked "ours" is not the API's own.
Requests are answered one after the other here, so `thread_continue_in_flight` does not occur.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from turnkeeper.messages import Block
from turnkeeper.offline.errors import ApiError

THREADS_BETA = "message-threads-2026-08-12"
LIFETIME = 300
"""Seconds for which a thread is held after its last use."""
MOST_MARKERS = 3
"""The most cache markers of a request in a thread: the fourth is the server's."""

_CREATE_ONLY = ("system", "tools")
_FINGERPRINT = ("output_config",)
_UNSUPPORTED = ("context_management", "fallbacks")


@dataclass(frozen=True, slots=True)
class _Held:
    """What is held under the id of a response.

    Attributes:
        used: When the response was given.
        kept: The fields of the request that a continuation does not send.
        messages: The conversation, the response included; None once it has been continued.
    """

    used: float
    kept: Mapping[str, Any]
    messages: tuple[Mapping[str, Any], ...] | None


class Threads:
    """The conversations that the API holds.

    Args:
        clock: Returns the time in seconds.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._held: dict[str, _Held] = {}

    def __len__(self) -> int:
        """Return how many responses are remembered."""
        return len(self._held)

    def expand(self, fields: Mapping[str, Any], betas: frozenset[str]) -> Mapping[str, Any]:
        """Return the request body that a threaded request stands for: with the whole conversation.

        A body without a thread, and one whose `thread` or `messages` has the wrong shape, comes back as it is: that is
        for the checks of the fields to report.

        Args:
            fields: The request body, as parsed.
            betas: The values of the header `anthropic-beta`.

        Raises:
            ApiError: With status 404 when there is no such thread (any more), 400 when it cannot be continued so.
        """
        self._forget()
        if THREADS_BETA not in betas:
            return fields
        match fields.get("thread"):
            case {"type": "create"}:
                _check_supported(fields)
                return fields
            case {"type": "continue", "previous_message_id": str(previous)} if isinstance(fields.get("messages"), list):
                whole = self._continued(fields, previous)
                _check_supported(whole)
                return whole
            case _:
                return fields

    def _continued(self, fields: Mapping[str, Any], previous: str) -> Mapping[str, Any]:
        held = self._held.get(previous)
        if held is None:
            raise ApiError(
                404,
                "No thread state was found for the requested `previous_message_id`. Replay the full conversation with "
                'thread: {"type": "create"} to start a new Thread.',
                code="thread_not_found",
            )
        if held.messages is None:
            raise ApiError(
                400,  # the SDK's description of the error
                "The response that `previous_message_id` names has already been continued, and each response can be "
                "continued only once. Continue from the Thread's most recent response `id`.",
                code="thread_already_continued",
            )
        for name in _CREATE_ONLY:
            if name in fields:  # ours
                raise ApiError(400, f'{name}: may only be sent with thread: {{"type": "create"}}; leave it out')
        differing = [name for name in _FINGERPRINT if fields.get(name) != held.kept.get(name)]
        if differing:
            raise ApiError(
                400,  # the SDK's description of the error, with the end that the page quotes
                "A field that must stay the same across a Thread's turns differs from the value stored with the "
                f"Thread; differing field(s): {', '.join(differing)}",
                code="thread_fingerprint_mismatch",
            )
        kept = {name: held.kept[name] for name in _CREATE_ONLY if name in held.kept}
        return {**fields, **kept, "messages": [*held.messages, *fields["messages"]]}

    def keep(self, message_id: str, fields: Mapping[str, Any], content: Sequence[Block]) -> None:
        """Hold a conversation that was answered, if its request asked for that.

        Args:
            message_id: The id of the response.
            fields: The request body that `expand` returned.
            content: The content blocks of the response.
        """
        thread = fields.get("thread")
        if thread is None:
            return
        now = self._clock()
        if (previous := thread.get("previous_message_id")) in self._held:
            self._held[previous] = _Held(now, {}, None)
        reply = {"role": "assistant", "content": list(content)}
        # A compaction on demand takes the place of what it summarizes.
        earlier = () if fields.get("compaction") is not None else fields["messages"]
        kept = {name: fields[name] for name in (*_CREATE_ONLY, *_FINGERPRINT) if name in fields}
        self._held[message_id] = _Held(now, kept, tuple(map(_without_markers, (*earlier, reply))))

    def _forget(self) -> None:
        """Let go of what has expired, so that memory is bounded."""
        now = self._clock()
        self._held = {id: held for id, held in self._held.items() if now - held.used < LIFETIME}


def _check_supported(fields: Mapping[str, Any]) -> None:
    unsupported = [name for name in _UNSUPPORTED if fields.get(name) is not None]
    if unsupported:
        named = ", ".join(f"`{name}`" for name in unsupported)
        raise _unsupported(f"thread: cannot be combined with {named}", unsupported)  # ours
    markers = sum(1 for name in ("tools", "system", "messages") for _ in _markers(fields.get(name)))
    if markers > MOST_MARKERS:
        raise _unsupported(
            f"thread: a maximum of {MOST_MARKERS} blocks with cache_control may be provided when `thread` is set -- "
            "the fourth marker slot is reserved for the marker the server places on the conversation last "
            f"cache-eligible block. Found {markers}.",
            ["cache_control"],
        )


def _unsupported(message: str, names: list[str]) -> ApiError:
    return ApiError(400, message, code="thread_unsupported_request", details={"unsupported": names})


def _markers(items: object) -> Iterator[object]:
    """Find the cache markers on tools, blocks, and blocks inside messages and results; anything may stand there yet."""
    for item in items if isinstance(items, list) else ():
        if isinstance(item, dict):
            if item.get("cache_control") is not None:
                yield item
            yield from _markers(item.get("content"))


def _without_markers(message: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return a message without its cache markers: they were for the request that sent it, which takes only a few."""
    if not any(_markers([message])):
        return message
    rest = {key: value for key, value in message.items() if key != "cache_control"}
    if isinstance(rest.get("content"), list):
        rest["content"] = [_without_markers(block) for block in rest["content"]]
    return rest
