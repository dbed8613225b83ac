"""The formulas, the requests they are played with, and the cache of the offline API: three ways to the same sums."""

from decimal import ROUND_HALF_EVEN, Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from turnkeeper import ScriptedModel, connect
from turnkeeper.costs import (
    SendingPlan,
    bill,
    cheaper_turns,
    every_turn,
    grow_then_cut,
    in_base_tokens,
    input_with_cache,
    input_with_cuts,
    input_with_window,
    input_without_cache,
    kv_cache_bytes,
    price,
    processed,
    simulate,
    sliding_window,
    total_input,
)
from turnkeeper.offline.cache import Position, PromptCache

SIZES = {"system": 2_000, "user": 50, "assistant": 150}
PLAIN = {"read": 1, "write": 1}


def played(plan, turns, *, read=0.1, write=1.25, **sizes):
    return sum(request.base_tokens(read=read, write=write) for request in simulate(plan, turns, **sizes))


def as_printed(number):
    return f"{number:,.0f}"


# messages_api.md, A2: what the seeds say, computed again


def test_the_tokens_worked_through_grow_with_the_square_of_the_turns():
    assert processed(10, system=0, turn=100) == 5_500
    assert processed(20, system=0, turn=100) == 21_000
    assert processed(3, system=7, turn=10) == 17 + 27 + 37


def test_twenty_turns_without_a_cache_are_half_instructions():
    assert input_without_cache(20, **SIZES) == 79_000
    instructions = input_without_cache(20, system=2_000, user=0, assistant=0)
    assert (instructions, f"{instructions / 79_000:.1%}") == (40_000, "50.6%")


@pytest.mark.parametrize(
    ("read", "write", "exact", "printed", "share"),
    [
        (0.1, 1.25, "14627.5", "14,628", "18.5%"),
        (0.05, 1.25, "10970", "10,970", "13.9%"),
        (0.025, 1.25, "9141.25", "9,141", "11.6%"),
        (0.1, 2, "19015", "19,015", "24.1%"),
    ],
)
def test_twenty_turns_with_a_cache(read, write, exact, printed, share):
    cached = input_with_cache(20, **SIZES, read=read, write=write)
    assert (str(cached), as_printed(cached), f"{cached / 79_000:.1%}") == (exact, printed, share)


def test_as_a_learner_prints_it():
    cached = input_with_cache(20, **SIZES)
    assert f"{cached} {round(cached)} {cached / input_without_cache(20, **SIZES):.0%}" == "14627.5 14628 19%"


def test_turn_1_of_50_is_sent_fifty_times():
    requests = simulate(every_turn(), 50, **SIZES)
    assert sum(request.left_out == 0 for request in requests) == len(requests) == 50
    once_less = simulate(sliding_window(48), 50, **SIZES)
    assert [request.turn for request in once_less if request.left_out] == [50]


def test_the_kv_cache_of_llama_3_8b():
    assert kv_cache_bytes(1) == 131_072
    assert (
        f"{kv_cache_bytes(128_000) / 10**9:.2f} GB, {kv_cache_bytes(128_000) / 2**30:.1f} GiB" == "16.78 GB, 15.6 GiB"
    )
    assert f"{kv_cache_bytes(131_072) / 10**9:.2f} GB" == "17.18 GB"
    # A model of its own: every number counts once.
    assert kv_cache_bytes(3, layers=5, kv_heads=7, head_size=11, bytes_per_number=13) == 3 * 2 * 5 * 7 * 11 * 13


@pytest.mark.parametrize(("system", "saved"), [(5_000, "34.1%"), (3_000, "44.7%"), (8_000, "25.2%")])
def test_four_messages_and_an_anchor_save_a_third_where_nothing_is_cached(system, saved):
    sizes = SIZES | {"system": system}
    window = input_with_window(35, window=2, anchor=150, **sizes, **PLAIN)
    assert f"{1 - window / input_without_cache(35, **sizes):.1%}" == saved


@pytest.mark.parametrize(("read", "window", "everything"), [(0.1, "43,200", "43,202"), (0.05, "34,700", "29,008")])
def test_four_messages_and_an_anchor_save_nothing_with_a_cache(read, window, everything):
    sizes = SIZES | {"system": 5_000}
    assert as_printed(input_with_window(35, window=2, anchor=150, **sizes, read=read)) == window
    assert as_printed(input_with_cache(35, **sizes, read=read)) == everything


# messages_api.md, A5

TURNS = (20, 40, 100, 200)
COLUMNS = {
    "send all, no cache": (lambda n, **more: input_without_cache(n, **SIZES), every_turn(cached=False)),
    "send all": (lambda n, **more: input_with_cache(n, **SIZES, **more), every_turn()),
    "sliding 2": (lambda n, **more: input_with_window(n, window=2, **SIZES, **more), sliding_window(2)),
    "sliding 10": (lambda n, **more: input_with_window(n, window=10, **SIZES, **more), sliding_window(10)),
    "grow to 20, cut to 2": (
        lambda n, **more: input_with_cuts(n, high=20, low=2, **SIZES, **more),
        grow_then_cut(20, 2),
    ),
}
UNCACHED = (79_000, 238_000, 1_195_000, 4_390_000)
A5 = {
    (0.1, "send all, no cache"): UNCACHED,
    (0.1, "send all"): (14_628, 35_128, 144_628, 487_128),
    (0.1, "sliding 2"): (14_700, 27_700, 66_700, 131_700),
    (0.1, "sliding 10"): (36_300, 81_300, 216_300, 441_300),
    (0.1, "grow to 20, cut to 2"): (14_628, 28_195, 68_165, 134_702),
    (0.05, "send all, no cache"): UNCACHED,
    (0.05, "send all"): (10_970, 23_720, 85_970, 269_720),
    (0.05, "sliding 2"): (12_800, 23_800, 56_800, 111_800),
    (0.05, "sliding 10"): (34_400, 77_400, 206_400, 421_400),
    (0.05, "grow to 20, cut to 2"): (10_970, 20_410, 48_520, 95_070),
    (0.025, "send all, no cache"): UNCACHED,
    (0.025, "send all"): (9_141, 18_016, 56_641, 161_016),
    (0.025, "sliding 2"): (11_850, 21_850, 51_850, 101_850),
    # Not in A5 at this price; by hand: the column at 0.05, less 0.025 * 2,000 for each turn but the first.
    (0.025, "sliding 10"): (33_450, 75_450, 201_450, 411_450),
    (0.025, "grow to 20, cut to 2"): (9_141, 16_518, 38_698, 75_254),
}


@pytest.mark.parametrize(("read", "column"), A5)
def test_table_a5(read, column):
    formula, plan = COLUMNS[column]
    by_formula = [formula(turns, read=read) for turns in TURNS]
    assert by_formula == [played(plan, turns, read=read, **SIZES) for turns in TURNS]
    rounded = [int(Decimal(number).quantize(Decimal(1), ROUND_HALF_EVEN)) for number in by_formula]
    assert tuple(rounded) == A5[read, column]


@pytest.mark.parametrize(
    ("window", "read", "last"),
    [(2, 0.1, 20), (2, 0.05, 40), (2, 0.025, 80), (10, 0.1, 176), (10, 0.05, 356), (10, 0.025, 716)],
)
def test_sending_all_is_cheaper_than_a_window_from_turn_3_to(window, read, last):
    assert cheaper_turns(every_turn(), sliding_window(window), **SIZES, read=read) == [range(3, last + 1)]


def test_where_a_plan_is_cheaper_may_be_several_stretches_or_none():
    # One leaves out all it can in every even turn, the other in every odd one: each is ahead in its own.
    one = SendingPlan("even", lambda past: 0 if past % 2 else past, "nothing")
    other = SendingPlan("odd", lambda past: past if past % 2 else 0, "nothing")
    stretches = cheaper_turns(one, other, system=0, user=0, assistant=1, most=7)
    assert stretches == [range(2, 3), range(4, 5), range(6, 7)]
    assert cheaper_turns(one, other, **SIZES, most=0) == []
    assert cheaper_turns(one, one, **SIZES) == []
    assert cheaper_turns(every_turn(), every_turn(cached=False), **SIZES, most=7) == [range(2, 8)]


# The formulas, the requests, and the plain count

COUNTS = st.integers(0, 10_000)
CONVERSATIONS = st.fixed_dictionaries({"system": COUNTS, "user": COUNTS, "assistant": COUNTS})
LENGTHS = st.integers(0, 60)
MULTIPLES = st.fixed_dictionaries(dict.fromkeys(["read", "write"], st.decimals(0, 4, places=3)))
WINDOWS = st.integers(0, 30)


@given(LENGTHS, CONVERSATIONS, MULTIPLES)
def test_sending_all_by_formula_and_by_request(turns, sizes, multiples):
    assert input_without_cache(turns, **sizes) == played(every_turn(cached=False), turns, **sizes, **multiples)
    assert input_with_cache(turns, **sizes, **multiples) == played(every_turn(), turns, **sizes, **multiples)


@given(LENGTHS, CONVERSATIONS, MULTIPLES, WINDOWS, COUNTS)
def test_a_window_by_formula_and_by_request(turns, sizes, multiples, window, anchor):
    plan = sliding_window(window, anchor=anchor)
    formula = input_with_window(turns, window=window, anchor=anchor, **sizes, **multiples)
    assert formula == played(plan, turns, **sizes, **multiples)


@given(LENGTHS, CONVERSATIONS, MULTIPLES, st.tuples(WINDOWS, WINDOWS))
def test_cuts_by_formula_and_by_request(turns, sizes, multiples, ends):
    low, high = sorted(ends)
    formula = input_with_cuts(turns, high=high, low=low, **sizes, **multiples)
    assert formula == played(grow_then_cut(high, low), turns, **sizes, **multiples)


@given(LENGTHS, CONVERSATIONS)
def test_at_one_price_for_all_a_sum_is_the_plain_count(turns, sizes):
    plain = input_without_cache(turns, **sizes)
    assert input_with_cache(turns, **sizes, **PLAIN) == plain
    assert input_with_window(turns, window=turns, **sizes, **PLAIN) == plain
    assert input_with_cuts(turns, high=turns, low=0, **sizes, **PLAIN) == plain
    replies = turns * sizes["assistant"]
    assert processed(turns, system=sizes["system"], turn=sizes["user"] + sizes["assistant"]) == plain + replies


@given(LENGTHS, CONVERSATIONS, WINDOWS, COUNTS, st.sampled_from(["nothing", "system", "all"]))
def test_the_parts_of_a_request_are_all_of_it(turns, sizes, window, anchor, cached):
    plan = SendingPlan("window", lambda past: min(past, window), cached, anchor)
    turn = sizes["user"] + sizes["assistant"]
    requests = simulate(plan, turns, **sizes)
    assert len(requests) == turns
    for past, request in enumerate(requests):
        kept = min(past, window)
        sent = sizes["system"] + kept * turn + sizes["user"] + (anchor if kept < past else 0)
        assert request.turn == past + 1
        assert request.read + request.written + request.fresh == total_input(request.usage) == sent
        assert request.left_out == (past - kept) * turn


def test_a_formula_takes_the_same_time_for_any_number_of_turns():
    turns = 10**12  # played one by one they would take days
    assert processed(turns, system=0, turn=2) == turns * (turns + 1)
    assert input_without_cache(turns, system=0, user=0, assistant=2) == turns * (turns - 1)
    assert input_with_cache(turns, system=0, user=0, assistant=2, read=1, write=0) == (turns - 1) * (turns - 2)
    assert input_with_window(turns, window=3, system=0, user=1, assistant=0) == 4 * turns - 6
    # A cycle of two requests: one writes a turn, the other reads it and writes the next.
    cuts = input_with_cuts(turns, high=2, low=1, system=0, user=0, assistant=1, read=0, write=1)
    assert cuts == turns - 1


# What is read, what is written, and what is neither


def parts(plan, turn):
    request = simulate(plan, turn, system=2_000, user=50, assistant=150)[-1]
    return [(part.what, part.tokens, part.cache) for part in request.parts], request.left_out


def test_the_first_request_of_each_plan():
    question = ("question", 50)
    assert parts(every_turn(), 1) == ([("system", 2_000, "written"), (*question, "written")], 0)
    assert parts(sliding_window(2), 1) == ([("system", 2_000, "written"), (*question, "fresh")], 0)
    assert parts(every_turn(cached=False), 1) == ([("system", 2_000, "fresh"), (*question, "fresh")], 0)


def test_sending_all_reads_what_the_request_before_sent_and_writes_the_rest():
    kept = [("past", 450, "read"), ("past", 150, "written"), ("question", 50, "written")]
    assert parts(every_turn(), 4) == ([("system", 2_000, "read"), *kept], 0)


def test_a_window_is_plain_input_behind_the_system_prompt():
    plan = sliding_window(2, anchor=150)
    window = [("past", 400, "fresh"), ("question", 50, "fresh")]
    assert parts(plan, 3) == ([("system", 2_000, "read"), *window], 0)
    assert parts(plan, 5) == ([("system", 2_000, "read"), ("anchor", 150, "fresh"), *window], 400)
    uncached = sliding_window(2, cached=False)
    assert parts(uncached, 3) == ([("system", 2_000, "fresh"), *window], 0)


def test_a_cut_writes_what_it_keeps_and_the_next_request_reads_that():
    plan = grow_then_cut(3, 1)
    grown = [("past", 450, "read"), ("past", 150, "written"), ("question", 50, "written")]
    assert parts(plan, 4) == ([("system", 2_000, "read"), *grown], 0)
    cut = [("past", 200, "written"), ("question", 50, "written")]
    assert parts(plan, 5) == ([("system", 2_000, "read"), *cut], 600)
    next_one = [("past", 250, "read"), ("past", 150, "written"), ("question", 50, "written")]
    assert parts(plan, 6) == ([("system", 2_000, "read"), *next_one], 600)


def test_an_anchor_is_read_with_the_turns_behind_it():
    plan = SendingPlan("cut once", lambda past: past if past < 2 else past - 1, "all", anchor=100)
    assert parts(plan, 3)[0][1] == ("anchor", 100, "written")
    assert parts(plan, 4)[0][1] == ("anchor", 100, "read")


def test_marking_a_sliding_window_to_its_end_pays_for_writes_that_nobody_reads():
    marked = SendingPlan("sliding, all marked", lambda past: min(past, 2))
    requests = simulate(marked, 40, **SIZES)
    assert {request.read for request in requests[4:]} == {2_000}
    assert played(marked, 40, **SIZES) > played(sliding_window(2), 40, **SIZES)


def test_the_bill_of_a_request():
    (_, second) = simulate(every_turn(), 2, **SIZES)
    assert second.usage == {
        "input_tokens": 0, "cache_creation_input_tokens": 200, "cache_read_input_tokens": 2_050
    }  # fmt: skip
    for model in ("claude-opus-5", "claude-opus-5-5"):
        row = price(model)
        base = second.base_tokens(read=row.read_multiple, write=row.write_5m_multiple)
        assert base == in_base_tokens(second.usage, model)
        assert bill(second.usage, model).total == base * row.input / 1_000_000


def test_plans_are_named_for_a_chart():
    plans = (every_turn(), sliding_window(2), sliding_window(1), grow_then_cut(20, 2))
    assert [plan.name for plan in plans] == [
        "send all",
        "sliding window of 2 turns",
        "sliding window of 1 turn",
        "grow to 20, then cut to 2",
    ]


# The cache of the offline API


def positions(past, kept, plan, sizes):
    """The same request as positions: the name of a block says what it and all before it hold."""
    first = past - kept
    blocks = [("system", sizes["system"], "5m")]
    if first and plan.anchor:
        blocks.append(("anchor", plan.anchor))
    for place in range(first, past):
        blocks += [(f"question {place}", sizes["user"]), (f"reply {place}", sizes["assistant"])]
    blocks.append((f"question {past}", sizes["user"], *(["5m"] if plan.cached == "all" else [])))
    said = ""
    for words, tokens, *marker in blocks:
        said += f"{words}|"
        yield Position(said.encode(), tokens, *marker)


# Within nine turns every entry is as near as the cache looks back.
CHOICES = st.tuples(*(st.integers(0, past) for past in range(9)))


@given(CHOICES, CONVERSATIONS, st.sampled_from(["system", "all"]), COUNTS)
def test_any_way_of_choosing_reads_and_writes_what_the_prompt_cache_does(choices, sizes, cached, anchor):
    plan = SendingPlan("any", lambda past: choices[past], cached, anchor)
    cache = PromptCache(lambda: 0.0)
    requests = simulate(plan, len(choices), **sizes)
    assert len(requests) == len(choices) == 9
    for past, request in enumerate(requests):
        used = cache.use_positions(list(positions(past, choices[past], plan, sizes)), minimum=0)
        assert (request.read, request.written, request.fresh) == (used.read, used.write_5m, used.uncached)


QUESTION = "How much is a new chain for bicycle {:03}, please?"  # no two alike, and all of one length
REPLY = "A new chain is 38 euros, and it takes us an hour."
MARK = {"type": "ephemeral"}
RULES = "Ask for the order number before you change an order. " * 60  # more than is cached at least
SHOPS = {
    "send all": (every_turn(), lambda turns: turns),
    "sliding window": (sliding_window(2), lambda turns: turns[-2:]),
    "grow, then cut": (grow_then_cut(4, 1), lambda turns: turns[-1:] if len(turns) > 4 else turns),
}


@pytest.mark.parametrize("shop", SHOPS)
@pytest.mark.parametrize("model", ["claude-opus-5", "claude-sonnet-5-5"])
def test_a_conversation_over_the_api_costs_what_the_plan_says(shop, model):
    plan, pick = SHOPS[shop]
    client = connect(ScriptedModel(lambda request: REPLY))
    system = [{"type": "text", "text": RULES, "cache_control": MARK}]
    automatic = {"cache_control": MARK} if plan.cached == "all" else {}
    turns, usages = [], []
    for number in range(8):
        turns = pick(turns)
        question = {"role": "user", "content": QUESTION.format(number)}
        messages = [message for turn in turns for message in turn] + [question]
        reply = client.messages.create(model=model, max_tokens=1_024, system=system, messages=messages, **automatic)
        usages.append(reply.usage)
        turns = [*turns, [question, {"role": "assistant", "content": reply.content}]]
    sizes = measured(client, model, system)
    requests = simulate(plan, 8, **sizes)
    assert [
        (usage.cache_read_input_tokens, usage.cache_creation_input_tokens, usage.input_tokens) for usage in usages
    ] == [(request.read, request.written, request.fresh) for request in requests]
    row = price(model)
    multiples = {"read": row.read_multiple, "write": row.write_5m_multiple}
    assert sum(in_base_tokens(usage, model) for usage in usages) == played(plan, 8, **sizes, **multiples)


def measured(client, model, system):
    """The tokens of the system prompt, of a question and of a reply, told apart with `count_tokens`."""

    def count(*messages):
        return client.messages.count_tokens(model=model, system=system, messages=messages).input_tokens

    question, reply = {"role": "user", "content": QUESTION.format(0)}, {"role": "assistant", "content": REPLY}
    one, two, three = count(question), count(question, question), count(question, reply, question)
    return {"system": 2 * one - two, "user": two - one, "assistant": three - two}


# What is refused

WRONG = [-1, 2.5, 20.0, "20", None, True]
CALLS = {
    "processed": lambda **more: processed(**{"turns": 2, "system": 3, "turn": 4} | more),
    "input_without_cache": lambda **more: input_without_cache(**{"turns": 2} | SIZES | more),
    "input_with_cache": lambda **more: input_with_cache(**{"turns": 2} | SIZES | more),
    "input_with_window": lambda **more: input_with_window(**{"turns": 2, "window": 1} | SIZES | more),
    "input_with_cuts": lambda **more: input_with_cuts(**{"turns": 2, "high": 2, "low": 1} | SIZES | more),
    "kv_cache_bytes": lambda **more: kv_cache_bytes(**{"tokens": 2} | more),
    "sliding_window": lambda **more: sliding_window(**{"turns": 2} | more),
    "grow_then_cut": lambda **more: grow_then_cut(**{"high": 2, "low": 1} | more),
    "simulate": lambda **more: simulate(**{"plan": every_turn(), "turns": 2} | SIZES | more),
    "cheaper_turns": lambda **more: cheaper_turns(
        **{"one": every_turn(), "other": sliding_window(2), "most": 3} | SIZES | more
    ),
}
CONVERSATION = ("turns", *SIZES)
WHOLE = {
    "processed": ("turns", "system", "turn"),
    "input_without_cache": CONVERSATION,
    "input_with_cache": CONVERSATION,
    "input_with_window": (*CONVERSATION, "window", "anchor"),
    "input_with_cuts": (*CONVERSATION, "high", "low"),
    "kv_cache_bytes": ("tokens", "layers", "kv_heads", "head_size", "bytes_per_number"),
    "sliding_window": ("turns", "anchor"),
    "grow_then_cut": ("high", "low"),
    "simulate": CONVERSATION,
    "cheaper_turns": ("most", *SIZES),
}


@pytest.mark.parametrize("wrong", WRONG)
@pytest.mark.parametrize(("call", "name"), [(call, name) for call, names in WHOLE.items() for name in names])
def test_what_is_no_whole_number_is_named(call, name, wrong):
    with pytest.raises(ValueError, match=rf"^{name} is a whole number, 0 or more, not {wrong!r}$"):
        CALLS[call](**{name: wrong})


@pytest.mark.parametrize("wrong", [-0.1, float("nan"), float("inf"), "cheap", None, Fraction(1, 3)])
@pytest.mark.parametrize("call", ["input_with_cache", "input_with_window", "input_with_cuts", "cheaper_turns"])
@pytest.mark.parametrize("name", ["read", "write"])
def test_what_is_no_multiple_is_named(call, name, wrong):
    with pytest.raises(ValueError, match=rf"^{name} is a multiple of the price of plain input, a number such as"):
        CALLS[call](**{name: wrong})


@pytest.mark.parametrize("call", ["input_with_cuts", "grow_then_cut"])
def test_a_cut_that_keeps_more_than_there_is_at_most(call):
    with pytest.raises(ValueError, match="low = 3 turns, which is more than high = 2"):
        CALLS[call](high=2, low=3)


def test_a_plan_that_keeps_more_turns_than_there_are():
    plan = SendingPlan("greedy", lambda past: past + 1)
    with pytest.raises(ValueError, match="the plan 'greedy' keeps 1 of 0 past turns: it can keep 0 at most"):
        simulate(plan, 1, **SIZES)
    with pytest.raises(ValueError, match="kept is a whole number, 0 or more, not -1"):
        simulate(SendingPlan("debt", lambda past: past - 1), 1, **SIZES)


def test_a_plan_that_marks_what_there_is_not():
    with pytest.raises(ValueError, match="cached is one of nothing, system, all, not 'everything'"):
        SendingPlan("typo", lambda past: past, "everything")


def test_no_turns_cost_nothing():
    assert processed(0, system=2_000, turn=200) == input_without_cache(0, **SIZES) == 0
    assert input_with_cache(0, **SIZES) == input_with_window(0, window=2, anchor=9, **SIZES) == 0
    assert input_with_cuts(0, high=2, low=1, **SIZES) == 0
    assert simulate(every_turn(), 0, **SIZES) == []


def test_a_float_is_taken_for_the_decimal_it_prints_as():
    drifting = 0.1 * 3  # 0.30000000000000004
    assert input_with_cache(200, **SIZES, read=0.1) == input_with_cache(200, **SIZES, read=Decimal("0.1"))
    assert input_with_cache(200, **SIZES, read=drifting) == input_with_cache(200, **SIZES, read=Decimal(repr(drifting)))
