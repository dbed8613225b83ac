"""The fences `quiz`, `predict` and `exercise`, as a Python-Markdown extension on top of pymdownx.superfences.

In mkdocs.yml, after pymdownx.superfences:

    markdown_extensions:
      - turnkeeper.site.fences

What they emit is complete without JavaScript; the page's runner (`web/src`) makes it interactive.
"""

import html
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

from markdown import Extension, Markdown
from pymdownx.superfences import SuperFencesCodeExtension, SuperFencesException

from turnkeeper.grading.lesson_text import FenceError, find_fences
from turnkeeper.grading.questions import Question, parse_question
from turnkeeper.site.exercise import Exercise, read_exercise
from turnkeeper.site.prose import coloured, plain_markdown, prose

KINDS = ("exercise", "predict", "quiz")


def check_fences(text: str, exercises: Path) -> None:
    """Check every fence of a page before it is built, so that an error can name its line.

    Args:
        text: The whole file.
        exercises: The folder of stubs and graders.

    Raises:
        FenceError: With `line` counted in `text`.
    """
    seen = set()
    for fence in find_fences(text):
        try:
            if fence.language == "exercise":
                slug = read_exercise(exercises, fence.body).slug
                if slug in seen:
                    raise FenceError(f"The exercise '{slug}' is already on this page: remove one of the two.")
                seen.add(slug)
            elif fence.language in KINDS:
                _question_html(fence.language, parse_question(fence.body), 1)
        except FenceError as error:
            raise FenceError(error.problem, fence.start + error.line) from error


def highlighted(source: str) -> str:
    """Python source as the contents of a `.tk-input`: its text is the source and nothing else.

    Args:
        source: Python source; a missing newline at its end is added.
    """
    return f'<div class="tk-input highlight"><pre><span></span><code>{coloured(source)}</code></pre></div>'


def _stub_html(stub: str) -> str:
    """A stub, which is left out of the search: its words are the same in every exercise."""
    return highlighted(stub).replace("<div ", "<div data-search-exclude ", 1)


def inline(text: str) -> str:
    """One paragraph of Markdown as HTML without the paragraph around it.

    Args:
        text: Inline Markdown.

    Raises:
        FenceError: The text is a list, a heading, or several paragraphs.
    """
    made = plain_markdown().convert(text)
    inner = made.removeprefix("<p>").removesuffix("</p>")
    if not made.startswith("<p>") or "<p>" in inner:
        raise FenceError(f"'{text}' is more than a line of text: no headings, lists or paragraphs here.")
    return inner


def _question_html(kind: str, question: Question, number: int) -> str:
    name = f"{kind}-{number}"
    choices, answers = [], []
    for index, choice in enumerate(question.choices):
        text = inline(choice.text)
        choices.append(
            f'<label class="tk-choice"><input type="radio" name="{name}" value="{index}"> <span>{text}</span></label>\n'
        )
        verdict = "Right:" if choice.right else "Not this one:"
        answers.append(
            f'<li data-choice="{index}" data-right="{str(choice.right).lower()}">'
            f'<p><strong>{verdict}</strong> {text}</p><p class="tk-why">{inline(choice.why)}</p></li>\n'
        )
    return (
        f'<form class="tk-quiz" id="{name}" data-kind="{kind}">\n'
        f"<fieldset><legend>{inline(question.prompt)}</legend>\n{''.join(choices)}</fieldset>\n"
        '<details class="tk-answers"><summary>Answers</summary>'
        f"<ol>\n{''.join(answers)}</ol></details>\n</form>"
    )


def _exercise_html(exercise: Exercise) -> str:
    slug = exercise.slug
    requirements = "".join(
        f'<li data-requirement="{html.escape(item.name)}">{inline(item.text)}</li>\n' for item in exercise.requirements
    )
    return (
        f'<section class="tk-exercise" id="exercise-{slug}" data-exercise="{slug}" '
        f'aria-labelledby="exercise-{slug}-name">\n'
        f'<h3 class="tk-exercise__title" id="exercise-{slug}-title">'
        f'<span id="exercise-{slug}-name">Exercise <code>{slug}</code></span>'
        f'<a class="headerlink" href="#exercise-{slug}" title="Permanent link">&para;</a></h3>\n'
        f'<div class="tk-task">\n{prose(exercise.task)}\n</div>\n'
        f"{_stub_html(exercise.stub)}\n"
        f'<p>What is checked:</p>\n<ol class="tk-requirements">\n{requirements}</ol>\n'
        f'<p class="tk-terminal">In a terminal: write your answer in <code>exercises/{slug}.py</code>, '
        f"then run <code>pytest exercises/test_{slug}.py</code>. If you are stuck, a solution is in "
        f"<code>solutions/{slug}.py</code>.</p>\n</section>"
    )


class FencesExtension(Extension):
    """Adds the three fences to the superfences of the same Markdown instance."""

    def __init__(self, **options: Any) -> None:
        self.config = {"exercises": ["exercises", "Folder of stubs and graders"]}
        self.seen: Counter[str] = Counter()
        super().__init__(**options)

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802 (Python-Markdown's name)
        """Register the fences.

        Raises:
            ValueError: pymdownx.superfences is not loaded before this extension.
        """
        md.registerExtension(self)
        loaded = [item for item in md.registeredExtensions if isinstance(item, SuperFencesCodeExtension)]
        if not loaded:
            raise ValueError("turnkeeper.site.fences needs pymdownx.superfences above it in markdown_extensions.")
        for kind in KINDS:
            loaded[0].extend_super_fences(kind, self._formatter(kind), _accept, None)

    def reset(self) -> None:
        """Count from 1 again: a new page begins."""
        self.seen.clear()

    def _formatter(self, kind: str) -> Callable[..., str]:
        def formatter(src: str, *_: object, **__: object) -> str:
            try:
                if kind == "exercise":
                    return _exercise_html(read_exercise(Path(self.getConfig("exercises")), src))
                question = parse_question(src)
                self.seen[kind] += 1
                return _question_html(kind, question, self.seen[kind])
            except FenceError as error:
                raise SuperFencesException(f"{kind} fence, line {error.line}: {error.problem}") from error

        return formatter


def _accept(*_: object) -> bool:
    """Superfences' validator: every option is allowed and ignored."""
    return True


def makeExtension(**options: Any) -> FencesExtension:  # noqa: N802 (Python-Markdown's name)
    """What Python-Markdown calls to load this module as an extension."""
    return FencesExtension(**options)
