"""Finding the browsers of this machine."""

import os
import shutil
from pathlib import Path

CHROMIUMS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "msedge")
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

FIREFOXES = ("firefox-esr", "firefox")
HOW_TO_GET_FIREFOX = (
    "No Firefox was found, so the reader's way was walked in Chromium only. Install one (Debian: "
    "`apt-get install firefox-esr`) or name one by FIREFOX=/path/to/firefox."
)


def find_chromium() -> str | None:
    """Return the path of a Chromium: the one the variable CHROMIUM names, or one in the usual places."""
    if named := os.environ.get("CHROMIUM"):
        return shutil.which(named)
    on_path = (shutil.which(name) for name in CHROMIUMS)
    return next(filter(None, on_path), None) or next((place for place in PLACES if Path(place).is_file()), None)


def find_firefox() -> str | None:
    """Return the path of a Firefox: the one the variable FIREFOX names, or one on the path."""
    if named := os.environ.get("FIREFOX"):
        return shutil.which(named)
    return next(filter(None, map(shutil.which, FIREFOXES)), None)
