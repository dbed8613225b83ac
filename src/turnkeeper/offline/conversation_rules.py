"""The conversation in a request: what is refused of it, and what of it the model sees."""

from turnkeeper.offline.compaction import seen
from turnkeeper.offline.compaction_rules import ON_DEMAND_BETA, check_compaction
from turnkeeper.offline.edits import THRESHOLD_BETA, without_old_thinking
from turnkeeper.offline.errors import ApiError
from turnkeeper.offline.known import Beginning, Meeting
from turnkeeper.offline.request import CURRENT_VERSION, MessagesRequest
from turnkeeper.validity import History, Problem, Target, conversation_problems
from turnkeeper.validity.thinking import BINDING_BETA, NEEDS_BETA

_SINCE_CURRENT = {"document_in_assistant_message", "citations_in_user_text"}
"""Rules of version 2026-10-21, which requests of an older version need not keep."""
_BEFORE_A_REPLY = {"prefill_not_supported"}
"""Rules about the message that is to be answered. A request for a summary, and a count, answer none. That the API too
counts a list that ends with the assistant's message is our reading: no page and no answer of it was found."""


def check_conversation(
    request: MessagesRequest, target: Target, meeting: Meeting, *, counting: bool = False
) -> Beginning:
    """Check a request, whose fields have the right shape, against the rules of a history.

    Args:
        request: The request, with the whole conversation.
        target: Whose rules (see `check_history`).
        meeting: Its messages, held against the beginning that is known.
        counting: True for `count_tokens`.

    Returns:
        What is known of the conversation now.

    Raises:
        ApiError: With status 400 and the first problem. Those of compaction come first.
    """
    history = History(
        messages=request.messages,
        malformed=frozenset(),
        system=request.system,
        tools=list(request.tools),
        model=request.model,
        target=target,
        thinking=request.thinking or {},
        cache_control=request.fields.get("cache_control"),
    )
    ignored = _ignored(request, counting)
    end = meeting.end_of(history)
    if end is None or request.fields.get("compaction") is not None or _first(end, ignored) is not None:
        end = None
        if history.of("compaction") or request.fields.get("compaction") is not None:
            check_compaction(request)
        if (problem := _first(history, ignored)) is not None:
            needs_beta = "" if BINDING_BETA in request.betas else NEEDS_BETA
            raise ApiError(400, problem.message.replace(NEEDS_BETA, needs_beta))
    return meeting.learned(history, end, by_every_rule=ignored <= _BEFORE_A_REPLY)


def _ignored(request: MessagesRequest, counting: bool) -> set[str]:
    """Return the rules that do not hold for a request."""
    ignored = set[str]()
    if request.version < CURRENT_VERSION:
        ignored |= _SINCE_CURRENT
    if counting or request.fields.get("compaction") is not None:
        ignored |= _BEFORE_A_REPLY
    return ignored


def _first(history: History, ignored: set[str]) -> Problem | None:
    return next((problem for problem in conversation_problems(history) if problem.rule not in ignored), None)


def as_model_sees(request: MessagesRequest) -> MessagesRequest:
    """Return a request as its model sees it, but for the edits it asks for: summaries in place, old thinking gone."""
    if not request.betas.isdisjoint((THRESHOLD_BETA, ON_DEMAND_BETA)):
        request = request.with_messages(seen(request.messages))
    return without_old_thinking(request)
