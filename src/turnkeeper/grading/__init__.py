"""Grading an exercise: the same pytest file in the terminal, in the page and in a notebook."""

from turnkeeper.grading.calling import call, expect_same, expect_unchanged, expect_valid, history_in, messages_sent
from turnkeeper.grading.expect import expect
from turnkeeper.grading.grade import grade, grade_all
from turnkeeper.grading.histories import plain
from turnkeeper.grading.score import Baseline, Score
from turnkeeper.history_table import shown

__all__ = [
    "Baseline",
    "Score",
    "call",
    "expect",
    "expect_same",
    "expect_unchanged",
    "expect_valid",
    "grade",
    "grade_all",
    "history_in",
    "messages_sent",
    "plain",
    "shown",
]
