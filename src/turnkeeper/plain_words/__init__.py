"""Errors in plain words: what stopped the code, which line to look at, and what to do about it.

`told.py` puts together what a cell shows; `frames.py` picks the reader's own lines out of a traceback, and `scene.py`
looks at the line that failed. The sentences: `unreadable.py` for code that does not parse, `names.py`, `attributes.py`,
`wrong_types.py` and `values.py` for Python's own errors, `sdk.py` for those of the SDK, `refused.py` for what the API
refuses, with the table of `refused_table.py`. `notes.py` finds what went wrong without an error. `explained.py` asks
them all: a sentence is only said where it is certain, else Python's own message has to do.
"""

from turnkeeper.plain_words.explained import explained
from turnkeeper.plain_words.refused import Refusal, refusal_behind
from turnkeeper.plain_words.refused_table import as_lines
from turnkeeper.plain_words.told import cell_name, explain, explain_unreadable
from turnkeeper.plain_words.unreadable import mend_of

__all__ = [
    "Refusal",
    "as_lines",
    "cell_name",
    "explain",
    "explain_unreadable",
    "explained",
    "mend_of",
    "refusal_behind",
]
