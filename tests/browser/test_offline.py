"""Without a connection, after one visit with a Run; and how a newer version takes the place of the kept one."""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from .conftest import Reader
from .deployments import Deployment, hosting, next_version
from .reading import Exercise, Lesson, Part, solution

OTHER = "lessons/counting/"
READY = "This course works offline now. The notebooks and the Python reference still need a connection."
NEWER = "A newer version of the course is ready."
LOSE = """async (address) => {
  for (const name of await caches.keys()) await (await caches.open(name)).delete(address);
}"""


def notice(page: Page) -> Locator:
    return page.get_by_role("region", name="Course on this device")


@pytest.fixture(scope="module")
def host(site: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Deployment]:
    with hosting(site, tmp_path_factory.mktemp("host") / "site") as deployment:
        yield deployment


@pytest.fixture(scope="module")
def kept(reader: Reader, host: Deployment) -> Iterator[Page]:
    """A page after its first Run; the connection is cut."""
    with reader(base_url=host.address, service_workers="allow") as page:
        lesson = Lesson(page).open()
        page.wait_for_load_state("networkidle")
        assert not [path for path in host.sent if "sw.js" in path or "precache" in path or "pyodide" in path]
        lesson.cell(1).run()
        expect(notice(page).get_by_role("status")).to_have_text(READY)
        assert [path for path, times in Counter(host.take()).items() if times > 1] == []
        notice(page).get_by_role("button", name="Close").press("Enter")
        expect(notice(page)).to_be_hidden()
        host.connected = False
        yield page


@pytest.fixture(scope="module")
def later(kept: Page) -> Page:
    """The same browser, the next day: a lesson never opened before, whose Python has started without a connection."""
    page = kept.context.new_page()
    kept.close()
    page.goto(f"{OTHER}?from=a-link")
    Part(page, "#cell-2").run()
    return page


def test_all_of_a_lesson_works_that_was_never_opened_before(later: Page, host: Deployment) -> None:
    assert host.take() == []
    assert later.evaluate("crossOriginIsolated") is True
    expect(Part(later, "#cell-2").status).to_have_text("Done. Cell 1 ran first.")
    exercise = Exercise(later, "should_compact")
    exercise.write(solution("should_compact"))
    exercise.begin()
    exercise.over()
    expect(exercise.status).to_have_text(re.compile("^All"))
    quiz = later.locator("#quiz-1")
    quiz.get_by_role("radio").first.check()
    quiz.get_by_role("button", name="Check").click()
    expect(quiz.get_by_role("status")).to_have_text(re.compile("Right|Not this one"))


def test_links_the_search_and_the_map_work_and_what_is_not_kept_says_so(later: Page) -> None:
    # First: Material closes its search an eighth of a second after it has shown another page.
    later.keyboard.press("f")
    later.keyboard.type("prefix")
    expect(later.locator(".md-search-result__item").first).to_be_visible()
    later.keyboard.press("Escape")
    later.evaluate("document.sameVisit = true")
    later.locator("nav.md-nav--primary").get_by_role("link", name="Course map").click()
    expect(later.locator(".tk-continue, [data-lesson]").first).to_be_visible()
    assert later.evaluate("document.sameVisit") is True  # Python is kept on the way
    page = later.context.new_page()
    sentences = {
        "lessons/counting": "Count",
        "lite/index.html": "The notebooks need a connection",
        "reference/": "The Python reference needs a connection",
        "lessons/no-such-lesson/": "This page is not kept on this device",
    }
    for path, words in sentences.items():
        page.goto(path)
        expect(page.locator("main")).to_contain_text(words)
    page.close()


@pytest.fixture(scope="module")
def deploy(host: Deployment, site: Path, tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], None]:
    """Deploys a version in which one lesson has other words in its title."""

    def deploy(words: str) -> None:
        lesson = (site / OTHER / "index.html").read_text(encoding="utf-8")
        target = tmp_path_factory.mktemp("next") / "site"
        next_version(site, target, {f"{OTHER}index.html": lesson.replace("</h1>", f" ({words})</h1>", 1)})
        host.deploy(target)

    return deploy


def test_a_newer_version_is_kept_beside_the_old_one_and_taken_at_the_readers_word(
    later: Page, host: Deployment, deploy: Callable[[str], None]
) -> None:
    deploy("new words")
    host.connected = True
    later.goto("lessons/stateless/")
    Lesson(later).cell(2).write("typed = 'before the new version'")
    page = later.context.new_page()
    page.goto(OTHER)
    for tab in (page, later):
        expect(notice(tab).get_by_role("status")).to_contain_text(NEWER)
    # What is the same in both was copied on the device.
    fetched = [path for path in host.take() if path != "sw.js" and not path.startswith("precache-")]
    assert sorted(fetched) == ["assets/turnkeeper/lesson.js", OTHER]

    title = page.locator("h1").first
    page.reload()
    expect(title).not_to_contain_text("(new words)")
    notice(page).get_by_role("button", name="Later").press("Escape")
    page.reload()
    expect(title).not_to_contain_text("(new words)")
    expect(notice(page)).to_be_hidden()

    notice(later).get_by_role("button", name="Load it now").click()
    expect(title).to_contain_text("(new words)")
    expect(Lesson(later).cell(2).root.locator(".tk-input")).to_contain_text("before the new version")
    assert later.evaluate("caches.keys().then(names => names.length)") == 2  # one version, and which one it is
    assert host.take() == []


def test_of_a_kept_version_no_page_comes_from_another(
    later: Page, host: Deployment, deploy: Callable[[str], None]
) -> None:
    page = later.context.new_page()
    page.goto("")
    deploy("newest words")  # of which nothing is kept
    page.evaluate(LOSE, f"{host.address}{OTHER}index.html")
    page.goto(OTHER)
    expect(page.locator("h1")).to_have_text("This page is in a newer version of the course")
    page.goto("glossary/")
    expect(page.locator("h1").first).to_contain_text("Glossary")
    page.goto(OTHER)
    page.get_by_role("link", name="Load the newer version").click()
    expect(page.locator("h1").first).to_contain_text("(newest words)")
    expect(page).to_have_url(re.compile(f"{OTHER}$"))


def test_a_newer_version_is_offered_and_taken_while_the_older_service_worker_is_busy(
    later: Page, host: Deployment, deploy: Callable[[str], None]
) -> None:
    page = later.context.new_page()
    page.goto(OTHER)
    page.evaluate("void fetch(new URL('../../held', location))")  # the browser lets the older one finish this first
    deploy("words of a busy day")
    page.evaluate("navigator.serviceWorker.ready.then(registration => registration.update()).then(() => {})")
    expect(notice(page).get_by_role("status")).to_contain_text(NEWER)
    assert page.evaluate("navigator.serviceWorker.ready.then(({ waiting }) => waiting?.state)") == "installed"
    notice(page).get_by_role("button", name="Load it now").click()
    expect(page.locator("h1").first).to_contain_text("(words of a busy day)")
