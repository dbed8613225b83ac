"""Lighthouse, pinned in tests/bench/lighthouse, with its mobile profile."""

import json
import subprocess
from pathlib import Path

from turnkeeper.site.build import install_web_packages, web_packages_are_installed
from turnkeeper.site.steps import environment

from .figures import Row

FOLDER = Path(__file__).resolve().parents[1] / "lighthouse"
PAGES = {"home": "", "a lesson": "lessons/stateless/", "the lab": "lite/lab/index.html"}
LEAST = {"performance": 95, "accessibility": 100, "best-practices": 100, "seo": 100}


def rows(address: str, chromium: str, times: int) -> tuple[list[Row], list[str]]:
    """The scores of each page, and what Lighthouse found fault with."""
    if not web_packages_are_installed(FOLDER):
        install_web_packages(FOLDER)
    command = ["node", "run.mjs", str(times), *(address + path for path in PAGES.values())]
    done = subprocess.run(
        command,
        cwd=FOLDER,
        env={**environment(), "CHROME_PATH": chromium},
        text=True,
        stdout=subprocess.PIPE,
        check=True,
    )
    told = json.loads(done.stdout)
    found, faults = [], []
    for name, path in PAGES.items():
        runs = [one for one in told if one["address"] == address + path]
        for category, least in LEAST.items():
            scores = [one["scores"][category] for one in runs]
            found.append(Row(f"Lighthouse, {name}: {category}", scores, "", least, at_least=True))
        faults += sorted({f"{name}, {fault}" for one in runs for fault in (*one["faults"], one["error"]) if fault})
    return found, faults
