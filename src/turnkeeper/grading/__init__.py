"""Grading an exercise: the same pytest file in the terminal, in the page and in a notebook."""

from turnkeeper.grading.expect import expect, shown
from turnkeeper.grading.grade import grade

__all__ = ["expect", "grade", "shown"]
