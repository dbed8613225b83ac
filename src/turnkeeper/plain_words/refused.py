"""What the API refuses: the request behind an error of the SDK, the messages at fault, the rule and the mend.

The rules are those of `turnkeeper.validity`: the request is judged again, and the problem whose words are the API's is
the one. Where none has these words (the real API may say it otherwise), only a place that the words name is marked.
"""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from itertools import pairwise
from typing import Any, get_args

from turnkeeper.faults import message_of
from turnkeeper.models import MODELS
from turnkeeper.validity import RULES, Problem, Target, check_history
from turnkeeper.validity.thinking import NEEDS_BETA

_LARGEST = 8 * 1024 * 1024
_RULES = {rule.id: rule.about for rule in RULES}
_OF_ANY_FIELD = ("missing_field", "unknown_field", "wrong_type", "wrong_value")
"""Rules that are about every field: their mends say it all."""
_OTHER_ROLES = {"human": "user", "customer": "user", "ai": "assistant", "bot": "assistant", "model": "assistant"}
_SHAPE = '{"role": "user", "content": "…"}'
_REPLY = 'a message with its content: {"role": "assistant", "content": reply.content}'
_FIELDS = ("system", "tools", "thinking", "cache_control")
_PLACE = re.compile(r"messages\.(\d+)(?:\.content\.(\d+))?")
_TOO_LONG = re.compile(r"prompt is too long: (\d+) tokens > (\d+) maximum")
_TOO_MUCH = re.compile(r"max_tokens: (\d+) > (\d+),")


@dataclass(frozen=True, slots=True)
class Refusal:
    """A request that the API has refused.

    Attributes:
        status: The HTTP status.
        said: What the API says.
        fields: The request's body; empty when it is not known.
        problems: The faults that the API speaks of, each with its place; several when several have the same words.
    """

    status: int
    said: str
    fields: Mapping[str, Any]
    problems: tuple[Problem, ...]

    @property
    def rule(self) -> str:
        """What the broken rule asks, in a sentence; empty when it is not known."""
        return _RULES.get(self.problems[0].rule, "") if self.problems else ""

    @property
    def mend(self) -> str:
        """What to do about it; empty when it is not known."""
        return _mend(self.problems[0], self.fields["messages"]) if self.problems else ""

    @property
    def sentence(self) -> str:
        """What happened, where, and the mend."""
        if special := _special(self):
            return special
        if not self.problems:
            return _plainly(self.status, self.said)
        first = self.problems[0]
        where = f" because of {place}" if (place := _where(first)) else ""
        asked = f" The rule: {self.rule}" if self.rule and where and first.rule not in _OF_ANY_FIELD else ""
        if not self.mend or (first.rule in ("wrong_type", "wrong_value") and self.mend == first.mend):
            asked += f" It says: {self.said.rstrip('.')}."
        elif (path := _PLACE.match(self.said)) and path[2] and first.message_index not in (None, int(path[1])):
            asked += f" (It says message {path[1]}, since it counts neighbouring messages of one role as one.)"
        return f"The API refused the request{where}.{asked} {self.mend}".rstrip()


def refusal_behind(error: BaseException) -> Refusal | None:
    """Return what the API refused, when an error of the SDK says so; None for any other error."""
    try:
        status = getattr(error, "status_code", None)
        if not isinstance(status, int) or not type(error).__module__.startswith("anthropic"):
            return None
        said = getattr(error, "api_message", None) or message_of(error)
        fields = _body_of(error) if status == 400 else {}
        return Refusal(status, said, fields, tuple(_problems(said, fields)))
    except Exception:  # an exception of the reader's may have any of these names
        return None


def _body_of(error: BaseException) -> Mapping[str, Any]:
    """Return the body of the request that an error of the SDK speaks of; empty when there is none to look at."""
    request = getattr(error, "request", None)
    try:
        content = request.content if request is not None else b""
    except Exception:  # a body that was sent piece by piece
        return {}
    if not content or len(content) > _LARGEST:
        return {}
    fields = json.loads(content)
    # With a thread, places count in a conversation that only the API has.
    return fields if isinstance(fields, dict) and not fields.get("thread") else {}


def _problems(said: str, fields: Mapping[str, Any]) -> list[Problem]:
    if "messages" not in fields or fields.get("model") not in MODELS:
        return []
    given = {name: fields.get(name) for name in _FIELDS}
    for target in get_args(Target):
        judged = check_history(fields["messages"], model=fields["model"], target=target, **given)
        if same := [
            problem for problem in judged if said in (problem.message, problem.message.replace(NEEDS_BETA, ""))
        ]:
            return same
    return _named_by(said, fields["messages"])


def _named_by(said: str, messages: object) -> list[Problem]:
    """Return the place that the API's words name, where its count and the list's are the same: nothing is joined."""
    found = _PLACE.match(said)
    if not found or not isinstance(messages, list):
        return []
    roles = [message.get("role") if isinstance(message, Mapping) else None for message in messages]
    place = int(found[1])
    alternate = all(before != after for before, after in pairwise(roles))
    if place >= len(roles) or not alternate or not set(roles) <= {"user", "assistant"}:
        return []
    return [Problem("", said, "", place, None if found[2] is None else int(found[2]))]


def _where(problem: Problem) -> str:
    if problem.message_index is None:
        return ""
    if problem.block_index is None:
        return f"message {problem.message_index}"
    return f"message {problem.message_index}, block {problem.block_index}"


def _mend(problem: Problem, messages: object) -> str:
    message = _message(messages, problem.message_index)
    match problem.rule:
        case "unexpected_role" if isinstance(message, Mapping):
            return _role_mend(problem, message.get("role"))
        case "not_a_list" if messages is None:
            return f"{problem.mend} Was something stored that append() returned? That is None."
        case "not_a_list":
            return f"What is said goes into a list of messages, even a single one: messages=[{_SHAPE}]."
        case "wrong_type" if problem.message_index is None and problem.message.startswith("system"):
            return '`system` is a text, or a list of text blocks, [{"type": "text", "text": "…"}].'
        case "unknown_block_type" if problem.message.startswith("tools"):
            return 'A tool of your own is {"name": "…", "description": "…", "input_schema": {…}}, without a type.'
        case "wrong_type" if ".tool_result.content: " in problem.message:
            return "The content of a tool_result is a text or a list of blocks: str(…) makes a text of it."
        case "wrong_type" if ".tool_use.input: " in problem.message:
            return "The input of a tool_use is a dict: send the block back as it came."
        case "wrong_type" if not isinstance(message, Mapping) and problem.block_index is None:
            return _message_mend(problem, message)
        case "wrong_type" if isinstance(message, Mapping):
            return _content_mend(message.get("content"), problem)
        case "roles_alternate" if isinstance(message, Mapping) and message.get("role") == "user":
            return f"{problem.mend} Or was the reply between the two not appended?"
        case "unknown_field" if _is_reply(message):
            return f"It is a whole reply of the SDK. Append {_REPLY}."
    return problem.mend


def _role_mend(problem: Problem, role: object) -> str:
    if role in ("tool", "function"):
        return 'Results come from the user: {"role": "user", "content": [{"type": "tool_result", …}]}.'
    known = _OTHER_ROLES.get(str(role).lower())
    near = [known] if known else get_close_matches(str(role).lower(), ("user", "assistant"), 1)
    return f"{problem.mend}{f' Did you mean {json.dumps(near[0])}?' if near else ''}"


def _message_mend(problem: Problem, message: object) -> str:
    if problem.message_index is None:
        return problem.mend
    if isinstance(message, list) and message and isinstance(message[0], Mapping) and "type" in message[0]:
        return f"It is a list of blocks. Append {_REPLY}."
    if isinstance(message, list):
        return "It is a list: was a whole list appended? extend() or + puts the messages of one list into another."
    return f"It is {_kind(message)}, and a message is a dict: {_SHAPE}."


def _kind(value: object) -> str:
    kinds = {"NoneType": "None", "str": "a text", "int": "a number", "float": "a number"}
    return kinds.get(type(value).__name__, f"a {type(value).__name__}")


def _content_mend(content: object, problem: Problem) -> str:
    if isinstance(content, list) and problem.block_index is not None and problem.block_index < len(content):
        block = content[problem.block_index]
        if isinstance(block, str):
            return 'A block is a dict: {"type": "text", "text": "…"}. Or let the whole content be one text.'
    if _is_reply(content):
        return "The content is a whole reply of the SDK: take its blocks, reply.content."
    if isinstance(content, Mapping) and "type" in content:
        return "The content is a single block: put it into a list, [block]."
    if content is None:
        return "The content is None: give the message a text, or leave it out."
    return problem.mend


def _message(messages: object, index: int | None) -> object:
    listed = isinstance(messages, list) and index is not None and index < len(messages)
    return messages[index] if listed else None  # type: ignore[index]


def _is_reply(value: object) -> bool:
    return isinstance(value, Mapping) and value.get("type") == "message" and "stop_reason" in value


def _special(refusal: Refusal) -> str:
    """Return the sentence for a refusal that no message is to blame for; empty for another."""
    said = refusal.said
    if refusal.status == 404 and said.startswith("model: "):
        name = said.removeprefix("model: ")
        near = get_close_matches(name, list(MODELS), 1, 0.5)
        return f"The API knows no model {name!r}. {f'Did you mean {near[0]!r}?' if near else 'Is the id right?'}"
    if found := _TOO_LONG.match(said):
        tokens, most = int(found[1]), int(found[2])
        return (
            f"The request holds {tokens:,} tokens, and the context window of this model {most:,}: {tokens - most:,} "
            "too many. Send fewer messages: trim the history, or summarize its beginning."
        )
    if found := _TOO_MUCH.match(said):
        asked, most = int(found[1]), int(found[2])
        return f"`max_tokens` is {asked:,}, and this model writes {most:,} tokens at most. Ask for that or less."
    if said.startswith("max_tokens: Field required"):
        return "The request has no max_tokens, and every call needs it: the most the reply may hold, in tokens."
    return ""


def _plainly(status: int, said: str) -> str:
    match status:
        case 401:
            return "The API does not take the key of this client. client = connect() answers offline, without a key."
        case 413:
            return "The request is larger than the API takes, which is 32 MB. Send less."
        case 429:
            return "The API takes no more calls from this account for now. Wait a little, then send it again."
        case 529:
            return "The API is overloaded for now. Wait a little, then send it again."
    return f"The API {'failed' if status >= 500 else 'refused the call'} with status {status}: {said}"


def ids_at_fault(problems: Sequence[Problem]) -> frozenset[str]:
    """Return the tool ids that faults speak of."""
    return frozenset(id for problem in problems for id in problem.ids)
