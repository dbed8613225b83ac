"""The scripted model: a script behind the Messages API, and a record of everything it was sent."""

import json
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from threading import RLock
from typing import Any, get_args

from turnkeeper.faults import named
from turnkeeper.offline.cache import CacheUse, PromptCache
from turnkeeper.offline.collector import CollectorPaused
from turnkeeper.offline.compaction import compact_at_threshold, compact_on_demand, usage_with
from turnkeeper.offline.conversation_rules import as_model_sees, check_conversation
from turnkeeper.offline.diagnostics import Diagnostics
from turnkeeper.offline.edits import apply_edits, check_edits, counted
from turnkeeper.offline.errors import ApiError, fault_on_request
from turnkeeper.offline.fields import check_fields, check_system_messages, check_unknown
from turnkeeper.offline.known import Beginning, Meeting, input_tokens
from turnkeeper.offline.limits import Ended, check_length, end
from turnkeeper.offline.models_take import check_model
from turnkeeper.offline.replies import replies
from turnkeeper.offline.reply import LOG, Said, ask
from turnkeeper.offline.request import CURRENT_VERSION, MessagesRequest, Reply, Script, as_request, own, read_body
from turnkeeper.offline.stream import events, sse
from turnkeeper.offline.thinking import said_aloud, signed, without_misfits
from turnkeeper.offline.threads import Threads
from turnkeeper.validity.problem import Target

VERSIONS = ("2023-01-01", "2023-06-01", CURRENT_VERSION)
"""The values of the header `anthropic-version` that the API knows (Anthropic's page "Versioning")."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What goes back over the wire.

    Attributes:
        status: The HTTP status.
        headers: The headers, by name in small letters.
        chunks: The body: one piece for JSON, one for each event of a stream.
    """

    status: int
    headers: dict[str, str]
    chunks: tuple[bytes, ...]


@dataclass(frozen=True, slots=True)
class _Fault:
    """A fault that a test has asked for."""

    status: int
    code: str | None
    mid_stream: bool


@dataclass(frozen=True, slots=True)
class _Call:
    """A call as it arrived, before anything was checked; `raw` holds the bytes that the fields were read from."""

    fields: Mapping[str, Any]
    betas: frozenset[str]
    version: str
    raw: bytes

    def as_request(self) -> MessagesRequest:
        return as_request(self.fields, self.betas, self.version, raw=self.raw)


class ScriptedModel:
    """A model that runs on this machine: it answers from a script, and remembers nothing.

    The record is for you to look at. The script never sees it, only the one request it answers. One call is answered
    after the other: a script may call the same model again, but only from its own thread.

    Args:
        script: A function from the request to the reply (`turnkeeper.scripts` has some), or a list of replies that are
            said one after the other.
        target: "claude" for today's Messages API, "strict" to refuse what any platform refuses (see `check_history`).
        clock: A function that returns the time in seconds, for what expires: cache entries and threads.
        summarizer: The script that writes the summary of a compaction; None lets the model's own script write it.
        record: How many requests the record keeps, the newest of each kind; None keeps all. A model that answers for
            days wants 0.

    Raises:
        TypeError: If the script is a text.
        ValueError: If there is no such target.

    Attributes:
        requests: Every `messages.create` whose fields were in order, oldest first, as it was sent.
        counts: Every `count_tokens` likewise.
    """

    def __init__(
        self,
        script: Script | Sequence[Reply],
        *,
        target: Target = "claude",
        clock: Callable[[], float] = time.monotonic,
        summarizer: Script | None = None,
        record: int | None = None,
    ) -> None:
        if isinstance(script, str):
            raise TypeError("a script is a function, or a list of replies: put the text into a list")
        if target not in get_args(Target):
            raise ValueError(f"target is one of {', '.join(get_args(Target))}, not {target!r}")
        self.script = script if callable(script) else replies(*script)
        self.target = target
        self.requests: list[MessagesRequest] = []
        self.counts: list[MessagesRequest] = []
        self._summarizer = summarizer
        self._kept = record
        self._beginning = Beginning()
        self._cache = PromptCache(clock)
        self._diagnostics = Diagnostics()
        self._threads = Threads(clock)
        self._faults: deque[_Fault] = deque()
        self._arrived = self._number = 0
        self._lock = RLock()  # a script may itself call a client of the same model, in the same thread

    def fail_next(
        self, status: int = 529, *, times: int = 1, code: str | None = None, mid_stream: bool = False
    ) -> None:
        """Make the next calls of `messages.create` fail, as a busy or broken service would.

        Args:
            status: The HTTP status, such as 429 (too many requests) or 529 (overloaded).
            times: How many calls fail, the SDK's own retries among them.
            code: The error code, for a fault that has one, such as "compaction_unavailable".
            mid_stream: True to break off a stream in the middle; a call that does not stream fails as a whole.

        Raises:
            ValueError: If there is no such error, or `times` is less than 1.
        """
        fault_on_request(status)
        if times < 1:
            raise ValueError(f"times says how many calls fail: 1 or more, not {times}")
        self._faults.extend([_Fault(status, code, mid_stream)] * times)

    def answer(self, method: str, path: str, headers: Mapping[str, str], body: bytes) -> Answer:
        """Answer one HTTP request, as the Messages API would.

        Args:
            method: The HTTP method.
            path: The path of the URL, without the query.
            headers: The headers; their names are taken in any case.
            body: The request body.
        """
        with self._lock:
            self._arrived += 1
            outer, self._number = self._number, self._arrived
            request_id = self._id("req")
            try:
                chunks, kind = self._route(method, path, {key.lower(): value for key, value in headers.items()}, body)
                return Answer(200, {"request-id": request_id, "content-type": kind}, chunks)
            except ApiError as refusal:
                error = refusal
            except Exception as fault:
                # Unanswered, the SDK would call a fault of ours a connection error, and try again.
                error = ApiError(500, f"The offline API failed: {named(fault)}", retry=False)
                LOG.error(error.message, exc_info=fault)
            finally:
                self._number = outer
            sent = {"request-id": request_id, "content-type": "application/json"} | error.headers
            return Answer(error.status, sent, (error.encoded(request_id),))

    def _route(self, method: str, path: str, headers: Mapping[str, str], body: bytes) -> tuple[tuple[bytes, ...], str]:
        match method, path:
            case "POST", "/v1/messages":
                return self._create(_read(headers, body))
            case "POST", "/v1/messages/count_tokens":
                return _as_json(self._count(_read(headers, body)))
            case _:
                raise ApiError(404, f"The offline API does not answer {method} {path}.")

    def _count(self, call: _Call) -> dict[str, Any]:
        request = self._checked(call, counting=True)
        self._keep(self.counts, request)
        fitting, _ = without_misfits(request)
        return counted(as_model_sees(fitting))

    def _create(self, call: _Call) -> tuple[tuple[bytes, ...], str]:
        fields = self._threads.expand(call.fields, call.betas)
        threaded = fields is not call.fields
        request = self._checked(replace(call, fields=fields, raw=b"") if threaded else call)
        self._keep(self.requests, call.as_request() if threaded else request)
        streams = bool(fields.get("stream"))
        fault = self._faults.popleft() if self._faults else None
        error = None if fault is None else fault_on_request(fault.status, model=request.model.id, code=fault.code)
        if error is not None and not (streams and fault and fault.mid_stream):
            raise error
        message = self._message(request)
        if error is None:
            self._threads.keep(message["id"], request.fields, message["content"])
        if not streams:
            return _as_json(message)
        broken = None if error is None else error.body(self._id("req"))
        return sse(events(message, fault=broken)), "text/event-stream; charset=utf-8"

    def _checked(self, call: _Call, *, counting: bool = False) -> MessagesRequest:
        """Return a request whose every field is in order, or raise its first fault in the API's order."""
        with CollectorPaused():
            meeting = Meeting(self._beginning, call.fields.get("messages"))
            # The order is the API's: shapes, what the model takes, fields that do not belong there, the conversation.
            fields = check_fields(call.fields, betas=call.betas, counting=counting, known=meeting.count)
            check_model(fields, betas=call.betas, version=call.version)
            check_unknown(call.fields, betas=call.betas, counting=counting)
            check_edits(call.fields, call.betas)
            check_system_messages(call.fields["messages"], call.betas)
            request = call.as_request()
            self._beginning = check_conversation(request, self.target, meeting, counting=counting)
            return request

    def _message(self, request: MessagesRequest) -> dict[str, Any]:
        """Return the message that answers a request."""
        fitting, transformations = without_misfits(request)
        said = self._said(fitting, self._beginning)
        message = {
            "id": self._id("msg"),
            "type": "message",
            "role": "assistant",
            "model": request.fields["model"],
            **said,
            "content": signed(said["content"], fitting),
        }
        if transformations:
            message["input_transformations"] = transformations
        return message

    def _said(self, sent: MessagesRequest, known: Beginning) -> dict[str, Any]:
        """Return the parts of a response that depend on what the model sees; all that was sent is known."""
        edited = apply_edits(as_model_sees(sent))
        request = sent.with_messages(edited.messages)
        if request.fields.get("compaction") is not None:
            _tokens(request, known)
            content, summary = compact_on_demand(request, self._write_summary)
            return _summary_alone(content, summary.stop_reason, summary.usage)
        compacted = compact_at_threshold(request, self._write_summary)
        if compacted is None:
            reply = self._reply(request, known)
        elif compacted.pause:
            reply = _summary_alone([compacted.block], "compaction", compacted.usage)
        else:
            request = compacted.request
            reply = self._reply(request, known)
            reply |= {
                "content": [compacted.block, *reply["content"]],
                "usage": usage_with(compacted.usage, reply["usage"]),
            }
        if request.fields.get("context_management") is not None:
            reply["context_management"] = {"applied_edits": edited.applied_edits}
        if request.fields.get("diagnostics") is not None:
            reply["diagnostics"] = self._diagnostics.diagnose(sent, self._id("msg"))
        return reply

    def _reply(self, request: MessagesRequest, known: Beginning) -> dict[str, Any]:
        """Let the script answer what the model sees."""
        tokens = _tokens(request, known)
        if request.max_tokens == 0:
            ended = Ended([], "max_tokens", None, 0)  # only the cache is filled
        else:
            said = ask(self.script, own(request), call_ids=self._id("toolu"))
            ended = end(replace(said, content=said_aloud(said.content, request)), request, tokens)
        with CollectorPaused():
            usage = self._cache.use(request, input_tokens=tokens).usage_fields()
        return {
            "content": ended.content,
            "stop_reason": ended.stop_reason,
            "stop_sequence": ended.stop_sequence,
            "usage": {**usage, "output_tokens": ended.output_tokens},
        }

    def _write_summary(self, request: MessagesRequest) -> Said:
        return ask(self._summarizer or self.script, own(request))

    def _keep(self, record: list[MessagesRequest], request: MessagesRequest) -> None:
        record.append(replace(request, raw=b""))
        if self._kept is not None:
            del record[: max(0, len(record) - self._kept)]

    def _id(self, kind: str) -> str:
        """Return an id that is the same for the same requests in the same order."""
        return f"{kind}_offline_{self._number:06}"


def _tokens(request: MessagesRequest, known: Beginning) -> int:
    """Return the input tokens of a request, or refuse it when they do not fit the window."""
    tokens = input_tokens(request, known) if request.raw else request.input_tokens  # seen as it was sent, or changed
    check_length(tokens, request.model)
    return tokens


def _summary_alone(content: list[dict[str, Any]], stop_reason: str, usage: dict[str, Any]) -> dict[str, Any]:
    """Return the parts of a response to which nothing but a summary was written: the top level of `usage` is 0."""
    nothing = {**CacheUse().usage_fields(), "output_tokens": 0}
    return {
        "content": content,
        "stop_reason": stop_reason,
        "stop_sequence": None,
        "usage": {**nothing, "iterations": [usage]},
    }


def _read(headers: Mapping[str, str], body: bytes) -> _Call:
    """Return a call with its betas and its version."""
    version = headers.get("anthropic-version")
    if version is None:
        raise ApiError(400, "anthropic-version: header is required")
    if version not in VERSIONS:
        raise ApiError(400, f'anthropic-version: "{version}" is not a valid version')  # ours
    betas = frozenset(name for value in headers.get("anthropic-beta", "").split(",") if (name := value.strip()))
    with CollectorPaused():
        return _Call(read_body(body), betas, version, body)


def _as_json(value: Any) -> tuple[tuple[bytes, ...], str]:
    return (json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode(),), "application/json"
