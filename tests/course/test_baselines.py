"""The baselines of the long day: what is kept of them is what comes of running them again, to the last digit."""

import pytest
from bank import ROOT, WHOLE

from turnkeeper.bench.baselines import KEPT, SEEDS, baselines, day_strategies, figures_of, replay_day

NAMES = ["send all", "sliding window", "summary", "facts + window", "cut rarely"]


# A day of all five takes ten seconds: a run plays one, and `make bank` all.
@pytest.mark.parametrize("seed", SEEDS if WHOLE else SEEDS[:1])
def test_the_kept_figures_are_those_of_a_new_run(seed):
    found = replay_day([seed])
    assert figures_of(found) == [row for row in KEPT if row.seed == seed]
    assert [run.invalid for run in found.runs] == [0] * len(NAMES)
    assert [run.refused for run in found.runs] == [()] * len(NAMES)


def test_there_are_five_of_each_day():
    assert [strategy.name for strategy in day_strategies()] == NAMES
    assert [(row.seed, row.strategy) for row in KEPT] == [(seed, name) for seed in SEEDS for name in NAMES]


def test_a_baseline_is_the_mean_of_its_days():
    assert [row.strategy for row in baselines()] == NAMES
    for row in baselines():
        days = [kept for kept in KEPT if kept.strategy == row.strategy]
        assert row.recall == pytest.approx(sum(day.recall for day in days) / len(days))
        assert row.cost == pytest.approx(sum(day.cost for day in days) / len(days))


def test_the_page_has_the_kept_figures():
    page = (ROOT / "docs" / "baselines.md").read_text(encoding="utf-8")
    rows = [line for line in page.splitlines() if line.startswith("| ") and line[2].isdigit()]
    assert rows == [
        f"| {seed} | {name} | {recall * 100:.0f} % | {cost:.6f} | {longest:,} | {requests} |"
        for seed, name, recall, cost, longest, requests in KEPT
    ]
