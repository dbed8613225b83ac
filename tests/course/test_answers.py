"""Each grader is proved: stubs fail, right answers pass, wrong ones fail where they should, hostile ones end."""

import ast
import inspect
import sys
from functools import cache
from pathlib import Path
from types import ModuleType

import pytest
from bank import (
    ENOUGH,
    HOSTILE,
    ROOT,
    SLUGS,
    SOON,
    WHERE,
    answers,
    fault_of,
    graded_in_a_run,
    hostile_answer,
    made_hostile,
    name_of,
    one_for_each_exercise,
    one_for_each_requirement,
)

from turnkeeper.grading import grade, grade_all
from turnkeeper.grading.answer import load_answer
from turnkeeper.grading.seal import SEALS, write_seals
from turnkeeper.grading.verdict import NotMet

EXERCISES = ROOT / "exercises"


def failing(report):
    return [requirement for requirement in report["requirements"] if requirement["status"] != "passed"]


def docstrings(slug):
    tree = ast.parse((EXERCISES / f"test_{slug}.py").read_text(encoding="utf-8"))
    tests = [node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")]
    return {node.name: " ".join(inspect.cleandoc(ast.get_docstring(node)).split()) for node in tests}


def test_stub_grader_and_solution_go_together():
    stubs = {path.stem for path in EXERCISES.glob("*.py") if not path.stem.startswith("test_")}
    graders = {path.stem.removeprefix("test_") for path in EXERCISES.glob("test_*.py")}
    assert stubs == graders == set(SLUGS) != set()


@pytest.mark.parametrize("slug", SLUGS)
def test_the_stub_fails_every_requirement_for_being_unwritten(slug):
    report = grade(slug, (EXERCISES / f"{slug}.py").read_text(encoding="utf-8"), folder=EXERCISES)
    assert report["status"] == "failed"
    assert {r["id"]: r["text"] for r in report["requirements"]} == docstrings(slug)
    assert {r["kind"] for r in report["requirements"]} == {"unwritten"}
    assert all(
        r["message"].startswith("Not written yet.") and f"at {slug}.py, line" in r["message"] for r in failing(report)
    )


@pytest.mark.parametrize("slug", SLUGS)
def test_the_solution_passes(slug):
    report = grade(slug, (ROOT / "solutions" / f"{slug}.py").read_text(encoding="utf-8"), folder=EXERCISES)
    assert failing(report) == []
    assert report["status"] == "passed"


def test_answers_graded_together_have_the_reports_they_have_alone():
    send = [answer.source for kind in ("right", "wrong") for answer in answers(kind) if answer.slug == "send"]
    stub, solution = ((ROOT / folder / "send.py").read_text(encoding="utf-8") for folder in ("exercises", "solutions"))
    hostile = [hostile_answer(solution, HOSTILE[form].code, WHERE[0]) for form in ("print", "exit", "expect")]
    sources = [stub, *send[:6], "x = 1\x00", "print('seen')\n" + stub, *hostile, solution]
    alone = [grade("send", source, folder=EXERCISES) for source in sources]
    assert {report["status"] for report in alone} == {"passed", "failed", "broken"}
    assert grade_all("send", sources, folder=EXERCISES) == alone
    loop = hostile_answer(solution, HOSTILE["loop"].code, WHERE[0])
    alone = grade("send", loop, folder=EXERCISES, seconds=SOON)
    assert grade_all("send", [loop, loop], folder=EXERCISES, seconds=SOON) == [alone, alone]
    assert grade_all("send", [], folder=EXERCISES) == []


def graded(kind):
    """Return the answers of one kind that this run grades."""
    return graded_in_a_run(answers(kind), one_for_each_requirement if kind == "wrong" else one_for_each_exercise)


@cache
def reports(kind, slug):
    """Return the reports on all answers of one kind to an exercise, by their files: they are graded together."""
    there = [answer for answer in graded(kind) if answer.slug == slug]
    found = grade_all(slug, [answer.source for answer in there], folder=EXERCISES)
    return {answer.path: report for answer, report in zip(there, found, strict=True)}


def together(kind):
    """Return all answers of one kind for a test, those to one exercise for the same process, which grades them once."""
    return [
        pytest.param(answer, id=name_of(answer), marks=pytest.mark.xdist_group(f"{kind} {answer.slug}"))
        for answer in graded(kind)
    ]


@pytest.mark.parametrize("answer", together("right"))
def test_a_right_answer_passes(answer):
    report = reports("right", answer.slug)[answer.path]
    assert failing(report) == []
    assert report["status"] == "passed"


@pytest.mark.parametrize("answer", together("wrong"))
def test_a_wrong_answer_fails_exactly_what_it_names(answer):
    (requirement,) = failing(reports("wrong", answer.slug)[answer.path])
    assert requirement["id"] == answer.promised("Fails")
    assert requirement["kind"] in ("assertion", "error")
    assert requirement["message"]
    assert all(len(line) <= 75 for line in requirement["message"].splitlines())


@pytest.mark.parametrize("slug", SLUGS)
def test_every_requirement_kills_a_wrong_answer(slug):
    killed = {answer.promised("Fails") for answer in answers("wrong") if answer.slug == slug}
    assert killed == set(docstrings(slug))


@pytest.mark.parametrize("answer", answers("hostile"), ids=name_of)
def test_a_hostile_answer_ends_as_a_clear_verdict(answer):
    ends_as = answer.promised("Ends as")
    report = grade(answer.slug, answer.source, folder=EXERCISES, seconds=SOON if ends_as == "deadline" else ENOUGH)
    assert report["status"] in ("failed", "broken")
    kinds = {requirement["kind"] for requirement in failing(report)}
    assert ends_as in kinds
    assert "grader" not in kinds
    assert len(str(report)) < 60_000
    again = grade(answer.slug, (ROOT / "solutions" / f"{answer.slug}.py").read_text(encoding="utf-8"), folder=EXERCISES)
    assert again["status"] == "passed"


MADE_HOSTILE = made_hostile(each=2)


def test_every_exercise_meets_several_hostile_forms_and_every_form_several_exercises():
    forms = {(form, where): set() for form in HOSTILE for where in WHERE}
    exercises = {slug: set() for slug in SLUGS}
    for slug, *form in MADE_HOSTILE:
        forms[tuple(form)].add(slug)
        exercises[slug].add(tuple(form))
    assert min(map(len, forms.values())) >= 2
    assert min(map(len, exercises.values())) >= 2


@pytest.mark.parametrize(("slug", "form", "where"), MADE_HOSTILE)
def test_a_solution_made_hostile_ends_as_a_clear_verdict(slug, form, where):
    solution = (ROOT / "solutions" / f"{slug}.py").read_text(encoding="utf-8")
    hostility = HOSTILE[form]
    hostile = hostile_answer(solution, hostility.code, where)
    assert fault_of(grade(slug, hostile, folder=EXERCISES, seconds=hostility.seconds), hostility.ends_as) == ""
    assert grade(slug, solution, folder=EXERCISES)["status"] == "passed"


def test_a_flood_is_cut_in_the_report():
    flood = "import turnkeeper\n\nprint('x' * 10_000_000)\n\n\nclass Conversation(turnkeeper.Conversation):\n    pass\n"
    report = grade("send", flood, folder=EXERCISES)
    assert report["status"] == "passed"
    assert len(str(report)) < 30_000
    assert "more than 2,000 characters were printed" in report["requirements"][0]["output"]


ODD = {
    "never calls": "    def send(self, text): return ''",
    "returns nothing": "    def send(self, text): pass",
    "is async": "    async def send(self, text): return ''",
    "sends an empty message": (
        "    def send(self, text):\n"
        "        return str(self.client.messages.create(model='claude-haiku-5-5', max_tokens=9,\n"
        "            messages=[{'role': 'user', 'content': []}]))"
    ),
    "sends None": (
        "    def send(self, text):\n"
        "        sent = self.messages.append(text)\n"
        "        self.client.messages.create(model='claude-haiku-5-5', max_tokens=9, messages=sent)"
    ),
    "takes no text": "    def send(self): return ''",
    "has no list": "    messages = None\n    def send(self, text): return ''",
}


@pytest.mark.parametrize("body", ODD.values(), ids=ODD)
def test_an_odd_answer_is_never_called_the_graders_fault(body):
    init = "    def __init__(self, client):\n        self.client = client\n        self.messages = []\n"
    source = f"class Conversation:\n{init}{body}\n"
    report = grade("send", source, folder=EXERCISES)
    assert report["status"] == "failed"
    assert "grader" not in {requirement["kind"] for requirement in failing(report)}
    for requirement in failing(report):
        assert all(len(line) <= 75 for line in requirement["message"].splitlines()), requirement["message"]


@pytest.mark.parametrize(
    "source", ["x = 1\x00", "-" * 100_000 + "1", "\ud83d", "'"], ids=["nul", "deep", "half", "open"]
)
def test_what_is_no_python_is_a_problem_of_its_own(source):
    report = grade("send", source, folder=EXERCISES)
    assert (report["status"], report["problem"]["kind"]) == ("broken", "broken")


def test_what_an_answer_changes_for_all_of_python_is_put_back(tmp_path):
    limit, folder = sys.getrecursionlimit(), Path.cwd()
    source = f"import os, sys\nsys.setrecursionlimit(150)\nos.chdir({str(tmp_path)!r})\n"
    grade("send", source, folder=EXERCISES)
    assert (sys.getrecursionlimit(), Path.cwd()) == (limit, folder)


def test_a_changed_grader_does_not_count(tmp_path):
    for name in ("test_send.py", "graders.sha256"):
        (tmp_path / name).write_bytes((EXERCISES / name).read_bytes())
    grader = tmp_path / "test_send.py"
    grader.write_text(grader.read_text().replace("expect(", "(lambda *a, **k: None)("))
    report = grade(
        "send", (EXERCISES / "send.py").read_text().replace("raise NotImplementedError", "return ''"), folder=tmp_path
    )
    assert (report["sealed"], report["status"]) == (False, "failed")


def test_line_ends_of_a_checkout_do_not_break_the_seal(tmp_path):
    for name in ("test_send.py", "graders.sha256"):
        (tmp_path / name).write_bytes((EXERCISES / name).read_bytes().replace(b"\n", b"\r\n"))
    assert grade("send", (ROOT / "solutions/send.py").read_text(), folder=tmp_path)["status"] == "passed"


def test_an_exercise_that_is_not_there_is_named():
    with pytest.raises(FileNotFoundError, match="there is no exercise 'nope'"):
        grade("nope", "", folder=EXERCISES)


# Graders that are not the course's

GRADER = "def test_it(answer):\n    '''It is as the task says.'''\n    assert answer.x == 2, 'x is not 2'\n"


@pytest.fixture
def folder(tmp_path):
    """A folder with a grader of its own, and its seal."""
    (tmp_path / "test_own.py").write_text(GRADER)
    write_seals(tmp_path)
    return tmp_path


def test_a_plain_assertion_of_a_grader_is_told_in_its_words(folder):
    report = grade("own", "x = 1\n", folder=folder)
    assert [(r["kind"], r["message"].splitlines()[0]) for r in failing(report)] == [("assertion", "x is not 2")]
    assert grade("own", "x = 2\n", folder=folder)["status"] == "passed"


def test_without_seals_nothing_passes(folder):
    (folder / SEALS).unlink()
    report = grade("own", "x = 2\n", folder=folder)
    assert (report["passed"], report["sealed"], report["status"]) == (1, False, "failed")


def test_a_grader_that_checks_nothing_is_no_pass(folder):
    (folder / "test_own.py").write_text("")
    with pytest.raises(RuntimeError, match=r"the grader of 'own' checked nothing \(pytest ended with status 5\)"):
        grade("own", "x = 2\n", folder=folder)


def test_a_module_of_the_answers_name_is_left_alone(folder, monkeypatch):
    theirs = ModuleType("own")
    monkeypatch.setitem(sys.modules, "own", theirs)
    assert grade("own", "import sys\nx = 2 if sys.modules['own'].__file__ else 1\n", folder=folder)["passed"] == 1
    assert sys.modules["own"] is theirs


def test_what_an_answer_imports_stays_and_its_grader_does_not(folder, monkeypatch):
    monkeypatch.delitem(sys.modules, "colorsys", raising=False)
    assert grade("own", "import colorsys\nx = 2\n", folder=folder)["passed"] == 1
    assert "colorsys" in sys.modules
    assert not any(name.endswith("test_own") for name in sys.modules)


def test_an_answer_that_is_not_there_is_named(folder):
    with pytest.raises(NotMet, match=r"There is no gone\.py in "):
        load_answer(folder / "gone.py")
