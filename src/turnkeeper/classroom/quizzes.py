"""The questions of the lessons as QTI 1.2, the format that learning platforms import: by the library text2qti.

Needs the extra `qti`. text2qti takes questions as text, in a grammar of its own, and writes the package.
"""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from turnkeeper.grading.course_order import Course, Lesson
from turnkeeper.grading.lesson_text import find_fences
from turnkeeper.grading.questions import Question, parse_question

_CODE = re.compile(r"(`+[^`]*`+)")


def questions_of(course: Course, slug: str) -> list[Question]:
    """Return the questions under "Check yourself" of a lesson.

    Args:
        course: A checkout of the course.
        slug: The lesson.

    Raises:
        OSError: If there is no such lesson.
        FenceError: If a question cannot be read.
    """
    text = Path(course.root, "lessons", f"{slug}.md").read_text(encoding="utf-8")
    return [parse_question(fence.body) for fence in find_fences(text) if fence.language == "quiz"]


def qti_package(lesson: Lesson, questions: Sequence[Question]) -> bytes:
    """Return a quiz as a QTI package, a zip archive.

    Args:
        lesson: The lesson that asks the questions.
        questions: The questions; each choice has its own feedback.

    Raises:
        ModuleNotFoundError: If text2qti is not installed.
    """
    from text2qti.config import Config
    from text2qti.qti import QTI
    from text2qti.quiz import Quiz

    text = "\n".join(quiz_text(lesson, questions))
    content: bytes = QTI(Quiz(text, config=Config(), source_name=lesson.slug)).zip_bytes()
    return content


def quiz_text(lesson: Lesson, questions: Sequence[Question]) -> Iterator[str]:
    """Yield the lines of a quiz as text2qti reads them.

    Args:
        lesson: The lesson that asks the questions.
        questions: The questions.
    """
    yield f"Quiz title: {_plain(lesson.title)}"
    yield "Quiz description: Each choice is explained when it is taken."
    yield "shuffle answers: true"
    for number, question in enumerate(questions, 1):
        yield ""
        yield f"Title: {_plain(lesson.title)} {number}"
        yield "Points: 1"
        yield f"{number}. {_plain(question.prompt)}"
        for letter, choice in zip("abcdefghijklmnopqrstuvwxyz", question.choices, strict=False):
            yield f"{'*' if choice.right else ''}{letter}) {_plain(choice.text)}"
            yield f"... {_plain(choice.why)}"


def _plain(text: str) -> str:
    """Return inline Markdown in which a dollar is a dollar: text2qti would read mathematics between two of them."""
    parts = _CODE.split(text)
    return "".join(part if place % 2 else part.replace("$", r"\$") for place, part in enumerate(parts))
