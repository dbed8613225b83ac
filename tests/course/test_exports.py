"""`turnkeeper export`: what other platforms take, run as they would run it."""

import io
import json
import os
import re
import stat
import subprocess
import sys
import zipfile
from html import unescape
from pathlib import Path
from xml.etree import ElementTree

import jsonschema
import pytest
import yaml
from bank import ROOT, answers
from three_exercises import make_course

from turnkeeper import cli
from turnkeeper.classroom.bundle import requirements
from turnkeeper.classroom.quizzes import qti_package, questions_of, quiz_text
from turnkeeper.grading.course_order import read_course_order

VISIBILITY = {"enum": ["hidden", "after_due_date", "after_published", "visible"]}
FORMAT = {"enum": ["text", "html", "simple_format", "md", "ansi"]}
RESULTS = {  # Gradescope's "Autograder Specifications", Output format, read 2026-11-30
    "type": "object",
    "additionalProperties": False,
    "required": ["tests"],
    "properties": {
        "score": {"type": "number"},
        "execution_time": {"type": "number"},
        "output": {"type": "string"},
        "output_format": FORMAT,
        "test_output_format": FORMAT,
        "test_name_format": FORMAT,
        "visibility": VISIBILITY,
        "stdout_visibility": VISIBILITY,
        "extra_data": {"type": "object"},
        "leaderboard": {"type": "array"},
        "tests": {
            "type": "array",
            "minItems": 1,
            "items": {
                "type": "object",
                "additionalProperties": False,
                "required": ["score", "max_score"],
                "properties": {
                    "score": {"type": "number", "minimum": 0},
                    "max_score": {"type": "number"},
                    "status": {"enum": ["passed", "failed"]},
                    "name": {"type": "string"},
                    "name_format": FORMAT,
                    "number": {"type": "string"},
                    "output": {"type": "string"},
                    "output_format": FORMAT,
                    "tags": {"type": "array"},
                    "visibility": VISIBILITY,
                    "extra_data": {"type": "object"},
                },
            },
        },
    },
}


@pytest.fixture(autouse=True)
def at_the_root(monkeypatch):
    monkeypatch.chdir(ROOT)


def run(*command, **variables):
    """Run a command with few variables, as another machine would, and this Python as its `python`."""
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    return subprocess.run(
        command, env={"PATH": path, **variables}, capture_output=True, text=True, timeout=300, check=False
    )


def test_gradescope_gets_points_for_what_is_met(tmp_path):
    for name in ("source", "submission", "results"):
        (tmp_path / name).mkdir()
    archive = tmp_path / "autograder.zip"
    slugs = ["send", "receive", "trim", "processed"]
    assert cli.main(["export", "gradescope", *slugs, "-o", str(archive), "--visibility", "after_due_date"]) == 0
    with zipfile.ZipFile(archive) as files:
        files.extractall(tmp_path / "source")
        modes = {name: files.getinfo(name).external_attr >> 16 for name in ("setup.sh", "run_autograder")}
        assert not [name for name in files.namelist() if "solutions" in name or name.startswith("exercises/send")]
    assert all(mode & stat.S_IXUSR for mode in modes.values())
    assert run("bash", "-n", str(tmp_path / "source/setup.sh")).stderr == ""
    wrong = next(answer for answer in answers("wrong") if answer.slug == "receive")
    solutions = {slug: (ROOT / f"solutions/{slug}.py").read_text() for slug in slugs}
    (tmp_path / "submission/send.py").write_text(solutions["send"])
    (tmp_path / "submission/receive.py").write_text(wrong.source)
    (tmp_path / "submission/trim.py").write_text(f"import os\nos.system('true')\n{solutions['trim']}")
    (tmp_path / "submission/notes.txt").write_text("")
    ran = run("bash", str(tmp_path / "source/run_autograder"), AUTOGRADER=str(tmp_path), PYTHON=sys.executable)
    assert (ran.returncode, ran.stderr) == (0, "")
    results = json.loads((tmp_path / "results/results.json").read_text())
    jsonschema.validate(results, RESULTS)
    assert results["output"] == "notes.txt is no exercise's file."
    tests = {slug: [one for one in results["tests"] if one["name"].startswith(f"{slug}: ")] for slug in slugs}
    most = {slug: round(sum(one["max_score"] for one in found), 2) for slug, found in tests.items()}
    score = {slug: round(sum(one["score"] for one in found), 2) for slug, found in tests.items()}
    (lost,) = [one for one in tests["receive"] if one["status"] == "failed"]
    assert most == dict.fromkeys(slugs, 10.0)
    assert score == {"send": 10.0, "receive": 10.0 - lost["max_score"], "trim": 0.0, "processed": 0.0}
    assert lost["output"]
    assert tests["trim"][0]["output"].startswith("It tried to start a program (os.system). So nothing of this exercise")
    assert tests["processed"][0]["output"] == "processed.py was not handed in."
    assert {one["visibility"] for one in results["tests"]} == {"after_due_date"}
    assert [one["number"] for one in results["tests"][:2]] == ["1.1", "1.2"]


def test_the_classroom_workflow_grades_what_is_pushed(tmp_path, capsys):
    repository = tmp_path / "repository"
    assert cli.main(["export", "classroom", "trim", "-o", str(repository)]) == 0
    assert cli.main(["export", "classroom", "trim", "-o", str(repository)]) == 2
    assert "is not empty. Name a new folder" in capsys.readouterr().err
    workflow = yaml.safe_load((repository / ".github/workflows/grade.yml").read_text())
    assert workflow[True].keys() == {"push", "workflow_dispatch"}  # YAML reads `on` as true
    assert workflow["permissions"] == {"contents": "read"}
    steps = {step.get("name"): step for step in workflow["jobs"]["grade"]["steps"]}
    installed = repository / steps["Install what the grader needs"]["run"].split()[-1]
    assert {"anthropic", "pytest"} <= set(re.findall(r"^([\w-]+)==\S+ .*\\$", installed.read_text(), re.MULTILINE))
    grade = steps["Grade"]

    def push():
        return run("bash", "-c", f'cd "$1" && {grade["run"]}', "bash", str(repository), **grade["env"])

    first = push()
    assert (first.returncode, first.stderr) == (1, "")
    assert "Not written yet: the file is the stub." in first.stdout
    (repository / "exercises/trim.py").write_text((ROOT / "solutions/trim.py").read_text())
    second = push()
    assert (second.returncode, second.stderr) == (0, "")
    assert second.stdout.endswith("1 of 1 exercises pass.\n")


def test_the_requirements_are_the_locks_own():
    lock = (ROOT / "requirements.lock").read_text()
    needed = requirements(lock)
    names = re.findall(r"^([\w-]+)==", needed, re.MULTILINE)
    assert {"anthropic", "httpx2", "pydantic-core", "pytest", "pluggy", "packaging", "colorama"} <= set(names)
    assert not {"mkdocs", "ruff", "distributed", "hypothesis"} & set(names)
    assert all(line in lock.splitlines() for line in needed.splitlines())
    assert needed.count("--hash=sha256:") >= len(names)
    assert "://" not in needed


def words(markup):
    """Return the words of HTML or of Markdown, without what marks them."""
    return re.findall(r"\w+", unescape(re.sub(r"<[^>]+>", "", unescape(markup))))


def test_each_question_of_each_lesson_becomes_an_item(tmp_path, capsys):
    assert cli.main(["export", "qti", "-o", str(tmp_path)]) == 0
    course = read_course_order(ROOT)
    lessons = [lesson for lesson in course.lessons if lesson.title]
    assert {path.stem for path in tmp_path.iterdir()} == {lesson.slug for lesson in lessons} != set()
    for lesson in lessons:
        questions = questions_of(course, lesson.slug)
        with zipfile.ZipFile(tmp_path / f"{lesson.slug}.zip") as package:
            assert "imsmanifest.xml" in package.namelist()
            (name,) = (one for one in package.namelist() if re.search(r"/text2qti_assessment_\w+\.xml$", one))
            tree = ElementTree.fromstring(re.sub(rb' xmlns="[^"]+"', b"", package.read(name)))
        items = tree.findall(".//item")
        assert len(items) == len(questions) > 0
        for item, question in zip(items, questions, strict=True):
            assert words(item.findtext("presentation/material/mattext")) == words(question.prompt)
            choices = {label.get("ident"): label for label in item.iter("response_label")}
            right = [one.findtext("conditionvar/varequal") for one in item.iter("respcondition") if one.find("setvar") is not None]  # fmt: skip  # noqa: E501
            assert [ident in right for ident in choices] == [choice.right for choice in question.choices]
            feedback = {one.get("ident"): one.findtext(".//mattext") for one in item.iter("itemfeedback")}
            for (ident, label), choice in zip(choices.items(), question.choices, strict=True):
                assert words(label.findtext(".//mattext")) == words(choice.text)
                assert words(feedback[f"{ident}_fb"]) == words(choice.why)


def test_a_dollar_is_no_mathematics(tmp_path):
    (tmp_path / "lessons").mkdir()
    (tmp_path / "exercises").mkdir()
    text = "```quiz\nIs it $3 or `$4`?\n( ) $3\n    No, $4.\n(x) `$4`\n    Yes. 5 * 3 < 20 & **so**.\n```\n"
    (tmp_path / "lessons/prices.md").write_text(f"---\ntitle: Prices\nminutes: 1\n---\n\n{text}")
    (tmp_path / "lessons/course.toml").write_text('[[parts]]\ntitle = "All"\nlessons = ["prices"]\n')
    course = read_course_order(tmp_path)
    questions = questions_of(course, "prices")
    assert r"1. Is it \$3 or `$4`?" in list(quiz_text(course.lessons[0], questions))
    with zipfile.ZipFile(io.BytesIO(qti_package(course.lessons[0], questions))) as package:
        text = "".join(package.read(name).decode() for name in package.namelist())
    assert "Is it $3 or &lt;code&gt;$4&lt;/code&gt;?" in text
    assert "equation" not in text


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["qti", "countign"], "there is no lesson 'countign'. Did you mean counting or"),
        (["gradescope", "sned"], "there is no exercise 'sned'. Did you mean send?"),
    ],
)
def test_a_typo_is_answered_with_the_nearest_name(arguments, said, capsys):
    assert cli.main(["export", *arguments]) == 2
    assert said in capsys.readouterr().err


def test_points_are_asked_for_as_points(capsys):
    with pytest.raises(SystemExit):
        cli.main(["export", "gradescope", "send", "--points", "x"])
    assert "give 1 to 10000 points, not 'x'" in capsys.readouterr().err


def test_a_question_that_cannot_be_read_is_named(tmp_path, monkeypatch, capsys):
    make_course(tmp_path)
    with (tmp_path / "lessons/late.md").open("a") as lesson:
        lesson.write("\n```quiz\nIs it?\n```\n")
    monkeypatch.chdir(tmp_path)
    assert cli.main(["export", "qti", "late"]) == 2
    assert "lessons/late.md: A question needs two or more choices" in capsys.readouterr().err


def test_without_text2qti_it_says_how_to_install_it(tmp_path, monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "text2qti.quiz", None)
    assert cli.main(["export", "qti", "-o", str(tmp_path)]) == 2
    assert "Install it: pip install -e '.[qti]'" in capsys.readouterr().err
