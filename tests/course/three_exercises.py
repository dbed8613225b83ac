"""A course of two lessons and three small exercises, for tests of what stands around the grading."""

import shutil

from bank import ROOT

from turnkeeper.grading.course_order import read_course_order
from turnkeeper.grading.report import ExerciseReport, Requirement
from turnkeeper.grading.seal import write_seals
from turnkeeper.grading.verdict import Verdict

LESSON = """---
title: {title}
minutes: {minutes}
---

# A lesson

```exercise
{first}
```

Some text.
{more}
## One line to remember

> {remember}
> It is one thought.

## Sources
"""
STUB = '"""Exercise `{slug}`: give back {number}."""\n\n\ndef {slug}() -> int:\n    raise NotImplementedError\n'
RIGHT = "def {slug}():\n    return {number}\n"
GRADER = '''import pytest


@pytest.mark.hint("Think.", "Think of {number}.")
def test_it(answer):
    """It is {number}."""
    assert answer.{slug}() == {number}, "It is not {number}."


@pytest.mark.hint("Count.", "Count in whole numbers.")
def test_whole(answer):
    """It is a whole number."""
    assert isinstance(answer.{slug}(), int), "It is no whole number."
'''
NUMBERS = {"one": 1, "two": 2, "three": 3}


def right(slug):
    """Return an answer that passes."""
    return RIGHT.format(slug=slug, number=NUMBERS[slug])


def stub(slug):
    """Return the stub."""
    return STUB.format(slug=slug, number=NUMBERS[slug])


def make_course(root):
    """Write the course below a folder, and return it: `three`, then `one` and `two`."""
    for name in ("lessons", "exercises", "solutions"):
        (root / name).mkdir()
    (root / "lessons/course.toml").write_text('[[parts]]\ntitle = "All"\nlessons = ["late", "early"]\n')
    late = LESSON.format(title='"Begin with: three"', minutes=10, first="three", more="", remember="Three is three.")
    (root / "lessons/late.md").write_text(late)
    more = "\n````text\n```exercise\nthree\n```\n````\n\n```exercise\ntwo\n```\n\n```python\n1\n```\n"
    early = LESSON.format(title="'It''s early'", minutes=5, first="one", more=more, remember="One and two.")
    (root / "lessons/early.md").write_text(early)
    for slug, number in NUMBERS.items():
        (root / f"exercises/{slug}.py").write_text(stub(slug))
        (root / f"exercises/test_{slug}.py").write_text(GRADER.format(slug=slug, number=number))
        (root / f"solutions/{slug}.py").write_text(right(slug))
    write_seals(root / "exercises")
    return read_course_order(root)


def report_on(course, slug, *messages, kind="assertion", cannot_start=False):
    """Return a report with a requirement for each message: "" for one that is met."""
    requirements = [
        Requirement(
            f"test_{number}",
            f"Requirement {number} of the exercise.",
            [f"First hint {number}.", f"Second hint {number}."],
            Verdict(kind, message, cannot_start=cannot_start) if message else None,
        )
        for number, message in enumerate(messages, 1)
    ]
    return ExerciseReport(slug, course.grader(slug), course.answer(slug), True, len(messages), requirements)


def copy_send(root):
    """Copy what belongs to the exercise `send` below a folder."""
    for name in ("exercises/send.py", "exercises/test_send.py", "exercises/graders.sha256", "solutions/send.py"):
        (root / name).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / name, root / name)
