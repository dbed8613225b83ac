"""The check as a whole: its limits, its order, what it may be given, and its types next to the SDK's."""

import typing

import pytest
from anthropic import types
from anthropic.types import beta

from turnkeeper import check_history
from turnkeeper.models import MODELS
from turnkeeper.validity import (
    History,
    Problem,
    block_types,
    conversation_problems,
    limits,
    media,
    server_tools,
    thinking_types,
    tool_types,
)
from turnkeeper.validity.plain import plain_messages
from turnkeeper.validity.schema import wording

from .blocks import (
    BY_HAND,
    HI,
    MARK,
    NEW,
    OLD,
    REPLY,
    assistant,
    call,
    found,
    picture,
    result,
    searched,
    text,
    told,
    tool,
    user,
)


def test_a_list_that_is_too_long(monkeypatch):
    assert limits.MOST_MESSAGES == 100_000
    monkeypatch.setattr(limits, "MOST_MESSAGES", 3)
    assert check_history([HI] * 3) == []
    (problem,) = check_history([HI] * 4)
    assert problem == Problem(
        "too_many_messages",
        "messages: at most 3 messages may be provided. Found 4.",
        "Trim the history, or put a summary in place of the older messages.",
    )


@pytest.mark.parametrize(("data", "size"), [("A" * 12, 9), ("A" * 11 + "=", 8), ("A" * 10 + "==", 7)])
def test_an_image_that_is_too_heavy(monkeypatch, data, size):
    assert media.MOST_BYTES == 10 * 1024 * 1024
    history = [user(text("x"), picture(data))]
    monkeypatch.setattr(media, "MOST_BYTES", size)
    assert check_history(history) == []
    monkeypatch.setattr(media, "MOST_BYTES", size - 1)
    (problem,) = check_history(history)
    assert problem == Problem(
        "image_too_heavy",
        f"messages.0.content.1.image.source.base64: image exceeds 10 MB maximum: {size} bytes > {size - 1} bytes",
        "Send a smaller or more compressed image.",
        0,
        1,
    )


def test_faults_of_the_fields_come_first_and_in_the_order_of_the_api():
    history = [{"role": "user"}, REPLY]
    problems = check_history(history, system=3, tools=[3], cache_control=3)
    assert [problem.message.split(":")[0] for problem in problems[:4]] == [
        "tools.0",
        "messages.0.content",
        "system",
        "cache_control",
    ]
    assert [problem.rule for problem in problems[4:]] == ["prefill_not_supported"]


@pytest.mark.parametrize("model", ["claude-nope-1", None, 3, ["claude-opus-5"]])
def test_an_unknown_model_is_an_error_that_names_the_known_ones(model):
    with pytest.raises(ValueError, match=r"^no model .* here; known are claude-fable-5-2, .*claude-haiku-4-5"):
        check_history([HI], model=model)


@pytest.mark.parametrize("target", ["bedrock", None, "", ["claude"]])
def test_an_unknown_target_is_an_error_that_names_the_known_ones(target):
    with pytest.raises(ValueError, match=r"^target is one of claude, strict, not "):
        check_history([HI], target=target)


def test_a_model_may_be_given_as_its_row():
    assert check_history([HI, REPLY], model=MODELS[OLD]) == []
    assert [problem.rule for problem in check_history([HI, REPLY], model=MODELS[NEW])] == ["prefill_not_supported"]


def test_blocks_of_the_sdk_are_read_like_mappings():
    said = types.TextBlock(type="text", text="Looking.", citations=None)
    called = types.ToolUseBlock(type="tool_use", id="t1", name="look", input={"a": 1}, caller=None)
    thinks = types.ThinkingBlock(type="thinking", thinking="Hm.", signature="s")
    history = [HI, {"role": "assistant", "content": [thinks, said, called]}, user(result("t1"))]
    assert check_history(history) == []
    assert [problem.rule for problem in check_history(history[:2])] == ["tool_use_without_result"]
    dumped = {"role": "assistant", "content": [block.model_dump() for block in (thinks, said, called)]}
    assert check_history([HI, dumped, user(result("t1"))]) == []


def test_a_whole_response_is_no_message():
    usage = types.Usage(input_tokens=1, output_tokens=1)
    response = types.Message(
        id="msg_1",
        type="message",
        role="assistant",
        model=OLD,
        content=[types.TextBlock(type="text", text="x")],
        stop_reason="end_turn",
        usage=usage,
    )
    (_, *unknown) = told(check_history([HI, response, HI]))
    assert {rule for rule, *_ in unknown} == {"unknown_field"}


class Broken:
    """Looks like a block of the SDK, and is none."""

    def model_dump(self, **_):
        raise RuntimeError("no")


class Unreadable(dict):
    def values(self):
        raise RuntimeError("no")


ENDLESS = []
ENDLESS += [ENDLESS, ENDLESS]
CONTENT, SOURCE = {"role": "user"}, {"role": "user"}
CONTENT["content"] = [CONTENT]
SOURCE["source"] = SOURCE
ODD = [
    CONTENT,
    SOURCE,
    Broken(),
    Broken,
    Unreadable(),
    object(),
    ENDLESS,
    {"role": ENDLESS},
    {1: 2},
    float("nan"),
    10**400,
    "\ud800",
]


@pytest.mark.parametrize("odd", ODD, ids=[str(number) for number in range(len(ODD))])
def test_odd_objects_are_faults_and_no_exceptions(odd):
    for history in (
        odd,
        [odd],
        [HI, {"role": "user", "content": odd}],
        [user(odd)],
        [user(result("t1", content=[odd]))],
    ):
        assert isinstance(check_history(history), list)
    assert isinstance(check_history([HI], system=odd, tools=odd, thinking=odd, cache_control=odd), list)
    assert isinstance(check_history([HI], system=[odd], tools=[odd]), list)


def _members(union):
    """Return the mappings in a union of the SDK, by the value of their field `type`."""
    found = {}
    for one in typing.get_args(union):
        if isinstance(one, type):
            hints = typing.get_type_hints(one)
            for tag in _values(hints["type"]):
                found[tag] = found.get(tag, set()) | hints.keys()
    return found


def _values(hint):
    inner = typing.get_args(hint)
    if typing.get_origin(hint) is typing.Literal:
        return [value for value in inner if value is not None]
    return [value for one in inner for value in _values(one)]


def _ours(annotated):
    """Return our types in a union, by the value of their field `type`."""
    found = {}
    for one in typing.get_args(typing.get_args(annotated)[0]):
        named = typing.get_args(one)[0] if typing.get_origin(one) is typing.Annotated else one
        for each in typing.get_args(named) or [named]:
            for tag in _values(typing.get_type_hints(each)["type"]):
                found[tag] = each
    return found


def test_the_blocks_are_those_of_the_sdk_with_its_fields():
    sdk = {**_members(types.ContentBlockParam), **_members(beta.BetaContentBlockParam)}
    ours = _ours(block_types.AnyBlock)
    assert ours.keys() == sdk.keys()
    for tag, block in ours.items():
        if block is not block_types.OtherBlock:
            assert typing.get_type_hints(block).keys() == sdk[tag], tag


def test_the_blocks_in_a_result_are_those_of_the_sdk():
    (content,) = (
        one for one in typing.get_args(typing.get_type_hints(types.ToolResultBlockParam)["content"]) if one is not str
    )
    assert _ours(block_types.ResultBlock).keys() == _members(typing.get_args(content)[0]).keys()


def test_the_tools_are_those_of_the_sdk_with_their_fields():
    sdk = {**_members(types.ToolUnionParam), **_members(beta.BetaToolUnionParam)}
    ours = _ours(tool_types.AnyTool)
    assert ours.keys() == sdk.keys()
    assert typing.get_type_hints(tool_types.CustomTool).keys() == sdk["custom"]


def test_the_results_of_server_tools_are_those_of_the_sdk():
    tags = {*_members(types.ContentBlockParam), *_members(beta.BetaContentBlockParam)}
    assert set(server_tools.RESULTS) == {tag for tag in tags if tag.endswith("_tool_result")}


def test_the_settings_of_thinking_are_those_of_the_sdk_with_their_fields():
    sdk = {**_members(types.ThinkingConfigParam), **_members(beta.BetaThinkingConfigParam)}
    ours = _ours(thinking_types.ThinkingSetting)
    assert ours.keys() == sdk.keys()
    for tag, setting in ours.items():
        assert typing.get_type_hints(setting).keys() == sdk[tag] | {"block_binding"}, tag


class Setting:
    """A setting of thinking as an object of the SDK's kind."""

    def model_dump(self, **_):
        return BY_HAND


def test_a_setting_of_thinking_may_be_an_object():
    history = [HI, assistant(call("t1")), user(result("t1"))]
    for thinking in (BY_HAND, Setting()):
        (problem,) = check_history(history, model=OLD, thinking=thinking)
        assert problem.rule == "thinking_missing_before_tool_use"


class Counted(History):
    """Counts how often its turns are asked for."""

    asked = 0

    @property
    def turns(self):
        Counted.asked += 1
        return super().turns


def test_what_waits_at_the_end_is_looked_up_once_and_not_for_each_call():
    asked = []
    for pairs in (1, 50):
        messages = [HI, *[assistant(searched(f"srvtoolu_{n}"), found(f"srvtoolu_{n}")) for n in range(pairs)], HI]
        Counted.asked = 0
        history = Counted(messages, frozenset(), None, [], MODELS[OLD], "claude", {}, None)
        assert list(server_tools.without_result(history)) == []
        asked.append(Counted.asked)
    assert asked[0] == asked[1]


def test_what_is_plain_already_is_not_copied():
    history = [HI, assistant(call("t1")), user(result("t1", content=[text("x")]))]
    read = plain_messages(history)
    assert read is not history
    assert all(one is given for one, given in zip(read, history, strict=True))


def test_a_history_with_other_messages_is_otherwise_the_same():
    history = History(["x"], frozenset({0}), "Be brief.", [tool("a")], MODELS[OLD], "strict", BY_HAND, MARK)
    other = history.with_messages([HI, REPLY])
    assert other == History([HI, REPLY], frozenset(), "Be brief.", [tool("a")], MODELS[OLD], "strict", BY_HAND, MARK)
    rules = [problem.rule for problem in conversation_problems(other)]
    assert rules == ["prefill_not_supported"]
    assert (history.messages, history.malformed) == (["x"], {0})


def test_the_wording_of_an_error_elsewhere_in_a_body():
    """The offline API words the errors of all fields with it. Tags of ours begin with a ~, which is left out."""
    error = {"type": "int_type", "loc": ("max_tokens",), "msg": "Input should be a valid integer", "input": "x"}
    assert wording(error) == "max_tokens: Input should be a valid integer"
    context = {"tag": "~off", "expected_tags": "'~on', '~disabled'", "discriminator": "kind()"}
    error = {"type": "union_tag_invalid", "loc": ("thinking", "~kind"), "msg": "", "input": {}, "ctx": context}
    assert wording(error) == (
        "thinking: Input tag 'off' found using 'type' does not match any of the expected tags: 'disabled', 'on'"
    )
