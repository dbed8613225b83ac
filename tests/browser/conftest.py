"""A Chromium on the built site, under a sub-path, with the rest of the world refused and written down."""

import os
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from turnkeeper.site.serve import serving

from .find_browsers import HOW_TO_GET_ONE, find_chromium
from .outside import Outside, refusing_proxy
from .reading import LESSON, Lesson

ROOT = Path(__file__).resolve().parents[2]
# What a built site has at least; each is made by another step of the build.
BUILT = ("index.html", f"{LESSON}index.html", "assets/turnkeeper/lesson.js", "pyodide/manifest.json", "lite/index.html")
# Patience, and no claim about speed: on a busy machine Python takes a minute to start without its snapshot.
SECONDS = 90
# Chromium's own errands are not the page's: they have no proxy, and find no host. Autofill alone goes a page's way.
FLAGS = (
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
    "--disable-features=AutofillServerCommunication",
    "--disable-background-networking",
    "--no-first-run",
)

Reader = Callable[..., AbstractContextManager[Page]]


@pytest.fixture(scope="package")
def site() -> Path:
    """The folder of the built site: site/, or what TURNKEEPER_SITE names."""
    folder = Path(os.environ.get("TURNKEEPER_SITE", ROOT / "site"))
    missing = [name for name in BUILT if not (folder / name).is_file()]
    if missing:
        pytest.fail(f"The site is not built ({folder / missing[0]} is missing). Run `make build`.", pytrace=False)
    return folder


@pytest.fixture(scope="package")
def address(site: Path) -> Iterator[str]:
    with serving(site, prefix="/course/") as url:
        yield url


@pytest.fixture(scope="package")
def outside() -> Iterator[Outside]:
    with refusing_proxy() as log:
        yield log
        assert log.take() == []


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    chromium = find_chromium()
    if chromium is None:
        give_up = pytest.fail if os.environ.get("CI") == "true" else pytest.skip
        give_up(HOW_TO_GET_ONE)
    expect.set_options(timeout=SECONDS * 1000)
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        yield launched
        launched.close()


@pytest.fixture(scope="package")
def reader(browser: Browser, address: str, outside: Outside) -> Reader:
    """Makes a reader with a browser of their own: nothing stored, nothing cached.

    `with reader() as page:` takes the options of Playwright's `new_context`, and ends by checking that the page raised
    no error that nobody caught.
    """

    @contextmanager
    def new_reader(**options: object) -> Iterator[Page]:
        settings = {
            "base_url": address,
            "proxy": {"server": outside.proxy, "bypass": "127.0.0.1"},
            "reduced_motion": "reduce",
            # Their requests go past page.route(), and what they keep is in no count; test_offline.py allows them.
            "service_workers": "block",
            "viewport": {"width": 1280, "height": 900},
        }
        context = browser.new_context(**{**settings, **options})
        context.on("request", lambda request: outside.saw(request.url))
        errors: list[str] = []
        context.on("weberror", lambda error: errors.append(str(error.error)))
        context.set_default_timeout(SECONDS * 1000)
        try:
            yield context.new_page()
            assert errors == []
        finally:
            context.close()

    return new_reader


@pytest.fixture
def page(reader: Reader) -> Iterator[Page]:
    """A page of a reader who comes for the first time."""
    with reader() as page:
        yield page


@pytest.fixture
def lesson(page: Page) -> Lesson:
    """The lesson, just opened by a reader who comes for the first time."""
    return Lesson(page).open()


@pytest.fixture(scope="module")
def running(reader: Reader) -> Iterator[Lesson]:
    """The lesson with a Python that runs, for the tests of one file that do not mind what ran before them."""
    with reader() as page:
        lesson = Lesson(page).open()
        lesson.cell(1).run()
        yield lesson


@pytest.fixture(autouse=True)
def nothing_leaves_this_machine(outside: Outside) -> Iterator[None]:
    yield
    assert outside.take() == []


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say it aloud when the browser tests were skipped."""
    if any(HOW_TO_GET_ONE in str(report.longrepr) for report in terminalreporter.stats.get("skipped", [])):
        terminalreporter.section("browser tests skipped", yellow=True)
        terminalreporter.write_line(HOW_TO_GET_ONE)
