"""Measures the built site's Python in Chromium, side by side with bare Pyodide and with the site's own JupyterLite.

`python -m page` in tests/bench; `--times 1` for a quick look, `--lines` for visits on lines of 5, 12 and 50 Mbit/s,
`--without lite,lighthouse` to leave parts out.
"""

import argparse
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import BrowserContext, Page, Playwright, expect, sync_playwright

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from browser.find_browsers import HOW_TO_GET_ONE, find_chromium
from browser.reading import Lesson
from browser.test_runaway import KEPT, KINDS

from turnkeeper.site.build import RUNTIME
from turnkeeper.site.serve import serving

from . import lighthouse
from .figures import Row, line
from .memory import private_megabytes
from .scripts import BARE_PAGE, BARE_WORKER, PRESS, RUN_AT_ONCE, STOP, wait
from .wire import Wire, counting

ROOT = Path(__file__).resolve().parents[3]
SITE = Path(os.environ.get("TURNKEEPER_SITE", ROOT / "site"))
LESSON = "lessons/stateless/"
NOTEBOOK = "lite/notebooks/index.html?path=stateless.ipynb"
SLOW = 180_000
# Seconds after work in which a browser puts by what it has compiled; a visit that is over sooner leaves nothing.
REST = 5
MB, KB = 1e6, 1e3


class Bench:
    """One run of all measurements.

    Args:
        playwright: Starts the browsers.
        chromium: The browser's program.
        address: The site's.
        bare: The address of the page of bare Pyodide.
        wire: What both hosts send is counted there.
        times: How often each time is measured.
    """

    def __init__(self, playwright: Playwright, chromium: str, address: str, bare: str, wire: Wire, times: int) -> None:
        self.playwright = playwright
        self.chromium = chromium
        self.address = address
        self.bare = bare
        self.wire = wire
        self.times = times

    @contextmanager
    def reader(self) -> Iterator[BrowserContext]:
        """A browser with a profile of its own on disk: nothing stored yet, and what it caches it keeps."""
        with tempfile.TemporaryDirectory() as profile:
            context = self.playwright.chromium.launch_persistent_context(
                profile, executable_path=self.chromium, args=["--no-sandbox", "--disable-background-networking"]
            )
            context.set_default_timeout(SLOW)
            try:
                yield context
            finally:
                context.close()

    def output_after_reload(self, page: Page) -> float:
        """Seconds from a reload to the output of the lesson's first cell, which calls the SDK."""
        page.reload(wait_until="domcontentloaded")
        page.evaluate(f"({RUN_AT_ONCE})()")
        wait(page, "window.bench?.done")
        seconds: float = page.evaluate("window.bench.done") / 1000
        return seconds

    def boots(self, page: Page, bare: Page) -> list[Row]:
        """The page and bare Pyodide in turns, so that a busy machine is busy for both.

        Both have been visited before, and rested then: the browser has kept what it means to keep.
        """
        ours, theirs = [], []
        for _ in range(self.times):
            bare.reload()
            wait(bare, "window.done")
            theirs.append(bare.evaluate("window.done") / 1000)
            ours.append(self.output_after_reload(page))
        ratios = [mine / other for mine, other in zip(ours, theirs, strict=True)]
        return [
            Row("Reload to the SDK's output", ours, "s"),
            Row("Reload to print(1), bare Pyodide", theirs, "s"),
            Row("Ratio of the two", ratios, "", 0.35),
        ]

    def grades(self, page: Page) -> list[Row]:
        """Checks of the lesson's exercise: the first after a boot, and later ones."""
        exercise = f"#{page.locator('.tk-exercise').first.get_attribute('id')}"
        first, later = [], []
        for _ in range(self.times):
            self.output_after_reload(page)
            first.append(page.evaluate(PRESS, exercise) / 1000)
            later += [page.evaluate(PRESS, exercise) / 1000 for _ in range(2)]
        return [Row("First check after a boot", first, "s", 1.5), Row("A later check", later, "s", 0.8)]

    def stops(self, page: Page) -> list[Row]:
        """From Stop to the sentence that says how it ended, for the code of the tests that only Stop ends."""
        cell = Lesson(page).cell(1)
        gently, by_force = [], []
        for code, stops, status, _ in KINDS.values():
            for _ in range(self.times if stops else 0):
                cell.write(code)
                cell.begin()
                expect(cell.status).to_have_text("Running")
                time.sleep(0.5)
                (gently if status is KEPT else by_force).append(page.evaluate(STOP, "#cell-1") / 1000)
                cell.try_out("print('still here')")
                expect(cell.output).to_have_text("still here")
        return [
            Row("Stop, what Python can end itself", gently, "s", 1),
            Row("Stop, what ends with Python", by_force, "s", 3),
        ]

    def notebook(self, ours: Row) -> list[Row]:
        """The same cell in JupyterLite."""
        seconds = []
        with self.reader() as context:
            page = context.new_page()
            page.goto(self.address + NOTEBOOK)
            self._run_in_notebook(page)
            for _ in range(self.times):
                page.reload(wait_until="commit")
                began = page.evaluate("performance.timeOrigin")
                self._run_in_notebook(page)
                seconds.append(time.time() - began / 1000)
        ratio = ours.median / Row("", seconds, "").median
        return [
            Row("Reload to the SDK's output, JupyterLite", seconds, "s"),
            Row("Ratio of the page to it", [ratio], "", 0.1),
        ]

    def _run_in_notebook(self, page: Page) -> None:
        wait(page, "document.querySelector('.jp-Toolbar-kernelName')?.textContent.includes('Pyodide')")
        cell = page.locator(".jp-CodeCell").first
        cell.locator(".cm-content").click()
        page.keyboard.press("Shift+Enter")
        # A number in place of the star: the run is over.
        wait(page, "/\\[\\d+\\]/.test(document.querySelector('.jp-CodeCell .jp-InputPrompt')?.textContent ?? '')")

    def bytes(self) -> list[Row]:
        """What comes over the line: a page, a first Run, all that comes after it by itself, and the next visit."""
        found = []
        for host in ("one that does not compress", "a host that compresses"):
            self.wire.compresses = host == "a host that compresses"
            for name, path in {"home": "", "a lesson": LESSON}.items():
                with self.reader() as context:
                    before = self.wire.settled()
                    context.new_page().goto(self.address + path)
                    kilobytes = (self.wire.settled() - before) / KB
                    found.append(Row(f"Bytes before any Run, {name}, {host}", [kilobytes], "kB", 350))
        with self.reader() as context:
            before = self.wire.settled()
            page = context.new_page()
            page.goto(self.address + LESSON)
            self.output_of_first_run(page)
            at_output = self.wire.sent - before
            after = self.wire.settled() - before
            page.close()
            before = self.wire.settled()
            page = context.new_page()
            page.goto(self.address + LESSON)
            self.output_of_first_run(page)
            again = self.wire.settled() - before
        return [
            *found,
            Row("Bytes of a first visit up to the first output", [at_output / MB], "MB", 27),
            Row("Bytes of a first visit once nothing more comes", [after / MB], "MB", 27),
            Row("Bytes of a second visit with a Run", [again / KB], "kB", 30),
        ]

    def output_of_first_run(self, page: Page) -> float:
        """Seconds to the first cell's output, without a reload."""
        page.evaluate(f"({RUN_AT_ONCE})()")
        wait(page, "window.bench?.done")
        seconds: float = page.evaluate("window.bench.done") / 1000
        return seconds

    def memory(self) -> list[Row]:
        """The page's process: with Python ready, and after 5 and 50 runs of all the lesson's cells."""
        with self.reader() as context:
            page = context.new_page()
            page.goto(self.address + LESSON)
            self.output_of_first_run(page)
            ready = private_megabytes(context, page)
            cells = [f"#{name}" for name in page.locator(".tk-cell").evaluate_all("all => all.map(it => it.id)")]
            after = {}
            for number in range(1, 51):
                for cell in cells:
                    page.evaluate(PRESS, cell)
                if number in (5, 50):
                    after[number] = private_megabytes(context, page)
        return [
            Row("Private memory of the tab, Python ready", [ready], "MB", 400),
            Row("Private memory after 5 runs of the lesson", [after[5]], "MB"),
            Row("Private memory after 50 runs", [after[50]], "MB"),
            Row("Ratio of the two", [after[50] / after[5]], "", 1.3),
        ]

    def lines(self) -> list[Row]:
        """First and second visits on slow lines, from the address to the output, beside bare Pyodide."""
        found = []
        for megabits in (5, 12, 50):
            for name, address in {"the page": self.address + LESSON, "bare Pyodide": self.bare}.items():
                self.wire.rate = megabits * 1e6 / 8
                with self.reader() as context:
                    for visit in ("first", "second"):
                        page = context.new_page()
                        page.goto(address)
                        if name == "the page":
                            seconds = self.output_of_first_run(page)
                        else:
                            wait(page, "window.done")
                            seconds = page.evaluate("window.done") / 1000
                        found.append(Row(f"{megabits} Mbit/s, {visit} visit, {name}", [seconds], "s"))
                        self.wire.rate = 0
                        self.wire.settled()
                        self.wire.rate = megabits * 1e6 / 8
                        page.close()
        self.wire.rate = 0
        return found


def make_bare(folder: Path) -> None:
    """A page with Pyodide and nothing else."""
    for name in (*RUNTIME, "pyodide-lock.json"):
        shutil.copyfile(SITE / "pyodide" / name, folder / name)
    (folder / "index.html").write_text(BARE_PAGE, encoding="utf-8")
    (folder / "worker.js").write_text(BARE_WORKER, encoding="utf-8")


def measure(bench: Bench, without: set[str], slow_lines: bool) -> list[str]:
    """Measure everything, print each figure as it is there, and return the names of limits that are not met."""
    missed: list[str] = []

    def tell(rows: list[Row]) -> None:
        for row in rows:
            print(line(row), flush=True)
            if not row.is_met:
                missed.append(row.name)

    # Two browsers: in one, what the pages compile is the same machine code, and each would find the other's.
    with bench.reader() as context, bench.reader() as other:
        page, bare = context.new_page(), other.new_page()
        page.goto(bench.address + LESSON)
        bench.output_of_first_run(page)  # the first visit; the service worker and the caches have theirs then
        bench.wire.settled()
        bare.goto(bench.bare)
        wait(bare, "window.done")
        tell(bench.grades(page))
        tell(bench.stops(page))
        time.sleep(REST)
        boots = bench.boots(page, bare)
        tell(boots)
    tell(bench.bytes())
    tell(bench.memory())
    if "lite" not in without:
        tell(bench.notebook(boots[0]))
    if slow_lines:
        tell(bench.lines())
    if "lighthouse" not in without:
        rows, faults = lighthouse.rows(bench.address, bench.chromium, bench.times)
        tell(rows)
        for fault in faults:
            print(f"    {fault}")
    return missed


def main() -> int:
    """Measure, print, and return 1 when a limit is not met."""
    parser = argparse.ArgumentParser(prog="page", description=__doc__)
    parser.add_argument("--times", type=int, default=5)
    parser.add_argument("--lines", action="store_true")
    parser.add_argument("--without", default="", help="lite, lighthouse")
    given = parser.parse_args()
    chromium = find_chromium()
    if chromium is None:
        print(HOW_TO_GET_ONE)
        return 1
    expect.set_options(timeout=SLOW)
    wire = Wire()
    began = time.monotonic()
    print(f"The built site in {SITE}, medians of {given.times} (least to most), {os.cpu_count()} cores")
    with (
        tempfile.TemporaryDirectory() as folder,
        sync_playwright() as playwright,
        serving(SITE, handler=counting(wire)) as address,
    ):
        make_bare(Path(folder))
        with serving(Path(folder), handler=counting(wire)) as bare:
            bench = Bench(playwright, chromium, address, bare, wire, given.times)
            missed = measure(bench, set(given.without.split(",")), given.lines)
    print(
        f"{time.monotonic() - began:.0f} s. " + (f"Not met: {'; '.join(missed)}." if missed else "All limits are met.")
    )
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
