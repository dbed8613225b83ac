"""The picture of the requests of a conversation."""

import re

import pytest

from turnkeeper.costs import total_input
from turnkeeper.view import show_requests
from turnkeeper.view.picture import MOST_ROWS, MOST_SEGMENTS

from .views import conversation, held, number, svg_text, tables

LONG = "Be kind. " * 300


def rows_of(view):
    """The rows of the table, each a line of facts and the words below."""
    [[_, *rows]] = tables(view)
    return [(facts, words) for facts, [words] in zip(rows[::2], rows[1::2], strict=True)]


def test_there_is_a_row_for_each_request():
    requests, _ = conversation("Hello.", "My name is Noor.", "What is my name?", system="Be kind.")
    view = show_requests(requests)
    [[heads, *_]] = tables(view)
    assert heads == ["No.", "Messages", "Input tokens"]
    assert [facts for facts, _ in rows_of(view)] == [
        ["1", "1", f"{requests[0].input_tokens}"],
        ["2", "3, 1 again", f"{requests[1].input_tokens}"],
        ["3", "5, 3 again", f"{requests[2].input_tokens}"],
    ]


def test_what_a_request_held_adds_up_to_its_input():
    tools = [{"name": "find_order", "description": "Finds an order.", "input_schema": {"type": "object"}}]
    requests, _ = conversation("Hello.", "My name is Noor.", system="Be kind.", tools=tools)
    for request, (facts, words) in zip(requests, rows_of(show_requests(requests)), strict=True):
        assert held(words) == number(facts[2]) == request.input_tokens
        assert words.startswith("It held: system text 4, tool definitions ")


def test_the_thin_bar_tells_what_was_sent_before_and_what_is_new():
    requests, _ = conversation("Hello.", "My name is Noor.", system="Be kind.")
    first, second = rows_of(show_requests(requests))
    one, two = (request.input_tokens for request in requests)
    assert first[1].endswith(f"; new {one}")
    assert second[1].endswith(f"; sent before {one}, new {two - one}")


def test_what_was_read_written_and_fresh_is_the_whole_input():
    requests, usages = conversation("Hello.", "And you?", system=LONG, cache_control={"type": "ephemeral"})
    view = show_requests(requests, usages)
    [[heads, *_]] = tables(view)
    assert heads[-3:] == ["Read", "Written", "Fresh"]
    for usage, (facts, _) in zip(usages, rows_of(view), strict=True):
        *_, tokens, read, written, fresh = map(number, facts)
        assert read + written + fresh == total_input(usage) == tokens
        assert (read, written) == (usage.cache_read_input_tokens, usage.cache_creation_input_tokens)
    assert number(rows_of(view)[1][0][3]) > 0
    assert repr(view) == repr(show_requests(requests, [usage.model_dump() for usage in usages]))
    assert "rrrr" in repr(view)
    assert "r read from the cache" in repr(view)


def test_a_request_that_failed_has_no_usage():
    requests, usages = conversation("Hello.", "And you?")
    view = show_requests(requests, [usages[0], None])
    _, (facts, _) = rows_of(view)
    assert facts[3:] == ["–", "–", "–"]
    thin = [line for line in repr(view).splitlines() if re.fullmatch("  ([rwfbn])+", line)]
    assert thin == ["  " + "f" * round(78 * requests[0].input_tokens / requests[1].input_tokens)]


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"usages": []}, "the numbers differ: 1 and 0; give None"),
        ({"window": 0}, "a window of 0 tokens holds nothing"),
    ],
)
def test_what_makes_no_sense_is_refused(given, said):
    requests, _ = conversation("Hello.")
    with pytest.raises(ValueError, match=said):
        show_requests(requests, **given)


def test_requests_may_be_the_arguments_of_a_call():
    requests, usages = conversation("Hello.", "And you?", system=LONG, cache_control={"type": "ephemeral"})
    bodies = [dict(request.fields) for request in requests]
    assert repr(show_requests(bodies, usages)) == repr(show_requests(requests, usages))
    assert rows_of(show_requests([{"model": "claude-2.1"}])) == [(["1", "0", "3"], "It held: request itself 3; new 3")]
    with pytest.raises(ValueError, match="no model 'gpt' here; known are claude"):
        show_requests([{"model": "gpt"}])


def again(*requests):
    """How many messages of the last request were sent before."""
    facts, _ = rows_of(show_requests(requests))[-1]
    return number(facts[1].partition(", ")[2]) if "again" in facts[1] else 0


def test_what_was_changed_on_the_way_was_not_sent_before():
    [first, second], _ = conversation("Hello.", "Again.")
    assert again(first, second) == 1
    assert again(first, second.with_messages([{"role": "user", "content": "Edited."}, *second.messages[1:]])) == 0


def test_what_a_window_moved_was_sent_before():
    *_, last = conversation("One.", "Two.", "Three.")[0]
    assert again(last, last.with_messages(last.messages[2:])) == 3


def test_a_message_that_is_said_twice_is_new_the_second_time():
    [first, second], _ = conversation("Hello.", "Hello.")
    assert again(first, second) == 1


def test_a_marker_for_the_cache_makes_no_new_message():
    [first, second], _ = conversation("Hello.", "Again.")
    marked = [{"type": "text", "text": "Hello.", "cache_control": {"type": "ephemeral"}}]
    assert again(first.with_messages([{"role": "user", "content": marked}]), second) == 1


def test_a_marker_that_moves_makes_no_new_message():
    said = [{"role": role, "content": [{"type": "text", "text": "Hm."}]} for role in ("user", "assistant")] * 3

    def sent(number):
        [block] = said[number - 1]["content"]
        last = {**said[number - 1], "content": [{**block, "cache_control": {"type": "ephemeral"}}]}
        return {"model": "claude-haiku-5-5", "messages": [*said[: number - 1], last]}

    assert again(sent(1), sent(3)) == 1
    assert again(sent(1), sent(3), sent(5)) == 3


def test_writes_that_only_the_split_names_are_no_fresh_tokens():
    requests, _ = conversation("Hello.")
    usage = {"input_tokens": 2, "cache_creation": {"ephemeral_5m_input_tokens": 3, "ephemeral_1h_input_tokens": 4}}
    [(facts, _)] = rows_of(show_requests(requests, [usage]))
    assert facts[-3:] == ["0", "7", "2"]


def test_another_system_prompt_is_new():
    first = conversation("Hello.", system="Be kind.")[0][0]
    second = conversation("Hello.", system="Be short.")[0][0]
    (_, words), (_, changed) = rows_of(show_requests([first, second]))
    assert words.endswith("; new 16" if first.input_tokens == 16 else f"; new {first.input_tokens}")
    assert changed.endswith(f"; sent before {second.input_tokens - 3 - 4}, new 7")


def test_many_requests_are_put_together():
    requests = conversation("Hello.", "And you?")[0] * 100
    rows = rows_of(show_requests(requests))
    assert len(rows) == MOST_ROWS + 1
    together, words = rows[MOST_ROWS // 2]
    assert together[0] == "13–188"
    assert "176 more requests: " in words
    assert sum(number(facts[2]) for facts, _ in rows) == sum(request.input_tokens for request in requests)
    usages = [{"input_tokens": request.input_tokens} for request in requests]
    *_, read, written, fresh = rows_of(show_requests(requests, usages))[MOST_ROWS // 2][0]
    assert (read, written, fresh) == ("0", "0", together[2])
    assert rows_of(show_requests(requests, [None] * 200))[MOST_ROWS // 2][0][-1] == "–"


def test_many_messages_are_put_together_in_a_bar():
    request = conversation("Hello.")[0][0]
    request = request.with_messages([{"role": role, "content": "Hi."} for role in ("user", "assistant")] * 2_000)
    html = show_requests([request]).to_html()
    assert html.count("<span title=") == MOST_SEGMENTS + 1  # and one in the thin bar
    assert f"{4_001 - MOST_SEGMENTS + 1:,} more, " in html


def test_bars_can_be_drawn_against_a_window():
    requests, _ = conversation("Hello.", system=LONG)
    roomy, tight = show_requests(requests, window=100_000), show_requests(requests, window=100)
    assert "The window is 100,000 tokens." in repr(roomy).replace("\n", " ")
    assert "end of the window" not in repr(roomy)
    assert "S" * 10 not in repr(roomy)
    for drawn in (repr(tight), tight.to_html(), tight.to_svg()):
        assert "end of the window" in drawn


def test_nothing_sent_is_an_empty_picture():
    view = show_requests([])
    assert tables(view) == [[["No.", "Messages", "Input tokens"]]]
    assert "What was sent" in repr(view)
    assert "What was sent" in view.to_svg()


def test_each_fact_is_in_the_description_of_the_svg():
    requests, usages = conversation("Hello.", "And you?", system=LONG, cache_control={"type": "ephemeral"})
    view = show_requests(requests, usages)
    for (facts, words), line in zip(rows_of(view), svg_text(view).splitlines()[1:], strict=True):
        assert f"{words}." in line
        for fact, name in zip(facts[1:], ("Messages", "Input tokens", "Read", "Written", "Fresh"), strict=True):
            assert f"{name} {fact}" in line
