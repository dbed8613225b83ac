"""Charts: complete without JavaScript, the same picture after a run, legible on a phone, in light and in dark."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from bs4 import BeautifulSoup
from playwright.sync_api import Locator, Page, Route, expect

from turnkeeper import chart
from turnkeeper.chart.drawn import MIME
from turnkeeper.site import charts
from turnkeeper.site.fences import highlighted

from .conftest import Reader
from .reading import LESSON, Lesson
from .test_accessibility import violations

PHONE = {"width": 390, "height": 844}
SOURCES = {
    1: """from turnkeeper import chart

rows = [{"model": "GPT-1", "tokens": 512, "estimate": 500}, {"model": "Claude", "tokens": 10**6, "estimate": 900_000}]
drawn = chart.bars(rows, label="model", value="tokens", against="estimate", title="Windows", unit="tokens", log=True)
drawn""",
    2: """rows = [{"turn": n, "tokens": n * n * k, "plan": f"times {k}"} for k in (1, 2, 3, 4) for n in range(1, 21)]
drawn = chart.lines(rows, x="turn", y="tokens", series="plan", title="What is re-sent", dots=["times 4"])
drawn""",
    3: """def grown(times, turns):
    rows = [{"turn": n, "tokens": n * times} for n in range(1, turns + 1)]
    return chart.lines(rows, x="turn", y="tokens", title=f"Grown {times}-fold")

plans = {(f"{times} times", f"{turns} turns"): grown(times, turns) for times in (1, 1_000) for turns in (5, 30)}
drawn = chart.switch(plans, by=("Times", "Turns"))
drawn""",
}
# All that makes the picture, and no more: what comes from a run has gone through the page's rules for HTML.
PICTURE = """svg => {
  const names = ["aria-label", "d", "dx", "dy", "fill", "font-size", "font-weight", "opacity", "role", "stroke",
    "stroke-dasharray", "stroke-opacity", "stroke-width", "text-anchor", "transform", "viewBox", "x", "x2", "y", "y2"];
  const said = it => it.children.length ? "" : it.textContent;
  const described = it => [it.localName, said(it), ...names.map(name => it.getAttribute(name))];
  return [svg, ...svg.querySelectorAll("*")].map(described);
}"""
TEXTS = """svg => [...svg.querySelectorAll("text")].filter(it => it.textContent).map(it => {
  const [inner, outer] = [it.getBoundingClientRect(), svg.getBoundingClientRect()];
  const size = parseFloat(it.getAttribute("font-size")) * outer.width / svg.viewBox.baseVal.width;
  const inside = inner.left >= outer.left - 1 && inner.right <= outer.right + 1
    && inner.top >= outer.top - 1 && inner.bottom <= outer.bottom + 1;
  return [it.textContent, size, inside];
})"""
COLOURS = """body => {
  const probe = document.querySelector(".md-main").appendChild(document.createElement("i"));
  const read = value => {
    probe.style.color = value;
    return getComputedStyle(probe).color.match(/[0-9]+/g).map(Number);
  };
  return [read("var(--md-default-bg-color)"), ...[1, 2, 3, 4].map(number => read(`var(--tk-series-${number})`))];
}"""
# As strict as a page with Python can be: no code from text.
POLICY = "default-src 'self' data: blob: 'unsafe-inline' 'wasm-unsafe-eval'"


def drawn_cells() -> dict[int, str]:
    """The cells as the build writes them."""
    names: dict[str, object] = {}
    cells = {}
    for number, source in SOURCES.items():
        exec(source, names)
        shown = names["drawn"]
        assert isinstance(shown, chart.Chart | chart.Switch)
        outputs = [{"data": shown._repr_mimebundle_()}]
        charts.draw_in(outputs)
        assert MIME in outputs[0]["data"]
        cells[number] = (
            f'<div class="tk-cell" id="cell-{number}" data-cell="{number}">{highlighted(source)}'
            f'<div class="tk-output">{outputs[0]["data"][charts.FIGURE]}</div></div>'
        )
    return cells


@pytest.fixture(scope="module")
def cells() -> dict[int, str]:
    return drawn_cells()


@pytest.fixture(scope="module")
def chart_reader(reader: Reader, cells: dict[int, str]) -> Reader:
    """Makes a reader for whom the first three cells of the lesson draw charts."""

    def with_charts(route: Route) -> None:
        response = route.fetch()
        page = BeautifulSoup(response.text(), "html.parser")
        page.select_one("#predict-1").decompose()  # it covers the output of the second cell
        for number, html in cells.items():
            page.select_one(f"#cell-{number}").replace_with(BeautifulSoup(html, "html.parser"))
        headers = {**response.headers, "content-security-policy": POLICY}
        route.fulfill(response=response, headers=headers, body=str(page))

    @contextmanager
    def new_reader(**options: object) -> Iterator[Page]:
        with reader(**options) as page:
            page.context.route(re.compile(rf"/{LESSON}$"), with_charts)
            yield page

    return new_reader


def picture(page: Page, number: int) -> Locator:
    return page.locator(f"#cell-{number} .tk-chart svg:visible")


def contrast(one: list[float], other: list[float]) -> float:
    """The contrast of two colours by WCAG 2.2."""

    def luminance(colour: list[float]) -> float:
        parts = [part / 255 for part in colour[:3]]
        red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    dark, light = sorted([luminance(one), luminance(other)])
    return (light + 0.05) / (dark + 0.05)


def test_a_chart_and_its_table_are_there_without_javascript_and_fit_a_phone(chart_reader: Reader) -> None:
    with chart_reader(java_script_enabled=False, viewport=PHONE) as page:
        page.goto(LESSON)
        expect(page.get_by_role("img", name="Bar chart: Windows", exact=True)).to_be_visible()
        expect(page.get_by_role("img", name="Line chart: What is re-sent", exact=True)).to_be_visible()
        table = page.locator("#cell-1").get_by_role("table", name="Windows (tokens)")
        expect(table).to_be_hidden()
        page.locator("#cell-1 summary").click()
        expect(table.get_by_role("row").last).to_have_text(re.compile(r"Claude\s*1,000,000\s*900,000"))


@pytest.mark.parametrize("scale", [1, 2], ids=["100 %", "200 %"])
def test_the_text_of_a_chart_is_legible_and_none_is_cut(chart_reader: Reader, scale: int) -> None:
    for width in (390, 1280 // scale):
        with chart_reader(viewport={"width": width, "height": 844}, device_scale_factor=scale) as page:
            page.goto(LESSON)
            for number in SOURCES:
                texts = picture(page, number).evaluate(TEXTS)
                assert len(texts) > 8
                assert [text for text, size, inside in texts if not inside] == []
                assert [(text, size) for text, size, inside in texts if not 11 <= size <= 20] == []
            assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_a_run_draws_the_same_picture_and_fetches_vega_only_then(chart_reader: Reader) -> None:
    with chart_reader() as page:
        asked: list[str] = []
        page.context.on("request", lambda request: asked.append(request.url))
        lesson = Lesson(page).open()
        built = {number: picture(page, number).evaluate(PICTURE) for number in SOURCES}
        tables = {number: lesson.cell(number).output.locator("table").all_text_contents() for number in SOURCES}
        for number in SOURCES:
            picture(page, number).evaluate("it => it.dataset.built = ''")
        page.wait_for_load_state("networkidle")
        assert [url for url in asked if "/draw-" in url] == []
        for number in SOURCES:
            lesson.cell(number).run()
            expect(picture(page, number)).to_be_visible()
            expect(page.locator(f"#cell-{number} [data-built]")).to_have_count(0)
            assert picture(page, number).evaluate(PICTURE) == built[number]
            assert lesson.cell(number).output.locator("table").all_text_contents() == tables[number]
            expect(lesson.cell(number).output).not_to_have_attribute("style", re.compile("min-height"))
        assert len([url for url in asked if "/draw-" in url]) == 1


def test_a_chart_that_cannot_be_fetched_is_told_and_shown_as_text(chart_reader: Reader) -> None:
    with chart_reader() as page:
        page.context.route("**/draw-*.js", lambda route: route.abort())
        cell = Lesson(page).open().cell(1)
        cell.run()
        expect(cell.output.get_by_text("The chart could not be drawn, so here it is as text.")).to_be_visible()
        expect(cell.output.locator("pre")).to_contain_text("Claude  1,000,000")
        expect(picture(page, 1)).to_have_count(0)


def test_a_chart_of_the_readers_own_is_drawn_and_fetches_nothing(chart_reader: Reader) -> None:
    own = """class Own:
    def _repr_mimebundle_(self, **_):
        data = {"values": [{"a": 1}, {"a": 2}]} if inside else {"url": "http://127.0.0.1:9/some.json"}
        spec = {"data": data, "mark": "point", "encoding": {"x": {"field": "a", "type": "quantitative"}}}
        return {"application/vnd.vegalite.v6+json": spec, "text/plain": "as text"}
"""
    with chart_reader() as page:
        cell = Lesson(page).open().cell(1)
        cell.try_out(f"{own}\ninside = True\nOwn()")
        expect(page.get_by_role("img", name="Chart", exact=True)).to_be_visible()
        cell.try_out(f"{own}\ninside = False\nOwn()")
        expect(cell.output).to_contain_text("The chart could not be drawn")
        expect(cell.output).to_contain_text("as text")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_each_series_stands_out_from_the_page(chart_reader: Reader, scheme: str) -> None:
    with chart_reader(color_scheme=scheme) as page:
        Lesson(page).open()
        background, *series = page.locator("body").evaluate(COLOURS)
        assert len({tuple(colour) for colour in series}) == 4
        assert [colour for colour in series if contrast(colour, background) < 3] == []


@pytest.mark.parametrize("ran", [False, True], ids=["built", "after a run"])
def test_the_reader_chooses_among_charts_by_keyboard(chart_reader: Reader, ran: bool) -> None:
    with chart_reader() as page:
        lesson = Lesson(page).open()
        if ran:
            picture(page, 3).evaluate("it => it.dataset.built = ''")
            for number in SOURCES:
                lesson.cell(number).run()
            expect(page.locator("#cell-3 [data-built]")).to_have_count(0)
        output = lesson.cell(3).output
        for times, turns in (("1,000", 5), ("1,000", 30), ("1", 30)):
            plain = times.replace(",", "")
            for label, option in (("Times", f"{plain} times"), ("Turns", f"{turns} turns")):
                output.get_by_role("combobox", name=label).focus()
                page.keyboard.type(option)
                expect(output.get_by_role("combobox", name=label)).to_have_value(option)
            name = f"Line chart: Grown {plain}-fold (Times: {plain} times, Turns: {turns} turns)"
            expect(output.get_by_role("img")).to_have_accessible_name(name)
            output.locator("summary:visible").click()
            expect(output.locator("tr:visible").nth(1)).to_have_text(re.compile(rf"1\s*{times}$"))
            expect(output.locator("tr:visible")).to_have_count(turns + 1)


def test_without_javascript_the_first_chart_is_there_and_no_list(chart_reader: Reader) -> None:
    with chart_reader(java_script_enabled=False, viewport=PHONE) as page:
        page.goto(LESSON)
        expect(page.locator("#cell-3 svg:visible")).to_have_count(1)
        expect(page.locator("#cell-3 select:visible")).to_have_count(0)


def test_axe_finds_nothing_about_a_chart(chart_reader: Reader) -> None:
    with chart_reader(bypass_csp=True) as page:
        lesson = Lesson(page).open()
        lesson.cell(1).root.locator("summary").click()
        assert violations(page) == []
