"""A switch: each combination has its chart, and what is merged is what the charts say."""

import json
from typing import Any

import pytest

from turnkeeper import chart
from turnkeeper.chart.merged import CHOSEN, merged


def drawn(times: int, turns: int = 3, *, title: str = "Sent", series: str = "all again") -> chart.Chart:
    rows = [{"turn": turn, "tokens": turn * times, "plan": series} for turn in range(1, turns + 1)]
    return chart.lines(rows, x="turn", y="tokens", series="plan", title=title)


def four() -> chart.Switch:
    charts = {(str(times), f"{turns} turns"): drawn(times, turns) for times in (1, 1000) for turns in (3, 30)}
    return chart.switch(charts, by=("Times", "Turns"))


def resolved(value: Any, place: int) -> Any:
    """The specification as Vega-Lite has it when a place is chosen: rows filtered, expressions looked up."""
    if isinstance(value, dict):
        if set(value) == {"expr"}:
            return json.loads(value["expr"].removesuffix(f"[{CHOSEN}]"))[place]
        inner = {key: resolved(one, place) for key, one in value.items()}
        if {"filter": f"datum.{CHOSEN} === {CHOSEN}"} in inner.get("transform", ()):
            del inner["transform"]
            rows = inner["data"]["values"]
            inner["data"] = {
                "values": [{k: v for k, v in row.items() if k != CHOSEN} for row in rows if row[CHOSEN] == place]
            }
        return inner
    return [resolved(one, place) for one in value] if isinstance(value, list) else value


def test_what_is_chosen_is_drawn_as_its_own_chart_would_be() -> None:
    shown = four()
    assert list(shown.charts) == [("1", "3 turns"), ("1", "30 turns"), ("1000", "3 turns"), ("1000", "30 turns")]
    for place, one in enumerate(shown.charts.values()):
        assert resolved(shown.spec["layer"], place) == one.spec["layer"]


def test_the_frame_is_wide_enough_for_all() -> None:
    shown = four()
    for side, room in shown.spec["padding"].items():
        assert room == max(one.spec["padding"][side] for one in shown.charts.values())
    assert shown.spec["width"] + shown.spec["padding"]["left"] + shown.spec["padding"]["right"] == 360


def test_a_notebook_has_a_list_for_each_choice() -> None:
    first, second, chosen = four().spec["params"]
    assert (first["bind"]["labels"], first["bind"]["options"]) == (["1", "1000"], [0, 1])
    assert second["bind"]["labels"] == ["3 turns", "30 turns"]
    assert chosen == {"name": CHOSEN, "expr": f"{CHOSEN}0 * 2 + {CHOSEN}1 * 1"}


def test_each_panel_says_what_it_shows() -> None:
    ours = four().spec["usermeta"]["turnkeeper"]
    assert ours["by"] == [
        {"name": "Times", "options": ["1", "1000"]},
        {"name": "Turns", "options": ["3 turns", "30 turns"]},
    ]
    assert ours["panels"][2]["description"] == "Line chart: Sent (Times: 1000, Turns: 3 turns)"
    assert ours["panels"][2]["table"]["rows"] == [["1", "1,000"], ["2", "2,000"], ["3", "3,000"]]


def test_as_text_it_is_the_first_table_and_names_the_choices() -> None:
    shown = chart.switch({"few": drawn(1), "many": drawn(9)}, by="How many")
    text = "How many: few\nSent\n\nturn  all again\n   1          1\n   2          2\n   3          3\n\n"
    assert str(shown) == repr(shown) == f"{text}Choices: How many: few, many"
    bundle = shown._repr_mimebundle_()
    assert bundle["text/plain"] == str(shown)
    json.dumps(bundle, allow_nan=False)


def test_charts_of_any_order_are_put_in_the_order_of_the_choices() -> None:
    charts = {("a", "x"): drawn(1), ("b", "y"): drawn(4), ("a", "y"): drawn(2), ("b", "x"): drawn(3)}
    assert list(chart.switch(charts, by=["One", "Two"]).charts) == [("a", "x"), ("a", "y"), ("b", "x"), ("b", "y")]


@pytest.mark.parametrize(
    ("charts", "by", "told"),
    [
        ({"one": drawn(1)}, "Which", "two charts or more"),
        ({"one": drawn(1), ("two", "three"): drawn(2)}, "Which", r"\('two', 'three'\) has 2 parts, and by has 1"),
        ({("a", "x"): drawn(1), ("b", "y"): drawn(2)}, ("One", "Two"), "no chart for One: a, Two: y"),
    ],
)
def test_what_cannot_be_switched_is_named(charts: Any, by: Any, told: str) -> None:
    with pytest.raises(ValueError, match=told):
        chart.switch(charts, by=by)


def test_charts_of_two_kinds_or_with_more_lines_cannot_be_merged() -> None:
    rows = [{"turn": turn, "tokens": turn, "plan": plan} for turn in (1, 2) for plan in ("a", "b")]
    more = chart.lines(rows, x="turn", y="tokens", series="plan", title="Sent")
    with pytest.raises(ValueError, match="as many lines"):
        chart.switch({"one": drawn(1), "two": more}, by="Lines")
    bars = chart.bars([{"model": "One", "tokens": 1}], label="model", value="tokens", title="Bars")
    with pytest.raises(ValueError, match=r"The charts differ in .*: draw all of them in the same way"):
        chart.switch({"one": drawn(1), "two": bars}, by="Kind")


def test_equal_specifications_stay_as_they_are() -> None:
    spec = {"description": "One", "data": {"values": [{"x": 1}]}, "mark": "bar"}
    assert merged([spec, spec]) == spec
