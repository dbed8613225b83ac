"""Finding a Chromium on this machine."""

import os
import shutil
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "msedge")
PLACES = (
    "/usr/bin/chromium",
    "/usr/lib/chromium/chromium",
    "/snap/bin/chromium",
    "/opt/google/chrome/chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "C:/Program Files/Google/Chrome/Application/chrome.exe",
    "C:/Program Files (x86)/Microsoft/Edge/Application/msedge.exe",
)
HOW_TO_GET_ONE = (
    "No Chromium was found, so nothing was tested in a browser. Install one (Debian and Ubuntu: "
    "`apt-get install chromium`; macOS: `brew install --cask chromium`) or name one by CHROMIUM=/path/to/chromium."
)


def find_chromium() -> str | None:
    """Return the path of a Chromium: the one the variable CHROMIUM names, or one in the usual places."""
    if named := os.environ.get("CHROMIUM"):
        return shutil.which(named)
    on_path = (shutil.which(name) for name in NAMES)
    return next(filter(None, on_path), None) or next((place for place in PLACES if Path(place).is_file()), None)
