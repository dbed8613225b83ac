"""A course of one lesson in a folder of its own, built with the repository's own mkdocs.yml."""

import logging
import re
from dataclasses import dataclass
from pathlib import Path

from mkdocs.commands.build import build
from mkdocs.config import load_config
from mkdocs.exceptions import Abort

REPOSITORY = Path(__file__).parents[2]

COURSE = '[[parts]]\ntitle = "The first part"\nlessons = ["hello"]\n'

HEAD = """---
jupyter:
  jupytext: {text_representation: {extension: .md, format_name: markdown}}
  kernelspec: {display_name: Python 3, language: python, name: python3}
title: Say hello
minutes: 7
---
"""

LESSON = (
    HEAD
    + """
Two calls, [an exercise](#exercise-greet), [a question](#quiz-1), [a cell](#cell-2),
[a page](../start/terminal.md).

## Predict

```predict
What is printed?
( ) `2`
    No: `1 < 2` is a *comparison*.
(x) `True`
    Yes.
```

```python
print(1 < 2, "&amp;", "</script>", "<!-- x -->", "<b>")
print("more")
"a" * 3
```

!!! note "Why it matters"
    It costs `money`.

```python
import sys
from IPython.display import HTML, SVG, display


display(HTML("<b>bold</b>"))
display(SVG('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"></svg>'))
print("\\033[31mred\\033[0m", file=sys.stderr)
```

```python
x = 1
```

```python tags=["raises-exception"]
x / 0
```

## Exercise

```exercise
greet
```

```quiz
Which one?
( ) This.
    Not this.
(x) That <b>one</b>.
    It is, over
    two lines.
```
"""
)

STUB = '"""Greet someone."""\n\n\ndef greet(name):\n    raise NotImplementedError\n'

GRADER = '''def helper():
    """No requirement."""


def test_says_the_name(answer):
    """The `name` is
    in the greeting."""


def test_is_polite(answer):
    """It is polite."""
'''

_PAGE = re.compile(r"^ +- [^:]+: ([a-z/-]+\.md)$", re.MULTILINE)


@dataclass
class Outcome:
    """What a build came to: everything that was logged, and whether it ended well."""

    ok: bool
    log: str


def write_course(root: Path) -> Path:
    """Write the course; a test then spoils one file of it."""
    config = (REPOSITORY / "mkdocs.yml").read_text(encoding="utf-8")
    theme = REPOSITORY / "src" / "turnkeeper" / "site" / "templates" / "theme"
    files = {
        "mkdocs.yml": re.sub(r"custom_dir: .*", f"custom_dir: {theme}", config),
        "docs/index.md": "# Home\n\n[Lesson](lessons/hello.md)\n",
        **{f"docs/{page}": "# A page\n" for page in _PAGE.findall(config) if page != "index.md"},
        "docs/offline-api.md": "# The offline API\n\n<!-- rules -->\n",
        "docs/reference/left_out.md": "# Left out\n",
        "lessons/course.toml": COURSE,
        "lessons/hello.md": LESSON,
        "exercises/greet.py": STUB,
        "exercises/test_greet.py": GRADER,
    }
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return root


class _Collected(logging.Handler):
    def __init__(self) -> None:
        super().__init__(logging.INFO)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(record.getMessage())


def build_course(root: Path) -> Outcome:
    """Build the site of a course strictly into `root/site`, as `mkdocs build --strict` does."""
    collected = _Collected()
    logger = logging.getLogger("mkdocs")
    logger.addHandler(collected)
    level = logger.level
    logger.setLevel(logging.INFO)
    try:
        config = load_config(str(root / "mkdocs.yml"), strict=True, site_dir=str(root / "site"))
        config.plugins.on_startup(command="build", dirty=False)
        build(config)
        return Outcome(True, "\n".join(collected.lines))
    except Abort as error:
        return Outcome(False, "\n".join([*collected.lines, str(error)]))
    finally:
        logger.setLevel(level)
        for handler in [handler for handler in logger.handlers if handler is collected]:
            logger.removeHandler(handler)
