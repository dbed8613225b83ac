"""What the Messages API refuses in a history: one table of rules, read by the offline API, the graders and the command.

Messages of one role that stand next to each other are joined before the rules are asked, as the API does since October
2024. A `Problem` names the place in the list as it was given; the API's own message counts in the joined list.
"""

from collections.abc import Iterator
from typing import Any, get_args

from turnkeeper.models import DEFAULT_MODEL, Model, model_row
from turnkeeper.validity.history import History
from turnkeeper.validity.plain import plain, plain_blocks, plain_messages
from turnkeeper.validity.problem import Problem, Rule, Target
from turnkeeper.validity.rules import RULES
from turnkeeper.validity.schema import schema_errors
from turnkeeper.validity.shape import shape_problems

__all__ = ["RULES", "History", "Problem", "Rule", "Target", "check_history", "conversation_problems"]

_CHECKS = {
    target: [rule.check for rule in RULES if rule.check and target in rule.targets] for target in get_args(Target)
}


def check_history(
    messages: object,
    *,
    system: object = None,
    tools: object = None,
    model: str | Model = DEFAULT_MODEL,
    target: Target = "claude",
    thinking: object = None,
    cache_control: object = None,
) -> list[Problem]:
    """Return everything the Messages API would refuse in a history; an empty list means it is accepted.

    Anything may be given for `messages` and the request's other fields: what does not fit is a problem and no
    exception. Nothing that is given is changed. The time it takes grows with the length of the history and no faster.

    The rules are those of version 2026-10-21. What depends on a request's other fields and headers is not judged here:
    which modes of thinking a model takes, for one, and which betas are named.

    Args:
        messages: What would be sent as `messages`: mappings, with the SDK's block objects in them if you like.
        system: The request's `system`, if it has one.
        tools: The request's `tools`.
        model: The id of a model, or its row in `MODELS`. Older ids than those are judged as `models.rules_of` says.
        target: "claude" for the Claude API as it is now; "strict" for every platform that speaks its format.
        thinking: The request's `thinking`, which decides whether a tool turn needs its thinking block, and whether
            thinking that was made elsewhere is refused. Its shape is judged, too.
        cache_control: The request's own `cache_control`: the automatic cache marker.

    Returns:
        The problems: first those of the fields, in the API's order, then those of the conversation, in the order of
        `RULES`. A message that does not fit the schema hides no fault of another, and causes none.

    Raises:
        ValueError: If the model or the target is not known.
    """
    if target not in get_args(Target):
        raise ValueError(f"target is one of {', '.join(get_args(Target))}, not {target!r}")
    fields = {
        "tools": plain_blocks(tools),
        "messages": plain_messages(messages),
        "system": plain_blocks(system),
        "thinking": plain(thinking),
        "cache_control": plain(cache_control),
    }
    errors = schema_errors(fields)
    faulty = {error["loc"][:2] for error in errors}
    history = _history(fields, faulty, model_row(model), target)
    return [*shape_problems(errors), *conversation_problems(history)]


def conversation_problems(history: History) -> Iterator[Problem]:
    """Yield what is refused in a history that fits the schema, or in the messages of it that do.

    Args:
        history: The history, with its fields as JSON holds them.
    """
    for check in _CHECKS[history.target]:
        yield from check(history)


def _history(fields: dict[str, Any], faulty: set[tuple[int | str, ...]], model: Model, target: Target) -> History:
    """Take what fits the schema. What does not is left out, so that no rule stumbles over it."""
    whole = {place[0] for place in faulty}
    messages = fields["messages"] if isinstance(fields["messages"], list) else []
    return History(
        messages=messages,
        malformed=frozenset(index for index in range(len(messages)) if ("messages", index) in faulty),
        system=None if "system" in whole else fields["system"],
        tools=[] if "tools" in whole else fields["tools"] or [],
        model=model,
        target=target,
        thinking={} if "thinking" in whole else fields["thinking"] or {},
        cache_control=None if "cache_control" in whole else fields["cache_control"],
    )
