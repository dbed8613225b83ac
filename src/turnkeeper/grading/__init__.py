"""Grading an exercise: the same pytest file in the terminal, in the page and in a notebook."""

from turnkeeper.grading.expect import expect
from turnkeeper.grading.grade import grade
from turnkeeper.history_table import shown

__all__ = ["expect", "grade", "shown"]
