import copy
import json
from decimal import ROUND_HALF_EVEN, Decimal
from itertools import accumulate
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from turnkeeper.costs import in_base_tokens
from turnkeeper.models import MODELS
from turnkeeper.offline.cache import CacheUse, Position, PromptCache
from turnkeeper.offline.prefix import known_by, part_tokens, parts
from turnkeeper.offline.request import as_request

CASES = Path(__file__).parents[1] / "cases"
MARK = {"type": "ephemeral"}
HOUR = {"type": "ephemeral", "ttl": "1h"}
LONG = "A rule of the house that every guest should know. " * 60  # more than 512 tokens
TOOL = {
    "name": "find_order",
    "description": LONG,
    "input_schema": {"type": "object", "properties": {"id": {}, "at": {}}},
}
SEARCH = {"type": "web_search_20250305", "name": "web_search"}
FETCH = {"type": "web_fetch_20250910", "name": "web_fetch"}
PIXEL = {"type": "image", "source": {"type": "url", "url": "https://example.org/cat.png"}}


class Clock:
    def __init__(self):
        self.now = 0.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def cache(clock):
    return PromptCache(clock)


def text(said, mark=None):
    return {"type": "text", "text": said} | ({"cache_control": mark} if mark else {})


def user(*content):
    return {"role": "user", "content": list(content)}


def assistant(*content):
    return {"role": "assistant", "content": list(content)}


def request(*messages, model="claude-opus-5", **fields):
    return as_request(
        {"model": model, "max_tokens": 100, "messages": list(messages)} | fields, frozenset(), "2026-10-21"
    )


def case(number):
    (path,) = CASES.glob(f"{number}-*.json")
    return json.loads(path.read_text())


def prompt(*blocks):
    """Positions whose keys are what they and all before them say: words and tokens each, and a marker on some."""
    said = ""
    positions = []
    for words, tokens, *marker in blocks:
        said += f"{words}|"
        positions.append(Position(said.encode(), tokens, *marker))
    return positions


# What is read and written


def test_cold_then_warm(cache):
    asked = request(user(text("Turn the hall light on.")), system=[text(LONG, MARK)])
    cold = cache.use(asked)
    assert cold.read == 0
    assert cold.write_5m > 512
    assert cold.uncached < 20
    assert cache.use(asked) == CacheUse(read=cold.write_5m, uncached=cold.uncached)


def test_the_captured_figures(cache):
    # Cold 15 / 3935 / 0 and warm 15 / 0 / 3935 (messages_api.md, B9, a published capture)
    asked = prompt(("system", 3_935, "5m"))
    assert cache.use_positions(asked, minimum=1_024, behind=15).usage_fields() == {
        "input_tokens": 15,
        "cache_creation_input_tokens": 3_935,
        "cache_read_input_tokens": 0,
        "cache_creation": {"ephemeral_5m_input_tokens": 3_935, "ephemeral_1h_input_tokens": 0},
    }
    assert cache.use_positions(asked, minimum=1_024, behind=15) == CacheUse(read=3_935, uncached=15)


def test_without_a_marker_nothing_is_cached(cache):
    asked = request(user(text(LONG)), system=LONG)
    assert cache.use(asked) == cache.use(asked) == CacheUse(uncached=asked.input_tokens)
    assert len(cache) == 0


def test_a_marker_that_is_null_is_none(cache):
    asked = request(user(text(LONG) | {"cache_control": None}), cache_control=None)
    assert cache.use(asked) == CacheUse(uncached=asked.input_tokens)


def test_a_conversation_reads_what_it_wrote_and_writes_what_is_new(cache):
    first = request(user(text(LONG)), cache_control=MARK)
    wrote = cache.use(first)
    assert wrote == CacheUse(write_5m=first.input_tokens)
    second = request(user(text(LONG)), assistant(text("Yes.")), user(text("And the garden?")), cache_control=MARK)
    assert cache.use(second) == CacheUse(read=first.input_tokens, write_5m=second.input_tokens - first.input_tokens)


@pytest.mark.parametrize("max_tokens", [0, 100])
def test_warming_writes_like_any_request(cache, max_tokens):
    warm = request(user(text("warmup")), system=[text(LONG, MARK)], max_tokens=max_tokens)
    wrote = cache.use(warm).write_5m
    assert cache.use(request(user(text("Hello")), system=[text(LONG, MARK)])).read == wrote


def test_the_known_count_is_taken(cache):
    asked = request(user(text("Hello")), system=[text(LONG, MARK)])
    assert cache.use(asked, input_tokens=asked.input_tokens) == PromptCache(Clock()).use(asked)


# The minimum


@pytest.mark.parametrize("model", sorted(MODELS))
def test_a_prefix_shorter_than_the_minimum_is_passed_over_in_silence(clock, model):
    row = MODELS[model]
    for short, cached in ((1, False), (0, True)):
        cache = PromptCache(clock)
        asked = prompt(("system", row.cache_minimum - short, "5m"), ("hello", 3))
        for _ in range(2):
            use = cache.use_positions(asked, minimum=row.cache_minimum)
        assert (use.read > 0) == cached
        assert use.total == row.cache_minimum - short + 3


def test_the_minimum_is_the_models(cache):
    said = user(text(LONG, MARK))
    assert cache.use(request(said, model="claude-opus-5")).write_5m
    assert cache.use(request(said, model="claude-opus-4-7")).write_5m == 0


def test_a_short_marker_does_not_count_as_the_last(cache):
    asked = prompt(("tools", 100, "1h"), ("system", 900, "5m"), ("hello", 3))
    assert cache.use_positions(asked, minimum=512) == CacheUse(write_5m=1_000, uncached=3)


# Looking back


def blocks(number):
    return [(f"block {place}", 100) for place in range(1, number + 1)]


def marked_last(number):
    return prompt(*blocks(number)[:-1], (f"block {number}", 100, "5m"))


def test_the_pages_example_of_looking_back(cache):
    assert cache.use_positions(marked_last(10), minimum=512).read == 0
    assert cache.use_positions(marked_last(15), minimum=512) == CacheUse(read=1_000, write_5m=500)
    assert cache.use_positions(marked_last(35), minimum=512) == CacheUse(write_5m=3_500)


def test_nineteen_blocks_further_is_near_enough(cache):
    cache.use_positions(marked_last(15), minimum=512)
    assert cache.use_positions(marked_last(34), minimum=512) == CacheUse(read=1_500, write_5m=1_900)


def test_a_second_marker_looks_back_on_its_own(cache):
    cache.use_positions(marked_last(15), minimum=512)
    asked = blocks(35)
    asked[14] = (*asked[14], "5m")
    asked[34] = (*asked[34], "5m")
    assert cache.use_positions(prompt(*asked), minimum=512) == CacheUse(read=1_500, write_5m=2_000)


def test_only_what_was_marked_was_written(cache):
    cache.use_positions(marked_last(10), minimum=512)
    other = [*blocks(9), ("the time is 15:09", 100, "5m")]
    assert cache.use_positions(prompt(*other), minimum=512).read == 0


@pytest.mark.parametrize("kind", ["tool_use", "tool_result", "text"])
def test_a_run_of_calls_or_results_is_one_position(cache, kind):
    made = {
        "tool_use": lambda place: {"type": "tool_use", "id": f"toolu_{place}", "name": "find_order", "input": {}},
        "tool_result": lambda place: {"type": "tool_result", "tool_use_id": f"toolu_{place}", "content": "none"},
        "text": lambda place: text(f"Word {place}."),
    }[kind]
    run = [made(place) for place in range(30)]
    said = user(*run) if kind == "tool_result" else assistant(*run)
    cache.use(request(user(text(LONG, MARK))))
    use = cache.use(request(user(text(LONG)), assistant(text("Hm.")), said, user(text("Go on.")), cache_control=MARK))
    assert (use.read > 0) == (kind != "text")


# Lifetimes


def test_an_entry_lives_for_five_minutes(cache, clock):
    asked = prompt(("system", 600, "5m"))
    cache.use_positions(asked, minimum=512)
    clock.now = 299.9
    assert cache.use_positions(asked, minimum=512).read == 600
    clock.now += 300
    assert cache.use_positions(asked, minimum=512) == CacheUse(write_5m=600)


def test_use_refreshes_an_entry(cache, clock):
    asked = prompt(("system", 600, "5m"))
    cache.use_positions(asked, minimum=512)
    for _ in range(5):
        clock.now += 200
        assert cache.use_positions(asked, minimum=512).read == 600


def test_a_marked_entry_in_front_of_the_hit_is_refreshed_too(cache, clock):
    asked = prompt(("system", 600, "5m"), ("hello", 10, "5m"))
    cache.use_positions(asked, minimum=512)
    clock.now = 200
    assert cache.use_positions(asked, minimum=512).read == 610
    clock.now = 400
    other = prompt(("system", 600, "5m"), ("good morning", 10, "5m"))
    assert cache.use_positions(other, minimum=512) == CacheUse(read=600, write_5m=10)


def test_the_entry_that_is_read_is_refreshed_where_it_is_no_longer_marked(cache, clock):
    cache.use_positions(marked_last(10), minimum=512)
    clock.now = 200
    cache.use_positions(marked_last(15), minimum=512)
    clock.now = 400
    other = [*blocks(10), ("another question", 100, "5m")]
    assert cache.use_positions(prompt(*other), minimum=512) == CacheUse(read=1_000, write_5m=100)


def test_a_refreshed_entry_keeps_no_other_alive(cache, clock):
    first, second = prompt(("first", 600, "5m")), prompt(("second", 600, "5m"))
    for clock.now, asked in ((0, first), (10, second), (200, first)):
        cache.use_positions(asked, minimum=512)
    clock.now = 320
    assert cache.use_positions(second, minimum=512).read == 0


def test_an_hour_is_an_hour(cache, clock):
    asked = prompt(("system", 600, "1h"))
    assert cache.use_positions(asked, minimum=512) == CacheUse(write_1h=600)
    clock.now = 3_599
    assert cache.use_positions(asked, minimum=512).read == 600
    clock.now += 3_600
    assert cache.use_positions(asked, minimum=512).read == 0


def test_a_one_hour_request_reads_a_five_minute_entry_and_leaves_it_one(cache, clock):
    cache.use_positions(prompt(("system", 600, "5m")), minimum=512)
    assert cache.use_positions(prompt(("system", 600, "1h")), minimum=512) == CacheUse(read=600)
    clock.now = 301
    assert cache.use_positions(prompt(("system", 600, "1h")), minimum=512) == CacheUse(write_1h=600)


def test_what_has_expired_takes_no_room(cache, clock):
    for number in range(50):
        clock.now += 100
        cache.use_positions(prompt((f"system {number}", 600, "5m")), minimum=512)
        assert len(cache) <= 3


# Both lifetimes in one request: A is read, A to B is written for an hour, B to C for five minutes

MIXED = (("tools", 1_000, "1h"), ("system", 500, "1h"), ("history", 300, "5m"), ("hello", 20))


@pytest.mark.parametrize(
    ("known", "expected"),
    [
        (0, CacheUse(0, 300, 1_500, 20)),
        (1, CacheUse(1_000, 300, 500, 20)),
        (2, CacheUse(1_500, 300, 0, 20)),
        (3, CacheUse(1_800, 0, 0, 20)),
    ],
)
def test_mixed_lifetimes(cache, known, expected):
    cache.use_positions(prompt(*MIXED[:known]), minimum=512)
    assert cache.use_positions(prompt(*MIXED), minimum=512) == expected


def test_mixed_lifetimes_of_a_request(cache, clock):
    def asked(said):
        return request(user(text(said)), system=[text(LONG, HOUR)], tools=[TOOL], cache_control=MARK)

    first = cache.use(asked("Hello"))
    assert first.write_1h > first.write_5m > 0
    assert first.uncached == 0
    clock.now = 1_000
    assert cache.use(asked("Hello")) == CacheUse(read=first.write_1h, write_5m=first.write_5m)


# What spoils what


def full(**changes):
    """A request with a marker at the end of each level."""
    fields = {
        "tools": [TOOL | {"cache_control": MARK}],
        "system": [text(LONG, MARK)],
        "messages": [user(text("Hello", MARK))],
    }
    return request(**(fields | changes))


def warmed(asked):
    cache = PromptCache(Clock())
    cache.use(asked)
    return cache


def spared(before, after):
    """The last level of the second request that was read from what the first one wrote."""
    cache = PromptCache(Clock())
    cache.use(before)
    tools, system, *_ = accumulate(part_tokens(before, parts(before)))
    return {0: "nothing", tools: "tools", system: "system", before.input_tokens: "messages"}[cache.use(after).read]


ORDERED = {"type": "object", "properties": {"at": {}, "id": {}}}
MORE = {"name": "cancel_order", "input_schema": {"type": "object"}}
CITED = {"type": "document", "source": {"type": "text", "data": "Rules."}, "citations": {"enabled": True}}

ILLUSTRATED = {"type": "document", "source": {"type": "content", "content": [text("A cat:"), PIXEL]}}


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({}, "messages"),
        ({"tools": [TOOL | {"description": LONG + "!", "cache_control": MARK}]}, "nothing"),
        ({"tools": [TOOL | {"input_schema": ORDERED, "cache_control": MARK}]}, "nothing"),
        ({"tools": [MORE, TOOL | {"cache_control": MARK}]}, "nothing"),
        ({"tools": [TOOL | {"cache_control": MARK}, MORE]}, "tools"),
        ({"model": "claude-opus-5-5"}, "nothing"),
        ({"tools": [SEARCH, TOOL | {"cache_control": MARK}]}, "tools"),
        ({"tools": [FETCH, TOOL | {"cache_control": MARK}]}, "tools"),
        ({"system": [text(LONG + "!", MARK)]}, "tools"),
        ({"speed": "fast"}, "tools"),
        ({"speed": "standard"}, "messages"),
        ({"messages": [user(text("Hello", MARK), CITED)]}, "tools"),
        ({"messages": [user(text("Hello", MARK), CITED | {"citations": {"enabled": False}})]}, "messages"),
        ({"messages": [user(text("Good morning", MARK))]}, "system"),
        ({"messages": [user(text("Hello", MARK), PIXEL)]}, "system"),
        ({"messages": [user(text("Hello", MARK), ILLUSTRATED)]}, "system"),
        ({"tool_choice": {"type": "any"}}, "system"),
        ({"tool_choice": {"type": "auto", "disable_parallel_tool_use": True}}, "system"),
        ({"tool_choice": {"type": "auto", "disable_parallel_tool_use": False}}, "messages"),
        ({"thinking": {"type": "disabled"}}, "system"),
        ({"output_config": {"effort": "low"}}, "system"),
        ({"output_config": {"effort": "high"}}, "messages"),
        ({"temperature": 0.5, "max_tokens": 7, "metadata": {"user_id": "x"}, "stream": True}, "messages"),
    ],
)
def test_what_a_change_leaves_in_the_cache(changes, expected):
    assert spared(full(), full(**changes)) == expected


def test_a_budget_of_thinking_is_part_of_it_and_how_it_is_shown_is_not():
    before, after, shown = (
        full(model="claude-opus-4-6", thinking={"type": "enabled"} | more)
        for more in ({"budget_tokens": 2_000}, {"budget_tokens": 3_000}, {"budget_tokens": 2_000, "display": "omitted"})
    )
    for other, same in ((after, False), (shown, True)):
        cache = PromptCache(Clock())
        long = [user(text(LONG * 8, MARK))]
        cache.use(as_request(before.fields | {"messages": long}, frozenset(), ""))
        use = cache.use(as_request(other.fields | {"messages": long}, frozenset(), ""))
        assert (use.write_5m == 0) == same


def test_where_thinking_is_always_on_saying_so_is_no_change():
    before, after = (full(model="claude-fable-5", **more) for more in ({}, {"thinking": {"type": "adaptive"}}))
    assert spared(before, after) == "messages"


@pytest.mark.parametrize("model", ["claude-opus-5-5", "claude-haiku-5-5"])
def test_medium_is_the_default_effort_of_some(model):
    before = full(model=model)
    assert spared(before, full(model=model, output_config={"effort": "medium"})) == "messages"
    assert spared(before, full(model=model, output_config={"effort": "high"})) == "system"


def test_settings_spoil_messages_where_there_is_nothing_before_them(cache):
    said = user(text(LONG, MARK))
    assert cache.use(request(said)).write_5m
    assert cache.use(request(said, thinking={"type": "disabled"})).read == 0


def test_a_marker_may_stand_on_a_tool_alone(cache):
    asked = request(user(text("Hello")), system=LONG, tools=[TOOL | {"cache_control": MARK}])
    assert cache.use(asked).write_5m == next(part_tokens(asked, parts(asked)))


def test_a_dated_id_is_the_same_model(cache):
    said = user(text(LONG * 8, MARK))
    wrote = cache.use(request(said, model="claude-haiku-4-5-20251001"))
    assert cache.use(request(said, model="claude-haiku-4-5")).read == wrote.write_5m > 0


def test_a_picture_in_a_tool_result_is_a_picture():
    def asked(*inside):
        result = {"type": "tool_result", "tool_use_id": "toolu_1", "content": list(inside)}
        call = {"type": "tool_use", "id": "toolu_1", "name": "find_order", "input": {}}
        return full(messages=[user(text("Hello", MARK)), assistant(call), user(result)])

    cache = warmed(asked(text("none")))
    everything = cache.use(asked(text("none"))).read
    assert 0 < cache.use(asked(text("none"), PIXEL)).read < everything


# What is the same, and what is not


CALL = {"type": "tool_use", "id": "toolu_1", "name": "find_order", "input": {"id": 1, "at": 2}}
RESULT = {"type": "tool_result", "tool_use_id": "toolu_1", "content": [text("none")]}
TALK = [user(text(LONG)), assistant(text("Let me look."), CALL), user(RESULT, text("Hurry."))]


def hits(before, after):
    """Whether the second list finds the first in the cache."""
    cache = PromptCache(Clock())
    cache.use(request(*before, cache_control=MARK))
    return cache.use(request(*after, cache_control=MARK)).read > 0


def test_moving_a_marker_changes_nothing(cache):
    wrote = cache.use(request(*TALK, cache_control=MARK)).total
    places = [(0, 0), (1, 0), (1, 1), (2, 0), (2, 1)]
    for index, place in places:
        moved = copy.deepcopy(TALK)
        moved[index]["content"][place]["cache_control"] = HOUR if index == 0 else MARK
        assert cache.use(request(*moved, cache_control=MARK)).read == wrote


def test_a_marker_inside_a_result_marks_nothing_and_changes_nothing(cache):
    wrote = cache.use(request(*TALK, cache_control=MARK)).total
    inside = copy.deepcopy(TALK)
    inside[2]["content"][0]["content"][0]["cache_control"] = MARK
    assert cache.use(request(*inside, cache_control=MARK)).read == wrote
    assert PromptCache(Clock()).use(request(*inside)).write_5m == 0


def test_a_string_is_one_block_of_text():
    assert hits([user(text(LONG))], [{"role": "user", "content": LONG}])


def test_neighbours_of_one_role_are_one_turn():
    assert hits([user(text(LONG), text("Now."))], [user(text(LONG)), user(text("Now."))])


def test_the_role_counts():
    assert not hits([user(text(LONG))], [assistant(text(LONG))])


def test_null_says_nothing():
    assert hits([user(text(LONG) | {"citations": None})], [user(text(LONG))])


def test_the_order_of_names_in_a_block_is_no_change_and_in_an_input_it_is():
    turned = copy.deepcopy(TALK)
    turned[1]["content"][1] = dict(reversed(CALL.items()))
    assert hits(TALK, turned)
    turned[1]["content"][1] = CALL | {"input": {"at": 2, "id": 1}}
    assert not hits(TALK, turned)


@pytest.mark.parametrize("place", [0, 1, 2])
def test_a_change_in_any_message_is_one(place):
    changed = copy.deepcopy(TALK)
    changed[place]["content"][0] |= {"text": "Something else."} if place < 2 else {"content": "Something else."}
    assert not hits(TALK, changed)


def test_what_stands_beside_the_content_of_a_message_counts():
    note = {"role": "system", "content": [text("Be brief.")]}
    assert hits([user(text(LONG)), note], [user(text(LONG)), note])
    assert not hits([user(text(LONG)), note], [user(text(LONG)), note | {"output_config": {"effort": "low"}}])


def test_a_message_without_blocks_has_its_place(cache):
    directive = {"role": "system", "content": [], "output_config": {"effort": "low"}}
    asked = request(user(text(LONG)), directive, user(text("Go on.")), cache_control=MARK)
    assert cache.use(asked) == CacheUse(write_5m=asked.input_tokens)
    assert cache.use(asked) == CacheUse(read=asked.input_tokens)


# The automatic marker


@pytest.mark.parametrize(
    "tail",
    [
        {"type": "thinking", "thinking": "Hm, let me see.", "signature": "c2ln"},
        {"type": "redacted_thinking", "data": "c2ln"},
        text(""),
    ],
)
def test_the_automatic_marker_walks_back_to_what_can_hold_one(cache, tail):
    asked = request(user(text(LONG)), assistant(text("Yes."), tail), cache_control=MARK)
    use = cache.use(asked)
    until_tail = request(user(text(LONG)), assistant(text("Yes.")))
    assert use == CacheUse(write_5m=until_tail.input_tokens, uncached=asked.input_tokens - until_tail.input_tokens)


def test_with_nothing_to_hold_a_marker_nothing_is_cached(cache):
    asked = request(user(text("")), cache_control=MARK)
    assert cache.use(asked) == CacheUse(uncached=asked.input_tokens)


def test_the_automatic_marker_may_stand_on_the_system_prompt(cache):
    asked = request(user(text("")), system=LONG, cache_control=MARK)
    assert cache.use(asked) == CacheUse(write_5m=asked.input_tokens - 3, uncached=3)


def test_a_block_that_is_marked_already_gets_no_second_marker(cache):
    asked = request(user(text(LONG, HOUR)), cache_control=HOUR)
    assert cache.use(asked) == CacheUse(write_1h=asked.input_tokens)


def test_an_hour_may_be_asked_for_at_the_top(cache):
    asked = request(user(text(LONG)), cache_control=HOUR)
    assert cache.use(asked).write_1h == asked.input_tokens


@pytest.mark.parametrize(
    "block",
    [
        CALL,
        RESULT,
        PIXEL,
        {"type": "document", "source": {"type": "text", "data": "Rules."}},
    ],
    ids=lambda block: block["type"],
)
def test_what_can_be_marked(cache, block):
    said = [user(text(LONG)), assistant(CALL), user(RESULT, block)] if block is not CALL else [user(text(LONG), block)]
    said[-1]["content"][-1] = block | {"cache_control": MARK}
    asked = request(*said)
    assert cache.use(asked) == CacheUse(write_5m=asked.input_tokens)


# Case 031


def test_case_031_the_clock_in_the_system_prompt(cache, clock):
    told = case("031")
    given_, wanted = told["arguments"], told["expected"]
    sent = given_["requests"]

    def use(one, system):
        clock.now = one["at"]
        blocks = [(system, one["system_tokens"], "5m")]
        blocks += [(f"message {place}", tokens) for place, tokens in enumerate(one["message_tokens"])]
        fields = cache.use_positions(prompt(*blocks), minimum=given_["model_minimum_tokens"]).usage_fields()
        return {name: fields[name] for name in wanted["usage"][0]}

    assert [use(one, one["system"]) for one in sent] == wanted["usage"]
    fixed = wanted["if_time_moves_to_the_last_user_message"]["second_request"]
    use(sent[0], "You run the house.")
    assert use(sent[1], "You run the house.").items() >= fixed.items()


def test_case_031_as_a_request(cache):
    def at(time):
        return request(user(text("Turn the hall light on.")), system=[text(f"It is {time}. {LONG}", MARK)])

    first, second = cache.use(at("15:09:20")), cache.use(at("15:09:34"))
    assert (second.read, second.write_5m) == (0, first.write_5m)


# Table A5: what a conversation costs in tokens of plain input (messages_api.md; s = 2000, u = 50, a = 150)


def conversation(turns, pick, model, *, mark_last):
    """The price of all requests of a conversation: the system prompt, the turns that are picked, and a question."""
    cache = PromptCache(Clock())
    cost = Decimal(0)
    kept = []
    for turn in range(turns):
        kept = pick(kept)
        sent = [("system", 2_000, "5m")]
        for past in kept:
            sent += [(f"question {past}", 50), (f"answer {past}", 150)]
        sent.append((f"question {turn}", 50, "5m") if mark_last else (f"question {turn}", 50))
        cost += in_base_tokens(cache.use_positions(prompt(*sent), minimum=0).usage_fields(), model)
        kept = [*kept, turn]
    return int(cost.quantize(Decimal(1), ROUND_HALF_EVEN))


PICKS = {
    "all": (list, True),
    "sliding 2": (lambda kept: kept[-2:], False),
    "sliding 10": (lambda kept: kept[-10:], False),
    "cut": (lambda kept: kept[-2:] if len(kept) > 20 else kept, True),
}
READ_AT = {"0.1": "claude-opus-5", "0.05": "claude-opus-5-5", "0.025": "claude-fable-5-2"}
A5 = {
    ("0.1", "all"): (14_628, 35_128, 144_628, 487_128),
    ("0.1", "sliding 2"): (14_700, 27_700, 66_700, 131_700),
    ("0.1", "sliding 10"): (36_300, 81_300, 216_300, 441_300),
    ("0.1", "cut"): (14_628, 28_195, 68_165, 134_702),
    ("0.05", "all"): (10_970, 23_720, 85_970, 269_720),
    ("0.05", "sliding 2"): (12_800, 23_800, 56_800, 111_800),
    ("0.05", "sliding 10"): (34_400, 77_400, 206_400, 421_400),
    ("0.05", "cut"): (10_970, 20_410, 48_520, 95_070),
    ("0.025", "all"): (9_141, 18_016, 56_641, 161_016),
    ("0.025", "sliding 2"): (11_850, 21_850, 51_850, 101_850),
    ("0.025", "cut"): (9_141, 16_518, 38_698, 75_254),
}


@pytest.mark.parametrize(("read_at", "strategy"), A5)
def test_table_a5(read_at, strategy):
    pick, mark_last = PICKS[strategy]
    found = tuple(conversation(n, pick, READ_AT[read_at], mark_last=mark_last) for n in (20, 40, 100, 200))
    assert found == A5[read_at, strategy]


# For any request


MARKED_TOOL = TOOL | {"cache_control": MARK}
MARKS = st.sampled_from([None, None, MARK])
WORDS = st.sampled_from(["", "Yes.", "Turn the light on.", LONG])


@st.composite
def content_blocks(draw):
    kind = draw(st.sampled_from(["text", "text", "tool_use", "tool_result", "thinking", "image", "document"]))
    made = {
        "text": lambda: text(draw(WORDS)),
        "tool_use": lambda: CALL | {"input": {"id": draw(st.integers(0, 3))}},
        "tool_result": lambda: RESULT | {"content": draw(st.one_of(WORDS, st.just([text("none"), PIXEL])))},
        "thinking": lambda: {"type": "thinking", "thinking": draw(WORDS), "signature": "c2ln"},
        "image": lambda: PIXEL,
        "document": lambda: CITED,
    }[kind]()
    mark = draw(MARKS)
    return made | {"cache_control": mark} if mark and kind != "thinking" and made.get("text") != "" else made


MESSAGES = st.lists(
    st.builds(
        lambda role, content: {"role": role, "content": content},
        st.sampled_from(["user", "assistant", "system"]),
        st.one_of(WORDS, st.lists(content_blocks(), max_size=4)),
    ),
    min_size=1,
    max_size=6,
)
REQUESTS = st.builds(
    lambda messages, fields: request(*messages, **{key: value for key, value in fields.items() if value is not None}),
    MESSAGES,
    st.fixed_dictionaries(
        {
            "model": st.sampled_from(["claude-opus-5", "claude-sonnet-5"]),
            "system": st.one_of(st.none(), WORDS, st.lists(st.builds(text, WORDS.filter(bool), MARKS), max_size=2)),
            "tools": st.one_of(
                st.none(), st.lists(st.sampled_from([TOOL, MORE, SEARCH, TOOL | {"cache_control": MARK}]))
            ),
            "tool_choice": st.sampled_from([None, {"type": "any"}, {"type": "auto"}]),
            "cache_control": MARKS,
        }
    ),
)


@given(st.lists(REQUESTS, min_size=1, max_size=4))
def test_the_parts_are_the_whole_and_none_is_below_nothing(requests):
    cache = PromptCache(Clock())
    for asked in requests:
        use = cache.use(asked)
        assert use.total == asked.input_tokens
        assert min(use.read, use.write_5m, use.write_1h, use.uncached) >= 0


@given(REQUESTS)
def test_the_tokens_of_the_blocks_are_the_tokens_of_the_request(asked):
    assert sum(part_tokens(asked, parts(asked))) == asked.input_tokens


@given(REQUESTS)
def test_the_same_again_reads_what_was_written(asked):
    cache = PromptCache(Clock())
    first, second = cache.use(asked), cache.use(asked)
    assert second == CacheUse(read=first.write_5m, uncached=first.uncached)


@given(REQUESTS, st.lists(WORDS, min_size=1, max_size=15))
def test_appending_keeps_the_hit(asked, more):
    cache = PromptCache(Clock())
    wrote = cache.use(as_request(asked.fields | {"cache_control": MARK}, frozenset(), "")).write_5m
    added = [user(text(words)) for words in more]
    grown = asked.fields | {"messages": [*asked.messages, *added], "cache_control": MARK}
    assert cache.use(as_request(grown, frozenset(), "")).read >= wrote


@given(REQUESTS)
def test_nothing_that_was_sent_is_changed(asked):
    before = copy.deepcopy(asked.fields)
    PromptCache(Clock()).use(asked)
    assert asked.fields == before


def test_without_a_marker_nothing_is_hashed(cache, monkeypatch):
    monkeypatch.setattr("turnkeeper.offline.prefix.sha256", None)
    monkeypatch.setattr("turnkeeper.offline.cache.parts", None)
    assert cache.use(request(user(text("Hello")))).uncached
    monkeypatch.setattr("turnkeeper.offline.cache.parts", parts)
    with pytest.raises(TypeError):
        cache.use(request(user(text("Hello", MARK))))


def test_each_block_is_hashed_once(cache, monkeypatch):
    hashed = []
    monkeypatch.setattr("turnkeeper.offline.cache.known_by", lambda part: hashed.append(part) or known_by(part))
    cache.use(request(*(user(text(f"Question {place}?")) for place in range(5_000)), cache_control=MARK))
    assert len(hashed) == 5_000
