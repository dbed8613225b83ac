"""The bank of answers: what each file in tests/answers/<slug>/ says of itself; hostile answers made of solutions."""

import ast
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SLUGS = sorted(path.stem for path in (ROOT / "solutions").glob("*.py"))
SOON = 0.1
"""Seconds that are enough for a loop that never ends."""
ENOUGH = 5.0


@dataclass(frozen=True)
class Hostility:
    """Something that no answer should do, the kind of verdict it ends as, and the time limit it is graded with."""

    code: str
    ends_as: str
    seconds: float = ENOUGH


HOSTILE = {
    "loop": Hostility("while True: pass", "deadline", SOON),
    "flood": Hostility("while True: print('x' * 1000)", "deadline", SOON),
    "recursion": Hostility("def again(): return again()\nagain()", "recursion"),
    "exit": Hostility("import sys; sys.exit(0)", "exit"),
    "process exit": Hostility("import os; os._exit(0)", "exit"),
    "expect": Hostility("import turnkeeper.grading as g; g.expect = lambda *a, **k: None", "tampered"),
    "print": Hostility("import builtins; builtins.print = lambda *a, **k: None", "tampered"),
}
WHERE = ("in every call", "on import")
WHOLE = bool(os.environ.get("WHOLE_BANK"))
"""Whether every combination is tried, as `make bank` does."""


SLOW = ("assistant",)
"""Exercises whose check takes seconds, and many times as long in the page's Python. Of their answers a run grades one
right one, and a wrong one for each requirement; in the page only the stub and, in test_score.py, the solution."""


@dataclass(frozen=True)
class Answer:
    """An answer, and what its docstring promises: `fails` (a requirement's id) or `ends_as` (a kind of verdict)."""

    slug: str
    path: Path

    @property
    def source(self) -> str:
        return self.path.read_text(encoding="utf-8")

    def promised(self, label: str) -> str:
        text = (ast.get_docstring(ast.parse(self.source)) if label == "Fails" else self.source.strip('"')) or ""
        first = text.splitlines()[0]
        assert first.startswith(f"{label}: "), f"{self.path}: its docstring begins with '{label}: …'"
        return first.removeprefix(f"{label}: ")


def answers(kind: str) -> list[Answer]:
    found = [
        Answer(slug, path) for slug in SLUGS for path in sorted((ROOT / "tests/answers" / slug / kind).glob("*.py"))
    ]
    assert found, f"there are no {kind} answers: a check that finds nothing to check fails"
    return found


def one_for_each_requirement(wrong: list[Answer]) -> list[Answer]:
    """Return the first wrong answer for each requirement of each exercise."""
    return list({(answer.slug, answer.promised("Fails")): answer for answer in reversed(wrong)}.values())[::-1]


def graded_in_a_run(found: list[Answer], few: Callable[[list[Answer]], list[Answer]]) -> list[Answer]:
    """Return the answers that a run grades in CPython: all, and of slow exercises a few."""
    if WHOLE:
        return found
    some = few([answer for answer in found if answer.slug in SLOW])
    return [answer for answer in found if answer.slug not in SLOW or answer in some]


def one_for_each_exercise(found: list[Answer]) -> list[Answer]:
    """Return the first answer to each exercise."""
    return list({answer.slug: answer for answer in reversed(found)}.values())[::-1]


def graded_in_the_page(found: list[Answer]) -> list[Answer]:
    """Return the answers of one kind that a run grades in the page's Python: one for each exercise that is not slow."""
    return found if WHOLE else [answer for answer in one_for_each_exercise(found) if answer.slug not in SLOW]


def name_of(answer: Answer) -> str:
    return f"{answer.slug}-{answer.path.stem}"


def made_hostile(each: int) -> list[tuple[str, str, str]]:
    """Return which solutions are made hostile, and how: as (slug, form, where).

    How an answer is stopped is the same for all graders, so a run need not try every form on every exercise. The
    exercises take the forms in rotation: each meets some, and each form meets some. `make bank` tries all on all.

    Args:
        each: How many forms each exercise meets; the rotation goes on until every form was met.
    """
    forms = [(form, where) for form in HOSTILE for where in WHERE]
    if WHOLE:
        return [(slug, *form) for slug in SLUGS for form in forms]
    meetings = max(each * len(SLUGS), len(forms))
    return [(SLUGS[number % len(SLUGS)], *forms[number % len(forms)]) for number in range(meetings)]


def hostile_answer(solution: str, code: str, where: str) -> str:
    """Return a solution that first does something hostile: in each of its functions and methods, or on import.

    What the solution does comes after it, so an answer whose hostility had no consequence would pass.
    """
    tree = ast.parse(solution)
    bodies = [tree.body] if where == "on import" else list(_bodies(tree))
    for body in bodies:
        first = next(place for place, statement in enumerate(body) if not _comes_first(statement))
        body[first:first] = ast.parse(code).body
    return ast.unparse(tree)


def _bodies(owner: ast.Module | ast.ClassDef) -> Iterator[list[ast.stmt]]:
    for statement in owner.body:
        if isinstance(statement, ast.ClassDef):
            yield from _bodies(statement)
        elif isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef):
            yield statement.body


def _comes_first(statement: ast.stmt) -> bool:
    is_text = isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
    return is_text or (isinstance(statement, ast.ImportFrom) and statement.module == "__future__")


def fault_of(report: dict[str, object], ends_as: str) -> str:
    """Return what is wrong with the report on a hostile answer; "" when it is a clear verdict of the right kind."""
    kinds = {requirement.get("kind") for requirement in report.get("requirements", [])}
    clear = report["status"] in ("failed", "broken") and "grader" not in kinds and len(str(report)) < 60_000
    return "" if clear and ends_as in kinds else f"{report['status']} {kinds}"
