"""Faults of the schema, sorted into rules, with what to do about each."""

from collections.abc import Iterable, Iterator

from turnkeeper.validity.problem import Problem
from turnkeeper.validity.schema import Error, path, place, wording

_KINDS = {
    "missing": "missing_field",
    "union_tag_not_found": "missing_field",
    "extra_forbidden": "unknown_field",
    "invalid_key": "unknown_field",
    "union_tag_invalid": "unknown_block_type",
    "list_type": "wrong_type",
    "dict_type": "wrong_type",
    "model_attributes_type": "wrong_type",
    "string_type": "wrong_type",
    "bool_type": "wrong_type",
}
_MENDS = {
    "not_a_list": "Send a list of messages, not {kind}.",
    "no_messages": "Put the user's message into the list before the call.",
    "unexpected_role": 'Give {what} the role "user" or "assistant".',
    "missing_field": "Give {what} the field `{field}`.",
    "unknown_field": "Take the field `{field}` out of {what}.",
    "unknown_block_type": "Give {what} a type that the API knows, or leave it out.",
    "wrong_type": "Replace {kind} there ({what}) by what the message asks for.",
    "wrong_value": "Give `{field}` in {what} a value that is allowed.",
    "invalid_tool_use_id": "Make this id of letters, digits, _ and - only, the same in call and result: {what}.",
    "cache_on_thinking": "Take the cache marker off {what}: thinking cannot carry one.",
    "thinking_without_signature": "Send {what} back as it came, with its signature, or leave it out.",
}


def shape_problems(errors: Iterable[Error]) -> Iterator[Problem]:
    """Find the problems behind pydantic's errors. A call and its result that share a wrong id are one."""
    ids: set[tuple[str, ...]] = set()
    for problem in map(_problem, errors):
        if problem.ids not in ids:
            yield problem
        if problem.ids:
            ids.add(problem.ids)


def _problem(error: Error) -> Problem:
    where = path(error["loc"])
    rule = _rule(where, error["type"])
    message_index, block_index = place(error)
    ids = (str(error["input"]),) if rule == "invalid_tool_use_id" else ()
    mend = _MENDS[rule].format(what=_what(where), field=_field(where, error["type"]), kind=_kind(error["input"]))
    return Problem(rule, wording(error), mend, message_index, block_index, ids)


def _rule(where: list[int | str], kind: str) -> str:
    match where, kind:
        case [["messages"], "too_short"]:
            return "no_messages"
        case [["messages"], _]:
            return "not_a_list"
        case [["messages", int(), "role"], "literal_error"]:
            return "unexpected_role"
        case [[*_, "tool_use", "id"] | [*_, "server_tool_use", "id"] | [*_, "tool_use_id"], "string_pattern_mismatch"]:
            return "invalid_tool_use_id"
        case [[*_, "thinking" | "redacted_thinking", "cache_control"], "extra_forbidden"]:
            return "cache_on_thinking"
        case [[*_, "thinking", "signature"], "missing"]:
            return "thinking_without_signature"
    return _KINDS.get(kind, "wrong_value")


def _what(where: list[int | str]) -> str:
    match where:
        case ["messages", int(index), "content", int(block), *_]:
            return f"block {block} of message {index}"
        case ["messages", int(index), *_]:
            return f"message {index}"
        case [str(field), int(place), *_]:
            return f"item {place} of `{field}`"
        case _:
            return f"`{where[0]}`"


def _field(where: list[int | str], kind: str) -> object:
    return "type" if kind == "union_tag_not_found" else where[-1]


def _kind(value: object) -> str:
    name = type(value).__name__
    return {"NoneType": "None", "str": "a string", "dict": "a single mapping", "int": "a number"}.get(name, f"a {name}")
