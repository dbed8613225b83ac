import datetime
import json
from decimal import Decimal
from pathlib import Path

import pytest
from anthropic.types import Usage
from anthropic.types.beta import BetaUsage
from hypothesis import given
from hypothesis import strategies as st

from turnkeeper.costs import PRICES, Bill, InputSplit, bill, in_base_tokens, price, split_input, total_input
from turnkeeper.models import MODELS

CASES = Path(__file__).parents[1] / "cases"
OPUS = "claude-opus-5"
HAIKU = "claude-haiku-5-5"
MILLION = 1_000_000


def case(number):
    (path,) = CASES.glob(f"{number}-*.json")
    return json.loads(path.read_text())


def usage(fresh=0, read=0, write_5m=0, write_1h=0, output=0):
    return {
        "input_tokens": fresh,
        "cache_read_input_tokens": read,
        "cache_creation_input_tokens": write_5m + write_1h,
        "cache_creation": {"ephemeral_5m_input_tokens": write_5m, "ephemeral_1h_input_tokens": write_1h},
        "output_tokens": output,
    }


def test_every_model_has_prices_with_a_day_and_a_source():
    assert set(PRICES) == {row.id for row in MODELS.values()}
    for rows in PRICES.values():
        assert rows[-1].longest is None
        for row in rows:
            assert datetime.date.fromisoformat(row.as_of) <= datetime.date(2026, 11, 30)
            assert "Anthropic's" in row.source
            assert row.source.endswith(".")


@pytest.mark.parametrize(
    "model", ["claude-fable-5-2", "claude-mythos-5-1", "claude-opus-5-5", "claude-sonnet-5-5", HAIKU]
)
def test_what_was_read_as_an_excerpt_says_so(model):
    assert all("excerpt was read, not" in row.source for row in PRICES[model])


TABLE = {  # messages_api.md, section B9: input, five-minute write, one-hour write, read, output, read multiple
    ("claude-fable-5-2", "claude-mythos-5-2"): "8 10 16 0.20 40 0.025",
    ("claude-fable-5-1", "claude-mythos-5-1"): "10 12.50 20 0.25 50 0.025",
    ("claude-fable-5", "claude-mythos-5"): "10 12.50 20 1 50 0.1",
    ("claude-opus-5-5",): "4 5 8 0.20 20 0.05",
    (
        "claude-opus-5",
        "claude-opus-4-8",
        "claude-opus-4-7",
        "claude-opus-4-6",
        "claude-opus-4-5",
    ): "5 6.25 10 0.50 25 0.1",
    ("claude-sonnet-5-5",): "2 2.50 4 0.10 10 0.05",
    ("claude-sonnet-5",): "2 2.50 4 0.20 10 0.1",
    ("claude-sonnet-4-6", "claude-sonnet-4-5"): "3 3.75 6 0.30 15 0.1",
    ("claude-haiku-5-5",): "0.10 0.125 0.20 0.01 0.50 0.1",
    ("claude-haiku-4-5", "claude-haiku-4-5-20251001"): "1 1.25 2 0.10 5 0.1",
}


@pytest.mark.parametrize(("model", "row"), [(model, row) for models, row in TABLE.items() for model in models])
def test_the_table(model, row):
    found = price(model)
    assert [
        found.input, found.write_5m, found.write_1h, found.read, found.output, found.read_multiple
    ] == [Decimal(figure) for figure in row.split()]  # fmt: skip


@pytest.mark.parametrize("row", [row for rows in PRICES.values() for row in rows])
def test_writes_cost_a_quarter_more_and_twice(row):
    assert (row.write_5m_multiple, row.write_1h_multiple) == (Decimal("1.25"), 2)


def test_haiku_has_a_cliff_for_the_whole_request():
    assert bill(usage(fresh=100_000, output=1_000), HAIKU).total == Decimal("0.0105")
    over = bill(usage(fresh=100_001, output=1_000), HAIKU)
    assert over.input == Decimal("0.0500005")
    assert over.output == Decimal("0.0025")


@pytest.mark.parametrize("kind", ["fresh", "read", "write_5m", "write_1h"])
def test_cached_tokens_count_towards_the_cliff(kind):
    under, over = (bill(usage(**{kind: tokens}, output=MILLION), HAIKU) for tokens in (100_000, 100_001))
    assert (under.output, over.output) == (Decimal("0.50"), Decimal("2.50"))


def test_a_bill_by_hand():
    made = bill(usage(fresh=2_000, read=110_000, write_5m=50_000, write_1h=10_000, output=1_500), OPUS)
    assert made == Bill(Decimal("0.01"), Decimal("0.3125"), Decimal("0.1"), Decimal("0.055"), Decimal("0.0375"))
    assert made.total == Decimal("0.515")


def test_a_usage_of_the_sdk():
    counts = usage(fresh=2_000, read=110_000, write_5m=50_000, write_1h=10_000, output=1_500)
    assert bill(Usage.model_validate(counts), OPUS) == bill(counts, OPUS)
    assert total_input(Usage.model_validate(counts)) == 172_000
    assert total_input(Usage(input_tokens=7, output_tokens=1)) == 7


def test_writes_without_a_split_are_five_minute_writes():
    counts = {"input_tokens": 0, "output_tokens": 0, "cache_creation_input_tokens": MILLION}
    assert bill(counts, OPUS) == Bill(cache_write_5m=Decimal("6.25"))
    assert bill(counts | {"cache_creation": None}, OPUS) == Bill(cache_write_5m=Decimal("6.25"))


@pytest.mark.parametrize("number", [{}, {"cache_creation_input_tokens": None}, {"cache_creation_input_tokens": 200}])
def test_writes_that_stand_in_the_split_alone_are_billed(number):
    counts = {"input_tokens": 7, "cache_creation": usage(write_5m=300, write_1h=500)["cache_creation"], **number}
    assert split_input(counts) == InputSplit(read=0, write_5m=300, write_1h=500, fresh=7)
    assert total_input(counts) == 807
    assert bill(counts, OPUS) == Bill(Decimal("0.000035"), Decimal("0.001875"), Decimal("0.005"))


def test_the_split_is_no_second_write():
    assert split_input(usage(fresh=1, read=2, write_5m=3, write_1h=4)) == InputSplit(2, 3, 4, 1)
    some = usage(write_1h=500) | {"cache_creation_input_tokens": 700}
    assert split_input(some) == InputSplit(read=0, write_5m=200, write_1h=500, fresh=0)
    assert (split_input(some).written, split_input(some).total) == (700, 700)


def test_iterations_are_billed_each_at_the_length_of_its_own_prompt():
    compaction = usage(fresh=150_000, output=1_000) | {"type": "compaction"}
    message = usage(fresh=20_000, output=500) | {"type": "message"}
    counts = usage(fresh=20_000, output=500) | {"iterations": [compaction, message]}
    # 150,000 at 0.50 and 1,000 at 2.50; then 20,000 at 0.10 and 500 at 0.50
    expected = Bill(Decimal("0.075") + Decimal("0.002"), output=Decimal("0.0025") + Decimal("0.00025"))
    assert bill(counts, HAIKU) == expected
    assert bill(BetaUsage.model_validate(counts), HAIKU) == expected
    assert in_base_tokens(counts, HAIKU) == 170_000
    assert total_input(counts) == 20_000


def test_an_iteration_of_another_model_is_billed_as_that_model():
    advice = usage(read=MILLION) | {"type": "advisor_message", "model": "claude-fable-5-1"}
    counts = usage() | {"iterations": [usage(read=MILLION) | {"type": "message", "model": None}, advice]}
    assert bill(counts, OPUS).total == Decimal("0.75")
    assert in_base_tokens(counts, OPUS) == 125_000


@pytest.mark.parametrize("iterations", [None, []])
def test_without_iterations_the_counts_at_the_top_are_billed(iterations):
    assert bill(usage(fresh=MILLION) | {"iterations": iterations}, OPUS).total == 5


@pytest.mark.parametrize("ask", [bill, in_base_tokens])
def test_an_unknown_model_is_told_the_known_ones(ask):
    with pytest.raises(ValueError, match=r"no prices for the model 'claude-nope'.*claude-haiku-5-5"):
        ask(usage(), "claude-nope")


def test_case_031_what_the_clock_costs():
    wanted = case("031")["expected"]
    second = wanted["usage"][1]
    fixed = second | wanted["if_time_moves_to_the_last_user_message"]["second_request"]
    costs = wanted["cost_in_base_tokens_second_request"]
    assert in_base_tokens(second, OPUS) == Decimal(str(costs["with_clock"]))
    assert in_base_tokens(fixed, OPUS) == Decimal(str(costs["fixed"]))


def test_case_034_the_whole_prompt_is_the_sum_of_three():
    told = case("034")
    given_, wanted = told["arguments"], told["expected"]
    context = total_input(given_["usage"]) + given_["usage"]["output_tokens"]
    assert total_input(given_["usage"]) == wanted["total_input_tokens"]
    assert context == wanted["context_after_reply"]
    assert (context >= given_["compact_at"]) == wanted["compact"]


COUNTS = st.fixed_dictionaries(
    dict.fromkeys(["fresh", "read", "write_5m", "write_1h", "output"], st.integers(0, 10**9))
)


@given(COUNTS, st.sampled_from(sorted(MODELS)))
def test_a_bill_is_its_parts_and_input_costs_what_its_base_tokens_cost(counts, model):
    made = bill(usage(**counts), model)
    parts = (made.input, made.cache_write_5m, made.cache_write_1h, made.cache_read, made.output)
    assert made.total == sum(parts)
    row = price(model, total_input(usage(**counts)))
    assert made.total - made.output == in_base_tokens(usage(**counts), model) * row.input / MILLION


@given(COUNTS, COUNTS)
def test_bills_add_up(one, other):
    together = {key: one[key] + other[key] for key in one}
    assert bill(usage(**one), OPUS) + bill(usage(**other), OPUS) == bill(usage(**together), OPUS)
