"""Fails: test_five_pairs_or_more

Divides by the number of pairs, and not by its root.
"""

from collections.abc import Sequence
from math import sqrt
from statistics import fmean, stdev

FEW = 5
"""With fewer pairs than this a standard error tells little."""


def compare_modes(full: Sequence[float], window: Sequence[float]) -> tuple[float, float, bool]:
    """Return the mean of the paired differences, their standard deviation, and whether they are noise."""
    differences = [after - before for before, after in zip(full, window, strict=True)]
    if not differences:
        raise ValueError("there is no pair to compare")
    count, mean = len(differences), fmean(differences)
    if min(differences) == max(differences):
        return mean, 0.0, count == 1
    deviation = stdev(differences)
    if count < FEW:
        return mean, deviation, min(differences) < 0 < max(differences) or abs(mean) <= deviation
    return mean, deviation, abs(mean) <= 2 * deviation / count
