"""The figures of the lesson `measure_it`, as its cells print them, and the exercise's rule beside the engine's."""

import importlib.util
import random

import pytest
from bank import ROOT
from lesson_cells import cells, output

from turnkeeper.bench import Difference, Spread


def printed_with(part: str) -> list[str]:
    (said,) = (cell.output for cell in cells("measure_it") if part in cell.output)
    return said.strip().splitlines()


def test_the_weaker_reader_gains_with_the_window() -> None:
    assert "full 0.2 0.4 0.4 0.4 0.6\nwindow 0.8 1.0 1.0 1.0 1.0\n" in output("measure_it")
    lines = printed_with("session 0: ")
    assert lines[:5] == [f"session {seed}: +0.{gain}" for seed, gain in enumerate((6, 6, 6, 6, 4))]
    assert lines[5].startswith("window: recall +0.56 against full in 5 pairs (from +0.4 to +0.6, ")


def test_the_stronger_reader_has_nothing_to_gain() -> None:
    lines = printed_with("full 1.0 1.0 1.0 1.0 1.0")
    assert lines[1] == "window 0.8 1.0 1.0 1.0 1.0"
    assert lines[2].startswith(
        "window: recall -0.04 against full in 5 pairs (from -0.2 to +0, standard deviation 0.0894)"
    )
    assert "take it for noise" in lines[2]


def test_the_chart_has_every_pair_and_both_means() -> None:
    lines = [line.split() for line in printed_with("Recall: window less full, in each session")]
    assert [line[1:] for line in lines[-5:]] == [
        [gain, "0.56", other, "-0.04"] for gain, other in zip(("0.6",) * 4 + ("0.4",), ("-0.2", *"0000"), strict=True)
    ]


def test_two_of_four_comparisons_are_noise() -> None:
    assert printed_with("two errors") == [
        "weaker, recall: +0.56,",
        "  two errors 0.08: no noise",
        "weaker, cost: +1.7e-05,",
        "  two errors 2.5e-05: noise",
        "stronger, recall: -0.04,",
        "  two errors 0.08: noise",
        "stronger, cost: +4e-05,",
        "  two errors 2.5e-05: no noise",
    ]


def test_the_blind_judge_prefers_the_window_of_the_weaker_reader_alone() -> None:
    assert printed_with("unclear") == [
        "weaker {'better': 14, 'tie': 11, 'worse': 0, 'unclear': 0}",
        "stronger {'better': 0, 'tie': 24, 'worse': 1, 'unclear': 0}",
    ]


def test_a_third_is_saved_without_a_cache_and_nothing_with_it() -> None:
    assert printed_with("34.1% saved") == [
        "no cache: 295,750 or 194,950",
        "  34.1% saved",
        "reads at 0.1: 43,202 or 43,200",
        "reads at 0.05: 29,008 or 34,700",
    ]


def test_the_live_cell_stays_offline() -> None:
    (cell,) = (cell for cell in cells("measure_it") if "LIVE" in cell.source)
    assert "LIVE = False" in cell.source
    assert cell.output.strip() == "window: recall as with full in 2 pairs."


@pytest.mark.parametrize("count", [1, 2, 3, 4, 5, 6, 20])
def test_the_exercise_has_the_engines_rule(count: int) -> None:
    spec = importlib.util.spec_from_file_location("solution", ROOT / "solutions/compare_modes.py")
    solution = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(solution)
    rng, seen = random.Random(count), set()
    for _ in range(300):
        full = [rng.randrange(9) for _ in range(count)]
        window = [one + rng.randrange(-2, 4) for one in full]
        told = Difference("window", "full", "recall", Spread.of([b - a for a, b in zip(full, window, strict=True)]))
        assert solution.compare_modes(full, window) == (told.spread.mean, told.spread.deviation, told.is_noise)
        seen.add(told.is_noise)
    assert seen == ({True} if count == 1 else {True, False})
