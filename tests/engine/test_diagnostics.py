import pytest
from anthropic.types import Diagnostics as SdkDiagnostics

from turnkeeper.offline.diagnostics import KEPT, Diagnostics
from turnkeeper.offline.request import as_request
from turnkeeper.tokens import PER_MESSAGE, PER_REQUEST, block_tokens

HELLO = {"role": "user", "content": "Hello"}
YES = {"role": "assistant", "content": "Yes, what is it?"}
ORDER = {"role": "user", "content": "My order is late."}
TALK = [HELLO, YES, ORDER]
TOOL = {"name": "find_order", "input_schema": {"type": "object"}}
OTHER = {"name": "cancel_order", "input_schema": {"type": "object"}}


def request(previous=None, *, betas=(), **fields):
    sent = {"model": "claude-opus-5", "max_tokens": 100, "system": "You run a shop.", "messages": TALK, "tools": [TOOL]}
    return as_request(sent | {"diagnostics": {"previous_message_id": previous}} | fields, frozenset(betas), "")


def reason(before, after):
    """Why the second request could not use what the first one left."""
    diagnostics = Diagnostics()
    assert diagnostics.diagnose(before, "msg_1") is None
    said = diagnostics.diagnose(after, "msg_2")
    if said is not None:
        SdkDiagnostics.model_validate(said)
        return said["cache_miss_reason"]
    return None


def test_the_same_again_and_what_is_appended_are_no_difference():
    assert reason(request(), request("msg_1")) is None
    assert reason(request(), request("msg_1", messages=[*TALK, YES, HELLO])) is None


def test_where_a_marker_stands_and_how_long_the_reply_may_be_are_no_difference():
    assert (
        reason(request(), request("msg_1", cache_control={"type": "ephemeral"}, max_tokens=7, speed="standard")) is None
    )


@pytest.mark.parametrize(
    ("changes", "kind"),
    [
        ({"model": "claude-opus-5-5"}, "model_changed"),
        ({"speed": "fast"}, "model_changed"),
        ({"system": "It is 15:09. You run a shop."}, "system_changed"),
        ({"system": None}, "system_changed"),
        ({"tools": [TOOL, OTHER]}, "tools_changed"),
        ({"tools": []}, "tools_changed"),
        ({"tools": [OTHER], "system": "Other."}, "tools_changed"),
        ({"model": "claude-opus-5-5", "tools": [OTHER], "system": "Other."}, "model_changed"),
        ({"messages": TALK[1:]}, "messages_changed"),
        ({"messages": TALK[:-1]}, "messages_changed"),
        ({"messages": [YES, HELLO, ORDER]}, "messages_changed"),
        ({"tool_choice": {"type": "none"}}, "unavailable"),
        ({"thinking": {"type": "disabled"}}, "unavailable"),
        ({"output_config": {"effort": "low"}}, "unavailable"),
        ({"context_management": {"edits": []}}, "unavailable"),
        ({"betas": ["compact-2026-01-12"]}, "unavailable"),
        ({"messages": TALK[1:], "thinking": {"type": "disabled"}}, "unavailable"),
        ({"system": "Other.", "thinking": {"type": "disabled"}}, "system_changed"),
    ],
)
def test_the_first_difference_is_told(changes, kind):
    assert reason(request(), request("msg_1", **changes))["type"] == kind


def test_what_was_missed_stands_behind_the_difference():
    whole = request().input_tokens
    said = request(messages=[ORDER]).input_tokens - request(messages=[]).input_tokens
    assert reason(request(), request("msg_1", model="claude-opus-4-8"))["cache_missed_input_tokens"] == whole
    changed = reason(request(), request("msg_1", messages=[HELLO, YES, HELLO]))
    assert changed == {"type": "messages_changed", "cache_missed_input_tokens": said}
    system = block_tokens({"type": "text", "text": "You run a shop."})
    messages = request(tools=[], system=None).input_tokens - PER_REQUEST
    assert reason(request(), request("msg_1", system="Other."))["cache_missed_input_tokens"] == system + messages
    assert messages > PER_MESSAGE * 3


def test_an_unknown_reply_is_said_to_be_unknown():
    assert reason(request(), request("msg_9")) == {"type": "previous_message_not_found"}


NOT_ASKED = [{"diagnostics": None}, {"diagnostics": {}}, {"diagnostics": {"previous_message_id": None}}]


@pytest.mark.parametrize("fields", NOT_ASKED)
def test_without_an_earlier_reply_there_is_nothing_to_tell(fields):
    diagnostics = Diagnostics()
    diagnostics.diagnose(request(), "msg_1")
    assert diagnostics.diagnose(request(**fields), "msg_2") is None


def test_a_request_that_does_not_ask_is_not_remembered():
    assert reason(request(diagnostics=None), request("msg_1")) == {"type": "previous_message_not_found"}


def test_only_the_newest_are_remembered():
    diagnostics = Diagnostics()
    for number in range(KEPT + 1):
        diagnostics.diagnose(request(), f"msg_{number}")
    unknown = {"cache_miss_reason": {"type": "previous_message_not_found"}}
    assert diagnostics.diagnose(request("msg_0"), "msg_x") == unknown
    assert diagnostics.diagnose(request("msg_2"), "msg_y") is None
