"""How much memory a tab has for itself."""

import os
import re
from pathlib import Path

from playwright.sync_api import BrowserContext, Page

_PRIVATE = re.compile(r"^Private_\w+:\s+(\d+) kB$", re.MULTILINE)


def private_megabytes(context: BrowserContext, page: Page) -> float:
    """Memory that only the tab's process has, after its garbage is collected, in MB (Linux: smaps_rollup).

    The tab is the renderer process with the most of it: the browser has others in reserve.
    """
    session = context.new_cdp_session(page)
    for _ in range(2):
        session.send("HeapProfiler.collectGarbage")
        page.wait_for_timeout(1500)
    session.detach()
    processes = context.browser.new_browser_cdp_session() if context.browser else None
    pids = (
        [one["id"] for one in processes.send("SystemInfo.getProcessInfo")["processInfo"] if one["type"] == "renderer"]
        if processes
        else _renderers()
    )
    return max(_private(pid) for pid in pids)


def _renderers() -> list[int]:
    """All renderer processes of this machine's Chromiums that this process has started."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if b"--type=renderer" in (folder / "cmdline").read_bytes() and _descends(int(folder.name)):
                found.append(int(folder.name))
        except OSError:
            continue
    return found


def _descends(pid: int) -> bool:
    while pid > 1:
        if pid == os.getpid():
            return True
        pid = int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
    return False


def _private(pid: int) -> float:
    try:
        text = Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="utf-8")
    except OSError:
        return 0.0
    return sum(int(size) for size in _PRIVATE.findall(text)) * 1024 / 1e6
