"""Charts: what is drawn is what the rows say, and what cannot be drawn is named."""

import copy
import json
import math
import re
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from turnkeeper import chart
from turnkeeper.chart.drawn import WIDTH
from turnkeeper.chart.rows import heading, written
from turnkeeper.chart.scales import Scale, exact, linear, logarithmic

WINDOWS = [{"model": "GPT-1", "tokens": 512}, {"model": "Claude", "tokens": 1_000_000}]
TURNS = [
    {"turn": turn, "tokens": 50 * turn * times, "plan": plan}
    for plan, times in (("all again", 4), ("new only", 2))
    for turn in (1, 2)
]
TOO_LARGE = "rows[0]['tokens'] is too large, too small or NaN: a chart draws 0, and sizes of 1e-9 to 1e15."
ABOVE_0 = st.floats(1e-9, 1e15) | st.integers(1, 10**15)
AMOUNTS = ABOVE_0 | st.just(0)
NUMBERS = AMOUNTS | ABOVE_0.map(lambda number: -number)


def bars(rows: Any = WINDOWS, **options: Any) -> chart.Chart:
    return chart.bars(rows, **{"label": "model", "value": "tokens", "title": "Windows", **options})


def lines(rows: Any = TURNS, **options: Any) -> chart.Chart:
    return chart.lines(rows, **{"x": "turn", "y": "tokens", "series": "plan", "title": "Sent", **options})


def layers(drawn: chart.Chart, kind: str) -> list[dict[str, Any]]:
    return [layer for layer in drawn.spec["layer"] if layer["mark"]["type"] == kind]


def points(layer: dict[str, Any]) -> list[tuple[Any, ...]]:
    return [(row["series"], row["x"], row["y"]) for row in layer["data"]["values"]]


def assert_no_none(value: Any) -> None:
    """JupyterLite loses each None of a bundle, so that Vega-Lite takes its default."""
    assert value is not None
    for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list | tuple) else ():
        assert_no_none(inner)


def test_bars_as_text_are_a_table_with_its_numbers_below_one_another() -> None:
    assert str(bars(unit="tokens")) == "Windows\n\nmodel      tokens\nGPT-1         512\nClaude  1,000,000"
    assert str(bars(unit="tokens to read")).splitlines()[2] == "model   tokens (tokens to read)"
    assert repr(bars()) == str(bars())


def test_a_second_number_stands_beside_the_first() -> None:
    rows = [{"model": "a", "tokens": 3, "the_estimate": 4.5}]
    drawn = bars(rows, against="the_estimate", unit="tokens")
    assert str(drawn) == "Windows (tokens)\n\nmodel  tokens  the estimate\na           3           4.5"
    assert [row["said"] for row in drawn.spec["data"]["values"]] == ["3 tokens", "4.5 the estimate"]
    first, second = layers(drawn, "rect")
    assert (first["mark"].get("filled"), second["mark"]["filled"]) == (None, False)
    above, below = drawn.spec["data"]["values"]
    assert above["bottom"] < below["top"]


def test_each_bar_has_its_name_above_it_and_its_number_at_its_end() -> None:
    drawn = bars()
    rows = drawn.spec["data"]["values"]
    assert [(row["name"], row["number"], row["said"]) for row in rows] == [
        ("GPT-1", 512, "512"),
        ("Claude", 1_000_000, "1,000,000"),
    ]
    assert all(row["name_at"] < row["top"] < row["middle"] < row["bottom"] for row in rows)
    assert rows[0]["bottom"] < rows[1]["name_at"]
    x = drawn.spec["layer"][0]["encoding"]["x"]
    assert (x["scale"]["type"], x["scale"]["domain"], x["axis"]["labels"]) == ("linear", [0, 1_000_000], False)


def test_a_log_scale_says_so_and_begins_below_the_smallest_bar() -> None:
    drawn = bars(log=True, unit="tokens")
    x = drawn.spec["layer"][0]["encoding"]["x"]
    assert (x["scale"]["type"], x["scale"]["domain"]) == ("log", [100, 1_000_000])
    assert x["axis"]["values"] == [100, 1_000, 10_000, 100_000, 1_000_000]
    assert drawn.spec["title"]["subtitle"] == ["tokens, log scale: each line is 10 times the last"]
    assert bars(log=True).spec["title"]["subtitle"] == ["Log scale: each line is 10 times the last"]


def test_bars_that_are_all_0_are_drawn() -> None:
    assert bars([{"model": "a", "tokens": 0}]).spec["layer"][0]["encoding"]["x"]["scale"]["domain"] == [0, 1]


def test_lines_as_text_are_a_table_with_a_column_for_each_series() -> None:
    rows = [*TURNS[::-1], {"turn": 3, "tokens": 7, "plan": "new only"}]
    assert str(lines(rows, unit="tokens")) == (
        "Sent (tokens)\n\n"
        "turn  new only  all again\n   1       100        200\n   2       200        400\n   3         7"
    )


def test_one_line_needs_no_series() -> None:
    drawn = lines(TURNS[:2], series=None, unit="tokens")
    assert str(drawn) == "Sent\n\nturn  tokens\n   1     200\n   2     400"
    assert layers(drawn, "text") == []
    assert drawn.spec["title"]["subtitle"] == ["tokens"]


def test_lines_differ_in_their_dashes_and_have_their_names_at_their_ends() -> None:
    drawn = lines()
    (line,) = layers(drawn, "line")
    dashes = line["encoding"]["strokeDash"]["scale"]
    assert dashes["domain"] == ["all again", "new only"]
    assert dashes["range"][0] != dashes["range"][1]
    assert points(line) == [("all again", 1, 200), ("all again", 2, 400), ("new only", 1, 100), ("new only", 2, 200)]
    (names,) = layers(drawn, "text")
    assert [(row["label"], row["x"]) for row in names["data"]["values"]] == [("new only", 2), ("all again", 2)]


def test_names_that_would_stand_on_one_another_are_moved_apart() -> None:
    rows = [
        {"turn": turn, "tokens": tokens, "plan": name}
        for turn in (1, 2)
        for name, tokens in (("one", 0), ("two", 0), ("a name that is longer than one line", 400), ("four", 400))
    ]
    (names,) = layers(lines(rows), "text")
    placed = [(220 * (1 - row["y"] / 400), row["label"].count("\n")) for row in names["data"]["values"]]
    at = [(first, first + 15 * more) for first, more in placed]
    assert names["data"]["values"][2]["label"].count("\n") > 0
    assert all(high[1] + 15 <= low[0] + 1e-6 for low, high in pairwise(at))
    assert all(first >= -8 and last <= 230 for first, last in at)


def test_what_was_counted_is_drawn_as_dots() -> None:
    many = [{"turn": turn, "tokens": turn, "plan": plan} for turn in range(20) for plan in ("counted", "formula")]
    drawn = lines(many, dots=["counted"])
    (line,), (dots,) = layers(drawn, "line"), layers(drawn, "point")
    assert {row["series"] for row in line["data"]["values"]} == {"formula"}
    assert {row["series"] for row in dots["data"]["values"]} == {"counted"}


def test_few_points_are_marked_on_their_line() -> None:
    (dots,) = layers(lines(), "point")
    assert len(points(dots)) == len(TURNS)


def test_lines_on_a_log_scale() -> None:
    drawn = lines(log=True, unit="tokens")
    y = drawn.spec["layer"][0]["encoding"]["y"]
    assert (y["scale"]["type"], y["scale"]["domain"]) == ("log", [100, 1000])
    assert drawn.spec["title"]["subtitle"] == ["tokens, log scale"]


def test_years_have_no_comma() -> None:
    rows = [{"turn": 2018, "tokens": 1}, {"turn": 2026, "tokens": 2}]
    assert lines(rows, series=None).spec["layer"][0]["encoding"]["x"]["axis"]["format"] == "~f"
    rows[1]["turn"] = 20_000
    assert lines(rows, series=None).spec["layer"][0]["encoding"]["x"]["axis"]["format"] == ",~f"


@pytest.mark.parametrize(
    ("rows", "options", "message"),
    [
        ([], {}, "There is nothing to draw: rows is empty."),
        ([("a", 1)], {}, "rows[0] is a tuple; each row must be a dict."),
        ([*WINDOWS, {"model": "x"}], {}, "rows[2] has no key 'tokens'; its keys are: 'model'."),
        ([{}], {}, "rows[0] has no key 'model'; its keys are: none."),
        (WINDOWS, {"against": "guess"}, "rows[0] has no key 'guess'; its keys are: 'model', 'tokens'."),
        ([{"model": "x", "tokens": "9"}], {}, "rows[0]['tokens'] is '9', a str; a chart draws int and float."),
        ([{"model": "x", "tokens": True}], {}, "rows[0]['tokens'] is True, a bool; a chart draws int and float."),
        (
            [{"model": "x", "tokens": math.nan}],
            {},
            TOO_LARGE,
        ),
        ([{"model": "x", "tokens": 10**5000}], {}, TOO_LARGE),
        ([{"model": "x", "tokens": -1}], {}, "rows[0]['tokens'] is -1; a bar cannot be shorter than 0."),
        (
            [{"model": "x", "tokens": 0}],
            {"log": True},
            "rows[0]['tokens'] is 0; a log scale has only numbers above 0: leave out log=True, or this row.",
        ),
    ],
)
def test_what_bars_cannot_draw_is_named(rows: Any, options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        bars(rows, **options)


@pytest.mark.parametrize(
    ("rows", "options", "message"),
    [
        ([*TURNS, TURNS[3]], {}, "rows[4] is a second point of 'new only' at 2: each may have one."),
        (
            [{"turn": 1, "tokens": 1, "plan": n} for n in range(5)],
            {},
            "There are 5 series, and more than 4 cannot be told apart.",
        ),
        (TURNS, {"dots": ["none"]}, "dots names 'none', and the series are: 'all again', 'new only'."),
        (
            [{"turn": "one", "tokens": 1, "plan": "p"}],
            {},
            "rows[0]['turn'] is 'one', a str; a chart draws int and float.",
        ),
        (
            [{"turn": 1, "tokens": -2, "plan": "p"}],
            {"log": True},
            "rows[0]['tokens'] is -2; a log scale has only numbers above 0: leave out log=True, or this row.",
        ),
    ],
)
def test_what_lines_cannot_draw_is_named(rows: Any, options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        lines(rows, **options)


def test_a_notebook_gets_the_drawing_and_the_table() -> None:
    drawn = bars()
    bundle = drawn._repr_mimebundle_(include=None, exclude=None)
    assert set(bundle) == {"application/vnd.vegalite.v5+json", "text/plain"}
    assert bundle["text/plain"] == str(drawn)
    bundle["application/vnd.vegalite.v5+json"]["layer"].clear()
    assert drawn.spec["layer"]
    assert drawn.spec["usermeta"]["turnkeeper"]["table"] == {
        "caption": "Windows",
        "columns": ["model", "tokens"],
        "rows": [["GPT-1", "512"], ["Claude", "1,000,000"]],
    }


def test_the_callers_rows_stay_as_they_are() -> None:
    before = copy.deepcopy(TURNS)
    drawn = lines(row for row in TURNS)
    drawn.rows[0]["turn"] = 99
    assert before == TURNS


@given(st.lists(st.tuples(st.text(max_size=60), AMOUNTS), min_size=1, max_size=8), st.text(max_size=200), st.booleans())
def test_any_bars_can_be_drawn(given_rows: list[tuple[str, float]], title: str, log: bool) -> None:
    rows = [{"model": name, "tokens": number} for name, number in given_rows if number or not log]
    if not rows:
        return
    drawn = bars(rows, title=title, log=log)
    json.dumps(drawn.spec, allow_nan=False)
    assert_no_none(drawn.spec)
    assert drawn.spec["width"] > WIDTH / 3
    low, high = drawn.spec["layer"][0]["encoding"]["x"]["scale"]["domain"]
    assert all(low <= row["tokens"] <= high for row in rows)
    assert len(drawn.cells) == len(rows)


@given(
    st.dictionaries(st.tuples(NUMBERS, st.sampled_from("abcd")), NUMBERS, min_size=1, max_size=12),
    st.text(max_size=200),
)
def test_any_lines_can_be_drawn(given_rows: dict[tuple[float, str], float], title: str) -> None:
    drawn = lines([{"turn": at, "tokens": up, "plan": plan} for (at, plan), up in given_rows.items()], title=title)
    json.dumps(drawn.spec, allow_nan=False)
    assert_no_none(drawn.spec)
    assert drawn.spec["width"] > WIDTH / 3
    low, high = drawn.spec["layer"][0]["encoding"]["y"]["scale"]["domain"]
    assert low < high
    assert all(low - (high - low) / 1e6 <= up <= high + (high - low) / 1e6 for up in given_rows.values())


@given(st.lists(ABOVE_0, min_size=1, max_size=6), st.integers(2, 7), st.booleans())
def test_a_log_scale_holds_its_numbers_between_powers_of_ten(numbers: list[float], marks: int, below: bool) -> None:
    scale = logarithmic(numbers, marks=marks, below=below)
    assert scale.low <= min(numbers) <= max(numbers) <= scale.high
    assert 2 <= len(scale.values) <= marks + 1
    shares = [scale.share(number) for number in numbers]
    assert all(-1e-9 <= share <= 1 + 1e-9 for share in shares)
    assert not below or min(shares) > 0
    for one, other in pairwise(scale.values):
        assert other / one == pytest.approx(scale.factor)


@given(st.lists(NUMBERS, min_size=1, max_size=6))
def test_a_linear_scale_holds_its_numbers_and_few_marks(numbers: list[float]) -> None:
    for scale in (linear(numbers), exact(numbers)):
        assert len(scale.values) <= 8
        assert list(scale.values) == sorted(set(scale.values))
        assert -1e-6 <= scale.share(min(numbers)) <= scale.share(max(numbers)) <= 1 + 1e-6
    assert linear(numbers).low <= 0 <= linear(numbers).high


def test_scales_mark_round_numbers() -> None:
    assert linear([3, 21_000]) == Scale(0, 25_000, (0, 5_000, 10_000, 15_000, 20_000, 25_000))
    assert exact([1, 20]).values == (5, 10, 15, 20)
    assert exact([7]) == Scale(6, 8, (7,))
    assert logarithmic([1, 10**9], marks=4).values == (1, 1000, 10**6, 10**9)
    assert logarithmic([999_999_999_999_998.0]).values == (10**14, 10**15)
    assert logarithmic([1e-6, 1000]).values == (1e-6, 1e-4, 0.01, 1, 100, 10_000)
    assert logarithmic([0.02, 5]).values == (0.01, 0.1, 1, 10)


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (0, "0"),
        (1_000_000, "1,000,000"),
        (16.777216, "16.78"),
        (0.131072, "0.1311"),
        (1234.5, "1,234"),
        (-0.5, "-0.5"),
        (2.5e-9, "0.0000000025"),
        (131072.0, "131,072"),
        (99.999999, "100"),
    ],
)
def test_numbers_are_written_for_people(number: float, text: str) -> None:
    assert written(number) == text


def test_a_head_names_the_unit_once() -> None:
    assert (heading("kv_cache", "GB"), heading("tokens", "tokens"), heading("a_b")) == (
        "kv cache (GB)",
        "tokens",
        "a b",
    )
