"""A lesson's charts: complete in its page without JavaScript, or the build says which lesson has one that fails."""

from pathlib import Path

import pytest
from bs4 import BeautifulSoup, Tag
from tiny_course import HEAD, Outcome, build_course, write_course

LESSON = (
    HEAD
    + """
```python
from turnkeeper import chart

rows = [{"model": "<One> & only", "tokens": 512}, {"model": "Two", "tokens": 1_000_000}]
chart.bars(rows, label="model", value="tokens", title="Windows <then> & now", log=True)
```

```python
print("before")
display(chart.lines([{"turn": n, "tokens": n * n} for n in (1, 2, 3)], x="turn", y="tokens", title="Grown"))
```

```python
display({"application/vnd.vegalite.v5+json": SPEC, "text/plain": "bars"}, raw=True)
```
"""
)
FOREIGN = '{"data": {"values": [{"a": 1}]}, "mark": "bar", "encoding": {"x": {"field": "a", "type": "quantitative"}}}'


def built(root: Path, spec: str) -> Outcome:
    write_course(root)
    (root / "lessons" / "hello.md").write_text(LESSON.replace("SPEC", spec), encoding="utf-8")
    return build_course(root)


@pytest.fixture(scope="module")
def figures(tmp_path_factory: pytest.TempPathFactory) -> list[Tag]:
    root = tmp_path_factory.mktemp("course")
    outcome = built(root, FOREIGN)
    assert outcome.ok, outcome.log
    html = (root / "site" / "lessons" / "hello" / "index.html").read_text(encoding="utf-8")
    return BeautifulSoup(html, "html.parser").select(".tk-output > figure.tk-chart")


def test_each_chart_is_a_picture_with_a_name(figures: list[Tag]) -> None:
    pictures = [figure.find("svg", recursive=False) for figure in figures]
    assert [(svg["role"], svg["aria-label"]) for svg in pictures] == [
        ("img", "Bar chart: Windows <then> & now"),
        ("img", "Line chart: Grown"),
        ("img", "Chart"),
    ]
    texts = [text.get_text() for text in pictures[0].find_all("text")]
    assert {"<One> & only", "512", "1,000,000", "Windows <then> & now"} <= set(texts)
    assert {svg["viewbox"].split()[2] for svg in pictures[:2]} == {"360"}


def test_the_figures_stand_below_it_as_a_closed_table(figures: list[Tag]) -> None:
    details = figures[0].select_one("details:not([open])")
    assert details.select_one("summary").get_text() == "The figures as a table"
    assert details.select_one("table > caption").get_text() == "Windows <then> & now"
    rows = [[cell.get_text() for cell in row.select("th, td")] for row in details.select("tr")]
    assert rows == [["model", "tokens"], ["<One> & only", "512"], ["Two", "1,000,000"]]
    assert [cell["scope"] for cell in details.select("th")] == ["col", "col", "row", "row"]
    assert figures[2].select("details") == []  # what it draws is not known


def test_what_is_printed_stands_before_the_chart(figures: list[Tag]) -> None:
    assert figures[1].find_previous_sibling("pre").get_text() == "before\n"


def test_a_chart_that_fails_stops_the_build_and_names_its_lesson(tmp_path: Path) -> None:
    outcome = built(tmp_path, '{"mark": "bar", "data": {"url": "http://127.0.0.1/data.json"}, "encoding": {}}')
    assert not outcome.ok
    assert "lessons/hello.md: a chart cannot be drawn:" in outcome.log
    assert "this one asks for http://127.0.0.1/data.json" in outcome.log
