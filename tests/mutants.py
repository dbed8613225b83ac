"""Change the rules of a history and the trimming in small ways, and see whether the tests notice (`make mutants`).

The copy that is changed is made in build/mutants. At least 90 % of the changes to each module have to be noticed, and
each that is not is listed with a reason in tests/surviving_mutants.txt. A line there holds the function, what stood in
it, what stands there instead, and the reason, with bars between them. It takes a quarter of an hour on two processors;
mutmut 3 needs a system that can fork.
"""

import re
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parents[1]
WORK = ROOT / "build" / "mutants"
LISTED = ROOT / "tests" / "surviving_mutants.txt"
LEAST = 0.9
MODULES = ("validity", "cuts", "fitting", "clearing", "trimming")
"""What is changed: modules of turnkeeper, and the package of the rules."""
# The properties are left out: every change is tried on all of these tests, and a table notices sooner.
TESTS = [
    *(f"tests/engine/test_validity_{part}.py" for part in ("sentences", "pairs", "talk", "caching", "media")),
    *(f"tests/engine/test_validity_{part}.py" for part in ("thinking", "schema")),
    "tests/engine/test_validity.py",
    "tests/engine/test_signatures.py",
    "tests/engine/test_cases.py",
    *(f"tests/engine/test_{part}.py" for part in ("trimming", "cuts", "clearing", "trim_cases")),
]
CONFIG = f"""
[tool.mutmut]
source_paths = ["src/"]
only_mutate = {["src/turnkeeper/validity/*", *(f"src/turnkeeper/{module}.py" for module in MODULES[1:])]}
pytest_add_cli_args_test_selection = {TESTS}
pytest_add_cli_args = ["-p", "no:cacheprovider", "-x", "-q"]
"""


def prepare() -> None:
    """Copy what the tests need; nothing in the checkout itself is changed."""
    shutil.rmtree(WORK, ignore_errors=True)
    WORK.mkdir(parents=True)
    unwanted = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "src", WORK / "src", ignore=unwanted)
    for tests in ("engine", "cases"):
        shutil.copytree(ROOT / "tests" / tests, WORK / "tests" / tests, ignore=unwanted)
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    (WORK / "pyproject.toml").write_text(project + CONFIG, encoding="utf-8")


def mutmut(*arguments: str) -> str:
    """Return what mutmut prints."""
    command = [sys.executable, "-m", "mutmut", *arguments]
    return subprocess.run(command, cwd=WORK, capture_output=True, text=True, check=True).stdout


def outcomes() -> dict[str, str]:
    """Return what became of each mutant, by its name."""
    lines = (line.strip().rsplit(": ", 1) for line in mutmut("results", "--all", "true").splitlines() if ": " in line)
    return dict(line for line in lines if line[0].startswith("turnkeeper."))


def module(mutant: str) -> str:
    """Return which of `MODULES` a mutant is in."""
    return mutant.split(".")[1]


def change(mutant: str) -> tuple[str, ...]:
    """Return the function of a mutant, what stood there, and what stands there instead."""
    diff = mutmut("show", mutant).splitlines()[3:]
    before, after = (
        " ".join(line[1:].strip() for line in diff if line.startswith(sign)).replace("|", "¦") for sign in "-+"
    )
    name = re.sub(r"^turnkeeper\.(?:validity\.)?(.*)__mutmut_\d+$", r"\1", mutant).replace("x_", "", 1)
    return name.replace("xǁ", "").replace("ǁ", "."), before, after


def listed() -> list[tuple[str, ...]]:
    """Return the mutants that are known to survive, without the reasons. The first line says what is where."""
    _, *lines = LISTED.read_text(encoding="utf-8").splitlines()
    return [tuple(line.split(" | ")[:3]) for line in lines if line]


def main() -> int:
    """Run all mutants and return 0 when enough were noticed and the others are listed."""
    prepare()
    run = subprocess.run([sys.executable, "-m", "mutmut", "run"], cwd=WORK, stdout=subprocess.PIPE, check=False)
    if run.returncode:
        print(run.stdout.decode(errors="replace")[-2000:])
        return run.returncode
    found = outcomes()
    unnoticed = [name for name, outcome in found.items() if outcome in ("survived", "no tests", "suspicious")]
    all_of, left_of = Counter(map(module, found)), Counter(map(module, unnoticed))
    for name in MODULES:
        killed = all_of[name] - left_of[name]
        print(f"{name}: {killed} of {all_of[name]} mutants killed ({killed / all_of[name]:.1%})")
    print(dict(Counter(found.values())))
    survivors = [change(mutant) for mutant in unnoticed]
    known = listed()
    wrong = [f"not listed: {' | '.join(survivor)}" for survivor in survivors if survivor not in known]
    wrong += [f"listed, but noticed: {' | '.join(survivor)}" for survivor in known if survivor not in survivors]
    print("\n".join(wrong))
    return int(bool(wrong) or any(left_of[name] > (1 - LEAST) * all_of[name] for name in MODULES))


if __name__ == "__main__":
    sys.exit(main())
