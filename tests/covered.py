"""Say which branches of the engine no test reaches, and fail if there is one.

Run it with `make coverage`. What is measured and what is left out is in `pyproject.toml`, under `tool.coverage`.
"""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
TESTS = ("tests/engine", "tests/course")
UNMEASURED = (
    "tests/engine/test_agreement.py",  # many random histories, through what other tests reach with few
    "tests/engine/test_crashes.py",  # its processes are killed, and report nothing
)


def coverage(*arguments: str) -> int:
    return subprocess.run([sys.executable, "-m", "coverage", *arguments], cwd=ROOT, check=False).returncode


def main() -> int:
    coverage("erase")
    left_out = [f"--ignore={path}" for path in UNMEASURED]
    failed = coverage("run", "-m", "pytest", "--hypothesis-profile=coverage", *TESTS, *left_out)
    return failed or coverage("combine", "--quiet") or coverage("report")


if __name__ == "__main__":
    sys.exit(main())
