"""An archive for Gradescope, and a template repository for GitHub Classroom."""

import io
import zipfile

from turnkeeper.classroom.bundle import Settings, bundle
from turnkeeper.grading.course_order import Course
from turnkeeper.grading.stubs import found_stub

GRADER = ".github/turnkeeper"
"""Where the grader is in a template repository."""
_PYTHONS = "python3.14 python3.13 python3.12 python3.11"
_WHEN = (1980, 1, 1, 0, 0, 0)  # the same archive for the same course

_SETUP = f"""#!/usr/bin/env bash
# Runs once, when Gradescope builds the image: makes a virtual environment with what the grader needs.
# AUTOGRADER stands for Gradescope's folder, PYTHON for the Python to take; both are there to try it elsewhere.
set -euo pipefail
cd "${{AUTOGRADER:-/autograder}}/source"
good() {{ "$1" -c 'import ensurepip, sys; sys.exit(sys.version_info < (3, 11))' 2> /dev/null; }}
found=
for name in ${{PYTHON:-{_PYTHONS} python3}}; do
  if good "$name"; then found=$name; break; fi
done
if [ -z "$found" ]; then
  apt-get update
  for name in {_PYTHONS}; do
    if apt-get install -y "$name" "$name-venv" && good "$name"; then found=$name; break; fi
  done
fi
"${{found:?no Python 3.11 or newer is here, and none can be installed}}" -m venv .venv
.venv/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.txt
"""
_RUN = """#!/usr/bin/env bash
# Runs for each submission: grades it, and writes results/results.json.
set -euo pipefail
root="${AUTOGRADER:-/autograder}"
export PYTHONPATH="$root/source"
exec "${PYTHON:-$root/source/.venv/bin/python}" -P -m turnkeeper.classroom.handed_in "$root/submission" \\
  --bundle "$root/source" --gradescope "$root/results/results.json"
"""
_WORKFLOW = f"""# Grades what is pushed. The verdicts are in the log of the step "Grade", which fails until all pass.
name: Grade

on:
  push:
  workflow_dispatch:

permissions:
  contents: read

jobs:
  grade:
    runs-on: ubuntu-latest
    timeout-minutes: 15
    steps:
      - uses: actions/checkout@v4
        with:
          persist-credentials: false
      - uses: actions/setup-python@v5
        with:
          python-version: "3.13"
      - name: Install what the grader needs
        run: python -m pip install --quiet --require-hashes -r {GRADER}/requirements.txt
      - name: Grade
        run: python -P -m turnkeeper.classroom.handed_in . --bundle {GRADER}
        env:
          PYTHONPATH: {GRADER}
"""
_README = """# Exercises

Write your answers in `exercises/`: the text at the top of each file is the task. Push, and look at the tab *Actions*:
the step *Grade* says what is met, and what is not yet.

Leave `.github/` as it is: what is changed there does not count.
"""


def gradescope_archive(course: Course, settings: Settings) -> bytes:
    """Return the zip archive that Gradescope takes as an autograder.

    Args:
        course: A checkout of the course.
        settings: Which exercises, and what they are worth.
    """
    files = {**bundle(course, settings), "setup.sh": _SETUP.encode(), "run_autograder": _RUN.encode()}
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as into:
        for name, content in files.items():
            entry = zipfile.ZipInfo(name, _WHEN)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = (0o755 if name in ("setup.sh", "run_autograder") else 0o644) << 16
            into.writestr(entry, content)
    return archive.getvalue()


def classroom_repository(course: Course, settings: Settings) -> dict[str, bytes]:
    """Return the files of a template repository for GitHub Classroom, by their names in it.

    Args:
        course: A checkout of the course.
        settings: Which exercises.
    """
    files = {f"{GRADER}/{name}": content for name, content in bundle(course, settings).items()}
    for slug in settings.slugs:
        files[f"exercises/{slug}.py"] = found_stub(course.exercises_folder, slug).read_bytes()
    files[".github/workflows/grade.yml"] = _WORKFLOW.encode()
    files["README.md"] = _README.encode()
    return files
