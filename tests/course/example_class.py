"""The class of the pages for instructors: five submissions to two exercises, and a file that is nobody's."""

from pathlib import Path

from bank import ROOT


def make_example(folder: Path) -> None:
    """Write the class into a new folder."""
    solution = {slug: (ROOT / f"solutions/{slug}.py").read_text(encoding="utf-8") for slug in ("send", "trim")}
    wrong = ROOT / "tests/answers/send/wrong"
    keeps_text = min(path for path in wrong.glob("*.py") if "Fails: test_the_history_is_kept" in path.read_text())
    files = {
        "ada/exercises/send.py": solution["send"],
        "ada/exercises/trim.py": solution["trim"],
        "ben/send.py": keeps_text.read_text(encoding="utf-8"),
        "ben/trim.py": solution["trim"],
        "cleo_4711_9001_send.py": (ROOT / "exercises/stubs/send.py").read_text(encoding="utf-8"),
        "cleo_4711_9002_trim.py": solution["trim"],
        "dan_send.py": f"import os\n\nos.system('rm -rf ..')\n{solution['send']}",
        "eve/trim.py": "import sys\n\n\ndef trim(messages, limit, count):\n    sys.exit(0)\n",
        "eve/trim-new.py": solution["trim"],
        "answers.zip": "",
    }
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
