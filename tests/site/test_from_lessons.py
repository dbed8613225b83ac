"""The cheat sheet and the list of sources, out of a lesson."""

from pathlib import Path

import pytest

from turnkeeper.site.course import CourseError, Lesson, Part
from turnkeeper.site.from_lessons import cheat_sheet, exercises_of, line_to_remember, sources

TEXT = """---
jupyter:
  jupytext: {}
  kernelspec: {display_name: Python 3, language: python, name: python3}
title: One
minutes: 5
engine: [trim_to_budget, Conversation.send, bench.replay]
---

```exercise
first
```

```exercise
second
```

## One line to remember

> It is one line,
> here in two.

## Sources

- A [page](../engine.md), a [lesson](two.md#here), a [place](#there), [far away](https://example.org/a).
"""


@pytest.fixture
def parts(tmp_path: Path) -> list[Part]:
    path = tmp_path / "one.md"
    path.write_text(TEXT)
    return [Part("The first part", (Lesson("one", path, "One", 5),))]


def test_a_lesson_is_a_row_of_the_cheat_sheet(parts: list[Part]) -> None:
    assert cheat_sheet(parts).splitlines()[0] == "## The first part"
    row = cheat_sheet(parts).splitlines()[-1]
    assert row == (
        "| [One](lessons/one.md) | It is one line, here in two. | "
        "[`first`{.tk-name}](lessons/one.md#exercise-first)<br>"
        "[`second`{.tk-name}](lessons/one.md#exercise-second) | `trim_to_budget`{.tk-name}<br>"
        "`Conversation.send`{.tk-name}<br>`bench.replay`{.tk-name} |"
    )
    (lesson,) = parts[0].lessons
    assert (line_to_remember(lesson), exercises_of(lesson)) == ("It is one line, here in two.", ["first", "second"])


def test_sources_keep_their_links(parts: list[Part]) -> None:
    assert sources(parts) == (
        "### [One](lessons/one.md)\n\n"
        "- A [page](engine.md), a [lesson](lessons/two.md#here), a [place](#there), [far away](https://example.org/a)."
    )


def test_what_the_engine_does_not_have_is_named(parts: list[Part]) -> None:
    (lesson,) = parts[0].lessons
    lesson.path.write_text(TEXT.replace("trim_to_budget", "trim_to_bugdet"))
    with pytest.raises(
        CourseError, match=r"lessons/one\.md: `engine:` names trim_to_bugdet, which the package does not"
    ):
        cheat_sheet(parts)


@pytest.mark.parametrize("heading", ["One line to remember", "Sources"])
def test_a_section_that_is_missing_is_named(parts: list[Part], heading: str) -> None:
    (lesson,) = parts[0].lessons
    lesson.path.write_text(TEXT.replace(heading, "Else"))
    with pytest.raises(CourseError, match=f"nothing stands under '## {heading}'"):
        cheat_sheet(parts), sources(parts)
