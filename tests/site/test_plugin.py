"""The MkDocs plugin: a tiny course becomes the HTML that the page's runner expects, or says what is wrong."""

import json
import re
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest
from bs4 import BeautifulSoup, Tag
from tiny_course import LESSON, STUB, Outcome, build_course, write_course

from turnkeeper.site import plugin
from turnkeeper.site.prose import split_docstring
from turnkeeper.validity import RULES


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Outcome]:
    root = write_course(tmp_path_factory.mktemp("course"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SITE_URL", "http://127.0.0.1:8000/under/")
        return root / "site", build_course(root)


@pytest.fixture(scope="module")
def page(built: tuple[Path, Outcome]) -> BeautifulSoup:
    site, outcome = built
    assert outcome.ok, outcome.log
    return BeautifulSoup((site / "lessons" / "hello" / "index.html").read_text(encoding="utf-8"), "html.parser")


def one(page: BeautifulSoup | Tag, selector: str) -> Tag:
    found = page.select(selector)
    assert len(found) == 1, f"{selector}: {len(found)} found"
    return found[0]


def test_cells_keep_the_source_to_the_letter(page: BeautifulSoup) -> None:
    cells = page.select(".tk-cell")
    assert [(cell["id"], cell["data-cell"]) for cell in cells] == [(f"cell-{n}", str(n)) for n in range(1, 5)]
    written = re.findall(r"```python.*?\n(.*?)\n```", LESSON, re.DOTALL)
    shown = [one(cell, ".tk-input.highlight > pre > code").get_text().removesuffix("\n") for cell in cells]
    assert shown == written


def test_cells_show_what_they_printed(page: BeautifulSoup) -> None:
    first, second, third, fourth = page.select(".tk-cell > .tk-output")
    assert one(first, "pre.tk-stdout").get_text() == "True &amp; </script> <!-- x --> <b>\nmore\n"
    assert one(first, "pre.tk-result").get_text() == "'aaa'"
    assert one(second, "div.tk-html > b").get_text() == "bold"
    assert one(second, "div.tk-svg > svg")["viewbox"] == "0 0 1 1"
    assert one(second, "pre.tk-stderr > span.ansi-red-fg").get_text() == "red"
    assert third.get_text() == ""
    assert one(fourth, "pre.tk-error").get_text() == "ZeroDivisionError: division by zero"


def test_exercise_shows_the_stub_and_each_requirement_in_the_grader_s_order(page: BeautifulSoup) -> None:
    section = one(page, "section.tk-exercise")
    assert (section["id"], section["data-exercise"]) == ("exercise-greet", "greet")
    assert one(section, ".tk-task").get_text().strip() == "Greet someone."
    assert one(section, ".tk-input code").get_text() == split_docstring(STUB)[1]
    asked = [(item["data-requirement"], item.get_text()) for item in section.select("ol.tk-requirements > li")]
    assert asked == [
        ("test_says_the_name", "The name is in the greeting."),
        ("test_is_polite", "It is polite."),
    ]
    assert "exercises/greet.py" in one(section, "p.tk-terminal").get_text()
    assert one(section, "h3 > a.headerlink")["href"] == "#exercise-greet"
    assert one(section, "#" + section["aria-labelledby"]).get_text() == "Exercise greet"


def test_questions_are_radio_buttons_with_an_explanation_for_each_choice(page: BeautifulSoup) -> None:
    predict, quiz = page.select("form.tk-quiz")
    assert (predict["id"], predict["data-kind"]) == ("predict-1", "predict")
    assert (quiz["id"], quiz["data-kind"]) == ("quiz-1", "quiz")
    assert one(quiz, "fieldset > legend").get_text() == "Which one?"
    inputs = quiz.select("label.tk-choice > input[type=radio]")
    assert [(item["name"], item["value"]) for item in inputs] == [("quiz-1", "0"), ("quiz-1", "1")]
    answers = quiz.select("details.tk-answers > ol > li")
    assert [(item["data-choice"], item["data-right"]) for item in answers] == [("0", "false"), ("1", "true")]
    assert answers[1].get_text() == "Right: That <b>one</b>.It is, over two lines."
    assert predict.find_next("div", class_="tk-cell")["id"] == "cell-1"


def test_page_has_one_title_its_minutes_and_two_ways_to_the_notebook(page: BeautifulSoup) -> None:
    article = one(page, "article")
    assert one(article, "h1").get_text().rstrip("¶") == "Say hello"
    assert "7 minutes" in one(article, ".tk-lesson__minutes").get_text()
    download, lite = article.select(".tk-lesson__ways a")
    assert download["href"] == "../hello.ipynb"
    assert download.has_attr("download")
    assert lite["href"] == "../../lite/notebooks/index.html?path=hello.ipynb"
    assert "15 to 30 seconds" in one(article, ".tk-lesson__note").get_text()


def test_text_between_the_cells_is_material_s_own(page: BeautifulSoup) -> None:
    article = one(page, "article")
    assert one(article, ".admonition.note .admonition-title").get_text() == "Why it matters"
    assert article.select_one("a[href='../../start/terminal/']")
    contents = [link.get_text(strip=True) for link in page.select(".md-sidebar--secondary .md-nav__list a")]
    assert contents == ["Predict", "Exercise"]


def test_ids_are_there_once_and_headings_step_down_by_one(page: BeautifulSoup) -> None:
    ids = [tag["id"] for tag in page.select("[id]")]
    assert sorted(set(ids)) == sorted(ids)
    levels = [int(tag.name[1]) for tag in one(page, "article").find_all(re.compile("^h[1-6]$"))]
    assert levels[0] == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))
    assert one(page, "html")["lang"] == "en"
    assert [link for link in page.select("article a") if not link.get_text(strip=True)] == []


def test_search_dialog_has_a_name_on_every_page(built: tuple[Path, Outcome]) -> None:
    for name in ("index.html", "404.html", "lessons/hello/index.html"):
        page = BeautifulSoup((built[0] / name).read_text(encoding="utf-8"), "html.parser")
        assert one(page, ".md-search[role=dialog]")["aria-label"] == "Search"


def test_nothing_comes_from_another_host(built: tuple[Path, Outcome]) -> None:
    pages = list(built[0].rglob("*.html"))
    assert len(pages) > 5
    for path in pages:
        text = path.read_text(encoding="utf-8")
        loads = re.findall(r'<(?:script|link|img|iframe)\b[^>]*?(?:src|href)="((?:https?:)?//[^"]+)"', text)
        assert [url for url in loads if not url.startswith("http://127.0.0.1:8000/")] == [], path
        assert "mermaid" not in text
        assert "api.github.com" not in text


def test_lessons_are_in_the_navigation_and_in_the_search(built: tuple[Path, Outcome]) -> None:
    site, _ = built
    navigation = BeautifulSoup((site / "index.html").read_text(encoding="utf-8"), "html.parser")
    names = [item.get_text(strip=True) for item in navigation.select(".md-nav--primary .md-ellipsis")]
    assert names.index("The first part") < names.index("Say hello")
    index = json.loads((site / "search" / "search_index.json").read_text(encoding="utf-8"))
    found = [entry for entry in index["docs"] if entry["location"].startswith("lessons/hello/")]
    assert any("more" in entry["text"] for entry in found)
    assert not any("JupyterLite" in entry["text"] for entry in found)
    exercise = next(entry for entry in found if entry["location"].endswith("#exercise-greet-title"))
    assert "The <code>name</code> is in the greeting." in exercise["text"]
    assert not any("NotImplementedError" in entry["text"] for entry in found)


def test_page_not_found_has_a_way_back_and_reference_sources_stay_out(built: tuple[Path, Outcome]) -> None:
    site, _ = built
    lost = BeautifulSoup((site / "404.html").read_text(encoding="utf-8"), "html.parser")
    assert one(lost, "article a")["href"] == "/under/index.html"
    assert not (site / "reference" / "left_out").exists()


def replace(name: str, old: str, new: str) -> Callable[[Path], None]:
    def spoil(root: Path) -> None:
        path = root / name
        text = path.read_text(encoding="utf-8")
        assert old in text
        path.write_text(text.replace(old, new, 1), encoding="utf-8")

    return spoil


def lesson(old: str, new: str) -> Callable[[Path], None]:
    return replace("lessons/hello.md", old, new)


def line_of(text: str) -> int:
    return LESSON[: LESSON.index(text)].count("\n") + 1


SPOILED = {
    "a cell that fails": (
        lesson(
            "x = 1\n",
            "try:\n    x = 1 / 0\nexcept ZeroDivisionError as e:\n    raise ValueError('no x') from e\n",
        ),
        [
            f"lessons/hello.md:{line_of('x = 1') + 3}: cell 3 fails with ValueError: no x, "
            "after ZeroDivisionError: division by zero",
            "Mend the cell",
        ],
    ),
    "a link to no page": (
        lesson("../start/terminal.md", "../start/telephone.md"),
        ["lessons/hello.md", "start/telephone.md", "not found", "1 warnings in strict mode"],
    ),
    "a link to no anchor": (
        lesson("#exercise-greet", "#exercise-greed"),
        ["lessons/hello.md", "#exercise-greed", "no such anchor", "1 warnings in strict mode"],
    ),
    "a question without a right choice": (
        lesson("(x) That", "( ) That"),
        [f"lessons/hello.md:{line_of('```quiz')}: No choice is right: mark one"],
    ),
    "a choice without an explanation": (
        lesson("    Not this.\n", ""),
        [f"lessons/hello.md:{line_of('( ) This.')}: The choice 'This.' has no explanation: write why"],
    ),
    "a fence that is never closed": (
        replace("docs/start/browser.md", "# A page\n", "# A page\n\n```sh\nls\n"),
        ["docs/start/browser.md:3: The fence is never closed: end it with a line ```."],
    ),
    "an exercise that does not exist": (
        lesson("greet\n", "great\n"),
        [
            f"lessons/hello.md:{line_of('```exercise') + 1}: There is no exercise 'great'",
            "exercises/great.py is missing",
            "name one of these: greet",
        ],
    ),
    "a requirement without words": (
        replace("exercises/test_greet.py", '    """It is polite."""', "    assert answer"),
        ["exercises/test_greet.py:10: test_is_polite has no docstring: write the requirement"],
    ),
    "a lesson in course.toml without a file": (
        replace("lessons/course.toml", '"hello"', '"hello", "bye"'),
        ["lessons/course.toml names 'bye', but lessons/bye.md is missing: write the file"],
    ),
    "a file without a lesson in course.toml": (
        lambda root: (root / "lessons" / "bye.md").write_text(LESSON, encoding="utf-8"),
        ["lessons/bye.md is in no part of the course: add 'bye' to a part's lessons"],
    ),
    "a lesson twice": (
        replace("lessons/course.toml", '"hello"', '"hello", "hello"'),
        ["lessons/course.toml names the lesson 'hello' twice"],
    ),
    "a course file that is no TOML": (
        replace("lessons/course.toml", "[[parts]]", "[[parts"),
        ["lessons/course.toml is no TOML", "line 1"],
    ),
    "a front matter that jupytext overlooks": (
        lambda root: _flow_style(root),
        ["lessons/hello.md: no notebook, so nothing in it would run", "jupyter:\n  jupytext:"],
    ),
    "no time to read": (
        lesson("minutes: 7\n", ""),
        ["lessons/hello.md: the front matter has no time to read: write 'minutes: 12'"],
    ),
    "two titles": (
        lesson("\nTwo calls", "\n# Say goodbye\n\nTwo calls"),
        ["lessons/hello.md has two titles, 'Say hello' in the front matter and 'Say goodbye'"],
    ),
    "a shell command between backticks": (
        lesson("## Exercise", "```bash\nls\n```\n\n## Exercise"),
        [f"lessons/hello.md:{line_of('## Exercise')}: This bash fence would run as a cell", "~~~"],
    ),
    "Python that is not run": (
        lesson("    It costs `money`.", "    ```python\n    1\n    ```"),
        [f"lessons/hello.md:{line_of('    It costs')}: This Python is not run: write it at the left margin"],
    ),
    "a guess far from its cell": (
        lesson("```python\nprint(1", "Now run it.\n\n```python\nprint(1"),
        [f"lessons/hello.md:{line_of('```predict')}: A predict fence asks about the cell below it"],
    ),
    "no place for the lessons": (
        replace("mkdocs.yml", "  - lessons/course.toml", "  # lessons/course.toml"),
        ["mkdocs.yml: the nav has no place for the lessons: add the line '- lessons/course.toml'"],
    ),
    "lessons that mkdocs-jupyter does not see": (
        replace("mkdocs.yml", 'include: ["lessons/*.md"]', 'include: ["notes/*.md"]'),
        ["lessons/hello.md: mkdocs-jupyter does not see this lesson", 'include: ["lessons/*.md"]'],
    ),
}


def _flow_style(root: Path) -> None:
    path = root / "lessons" / "hello.md"
    head = "jupyter: {kernelspec: {display_name: Python 3, language: python, name: python3}}\n"
    text = path.read_text(encoding="utf-8")
    path.write_text(re.sub(r"jupyter:\n(  .*\n)+", head, text), encoding="utf-8")


@pytest.mark.parametrize("name", SPOILED)
def test_build_stops_and_says_where_and_how_to_mend(name: str, tmp_path: Path) -> None:
    spoil, expected = SPOILED[name]
    root = write_course(tmp_path)
    spoil(root)
    outcome = build_course(root)
    assert not outcome.ok
    for part in expected:
        assert part in outcome.log


def test_cell_that_does_not_end_stops_the_build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings = tmp_path / "jupyter"
    settings.mkdir()
    written = (plugin.JUPYTER / "jupyter_nbconvert_config.json").read_text(encoding="utf-8")
    assert json.loads(written) == {"NotebookClient": {"timeout": 120}}
    (settings / "jupyter_nbconvert_config.json").write_text(written.replace("120", "1"), encoding="utf-8")
    monkeypatch.setattr(plugin, "JUPYTER", settings)
    root = write_course(tmp_path / "course")
    endless = "\n".join(f"x = {number}" for number in range(12)) + "\nwhile True: pass\n"
    replace("lessons/hello.md", "x = 1\n", endless)(root)
    outcome = build_course(root)
    assert not outcome.ok
    place = f"lessons/hello.md:{line_of('x = 1') - 1}"
    assert f"{place}: cell 3 does not end; it was stopped after 1 seconds. Mend the cell" in outcome.log


def test_cell_that_ends_python_stops_the_build(tmp_path: Path) -> None:
    root = write_course(tmp_path)
    replace("lessons/hello.md", "x = 1\n", "import os\nos._exit(1)\n")(root)
    outcome = build_course(root)
    assert not outcome.ok
    assert "lessons/hello.md: the kernel died while it ran the cells" in outcome.log


def test_the_page_about_the_offline_api_holds_the_table_of_rules(built: tuple[Path, Outcome]) -> None:
    page = BeautifulSoup((built[0] / "offline-api" / "index.html").read_text(encoding="utf-8"), "html.parser")
    rows = one(page, "table").select("tbody > tr")
    assert [one(row, "td:first-child code").get_text() for row in rows] == [rule.id for rule in RULES]
