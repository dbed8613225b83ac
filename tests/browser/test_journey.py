"""One reader's way through the course, the same in Chromium and in Firefox (web/journey)."""

import os
import re
import subprocess
from pathlib import Path

import pytest

from turnkeeper.site.steps import environment

from .find_browsers import HOW_TO_GET_FIREFOX, HOW_TO_GET_ONE, find_chromium, find_firefox
from .outside import refusing_proxy

JOURNEY = Path(__file__).resolve().parents[2] / "web/journey"
STEPS = re.findall(r'^    "(.+)",$', (JOURNEY / "journey.ts").read_text(encoding="utf-8"), re.MULTILINE)
FIND = {"chrome": (find_chromium, HOW_TO_GET_ONE), "firefox": (find_firefox, HOW_TO_GET_FIREFOX)}


@pytest.mark.parametrize("kind", FIND)
def test_the_journey(kind: str, address: str) -> None:
    find, how_to_get_one = FIND[kind]
    browser = find()
    if browser is None:
        give_up = pytest.fail if os.environ.get("CI") == "true" else pytest.skip
        give_up(how_to_get_one)
    with refusing_proxy() as outside:
        walked = subprocess.run(
            ["node", str(JOURNEY / "main.ts"), kind, browser, address, outside.proxy.removeprefix("http://")],
            capture_output=True,
            text=True,
            timeout=600,
            env=environment(),
        )
    assert walked.returncode == 0, walked.stdout + walked.stderr
    assert re.findall(r"^ok: (.+) \([\d.]+ s\)$", walked.stdout, re.MULTILINE) == STEPS
    assert len(STEPS) > 7
    assert outside.requests == []
