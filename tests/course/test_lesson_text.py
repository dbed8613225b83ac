"""What is read out of a lesson's text: its sections, its line to remember, its exercises."""

import pytest
from bank import ROOT

from turnkeeper.grading.lesson_text import FenceError, exercises_in, line_to_remember, section, without_fences

TEXT = """---
title: One
---

## One line to remember

> It is one line,
> here in two.

## Check yourself

~~~quiz
A question?
~~~

````text
```exercise
no_exercise
```
````

## Empty

## Sources

- A source.

    ```exercise
    inside
    ```

```exercise
last
```
"""


def test_a_section_ends_where_the_next_one_begins():
    assert section(TEXT, "Check yourself").startswith("~~~quiz\n")
    assert section(TEXT, "Sources").startswith("- A source.")
    assert section(TEXT, "Empty") == ""
    assert section(TEXT, "Gone") is None


def test_the_line_to_remember_is_one_line():
    assert line_to_remember(TEXT) == "It is one line, here in two."
    assert line_to_remember("## Empty\n") == ""


def test_a_fence_inside_a_fence_names_no_exercise():
    assert exercises_in(TEXT) == ["inside", "last"]


def test_what_stands_in_a_fence_is_left_out():
    left = without_fences(TEXT)
    assert "quiz" not in left
    assert "exercise" not in left
    assert [line for line in left.splitlines() if line.startswith("## ")] == [
        "## One line to remember",
        "## Check yourself",
        "## Empty",
        "## Sources",
    ]


def test_a_fence_that_is_never_closed_has_the_rest():
    text = "before\n```text\nin\n```\nbetween\n```python\nbehind\n"
    assert without_fences(text) == "before\nbetween"
    with pytest.raises(FenceError, match="never closed") as caught:
        exercises_in(text)
    assert caught.value.line == 6


def test_of_the_real_course_every_lesson_says_what_to_remember():
    lessons = sorted(ROOT.glob("lessons/*.md"))
    assert lessons
    for path in lessons:
        assert line_to_remember(path.read_text(encoding="utf-8")), path.name
