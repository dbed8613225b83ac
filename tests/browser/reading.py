"""What a reader does on a lesson page, for tests that say it in those words."""

import re
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

ROOT = Path(__file__).resolve().parents[2]
LESSON = "lessons/stateless/"
OVER = re.compile(
    r"^(Done|It stopped with an error|Nothing was checked|Stopped|Python (stopped|did not)|The code|"
    r"This ran longer|Cell \d+ above|Not written yet|All \d+ requirements|\d+ of \d+ requirements)"
)
# As a paste, so that the editor takes the text as it is and indents nothing.
PASTE = """(editor, text) => {
  const clipboardData = new DataTransfer();
  clipboardData.setData("text/plain", text);
  editor.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
}"""

# What the database holds of a page, or null.
KEPT = """page => new Promise((resolve, reject) => {
  const open = indexedDB.open("/course/turnkeeper");
  open.onerror = () => reject(open.error);
  open.onsuccess = () => {
    const get = open.result.transaction("pages").objectStore("pages").get(page);
    get.onsuccess = () => { open.result.close(); resolve(get.result ?? null); };
  };
})"""


class Part:
    """A cell or an exercise."""

    def __init__(self, page: Page, selector: str) -> None:
        self.page = page
        self.root = page.locator(selector)
        self.status = self.root.locator(".tk-status")
        self.output = self.root.locator(".tk-output")
        self.plain = self.root.locator(".tk-failure__plain")
        self.printed = self.root.locator(".tk-input > pre")
        self.editor = self.root.locator(".cm-content")
        self.main = self.root.locator(".tk-button--main")
        self.stop = self.button("Stop")
        self.reset = self.button("Reset")

    def button(self, name: str) -> Locator:
        """The button whose name begins so; "Run" is read out as "Run cell 1"."""
        return self.root.get_by_role("button", name=re.compile(f"^{name}"))

    def touch(self) -> None:
        """Click into the code, which brings the editor."""
        self.root.locator(".tk-input").click(position={"x": 30, "y": 20})
        expect(self.editor).to_be_focused()

    def write(self, text: str) -> None:
        """Replace the code."""
        self.touch()
        self.page.keyboard.press("ControlOrMeta+a")
        self.editor.evaluate(PASTE, text)

    def begin(self) -> None:
        """Press Run or Check."""
        self.main.click()

    def over(self) -> None:
        """Wait until what runs has ended."""
        expect(self.stop).to_be_hidden()
        expect(self.status).to_have_text(OVER)

    def run(self) -> None:
        self.begin()
        self.over()

    def try_out(self, text: str) -> None:
        """Write and run."""
        self.write(text)
        self.run()


class Exercise(Part):
    """An exercise, with its list of requirements."""

    def __init__(self, page: Page, slug: str) -> None:
        super().__init__(page, f"#exercise-{slug}")
        self.requirements = self.root.locator("[data-requirement]")
        self.failed = self.root.locator("[data-status=failed]")
        self.passed = self.root.locator("[data-status=passed]")
        self.problem = self.root.locator(".tk-problem")
        self.badge = self.root.locator(".tk-passed")


class Lesson:
    """The lesson's page."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def open(self) -> "Lesson":
        self.page.goto(LESSON)
        expect(self.cell(1).main).to_be_visible()
        return self

    def cell(self, number: int) -> Part:
        return Part(self.page, f"#cell-{number}")

    @property
    def exercise(self) -> Exercise:
        return Exercise(self.page, "send")


def solution(slug: str = "send") -> str:
    return (ROOT / "solutions" / f"{slug}.py").read_text(encoding="utf-8")
