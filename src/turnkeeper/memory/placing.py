"""Where known facts go in a request, and what each place costs the prompt cache.

The prompt is cached from its beginning: tools, system prompt, messages. Whatever changes is written anew, with all that
stands behind it (Anthropic's page "Prompt caching"). So a fact that is new each turn belongs as late as it can stand.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, get_args

from turnkeeper.memory.facts import KnownFacts
from turnkeeper.messages import Block, Message, content_of, plain_block
from turnkeeper.models import DEFAULT_MODEL, MODELS
from turnkeeper.validity import check_history
from turnkeeper.validity.markers import can_carry

Place = Literal["system", "last_message", "system_message"]
"""Where the facts go: behind the system prompt, into the newest message of the user, or into a message of their own."""


@dataclass(frozen=True, slots=True)
class Placed:
    """What to send.

    Attributes:
        system: The system prompt, in the form it was given in.
        messages: The messages.
    """

    system: str | Sequence[Block] | None
    messages: list[Message]


def place_facts(
    facts: KnownFacts,
    messages: Sequence[Message],
    *,
    place: Place,
    system: str | Sequence[Block] | None = None,
    model: str = DEFAULT_MODEL,
    cache_control: Mapping[str, Any] | None = None,
) -> Placed:
    """Return a request's system prompt and messages with the known facts in them. What is given is not changed.

    What a turn costs in which a fact is new or changed:

    - "system": what ends before the facts is read from the cache, that is the tools, and instructions with a marker of
      their own. All messages are written anew.
    - "last_message" or "system_message", with `cache_control` here: all up to the facts of the turn before is read, and
      the tail is written.
    - "system_message" that is kept in the history: all that was sent before is read, and the tail is written. The
      automatic marker will do.

    Facts in a late place are for one request: the history that you keep does not hold them, so the next request differs
    from this one where they stood. The marker must stand before them, on the last block that stays; this is where
    `cache_control` puts it. The automatic marker goes to the last block, the facts, and what it writes is never read.

    Or you keep the facts, by taking `messages` of the result as the history, and send facts again only when they are
    new (`new_facts`). Models whose thinking is bound to what stood before it (`Model.binds_thinking`) want this: they
    refuse or drop the thinking of a turn whose facts have gone, and all thinking when the system prompt has changed
    (page "Preserved thinking").

    Text behind tool results, as "last_message" leaves it in a tool loop, can make a model end its turn with an empty
    reply (page "Handling stop reasons").

    Args:
        facts: The facts. Without any, the request stays as it is, but for the marker.
        messages: The messages to send, oldest first.
        place: "system" puts the facts behind the system prompt; "last_message" into the newest message of the user, as
            its last block, behind tool results; "system_message" behind all messages, as one of the role system, which
            not all models take.
        system: The request's system prompt, as text or as text blocks.
        model: The model the request names; it matters for "system_message".
        cache_control: The cache marker to put on the last block of the user's newest message that is not the facts,
            such as `{"type": "ephemeral"}`. Where that is an empty text, which cannot carry one, it goes to the nearest
            block before it that can.

    Raises:
        ValueError: If there is no such place; if the messages hold none of the user for the facts or the marker; if the
            model is not known, takes no system messages, or not behind the last of these.
    """
    if place not in get_args(Place):
        raise ValueError(f"place is one of {', '.join(get_args(Place))}, not {place!r}")
    sent = list(messages)
    if cache_control:
        _mark(sent, _newest_of_user(sent), cache_control)
    text = facts.render()
    if not text:
        return Placed(system, sent)
    block = {"type": "text", "text": text}
    if place == "system":
        return Placed(_joined(system, block), sent)
    if place == "last_message":
        newest = _newest_of_user(sent)
        sent[newest] = {**sent[newest], "content": [*content_of(sent[newest]), block]}
        return Placed(system, sent)
    message = {"role": "system", "content": [block]}
    _check_takes(model, sent, message)
    return Placed(system, [*sent, message])


def _joined(system: str | Sequence[Block] | None, block: Block) -> str | list[Block]:
    if isinstance(system, str) or not system:
        return f"{system}\n\n{block['text']}" if system else str(block["text"])
    return [*system, block]


def _newest_of_user(messages: Sequence[Message]) -> int:
    for place in reversed(range(len(messages))):
        if messages[place]["role"] == "user":
            return place
    raise ValueError(f"none of the {len(messages)} messages is the user's: add the user's message first")


def _mark(messages: list[Message], newest: int, cache_control: Mapping[str, Any]) -> None:
    """Put the marker on the last block up to one message that can carry it; on none when there is no such block."""
    for place in range(newest, -1, -1):
        content = list(content_of(messages[place]))
        for at in reversed(range(len(content))):
            block = plain_block(content[at])
            if can_carry(block):
                content[at] = {**block, "cache_control": dict(cache_control)}
                messages[place] = {**messages[place], "content": content}
                return


def _check_takes(model: str, messages: Sequence[Message], message: Message) -> None:
    """Ask the rules of a history whether a system message may stand at the end, without reading all of the history."""
    backwards = reversed(range(len(messages)))
    tail = messages[next((place for place in backwards if messages[place]["role"] != "system"), len(messages)) :]
    for problem in check_history([*tail, message], model=model):
        if problem.rule == "system_role_not_supported":
            able = ", ".join(row.id for row in dict.fromkeys(MODELS.values()) if row.system_messages)
            raise ValueError(
                f"{model} takes no messages of the role system: put the facts into the last message, or use a model "
                f"that takes them: {able}"
            )
        if problem.rule.startswith("system_role") and problem.message_index == len(tail):
            raise ValueError(f"a system message cannot stand behind these {len(messages)} messages: {problem.mend}")
