"""A docstring as prose: its lists, its examples, and the tags that are only shown."""

import pytest

from turnkeeper.site.prose import for_notebook, prose, split_docstring

TEXT = """Give `a` back.

- One thing, on
  two lines.
- A tag <b> and `<i>`.

    f(1)  # 2

    f(2)
Then more:

    x < 1
"""


def test_a_docstring_and_the_code_come_apart() -> None:
    source = '"""Do it.\n\n    f(1)\n"""\n\nimport re\n\n\ndef f(): ...\n'
    assert split_docstring(source) == ("Do it.\n\n    f(1)", "import re\n\n\ndef f(): ...\n")


def test_without_a_docstring_all_is_code() -> None:
    assert split_docstring("x = 1\n") == ("", "x = 1\n")
    with pytest.raises(SyntaxError):
        split_docstring("x =")


def test_lists_stay_lists_and_examples_are_code() -> None:
    made = prose(TEXT)
    assert "<p>Give <code>a</code> back.</p>\n<ul>\n<li>One thing, on" in made
    assert "<li>A tag &lt;b&gt; and <code>&lt;i&gt;</code>.</li>\n</ul>" in made
    assert made.count('<div class="tk-example highlight">') == 2
    assert "<p>Then more:</p>" in made
    assert made.index("# 2") < made.index("</pre>") < made.index("Then more")


def test_a_notebook_gets_fences_and_shows_tags() -> None:
    made = for_notebook(TEXT)
    assert "- A tag &lt;b&gt; and `<i>`.\n\n```python\nf(1)  # 2\n\nf(2)\n```\n\nThen more:" in made
    assert made.endswith("```python\nx < 1\n```")
