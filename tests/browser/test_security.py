"""What the pages let in and out: their content security policy, the worker's walls, the output of cells."""

from playwright.sync_api import Page, Request, expect

from .attacks import ATTACKS, PROBE
from .conftest import Reader
from .outside import Outside
from .reading import Lesson
from .test_accessibility import violations as barriers

COLLECT = """addEventListener("securitypolicyviolation", (event) => {
  (window.violations ??= []).push(`${event.violatedDirective}: ${event.blockedURI} ${event.sample}`);
});"""


def violations(page: Page) -> list[str]:
    """What the policy has refused since the page was loaded."""
    found: list[str] = page.evaluate("window.violations ?? []")
    return found


def test_no_page_asks_for_what_its_policy_refuses(reader: Reader) -> None:
    with reader() as page:
        page.add_init_script(COLLECT)
        lesson = Lesson(page).open()
        lesson.cell(1).try_out("print('It is', 6 * 7)")
        expect(lesson.cell(1).output).to_have_text("It is 42")
        lesson.exercise.run()
        lesson.page.get_by_role("navigation", name="Navigation").get_by_role("link", name="Home").first.click()
        expect(page.locator(".tk-bar")).to_have_count(0)
        assert violations(page) == []
        page.goto("cheat-sheet/")
        page.wait_for_load_state("networkidle")
        page.keyboard.press("f")
        expect(page.get_by_role("textbox", name="Search")).to_be_focused()
        page.keyboard.type("cache")
        expect(page.locator(".md-search-result__item").first).to_be_visible()
        assert violations(page) == []
        # A style, an address and a script that the policy does not name are refused: it is in force.
        page.evaluate("fetch('https://cdn.example/').catch(() => {})")
        page.evaluate("document.body.append(Object.assign(document.createElement('script'), { text: 'hacked = 1' }))")
        assert [found.split(":")[0] for found in violations(page)] == ["connect-src", "script-src-elem"]
        assert page.evaluate("typeof hacked") == "undefined"
        for path in ("baselines/", "nowhere/", "reference/index.html", "reference/search.html?q=trim"):
            page.goto(path)
            page.wait_for_load_state("networkidle")
            assert violations(page) == [], path


STORED = """async () => ({
  local: { ...localStorage },
  databases: (await indexedDB.databases()).map(({ name }) => name).sort(),
  caches: await caches.keys(),
  cookies: document.cookie,
  title: document.title,
})"""


def test_code_in_a_cell_reaches_neither_storage_nor_page_nor_network(running: Lesson) -> None:
    page, cell = running.page, running.cell(1)
    cell.write(PROBE)
    before = page.evaluate(STORED)
    cell.run()
    told = dict(line.split(" | ", 1) for line in cell.output.inner_text().splitlines() if " | " in line)
    assert {what for what in ATTACKS if "WENT THROUGH" in told.get(what, "WENT THROUGH")} == set()
    assert page.evaluate(STORED) == before
    expect(running.exercise.badge).to_be_hidden()
    # Python itself is as it was: what it has not unpacked yet is still imported.
    cell.try_out("import comm\nprint(comm.__name__)")
    expect(cell.output).to_have_text("comm")


# Ways to run a script, to fetch, to send, to lead away, to cover the page and to take one of its names.
MARKUP = """<script>top.hacked = 1</script><svg onload="top.hacked = 2"><script>top.hacked = 3</script></svg>
<img src="x" onerror="top.hacked = 4"><details open ontoggle="top.hacked = 5"><summary>s</summary></details>
<iframe srcdoc="<script>top.hacked = 6</script>"></iframe><object data="javascript:top.hacked = 7"></object>
<math><mtext><table><mglyph><style><img src=x onerror="top.hacked = 8"></style></mglyph></table></mtext></math>
<svg><a xlink:href="javascript:top.hacked = 9"><text y="9">svg</text></a>
<animate onbegin="top.hacked = 10" dur="1s"/></svg>
<a href="javascript:top.hacked = 11">link</a><a href="https://example.org/" target="_top">away</a>
<form action="https://cdn.example/"><input name="q" autofocus onfocus="top.hacked = 12"><button>Send</button></form>
<meta http-equiv="refresh" content="0;url=https://cdn.example/"><base href="https://cdn.example/">
<link rel="stylesheet" href="https://cdn.example/a.css"><link rel="dns-prefetch" href="https://cdn.example/">
<img src="https://cdn.example/p.png"><p style="background: url(https://cdn.example/b.png)">p</p>
<video src="https://cdn.example/v" poster="https://cdn.example/p"></video>
<style>@import "https://cdn.example/c.css";</style>
<div style="position: fixed; inset: 0; z-index: 999; background: red">cover</div>
<div class="md-overlay tk-cell">names</div>
<p id="cell-2">id</p><img name="currentScript"><table><tr><td>a table</td></tr></table>"""
PLAIN = """<table class="tk-bars"><tr><td id="cell-2">flows</td></tr></table><svg><defs><path id="p" d="M0 0"/></defs>
<use href="#p"/></svg>"""
SHOW = """class Shown:
    def __init__(self, markup):
        self.markup = markup

    def _repr_html_(self):
        return self.markup

display(Shown({!r}), Shown({!r}))"""
ON_TOP = """main => {
  const { x, y } = main.getBoundingClientRect();
  return main.contains(document.elementFromPoint(x + 5, y + 5));
}"""


def test_html_of_a_cell_is_in_a_sandbox_and_plain_tables_are_in_the_page(running: Lesson, outside: Outside) -> None:
    page, cell = running.page, running.cell(1)
    cell.try_out(SHOW.format(MARKUP, PLAIN))
    box = cell.output.locator("iframe")
    expect(box).to_have_attribute("sandbox", "allow-same-origin allow-popups allow-popups-to-escape-sandbox")
    frame = box.content_frame
    expect(frame.get_by_text("a table")).to_be_visible()
    frame.get_by_text("link", exact=True).dispatch_event("click")
    frame.get_by_text("Send").dispatch_event("click")
    expect(cell.output.locator(".tk-bars td")).to_have_text("flows")
    assert cell.output.locator(".tk-html > :not(iframe, table, svg)").count() == 0
    assert page.locator("#cell-2").count() == 1
    assert cell.output.locator("path").get_attribute("id") == cell.output.locator("use").get_attribute("href")[1:]
    assert cell.main.evaluate(ON_TOP)
    assert page.evaluate("[typeof hacked, document.currentScript]") == ["undefined", None]
    assert page.url.endswith("/lessons/stateless/")
    assert len(page.context.pages) == 1
    # The browser tells of what the policy has stopped, too; nothing came as far as the proxy.
    assert [line for line in outside.take() if not line.startswith("page ")] == []
    cell.try_out("print('<b onclick=1>&amp;')")
    expect(cell.output).to_have_text("<b onclick=1>&amp;")


KEY = "sk-ant-api03-of-nobody-0123456789"
REPLY = {
    "id": "msg_1",
    "type": "message",
    "role": "assistant",
    "model": "claude-haiku-5-5",
    "content": [{"type": "text", "text": "Your name is Noor."}],
    "stop_reason": "end_turn",
    "stop_sequence": None,
    "usage": {"input_tokens": 31, "output_tokens": 9},
}
CORS = {"access-control-allow-origin": "*", "access-control-allow-headers": "*", "content-type": "application/json"}
# All of Python's memory, copied before the text that is looked for is in it.
SEARCH_PYTHON = """import os, pyodide_js
memory = pyodide_js._module.HEAPU8.slice()
key = bytes(reversed(b"9876543210-ydobon-fo"))
pieces = (memory.subarray(at, at + 1_000_100).to_bytes() for at in range(0, memory.length, 1_000_000))
print(memory.length > 50_000_000, sum(key in piece for piece in pieces), key.decode() in str(os.environ))"""
EVERYTHING = """async () => {
  const kept = [document.documentElement.outerHTML, location.href, document.cookie];
  kept.push(JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
  kept.push(document.querySelector("#api-key")?.value ?? "");
  for (const { name } of await indexedDB.databases()) {
    const database = await new Promise((done) => {
      indexedDB.open(name).onsuccess = ({ target }) => done(target.result);
    });
    for (const store of database.objectStoreNames) {
      const all = database.transaction(store).objectStore(store).getAll();
      kept.push(JSON.stringify(await new Promise((done) => { all.onsuccess = () => done(all.result); })));
    }
    database.close();
  }
  for (const name of await caches.keys()) {
    for (const request of await (await caches.open(name)).keys()) kept.push(request.url);
  }
  return kept.join("\\n");
}"""


def test_a_real_run_sends_the_key_to_the_api_and_to_nobody_else(reader: Reader, outside: Outside) -> None:
    with reader() as page:
        requests: list[Request] = []
        said: list[str] = []
        page.context.on("request", lambda request: requests.append(request))
        page.context.on("console", lambda message: said.append(message.text))
        page.context.route(
            "https://api.anthropic.com/**",
            lambda route: route.fulfill(
                status=200, headers=CORS, json=None if route.request.method == "OPTIONS" else REPLY
            ),
        )
        page.goto("start/real-model/")
        page.wait_for_load_state("networkidle")
        page.evaluate("document.sameVisit = true")
        ask = "fetch('https://api.anthropic.com/').then(() => 'answered', () => 'refused')"
        assert page.evaluate(ask) == "refused"
        page.get_by_role("link", name="Turn on real calls").click()
        expect(page.get_by_role("heading", name="A real run")).to_be_visible()
        assert page.evaluate("document.sameVisit") is None  # a page of its own, with a policy of its own
        field = page.get_by_label("Your API key")
        expect(field).to_be_visible()
        assert barriers(page) == []
        field.fill("sk-proj-1")
        page.get_by_role("button", name="Use this key").click()
        expect(page.get_by_text("This is no key of Anthropic's")).to_be_visible()
        field.fill(KEY)
        page.keyboard.press("Enter")
        expect(page.get_by_text("The key is held in memory")).to_be_visible()
        expect(field).to_have_value("")
        lesson = Lesson(page)
        cell = lesson.cell(1)
        cell.run()
        expect(cell.output).to_contain_text("Your name is Noor.")
        expect(cell.output).to_contain_text("31 tokens in, 9 out")
        lesson.cell(2).try_out(SEARCH_PYTHON)
        expect(lesson.cell(2).output).to_have_text("True 0 False")
        asked = [
            request for request in requests if KEY in str(request.all_headers()) or KEY in (request.post_data or "")
        ]
        assert [(request.method, request.url) for request in asked] == [
            ("POST", "https://api.anthropic.com/v1/messages")
        ]
        assert asked[0].headers["anthropic-dangerous-direct-browser-access"] == "true"
        assert KEY not in "".join(request.url for request in requests)
        assert KEY not in page.evaluate(EVERYTHING)
        assert KEY not in "".join(said)
        page.get_by_role("button", name="Forget the key").click()
        cell.run()
        expect(cell.plain).to_be_visible()
        expect(cell.output).to_contain_text("live=True needs your key")
        page.evaluate("document.sameVisit = true")
        page.get_by_role("link", name="What that means").click()
        expect(page.get_by_role("heading", name="Run it on a real model")).to_be_visible()
        assert page.evaluate("document.sameVisit") is None
        assert page.evaluate(ask) == "refused"
        assert KEY not in page.evaluate(EVERYTHING)
    assert {line for line in outside.take() if not line.startswith("page https://api.anthropic.com/")} == set()
